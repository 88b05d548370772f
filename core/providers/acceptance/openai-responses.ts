/** OpenAI's rules for the Responses family (payloads.md 11). */
import { type Check, dottedPath, type Part, partsIn, type Request, repeated, textOf } from './check';
import { isReadable, type PayloadImage, readDataUrl } from './images';

const ID_LIMIT = 64;
const ID_PATTERN = /^[A-Za-z0-9_-]+$/;
/** How the ids of items begin, by type. */
const ID_PREFIXES: Readonly<Record<string, string>> = { function_call: 'fc', reasoning: 'rs', message: 'msg' };
/** What a reasoning item leads to. */
const FOLLOWERS: ReadonlySet<unknown> = new Set(['message', 'function_call', 'reasoning']);

export interface ResponsesView {
  readonly request: Request;
  readonly items: readonly Part[];
  readonly images: readonly PayloadImage[];
}

export function viewResponses(request: Request): ResponsesView {
  const items = partsIn(request.payload.input, '/input');
  return { request, items, images: items.flatMap(imagesIn) };
}

function imagesIn({ value, pointer }: Part): PayloadImage[] {
  const field = value.type === 'function_call_output' ? 'output' : 'content';
  return partsIn(value[field], `${pointer}/${field}`).flatMap((part) => {
    const image = readDataUrl(part.value.image_url) ?? readSource(part.value.source);
    return part.value.type === 'input_image' && image ? [{ ...image, pointer: part.pointer }] : [];
  });
}

/** The web socket form has the parts of a data URL apart. */
function readSource(source: unknown) {
  const { media_type, data } = (source ?? {}) as Readonly<Record<string, unknown>>;
  return typeof data === 'string' ? { mimeType: String(media_type), data } : undefined;
}

function ofType(items: readonly Part[], type: string): Part[] {
  return items.filter(({ value }) => value.type === type);
}

/** Whether an item is one that the model wrote. */
function isOutput({ value }: Part): boolean {
  return value.type === 'function_call' || value.type === 'reasoning' || value.role === 'assistant';
}

function tooLong(id: string, pointer: string): string {
  return (
    `Invalid '${dottedPath(pointer)}': string too long. Expected a string with maximum length ${ID_LIMIT}, but got a ` +
    `string with length ${id.length} instead.`
  );
}

export const RESPONSES_CHECKS: readonly Check<ResponsesView>[] = [
  {
    id: 'openai-responses/call-without-output',
    what: 'Every function call has an output.',
    find: ({ items }) => {
      const answered = new Set(ofType(items, 'function_call_output').map(({ value }) => value.call_id));
      return ofType(items, 'function_call')
        .filter(({ value }) => !answered.has(value.call_id))
        .map(({ value, pointer }) => ({ pointer, error: `No tool output found for function call ${value.call_id}.` }));
    },
  },
  {
    id: 'openai-responses/output-without-call',
    what: 'Every output has a function call in front of it.',
    find: ({ items }) =>
      ofType(items, 'function_call_output').flatMap(({ value, pointer }) => {
        const before = items.slice(
          0,
          items.findIndex((item) => item.pointer === pointer),
        );
        const error = `No tool call found for function call output with call_id ${value.call_id}.`;
        const isKnown = ofType(before, 'function_call').some((call) => call.value.call_id === value.call_id);
        return isKnown ? [] : [{ pointer, error }];
      }),
  },
  {
    id: 'openai-responses/reasoning-alone',
    what: 'A reasoning item is followed by what it led to.',
    find: ({ items }) =>
      items.flatMap(({ value, pointer }, at) => {
        const next = items[at + 1];
        const isFollowed = next !== undefined && isOutput(next) && FOLLOWERS.has(next.value.type ?? 'message');
        const error = `Item '${value.id}' of type 'reasoning' was provided without its required following item.`;
        return value.type === 'reasoning' && !isFollowed ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'openai-responses/reasoning-missing',
    what: 'An item that reasoning led to keeps that reasoning; without it, it keeps no id either.',
    find: ({ items }) => {
      // Only a history that has reasoning elsewhere shows that a call of the model lost its own.
      if (ofType(items, 'reasoning').length === 0) return [];
      return items.flatMap((item, at) => {
        const { value, pointer } = item;
        const isBare = value.type === 'function_call' && textOf(value.id).startsWith('fc_');
        if (!isBare || startsWithReasoning(items, at)) return [];
        const error = `Item '${value.id}' of type 'function_call' was provided without its required 'reasoning' item.`;
        return [{ pointer, error }];
      });
    },
  },
  {
    id: 'openai-responses/call-id-length',
    what: `A call_id has at most ${ID_LIMIT} characters.`,
    find: ({ items }) =>
      items.flatMap(({ value, pointer }) => {
        const id = textOf(value.call_id);
        const place = `${pointer}/call_id`;
        return id.length > ID_LIMIT ? [{ pointer: place, error: tooLong(id, place) }] : [];
      }),
  },
  {
    id: 'openai-responses/call-id-empty',
    what: 'A call_id is not empty.',
    find: ({ items }) =>
      items.flatMap(({ value, pointer }) => {
        const place = `${pointer}/call_id`;
        const error =
          `Invalid '${dottedPath(place)}': empty string. Expected a string with minimum length 1, but got an empty ` +
          'string instead.';
        return value.call_id === '' ? [{ pointer: place, error }] : [];
      }),
  },
  {
    id: 'openai-responses/item-id-length',
    what: `The id of an item has at most ${ID_LIMIT} characters.`,
    find: ({ items }) =>
      items.flatMap(({ value, pointer }) => {
        const id = value.type === 'reasoning' ? '' : textOf(value.id);
        return id.length > ID_LIMIT ? [{ pointer: `${pointer}/id`, error: tooLong(id, `${pointer}/id`) }] : [];
      }),
  },
  {
    id: 'openai-responses/item-id-shape',
    what: 'The id of an item begins with the sign of its type and has letters, numbers, underscores and dashes.',
    find: ({ items }) =>
      items.flatMap(({ value, pointer }) => {
        if (typeof value.id !== 'string') return [];
        const place = dottedPath(`${pointer}/id`);
        const prefix = ID_PREFIXES[String(value.type)];
        const error = ID_PATTERN.test(value.id)
          ? `Invalid '${place}': '${value.id}'. Expected an ID that begins with '${prefix}'.`
          : `Invalid '${place}': '${value.id}'. Expected an ID that contains letters, numbers, underscores, or dashes.`;
        const isShaped = prefix === undefined || (value.id.startsWith(prefix) && ID_PATTERN.test(value.id));
        return isShaped ? [] : [{ pointer: `${pointer}/id`, error }];
      }),
  },
  {
    id: 'openai-responses/item-not-stored',
    what: 'A reasoning item brings its encrypted content, since nothing is stored at OpenAI.',
    find: ({ items, request }) =>
      ofType(items, 'reasoning').flatMap(({ value, pointer }) => {
        const isBare = textOf(value.encrypted_content) === '' && request.payload.store !== true;
        const error = `Item with id '${value.id}' not found. Items are not persisted when \`store\` is set to false.`;
        return isBare ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'openai-responses/item-twice',
    what: 'The ids of items are unique.',
    find: ({ items }) =>
      repeated(
        items.filter(({ value }) => typeof value.id === 'string'),
        ({ value }) => String(value.id),
      ).map(({ value, pointer }) => ({ pointer, error: `Duplicate item found with id ${value.id}.` })),
  },
  {
    id: 'openai-responses/image-data',
    what: 'An image is a picture that can be read.',
    find: ({ images }) =>
      images
        .filter((image) => !isReadable(image))
        .map(({ pointer }) => ({
          pointer,
          error: 'The image data you provided does not represent a valid image. Please check your input and try again.',
        })),
  },
];

/** Whether the run of the model's items that an item is in starts with reasoning. */
function startsWithReasoning(items: readonly Part[], at: number): boolean {
  const before = items.slice(0, at);
  const start = before.findLastIndex((item) => !isOutput(item)) + 1;
  return before.slice(start).some(({ value }) => value.type === 'reasoning');
}
