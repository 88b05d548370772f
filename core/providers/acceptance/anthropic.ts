/** Anthropic's rules for anthropic-messages, wherever Claude is behind it (payloads.md 11). */
import { ANTHROPIC_THINKING_CHECKS } from './anthropic-thinking';
import { ANTHROPIC_TOOL_CHECKS } from './anthropic-tools';
import { type AnthropicView, ofType } from './anthropic-view';
import { type Check, jsonBytes, partsIn, textOf } from './check';
import { ANTHROPIC_IMAGE_RULES, type ImageRule, refusedImages } from './images';

/** Bytes of a whole request. */
const REQUEST_LIMIT = 32 * 1024 * 1024;
const MARKER_LIMIT = 4;

function imageCheck(id: string, what: string, rule: ImageRule): Check<AnthropicView> {
  return { id, what, find: ({ images }) => refusedImages(images, rule) };
}

export const ANTHROPIC_CHECKS: readonly Check<AnthropicView>[] = [
  ...ANTHROPIC_TOOL_CHECKS,
  {
    id: 'anthropic/empty-text',
    what: 'Text blocks are not blank, not even inside tool results.',
    find: ({ blocks }) =>
      ofType(blocks, 'text').flatMap(({ value, pointer }) => {
        const text = textOf(value.text);
        if (text.trim() !== '') return [];
        const fault = text === '' ? 'be non-empty' : 'contain non-whitespace text';
        return [{ pointer, error: `messages: text content blocks must ${fault}` }];
      }),
  },
  {
    id: 'anthropic/empty-message',
    what: 'Every message but a final one of the assistant has content.',
    find: ({ messages }) =>
      messages.flatMap(({ blocks, role, pointer }, at) => {
        const mayBeEmpty = role === 'assistant' && at === messages.length - 1;
        const error = `messages.${at}: all messages must have non-empty content except for the optional final assistant message`;
        return blocks.length === 0 && !mayBeEmpty ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'anthropic/first-message',
    what: 'There is a message, and the first one is the user’s.',
    find: ({ messages }) => {
      const [first] = messages;
      if (first === undefined) return [{ pointer: '/messages', error: 'messages: at least one message is required' }];
      const error = 'messages: first message must use the "user" role';
      return first.role === 'user' ? [] : [{ pointer: first.pointer, error }];
    },
  },
  ...ANTHROPIC_THINKING_CHECKS,
  imageCheck('anthropic/image-bytes', 'An image has at most 5 MB.', ANTHROPIC_IMAGE_RULES.bytes),
  imageCheck(
    'anthropic/image-sides',
    'No side of an image has more than 8000 pixels, with more than 20 images 2000.',
    ANTHROPIC_IMAGE_RULES.sides,
  ),
  imageCheck('anthropic/image-count', 'A request has at most 100 images.', ANTHROPIC_IMAGE_RULES.count),
  imageCheck('anthropic/image-type', 'The declared type of an image is its real one.', ANTHROPIC_IMAGE_RULES.type),
  imageCheck('anthropic/image-data', 'An image can be decoded.', ANTHROPIC_IMAGE_RULES.decodable),
  {
    id: 'anthropic/request-size',
    what: 'A request has at most 32 MB.',
    find: ({ request: { payload } }) => {
      const error = 'request_too_large: Request exceeds the maximum size';
      return jsonBytes(payload) > REQUEST_LIMIT ? [{ pointer: '', error }] : [];
    },
  },
  {
    id: 'anthropic/cache-markers',
    what: 'At most four blocks have a cache marker.',
    find: ({ request: { payload }, blocks }) => {
      const marked = [...partsIn(payload.tools, '/tools'), ...partsIn(payload.system, '/system'), ...blocks].filter(
        ({ value }) => value.cache_control !== undefined,
      );
      const error = `A maximum of 4 blocks with cache_control may be provided. Found ${marked.length}.`;
      return marked.slice(MARKER_LIMIT).map(({ pointer }) => ({ pointer: `${pointer}/cache_control`, error }));
    },
  },
];
