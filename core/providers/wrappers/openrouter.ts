/** OpenRouter and the routers that work like it (payloads.md 9.4; OpenClaw 2026.5.7, openrouter plugin). */
import { endpointClassOf } from '../openai-endpoints';
import { type Draft, inPlaceOf, type Origins, type Payload, withMembers, without } from '../parts';
import type { ConverterInput } from '../types';
import { type ExtraParams, effortOf, isOff, messagesOf, type Patch, patchMembers, withMessages } from './wrapper';

/** Which of its providers OpenRouter may use comes from the model's parameters. */
export function routeByParameter(input: ConverterInput, { provider }: ExtraParams): ConverterInput {
  if (typeof provider !== 'object' || provider === null) return input;
  return { ...input, model: { ...input.model, compat: { ...input.model.compat, openRouterRouting: provider } } };
}

/** The models of a router that decide about reasoning themselves, or take none. */
type Unsupported = (lowerId: string) => boolean;

const isXai: Unsupported = (id) => id.startsWith('x-ai/');

/** OpenRouter 2026.5.7: `auto` and one preview model. */
export const isUnsupportedByOpenRouter: Unsupported = (id) =>
  id === 'auto' || id === 'openrouter/hunter-alpha' || id.startsWith('openrouter/hunter-alpha:') || isXai(id);
export const isUnsupportedByKilocode: Unsupported = (id) => id === 'kilo/auto' || isXai(id);
export const isUnsupportedByDeepInfra = isXai;

/** `reasoning` instead of `reasoning_effort`. */
export function setRouterReasoning(isUnsupported: Unsupported): Patch {
  return patchMembers((payload, { model, level }) => {
    const bare = without(payload, 'reasoning_effort');
    const { reasoning } = bare;
    if (isOff(level) || isUnsupported(model.id.trim().toLowerCase())) return bare;
    if (!reasoning) return { ...bare, reasoning: { effort: effortOf(level) } };
    if (typeof reasoning !== 'object' || 'max_tokens' in reasoning || 'effort' in reasoning) return bare;
    return { ...bare, reasoning: { ...reasoning, effort: effortOf(level) } };
  });
}

/** Claude behind OpenRouter: the system prompt is marked for Anthropic's cache. */
export const markSystemPrompt: Patch = (draft, { model: { id, provider, baseUrl } }) => {
  const endpoint = endpointClassOf(baseUrl);
  const isOpenRouter =
    endpoint === 'openrouter' || (endpoint === 'default' && provider.trim().toLowerCase() === 'openrouter');
  return id.trim().toLowerCase().startsWith('anthropic/') && isOpenRouter ? markForCache(draft) : draft;
};

const MARKER = { type: 'ephemeral' };
const THINKING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking']);

/** Marks the end of system messages, and takes markers off thinking, which may have none. */
export function markForCache(draft: Draft): Draft {
  const messages = messagesOf(draft.payload);
  if (messages === undefined) return draft;
  return withMessages(
    draft,
    messages.map((message) => markMessage(message, draft.origins)),
  );
}

function markMessage(message: Payload, origins: Origins): Payload {
  const { role, content } = message;
  if (role === 'system' || role === 'developer') {
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
    return Array.isArray(parts) ? withMembers(origins, message, { content: markLast(parts, origins) }) : message;
  }
  if (role !== 'assistant' || !Array.isArray(content)) return message;
  const parts = content.map((part: Payload) =>
    THINKING.has(part.type) ? inPlaceOf(origins, part, without(part, 'cache_control')) : part,
  );
  return withMembers(origins, message, { content: parts });
}

function markLast(parts: readonly Payload[], origins: Origins): readonly Payload[] {
  return parts.map((part, at) =>
    at === parts.length - 1 && !THINKING.has(part.type) ? withMembers(origins, part, { cache_control: MARKER }) : part,
  );
}
