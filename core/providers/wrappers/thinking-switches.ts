/** Providers whose thinking is a switch in the body (payloads.md 9.4 and 9.5; OpenClaw 2026.5.7, their plugins). */
import { type Payload, without } from '../parts';
import type { Model } from '../types';
import { type ExtraParams, isOff, patchMembers, type WrapContext } from './wrapper';

const ON_WORDS: ReadonlySet<unknown> = new Set([true, 'enabled', 'enable', 'on', 'true']);
const OFF_WORDS: ReadonlySet<unknown> = new Set([false, 'disabled', 'disable', 'off', 'false']);

/** What a parameter says, else the level. */
function thinkingType({ extraParams: { thinking }, level }: WrapContext): 'enabled' | 'disabled' {
  const wish = typeof thinking === 'object' && thinking !== null ? (thinking as Payload).type : thinking;
  const word = typeof wish === 'string' ? wish.trim().toLowerCase() : wish;
  if (ON_WORDS.has(word)) return 'enabled';
  return OFF_WORDS.has(word) || isOff(level) ? 'disabled' : 'enabled';
}

/** This model can be asked to keep its thinking. */
const KEEPING_MODEL = 'kimi-k2.6';

/** Moonshot. */
export const switchMoonshot = patchMembers((payload, context) => {
  const type = thinkingType(context);
  const { keep } = (context.extraParams.thinking ?? {}) as Payload;
  const keeps = type === 'enabled' && payload.model === KEEPING_MODEL;
  const isKept = keeps && typeof keep === 'string' && keep.trim().toLowerCase() === 'all';
  return { ...payload, thinking: { type, ...(isKept ? { keep: 'all' } : {}) } };
});

/** Kimi Coding. */
export const switchKimi = patchMembers((payload, context) => ({
  ...without(payload, 'reasoning', 'reasoning_effort'),
  thinking: { type: thinkingType(context) },
}));

/** Kimi K2.5 and K2.6 at Fireworks never think. */
export const switchFireworksKimi = patchMembers((payload) => ({
  ...without(payload, 'reasoning', 'reasoning_effort'),
  thinking: { type: 'disabled' },
}));

/** Whether a model is one of those. */
export function isFireworksKimi({ id, api }: Model): boolean {
  const name = id.trim().toLowerCase().split('/').at(-1) ?? '';
  return api === 'openai-completions' && /^kimi-k2(?:p[56]|[.-][56])(?:[-_].+)?$/.test(name);
}

/** Z.AI. */
export const switchZai = patchMembers((payload, { model, level, extraParams }) => {
  if (model.api !== 'openai-completions' || model.provider !== 'zai') return payload;
  if (isOff(level)) return { ...payload, thinking: { type: 'disabled' } };
  const isKept = extraParams.preserveThinking === true || extraParams.preserve_thinking === true;
  return isKept ? { ...payload, thinking: { type: 'enabled', clear_thinking: false } } : payload;
});

function thinks({ input, level }: WrapContext): boolean {
  return input.level !== 'off' || !['off', 'none'].includes(level.trim().toLowerCase());
}

/** Qwen's own endpoints. */
export const switchQwen = patchMembers((payload, context) => {
  if (!context.model.reasoning) return payload;
  return { ...without(payload, 'reasoning', 'reasoning_effort'), enable_thinking: thinks(context) };
});

const CHAT_TEMPLATE_WORDS: ReadonlySet<string> = new Set([
  'chat-template',
  'chat-template-kwargs',
  'chat-template-kwarg',
  'chat-template-arguments',
]);
const TOP_LEVEL_WORDS: ReadonlySet<string> = new Set(['top-level', 'enable-thinking', 'request-body']);

/** Whether OpenClaw does anything about a model at vLLM. */
export function isVllmSwitched({ model, level, extraParams }: WrapContext): boolean {
  if (model.api !== 'openai-completions') return false;
  return qwenPlace(extraParams) !== undefined || (isOff(level) && isNemotron(model));
}

function isNemotron({ id }: Model): boolean {
  return /\bnemotron-3(?:[-_](?:nano|super|ultra))?\b/i.test(id);
}

/** Where a parameter says that Qwen's switch is: in the body, or among the arguments of the chat template. */
function qwenPlace({ qwenThinkingFormat, qwen_thinking_format }: ExtraParams): 'body' | 'template' | undefined {
  const format = qwenThinkingFormat ?? qwen_thinking_format;
  const word = typeof format === 'string' ? format.trim().toLowerCase().replaceAll('_', '-') : '';
  if (TOP_LEVEL_WORDS.has(word)) return 'body';
  return CHAT_TEMPLATE_WORDS.has(word) ? 'template' : undefined;
}

/** vLLM: Qwen where a parameter names the place of the switch, and Nemotron 3 with thinking off. */
export const switchVllm = patchMembers((payload, context) => {
  const { model, level } = context;
  const qwen = model.reasoning ? switchVllmQwen(payload, context) : payload;
  if (!isOff(level) || !isNemotron(model)) return qwen;
  const kwargs = { enable_thinking: false, force_nonempty_content: true, ...(qwen.chat_template_kwargs as object) };
  return { ...qwen, chat_template_kwargs: kwargs };
});

function switchVllmQwen(payload: Payload, context: WrapContext): Payload {
  const place = qwenPlace(context.extraParams);
  if (place === undefined) return payload;
  const bare = without(payload, 'reasoning', 'reasoning_effort');
  const isOn = thinks(context);
  if (place === 'body') return { ...bare, enable_thinking: isOn };
  const kwargs = { preserve_thinking: true, ...(bare.chat_template_kwargs as object), enable_thinking: isOn };
  return { ...bare, chat_template_kwargs: kwargs };
}

/** SiliconFlow's Pro models take null for off. */
export const nullSiliconFlowThinking = patchMembers((payload, { model, level }) => {
  const isPro = model.provider === 'siliconflow' && isOff(level) && model.id.startsWith('Pro/');
  return isPro && payload.thinking === 'off' ? { ...payload, thinking: null } : payload;
});

const MINIMAX: ReadonlySet<string> = new Set(['minimax', 'minimax-portal']);

/** MiniMax answers thinking in a form that cannot be read, so it is off unless the body says otherwise. */
export const disableMinimaxThinking = patchMembers((payload, { model }) => {
  const isMinimax = model.api === 'anthropic-messages' && MINIMAX.has(model.provider);
  return isMinimax && payload.thinking === undefined ? { ...payload, thinking: { type: 'disabled' } } : payload;
});
