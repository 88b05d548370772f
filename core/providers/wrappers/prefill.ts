/**
 * Trailing assistant messages ("prefill") go where Claude thinks: it refuses to continue a turn of its own then
 * (payloads.md 9.1; OpenClaw 2026.5.7, stripTrailingAssistantPrefillMessages).
 */
import type { Draft, Payload } from '../parts';
import type { Model } from '../types';
import { messagesOf, type Patch, withMessages } from './wrapper';

/** For bodies of the Anthropic api. */
export const stripAnthropicPrefill: Patch = (draft) => {
  const thinking = draft.payload.thinking as { readonly type?: unknown } | undefined;
  return thinking && thinking.type !== 'disabled' ? stripTrailing(draft) : draft;
};

/** For Claude behind OpenRouter's own address. */
export const stripOpenRouterPrefill: Patch = (draft, { model }) => {
  const { reasoning, reasoning_effort } = draft.payload;
  if (!isAnthropicRoute(model) || !(isSet(reasoning) || isSet(reasoning_effort))) return draft;
  return stripTrailing(draft);
};

function stripTrailing(draft: Draft): Draft {
  const messages = messagesOf(draft.payload);
  const last = messages?.findLastIndex((message) => message.role !== 'assistant' || holdsCall(message));
  if (messages === undefined || last === undefined || last === messages.length - 1) return draft;
  return withMessages(draft, messages.slice(0, last + 1));
}

function holdsCall({ content, tool_calls }: Payload): boolean {
  if (Array.isArray(tool_calls) && tool_calls.length > 0) return true;
  return Array.isArray(content) && content.some((block: Payload) => block.type === 'tool_use');
}

function isAnthropicRoute({ id, api, ...model }: Model): boolean {
  const lowerId = id.trim().toLowerCase();
  const isClaude = lowerId.startsWith('anthropic/') || lowerId.startsWith('openrouter/anthropic/');
  return api === 'openai-completions' && isClaude && isVerifiedOpenRouter(model);
}

/** OpenRouter's address today and before (OpenClaw 2026.5.7, openrouter plugin). */
const OPENROUTER_ADDRESSES: ReadonlySet<string> = new Set(['https://openrouter.ai/api/v1', 'https://openrouter.ai/v1']);

/** Whether requests go to OpenRouter itself. */
export function isVerifiedOpenRouter({ provider, baseUrl }: Pick<Model, 'provider' | 'baseUrl'>): boolean {
  const address = baseUrl.trim();
  if (address === '') return provider.trim().toLowerCase() === 'openrouter';
  return OPENROUTER_ADDRESSES.has(address.replace(/\/+$/, ''));
}

/** Whether a reasoning member asks for reasoning; an object always does. */
function isSet(value: unknown): boolean {
  if (typeof value === 'string') return !['', 'off', 'none'].includes(value.trim().toLowerCase());
  return Boolean(value);
}
