/** Chat messages for endpoints that take no lists of text parts (`compat.requiresStringContent`; OpenClaw 2026.5.7). */
import { type Origins, type Payload, withMembers } from './parts';

/** Lists of nothing but texts become one string, joined by newlines. */
export function flattenContent<Message extends Payload>(messages: readonly Message[], origins: Origins): Message[] {
  return messages.map((message) => {
    const texts = textsOf(message.content);
    return texts === undefined ? message : withMembers(origins, message, { content: texts.join('\n') });
  });
}

function textsOf(content: unknown): readonly string[] | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = (content as Payload[]).map(({ type, text }) => (type === 'text' ? text : undefined));
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}
