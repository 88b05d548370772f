/** DeepSeek V4's thinking switch (payloads.md 9.4; OpenClaw 2026.5.7). */
import { type Draft, inPlaceOf, type Payload, without } from '../parts';
import type { Model } from '../types';
import { isVerifiedOpenRouter } from './prefill';
import { messagesOf, type Patch, withMessages } from './wrapper';

const V4_IDS: ReadonlySet<string> = new Set(['deepseek-v4-flash', 'deepseek-v4-pro']);

/** At DeepSeek itself. */
export const switchDeepSeek: Patch = (draft, { model, level }) =>
  V4_IDS.has(model.id.toLowerCase()) && model.provider === 'deepseek'
    ? switchThinking(draft, level, effort(level))
    : draft;

/** At OpenCode Go. */
export const switchOpenCodeGo: Patch = (draft, { model, level }) =>
  V4_IDS.has(model.id) && model.provider === 'opencode-go' ? switchThinking(draft, level, effort(level)) : draft;

/** Behind OpenRouter's own address. */
export const switchOpenRouterDeepSeek: Patch = (draft, { model, level }) =>
  isOpenRouterV4(model) ? switchThinking(draft, level, OPENROUTER_EFFORTS[level] ?? 'high') : draft;

/** Venice decides about thinking itself; only the replayed field is asked for. */
export const fillVeniceReasoning: Patch = (draft, { model }) => {
  if (model.provider !== 'venice' || !V4_IDS.has(model.id)) return draft;
  return fillReasoning({ ...draft, payload: without(draft.payload, 'thinking', 'reasoning', 'reasoning_effort') });
};

function isOpenRouterV4({ id, api, ...model }: Model): boolean {
  const [, vendor, name] = /^(?:openrouter\/)?(deepseek)\/([^:]*)/.exec(id.trim().toLowerCase()) ?? [];
  return api === 'openai-completions' && vendor !== undefined && V4_IDS.has(name ?? '') && isVerifiedOpenRouter(model);
}

const OPENROUTER_EFFORTS: Readonly<Record<string, string>> = {
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'xhigh',
  adaptive: 'medium',
};

function effort(level: string): string {
  return level === 'xhigh' || level === 'max' ? 'max' : 'high';
}

function switchThinking(draft: Draft, level: string, reasoningEffort: string): Draft {
  const isOff = ['off', 'none'].includes(level.toLowerCase());
  if (!isOff) {
    const payload = { ...draft.payload, thinking: { type: 'enabled' }, reasoning_effort: reasoningEffort };
    return fillReasoning({ ...draft, payload });
  }
  const payload = { ...without(draft.payload, 'reasoning_effort', 'reasoning'), thinking: { type: 'disabled' } };
  return mapMessages({ ...draft, payload }, (message) => without(message, 'reasoning_content'));
}

/** Every assistant message says what it thought, if only that it did not. */
function fillReasoning(draft: Draft): Draft {
  return mapMessages(draft, (message) =>
    message.role === 'assistant' && !('reasoning_content' in message) ? { ...message, reasoning_content: '' } : message,
  );
}

function mapMessages(draft: Draft, edit: (message: Payload) => Payload): Draft {
  const messages = messagesOf(draft.payload);
  if (messages === undefined) return draft;
  return withMessages(
    draft,
    messages.map((message) => inPlaceOf(draft.origins, message, edit(message))),
  );
}
