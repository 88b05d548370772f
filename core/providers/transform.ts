/** What happens to the messages before a converter sees them: pi's way and that of OpenClaw's own transports. */
import { type AssistantTurn, isBlank, type ResultTurn, type SourcedBlock, type Turn, turnsOf } from './turns';
import type { AssistantMessage, CallBlock, Message, Model } from './types';

/** How an api writes the id of another model's call. */
export type IdRule = (id: string, source: AssistantMessage) => string;

/** Stand in for images that a model cannot take (pi-ai 0.73.0, transform-messages). */
const OMITTED_IMAGE = {
  user: '(image omitted: model does not support images)',
  toolResult: '(tool image omitted: model does not support images)',
} as const;

/** The text of a result that nobody recorded (pi-ai 0.73.0; OpenClaw 2026.5.7 for the Responses family). */
const NO_RESULT = 'No result provided';
const ABORTED_RESULT = 'aborted';

/** pi's transform (payloads.md 2.3): placeholders for images, foreign blocks, made-up results; no result moves. */
export function transformForPi(messages: readonly Message[], model: Model, idRule: IdRule): Turn[] {
  const turns = turnsOf(messages);
  const visible = model.input.includes('image') ? turns : turns.map(omitImages);
  return answerCalls(adaptBlocks(visible, model, idRule, false));
}

export interface OwnTransform {
  readonly idRule?: IdRule;
  /** Thought signatures of calls survive a change of the model. */
  readonly keepsThoughtSignatures?: boolean;
}

/** The transform of OpenClaw's own transports (payloads.md 2.4): failed turns go, results move behind their calls. */
export function transformForOwnTransport(
  messages: readonly Message[],
  model: Model,
  { idRule = (id) => id, keepsThoughtSignatures = false }: OwnTransform,
): readonly Turn[] {
  const turns = adaptBlocks(turnsOf(messages), model, idRule, keepsThoughtSignatures);
  const replayable = turns.filter((turn) => !hasFailed(turn));
  const isResponses = RESPONSES_APIS.has(model.api);
  if (!isResponses && !PAIRED_APIS.has(model.api)) return replayable;
  return pairResults(replayable, isResponses ? ABORTED_RESULT : NO_RESULT);
}

const RESPONSES_APIS: ReadonlySet<string> = new Set([
  'openai-responses',
  'openai-codex-responses',
  'azure-openai-responses',
]);
const PAIRED_APIS: ReadonlySet<string> = new Set([
  'anthropic-messages',
  'bedrock-converse-stream',
  'google-generative-ai',
]);

/** Each run of images becomes one placeholder; none behind a text that is the placeholder already. */
function omitImages(turn: Turn): Turn {
  if (turn.role === 'assistant' || typeof turn.content === 'string') return turn;
  const placeholder = OMITTED_IMAGE[turn.role];
  const content: SourcedBlock[] = [];
  let isBehindPlaceholder = false;
  for (const sourced of turn.content) {
    const isImage = sourced.block.type === 'image';
    if (!isImage) content.push(sourced);
    else if (!isBehindPlaceholder) content.push({ ...sourced, block: { type: 'text', text: placeholder } });
    isBehindPlaceholder = isImage || ('text' in sourced.block && sourced.block.text === placeholder);
  }
  return { ...turn, content };
}

/** Whether a turn was written by the very model that it is sent to. */
export function isSameModel({ provider, api, model: id }: AssistantMessage, model: Model): boolean {
  return provider === model.provider && api === model.api && id === model.id;
}

function adaptBlocks(turns: readonly Turn[], model: Model, idRule: IdRule, keepsThoughtSignatures: boolean): Turn[] {
  // Filled in message order and never cleared: a result in front of its call keeps the old id.
  const newIds = new Map<string, string>();
  return turns.map((turn) => {
    if (turn.role === 'user') return turn;
    if (turn.role === 'toolResult') return { ...turn, toolCallId: newIds.get(turn.toolCallId) || turn.toolCallId };
    const isSame = isSameModel(turn.source, model);
    return { ...turn, content: turn.content.flatMap((sourced) => adapt(sourced, turn.source, isSame)) };
  });

  function adapt(sourced: SourcedBlock, source: AssistantMessage, isSame: boolean): readonly SourcedBlock[] {
    const { block } = sourced;
    switch (block.type) {
      case 'thinking':
        if (block.redacted) return isSame ? [sourced] : [];
        if (isSame && block.thinkingSignature) return [sourced];
        if (isBlank(block.thinking)) return [];
        return isSame ? [sourced] : [{ ...sourced, block: { type: 'text', text: block.thinking ?? '' } }];
      case 'text':
        return isSame ? [sourced] : [{ ...sourced, block: { type: 'text', text: block.text } }];
      case 'toolCall':
        return isSame ? [sourced] : [{ ...sourced, block: adaptCall(block, source) }];
      default:
        return [sourced];
    }
  }

  function adaptCall(call: CallBlock, source: AssistantMessage): CallBlock {
    const id = idRule(call.id, source);
    if (id !== call.id) newIds.set(call.id, id);
    const { thoughtSignature: _, ...unsigned } = call;
    return { ...(keepsThoughtSignatures ? call : unsigned), id };
  }
}

function hasFailed(turn: Turn): boolean {
  return turn.role === 'assistant' && (turn.source.stopReason === 'error' || turn.source.stopReason === 'aborted');
}

/** A call that waits for its result. */
interface OpenCall {
  readonly call: CallBlock;
  readonly turn: AssistantTurn;
}

function callsOf(turn: AssistantTurn): OpenCall[] {
  return turn.content.flatMap(({ block }) => (block.type === 'toolCall' ? [{ call: block, turn }] : []));
}

function makeResult({ call, turn }: OpenCall, text: string): ResultTurn {
  const origin = { message: turn.origin.message, made: true } as const;
  return {
    role: 'toolResult',
    origin,
    toolCallId: call.id,
    toolName: call.name ?? '',
    isError: true,
    content: [{ block: { type: 'text', text }, origin }],
  };
}

/** Results are made up for calls without one; failed turns go, but the results of their calls stay. */
function answerCalls(turns: readonly Turn[]): Turn[] {
  const answered: Turn[] = [];
  let open: OpenCall[] = [];
  let seen = new Set<string>();
  const closeCalls = () => {
    answered.push(...open.filter(({ call }) => !seen.has(call.id)).map((entry) => makeResult(entry, NO_RESULT)));
    open = [];
    seen = new Set();
  };
  for (const turn of turns) {
    if (turn.role === 'toolResult') {
      seen.add(turn.toolCallId);
      answered.push(turn);
      continue;
    }
    closeCalls();
    if (hasFailed(turn)) continue;
    if (turn.role === 'assistant') open = callsOf(turn);
    answered.push(turn);
  }
  closeCalls();
  return answered;
}

/**
 * Results stand directly behind their turn in call order; missing ones are made up, others of no call are dropped. The
 * reference leaves a list as it is when that is all right but for the order or the number of the results of a turn
 * (OpenClaw 2026.5.7, repairToolUseResultPairing).
 */
function pairResults(turns: readonly Turn[], missingText: string): readonly Turn[] {
  const paired: Turn[] = [];
  const answered = new Set<string>();
  let isChanged = false;
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]!;
    if (turn.role === 'toolResult') {
      isChanged ||= !belongsTo(turns, at);
      continue;
    }
    paired.push(turn);
    const calls = turn.role === 'assistant' ? callsOf(turn).filter(({ call }) => call.id !== '') : [];
    if (calls.length === 0) continue;
    const span = spanBehind(turns, at);
    const results = span.filter((other) => other.role === 'toolResult');
    const names = new Map(calls.map(({ call }) => [call.id, call.name ?? '']));
    // Also the name of a second result counts as a change.
    isChanged ||= results.some((result) => named(result, names.get(result.toolCallId) ?? '') !== result);
    // A result behind something else moves in front of it.
    isChanged ||= results.length > 0 && results.length < span.length;
    for (const entry of calls) {
      const { id } = entry.call;
      isChanged ||= answered.has(id);
      if (answered.has(id)) continue;
      answered.add(id);
      const result = results.find(({ toolCallId }) => toolCallId === id);
      const sent = result ? named(result, names.get(id)!) : makeResult(entry, missingText);
      isChanged ||= sent !== result;
      paired.push(sent);
    }
  }
  return isChanged ? paired : turns;
}

/** What follows an assistant turn up to the next one. */
function spanBehind(turns: readonly Turn[], at: number): readonly Turn[] {
  const behind = turns.slice(at + 1);
  const end = behind.findIndex(({ role }) => role === 'assistant');
  return end === -1 ? behind : behind.slice(0, end);
}

/** Whether a result answers a call of the nearest assistant turn in front of it. */
function belongsTo(turns: readonly Turn[], at: number): boolean {
  const { toolCallId } = turns[at] as ResultTurn;
  const asking = turns.slice(0, at).findLast(({ role }) => role === 'assistant') as AssistantTurn | undefined;
  return asking !== undefined && toolCallId !== '' && callsOf(asking).some(({ call }) => call.id === toolCallId);
}

/** A result with its name trimmed; one without a name gets that of its call. */
function named(result: ResultTurn, callName: string): ResultTurn {
  const name = result.toolName.trim() || callName.trim() || 'unknown';
  return name === result.toolName ? result : { ...result, toolName: name };
}
