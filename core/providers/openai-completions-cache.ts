/** Anthropic's cache markers in openai-completions (payloads.md 5.3; pi-ai 0.73.0, applyAnthropicCacheControl). */
import type { ChatMessage } from './openai-completions-messages';
import { inPlaceOf, type Origins, withMembers } from './parts';

/** The marker itself; `ttl` for long retention. */
export type CacheControl = Readonly<Record<string, string>>;

const INSTRUCTIONS: ReadonlySet<unknown> = new Set(['system', 'developer']);
const CONVERSATION: ReadonlySet<unknown> = new Set(['user', 'assistant']);

/** Marks the system prompt and the last text of the conversation. */
export function markMessages(messages: readonly ChatMessage[], marker: CacheControl, origins: Origins): ChatMessage[] {
  const marked = [...messages];
  const system = marked.findIndex(({ role }) => INSTRUCTIONS.has(role));
  if (system !== -1) marked[system] = markText(marked[system]!, marker, origins) ?? marked[system]!;
  for (let at = marked.length - 1; at >= 0; at--) {
    const message = marked[at]!;
    const withMarker = CONVERSATION.has(message.role) ? markText(message, marker, origins) : undefined;
    if (withMarker === undefined) continue;
    marked[at] = withMarker;
    break;
  }
  return marked;
}

/** The message with a marker on its last text; undefined when it has none. A string becomes one text part. */
function markText(message: ChatMessage, marker: CacheControl, origins: Origins): ChatMessage | undefined {
  const { content } = message;
  if (typeof content === 'string') {
    if (content === '') return undefined;
    const part = { type: 'text', text: content, cache_control: marker };
    return withMembers(origins, message, { content: [inPlaceOf(origins, message, part)] });
  }
  const parts = content ?? [];
  const last = parts.findLastIndex(({ type }) => type === 'text');
  if (last === -1) return undefined;
  const marked = parts.map((part, at) => (at === last ? withMembers(origins, part, { cache_control: marker }) : part));
  return withMembers(origins, message, { content: marked });
}
