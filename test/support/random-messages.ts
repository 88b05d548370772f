/**
 * Random histories for replay: plausible ones, with every fault that session files hold and some that none does. All
 * roles and blocks, odd ids, missing fields, broken signatures, calls and results torn apart, switches of the model,
 * images. An arbitrary of fast-check, so that a seed gives the same cases everywhere.
 */
import fc from 'fast-check';
import { isResponsesApi } from '../../core/replay/policy';
import { imageData, oddBlocks, reasoningItem, texts, usages } from './random-message-parts';
import { anyReplayTarget } from './random-targets';
import type { ReplayCaseInput } from './replay';

type Gen = Parameters<Parameters<ReturnType<typeof fc.gen>['map']>[0]>[0];
type Row = Record<string, unknown>;

/** Draws values of one case. */
class Draw {
  private clock = 1_700_000_000_000;

  constructor(
    private readonly gen: Gen,
    /** Reasoning items are the usual thinking of the target. */
    readonly hasReasoning: boolean,
  ) {}

  of<Value>(...values: readonly Value[]): Value {
    return this.gen(fc.constantFrom, ...(values as [Value, ...Value[]]));
  }

  /** True in `percent` of 100 draws. */
  chance(percent: number): boolean {
    return this.gen(fc.integer, { min: 0, max: 99 }) >= 100 - percent;
  }

  upTo(max: number): number {
    return this.gen(fc.integer, { min: 0, max });
  }

  timestamp(): Row {
    this.clock += 1000;
    if (this.chance(4)) return {};
    return { timestamp: this.chance(4) ? new Date(this.clock).toISOString() : this.clock };
  }
}

interface Call {
  readonly id: unknown;
  readonly name: unknown;
}

const IDS = [
  'toolu_01A',
  'toolu_01B',
  'call_1',
  'call_1|fc_1',
  'call_2|fc_2',
  'call_2|xx_2',
  'call_3|',
  '|fc_3',
  'functions.read:0',
  'functions.read:1',
  'functions/read:0',
  'ab',
  'a_b',
  'a-b',
  'a|b',
  '!!!',
  '???',
  ' ab ',
  'abcdefghi',
  'abcdefghi_1',
  'abcdefghij',
  'ümlaut',
  `call_${'x'.repeat(60)}1`,
  `call_${'x'.repeat(60)}2`,
];
const NAMES = ['exec', 'read', 'exec', 'read', 'sessions_spawn', 'mcp.tool:x'];
const ODD_NAMES = [' exec ', 'Exec', '', '  ', 'two words', 'x'.repeat(65), ' Sessions_Spawn', 5, null, undefined];
const CALL_TYPES = ['toolUse', 'functionCall', 'tool_use', 'tool_call', 'function_call'];
const MODELS = [
  { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-5' },
  { api: 'openai-responses', provider: 'openai', model: 'gpt-5.4' },
  { api: 'google-generative-ai', provider: 'google', model: 'gemini-3-pro-preview' },
  { api: 'openai-responses', provider: 'openclaw', model: 'delivery-mirror' },
  { api: 'openai-responses', provider: 'openclaw', model: 'gateway-injected' },
];
const SIGNATURES = ['sig', '', '  ', 'abcd', 'ab==', 'abcde', 'msg_abcd', 'a+_b', 'reasoning_content', 7];
const SIGNATURE_KEYS = ['thinkingSignature', 'signature', 'thought_signature', 'thoughtSignature'];

function signed(draw: Draw, block: Row): Row {
  const fields: Row = { ...block };
  for (let count = draw.upTo(2); count > 0; count--) fields[draw.of(...SIGNATURE_KEYS)] = draw.of(...SIGNATURES);
  return fields;
}

function thinkingBlock(draw: Draw): Row {
  const block = { type: 'thinking', thinking: draw.of('Hm.', '') };
  if (draw.chance(draw.hasReasoning ? 80 : 15)) return { ...block, thinkingSignature: reasoningItem(draw.upTo(9)) };
  if (draw.chance(15)) return signed(draw, { type: 'redacted_thinking', ...(draw.chance(70) && { data: 'opaque' }) });
  return draw.chance(50) ? { ...block, thinkingSignature: 'c2lnbmF0dXJl' } : signed(draw, block);
}

function spawnArguments(draw: Draw): Row {
  return {
    task: 'Look.',
    ...(draw.chance(30) && { resumeSessionId: draw.of('s', '__OPENCLAW_REDACTED__') }),
    ...(draw.chance(20) && { streamTo: null }),
    ...(draw.chance(40) && {
      attachments: draw.of<unknown>(
        [{ content: 'secret', name: 'a.txt', size: 3 }],
        [{ content: '__OPENCLAW_REDACTED__', name: 'a.txt' }],
        [{ content: '__OPENCLAW_REDACTED__', name: ' ' }],
        ['text', null],
        [],
        'none',
      ),
    }),
  };
}

function callBlock(draw: Draw): Row {
  const name = draw.chance(85) ? draw.of(...NAMES) : draw.of<unknown>(...ODD_NAMES);
  const block: Row = { type: draw.chance(85) ? 'toolCall' : draw.of(...CALL_TYPES), name };
  if (draw.chance(95)) block.id = draw.chance(95) ? draw.of(...IDS) : draw.of<unknown>('', '  ', 4, null);
  else if (draw.chance(50)) block[draw.of('call_id', 'toolCallId', 'tool_use_id')] = draw.of(...IDS);
  if (draw.chance(92)) {
    const values = String(name).trim().toLowerCase() === 'sessions_spawn' ? spawnArguments(draw) : { path: 'a' };
    block[draw.chance(90) ? 'arguments' : 'input'] = draw.chance(92) ? values : draw.of<unknown>(null, '', '{}', 0, []);
  }
  return draw.chance(8) ? signed(draw, block) : block;
}

function imageBlock(draw: Draw): Row {
  const { data, mimeType } = draw.of(...imageData);
  return draw.chance(90) ? { type: 'image', data, mimeType } : { type: 'image', data };
}

function textBlock(draw: Draw): Row {
  const block = { type: 'text', text: draw.chance(75) ? draw.of('Fine.', 'More.') : draw.of(...texts) };
  return draw.chance(6) ? signed(draw, block) : block;
}

function anyBlock(draw: Draw): unknown {
  return draw.chance(3) ? draw.of<unknown>(...oddBlocks) : textBlock(draw);
}

function userMessage(draw: Draw, pending: readonly Call[]): Row {
  const content = draw.of<() => unknown>(
    () => draw.of('Go.', 'Again.', 'And?'),
    () => draw.of(...texts),
    () => Array.from({ length: draw.upTo(3) }, () => (draw.chance(15) ? imageBlock(draw) : anyBlock(draw))),
    () => [textBlock(draw), ...embeddedResults(draw, pending)],
  );
  const provenance = {
    provenance: {
      kind: draw.of('inter_session', 'inter_session', 'external_user', 'odd'),
      sourceTool: draw.of<unknown>(' sessions_send ', '', 5),
      ...(draw.chance(50) && { sourceSessionKey: 'agent:main' }),
      ...(draw.chance(30) && { sourceChannel: 'chat' }),
    },
  };
  return { role: 'user', content: content(), ...(draw.chance(15) && provenance), ...draw.timestamp() };
}

function embeddedResults(draw: Draw, pending: readonly Call[]): Row[] {
  if (!draw.chance(25)) return [];
  const key = draw.of('toolUseId', 'toolCallId', 'tool_use_id', 'tool_call_id', 'callId', 'call_id');
  return [{ type: draw.of('toolResult', 'tool'), [key]: pending[0]?.id ?? draw.of(...IDS), content: 'Done.' }];
}

function assistantMessage(draw: Draw, blocks: readonly unknown[]): Row {
  const stopReason = draw.chance(80) ? 'stop' : draw.of('error', 'aborted', 'toolUse', undefined);
  return {
    role: 'assistant',
    content: draw.chance(94) ? blocks : draw.of<unknown>('Plain.', ...texts, null, undefined, []),
    ...(draw.chance(90) ? draw.of(...MODELS.slice(0, 3)) : draw.of(...MODELS)),
    ...(draw.chance(80) && { usage: draw.of<unknown>(...usages) }),
    stopReason,
    ...(stopReason === 'error' && draw.chance(70) && { errorMessage: 'cut off' }),
    ...draw.timestamp(),
  };
}

function resultMessage(draw: Draw, { id, name }: Call): Row {
  const key = draw.chance(90) ? 'toolCallId' : 'toolUseId';
  return {
    role: 'toolResult',
    [key]: id,
    ...(draw.chance(4) && { toolUseId: draw.of<unknown>(id, ...IDS) }),
    toolName: draw.chance(85) ? name : draw.of<unknown>('', ' read ', 'other', undefined, 3),
    content: draw.chance(85)
      ? [draw.chance(10) ? imageBlock(draw) : textBlock(draw)]
      : draw.of<unknown>('Plain.', [], null, undefined, [{ type: 'text', text: ' ' }]),
    isError: draw.chance(10),
    ...(draw.chance(25) && { details: draw.of<unknown>({ a: 1 }, null) }),
    ...draw.timestamp(),
  };
}

/** A turn, and the results of its calls: all, some, twice, out of order, with others between them. */
function turnWithResults(draw: Draw): Row[] {
  const blocks: unknown[] = [];
  if (draw.chance(45)) blocks.push(thinkingBlock(draw));
  if (draw.chance(50)) blocks.push(anyBlock(draw));
  for (let count = draw.upTo(3); count > 0; count--) blocks.push(callBlock(draw));
  if (draw.chance(12)) blocks.push(draw.chance(60) ? thinkingBlock(draw) : imageBlock(draw));
  if (draw.chance(10)) blocks.reverse();
  const turn = assistantMessage(draw, blocks);
  const calls = (blocks as (Row | null)[]).filter((block) => block && typeof block === 'object' && 'name' in block);
  const messages: Row[] = [];
  for (const { id, name, call_id } of calls as Row[]) {
    const call = { id: id ?? call_id, name };
    if (draw.chance(80)) messages.push(resultMessage(draw, call));
    if (draw.chance(6)) messages.push(resultMessage(draw, call));
    if (draw.chance(8)) messages.push(userMessage(draw, [call]));
    if (draw.chance(3)) messages.push({ role: 'tool', tool_call_id: id, name, content: 'Done.' });
  }
  if (draw.chance(15)) messages.reverse();
  return [turn, ...messages];
}

function otherMessage(draw: Draw): unknown {
  return draw.of<() => unknown>(
    () => ({ role: 'compactionSummary', summary: 'Earlier.', tokensBefore: 9, ...draw.timestamp() }),
    () => ({ role: 'branchSummary', summary: 'Elsewhere.', fromId: 'a', ...draw.timestamp() }),
    () => ({ role: 'custom', customType: 'note', content: 'Note.', display: true, ...draw.timestamp() }),
    () => ({ role: 'custom', customType: 'openclaw.runtime-context', content: [textBlock(draw)], ...draw.timestamp() }),
    () => ({ role: 'bashExecution', command: 'ls', output: 'a', exitCode: 0, ...draw.timestamp() }),
    () => resultMessage(draw, { id: draw.of(...IDS), name: 'read' }),
    () => draw.of<unknown>({ content: 'No role.' }, null, 'text', []),
  )();
}

function step(draw: Draw): unknown[] {
  if (draw.chance(35)) return [userMessage(draw, [])];
  if (draw.chance(65)) return turnWithResults(draw);
  if (draw.chance(75)) return [assistantMessage(draw, [anyBlock(draw)])];
  return [otherMessage(draw)];
}

/** A case of `replay`: target, history, and sometimes a snapshot of another model or a list of tools. */
export const anyReplayCase: fc.Arbitrary<ReplayCaseInput> = fc.tuple(anyReplayTarget, fc.gen()).map(([target, gen]) => {
  const draw = new Draw(gen, isResponsesApi(target.modelApi));
  const messages = Array.from({ length: 1 + draw.upTo(7) }, () => step(draw)).flat();
  const snapshot = draw.of<unknown>(
    { ...target, timestamp: 1 },
    { ...target, modelId: 'another', timestamp: 1 },
    { provider: 'openai', modelApi: 'openai-responses', modelId: 'gpt-5.4', timestamp: 1 },
    { timestamp: 1 },
  );
  return JSON.parse(
    JSON.stringify({
      ...target,
      messages,
      recordAppends: true,
      ...(draw.chance(35) && { priorSnapshot: snapshot }),
      ...(draw.chance(15) && { allowedToolNames: draw.of(['exec', 'read'], ['EXEC ', ''], [], ['sessions_spawn']) }),
      ...(draw.chance(5) && { config: { agents: { defaults: { imageMaxDimensionPx: draw.of(1, 40.7, 5000) } } } }),
    }),
  );
});
