import {
  allowedNames,
  extractToolCalls,
  hasInput,
  isAllowedName,
  isThinking,
  isToolCall,
  objectBlocks,
} from '../blocks';
import { definePass, type PassContext, type Report } from '../pass';
import { allowThinkingReplay, isResponsesApi } from '../policy';
import { isNativeAnthropicId, type ToolCallIdMode, uniqueToolCallId } from '../tool-call-ids';
import {
  editBlocks,
  editMessages,
  type Fields,
  filled,
  isRole,
  type Messages,
  placeOf,
  type TracedMessage,
  trimmed,
  withFields,
  within,
} from '../traced';
import { repairOutgoingPairing } from './pairing';
import { hasOpenAttachments, isSpawnCall } from './spawn-redaction';

/** Pass 3: the first run, before turns and calls go. */
export const firstCallIds = definePass(
  'call-ids',
  ({ policy, api }) => policy.sanitizeToolCallIds && !allowThinkingReplay(policy, api) && !isResponsesApi(api),
  (messages, context, report) => rewriteIds(messages, new Set(), context, report),
);

/** Pass 10: call ids get the characters and the length that the target takes. Signed thinking turns keep theirs. */
export const callIds = definePass(
  'call-ids',
  ({ policy }) => policy.sanitizeToolCallIds && policy.toolCallIdMode !== undefined,
  (messages, context, report) => rewriteIds(messages, signedTurns(messages, context), context, report),
);

/** The id part of pass 26: as pass 10, then calls and results are paired again. */
export const outgoingCallIds = definePass(
  'call-ids',
  (context) => callIds.runsWhen(context) && !isResponsesApi(context.api),
  (messages, context, report) =>
    repairOutgoingPairing(rewriteIds(messages, signedTurns(messages, context), context, report), context, report),
);

/** The turns whose signature covers their calls, so that their ids must stay (OpenClaw 2026.5.7, pass 10). */
function signedTurns(messages: Messages, context: PassContext): Set<TracedMessage> {
  const turns = new Set<TracedMessage>();
  if (!allowThinkingReplay(context.policy, context.api)) return turns;
  const names = allowedNames(context.allowedToolNames);
  const reserved = new Set<string>();
  for (const message of messages) {
    if (!isRole(message, 'assistant') || !isReplaySafe(objectBlocks(message), names)) continue;
    const ids = extractToolCalls(message).map(({ id }) => id);
    if (ids.some((id) => reserved.has(id))) continue;
    for (const id of ids) reserved.add(id);
    turns.add(message);
  }
  return turns;
}

function isReplaySafe(blocks: readonly Fields[], names: ReadonlySet<string> | null): boolean {
  const calls = blocks.filter(isToolCall);
  const ids = new Set(calls.map(({ id }) => trimmed(id)));
  return (
    blocks.some(isThinking) &&
    calls.length > 0 &&
    ids.size === calls.length &&
    !ids.has(undefined) &&
    calls.every(
      (call) =>
        hasInput(call) &&
        isAllowedName(call.name, names) &&
        call.name === call.name.trim() &&
        !(isSpawnCall(call) && hasOpenAttachments(call)),
    )
  );
}

function rewriteIds(
  messages: Messages,
  signed: ReadonlySet<TracedMessage>,
  { policy, targetName }: PassContext,
  report: Report,
): Messages {
  const resolver = new IdResolver(policy.toolCallIdMode ?? 'strict', policy.preserveNativeAnthropicToolUseIds);
  for (const turn of signed) for (const { id } of extractToolCalls(turn)) resolver.reserve(id);
  const form = policy.toolCallIdMode === 'strict9' ? 'exactly nine' : 'at most 40';
  const reason = `${targetName} gets ids of ${form} letters and digits, each for one call`;
  return editMessages(messages, (message, fields) => {
    if (signed.has(message)) {
      for (const { id } of extractToolCalls(message)) resolver.await(id, id);
      return message;
    }
    if (fields.role === 'toolResult') return rewriteResult(message, fields, resolver, reason, report);
    if (fields.role !== 'assistant') return message;
    return editBlocks(message, (block, place) => {
      const raw = isToolCall(block) ? filled(block.id) : undefined;
      if (raw === undefined) return block;
      const id = resolver.ofCall(raw);
      if (id === raw) return block;
      report('replaced', within(place, 'id'), `The call id ${raw} becomes ${id}: ${reason}.`);
      return { ...block, id };
    });
  });
}

function rewriteResult(
  message: TracedMessage,
  fields: Fields,
  resolver: IdResolver,
  reason: string,
  report: Report,
): TracedMessage {
  // Two fields with the same id stand for one call.
  const resolved = new Map<string, string>();
  let result = message;
  for (const key of ['toolCallId', 'toolUseId']) {
    const raw = filled(fields[key]);
    if (raw === undefined) continue;
    const id = resolved.get(raw) ?? resolver.ofResult(raw);
    resolved.set(raw, id);
    if (id === raw) continue;
    report('replaced', placeOf(message, key), `The result’s call id ${raw} becomes ${id}, as its call’s: ${reason}.`);
    result = withFields(result, { [key]: id });
  }
  return result;
}

/** Gives each call of a history its id, and each result that of its call (OpenClaw 2026.5.7, pass 10). */
class IdResolver {
  private readonly used = new Set<string>();
  private readonly calls = new Map<string, number>();
  private readonly orphans = new Map<string, number>();
  /** By raw id the new ids of calls that have no result yet, first call first. */
  private readonly waiting = new Map<string, string[]>();

  constructor(
    private readonly mode: ToolCallIdMode,
    private readonly keepsNative: boolean,
  ) {}

  /** Keeps an id for the calls of a signed turn. */
  reserve(id: string): void {
    this.used.add(id);
  }

  await(raw: string, id: string): void {
    const queue = this.waiting.get(raw);
    if (queue) queue.push(id);
    else this.waiting.set(raw, [id]);
  }

  ofCall(raw: string): string {
    const nth = count(this.calls, raw);
    const id = this.allocate(raw, nth, nth === 1 ? raw : `${raw}:${nth}`);
    this.await(raw, id);
    return id;
  }

  ofResult(raw: string): string {
    const id = this.waiting.get(raw)?.shift();
    if (id !== undefined) return id;
    const nth = count(this.orphans, raw);
    return this.allocate(raw, nth, `${raw}:tool_result:${nth}`);
  }

  private allocate(raw: string, nth: number, seed: string): string {
    if (this.keepsNative && nth === 1 && isNativeAnthropicId(raw) && !this.used.has(raw)) {
      this.used.add(raw);
      return raw;
    }
    return uniqueToolCallId(seed, this.used, this.mode);
  }
}

/** The number of times a key has come, this time included. */
function count(counts: Map<string, number>, key: string): number {
  const nth = (counts.get(key) ?? 0) + 1;
  counts.set(key, nth);
  return nth;
}
