/** Mistral's rules, for its own api and behind chat completions (payloads.md 11). */

import { inspectImage } from '../../images/measure';
import { type Check, type Part, partsIn, type Request, textOf } from './check';
import { readDataUrl } from './images';

const ID_PATTERN = /^[a-zA-Z0-9]{9}$/;
const IMAGE_LIMIT = 8;
const SIDE_LIMIT = 8000;

interface MistralMessage extends Part {
  readonly role: unknown;
  readonly calls: readonly Part[];
  /** Pointer of the id of the call it answers, for tool messages. */
  readonly answerPointer: string;
  readonly answers: unknown;
}

export interface MistralView {
  readonly messages: readonly MistralMessage[];
  readonly images: readonly { readonly pointer: string; readonly data: string }[];
}

/** The SDK's names of the api's own form, and those of chat completions. */
const NAMES = {
  own: { calls: 'toolCalls', answers: 'toolCallId', image: 'imageUrl' },
  chat: { calls: 'tool_calls', answers: 'tool_call_id', image: 'image_url' },
} as const;

export function viewMistral({ api, payload }: Request): MistralView {
  const names = api === 'mistral-conversations' ? NAMES.own : NAMES.chat;
  const messages = partsIn(payload.messages, '/messages').map((part) => ({
    ...part,
    role: part.value.role,
    calls: partsIn(part.value[names.calls], `${part.pointer}/${names.calls}`),
    answers: part.value[names.answers],
    answerPointer: `${part.pointer}/${names.answers}`,
  }));
  const images = messages.flatMap(({ value, pointer }) =>
    partsIn(value.content, `${pointer}/content`).flatMap((part) => {
      const image = readDataUrl(urlOf(part.value[names.image]));
      return image ? [{ pointer: part.pointer, data: image.data }] : [];
    }),
  );
  return { messages, images };
}

function urlOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as { readonly url?: unknown }).url : value;
}

export const MISTRAL_CHECKS: readonly Check<MistralView>[] = [
  {
    id: 'mistral/call-id-shape',
    what: 'The id of a call has nine letters and digits.',
    find: ({ messages }) =>
      messages.flatMap(({ role, calls, answers, answerPointer }) => {
        const ids = calls.map(({ value, pointer }) => ({ id: value.id, pointer: `${pointer}/id` }));
        const all = role === 'tool' ? [...ids, { id: answers, pointer: answerPointer }] : ids;
        return all
          .filter(({ id }) => !ID_PATTERN.test(String(id)))
          .map(({ id, pointer }) => ({
            pointer,
            error: `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`,
          }));
      }),
  },
  {
    id: 'mistral/last-role',
    what: 'The conversation ends with the user or a tool.',
    find: ({ messages }) => {
      const last = messages.at(-1);
      const error = 'Expected last role User or Tool (or Assistant with prefix True) for serving but got assistant';
      return last?.role === 'assistant' ? [{ pointer: last.pointer, error }] : [];
    },
  },
  {
    id: 'mistral/order',
    what: 'The assistant speaks between a tool and the user, and a tool only behind calls.',
    find: ({ messages }) =>
      messages.flatMap(({ role, pointer }, at) => {
        const before = messages[at - 1]?.role;
        const isOutOfOrder =
          (role === 'user' && before === 'tool') || (role === 'tool' && (before === 'user' || before === 'system'));
        return isOutOfOrder ? [{ pointer, error: `Unexpected role '${role}' after role '${before}'` }] : [];
      }),
  },
  {
    id: 'mistral/result-count',
    what: 'There are as many results as calls.',
    find: ({ messages }) =>
      messages.flatMap(({ role, calls, pointer }, at) => {
        const behind = messages.slice(at + 1);
        const end = behind.findIndex((message) => message.role !== 'tool');
        const results = end === -1 ? behind.length : end;
        const isUneven = role === 'assistant' && results !== calls.length && (calls.length > 0 || results > 0);
        return isUneven ? [{ pointer, error: 'Not the same number of function calls and responses' }] : [];
      }),
  },
  {
    id: 'mistral/empty-assistant',
    what: 'An assistant message has content or calls.',
    find: ({ messages }) =>
      messages.flatMap(({ role, value, calls, pointer }) => {
        const isEmpty = textOf(value.content) === '' && partsIn(value.content, '').length === 0 && calls.length === 0;
        const error = 'Assistant message must have either content or tool_calls, but not none.';
        return role === 'assistant' && isEmpty ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'mistral/image-count',
    what: `A request has at most ${IMAGE_LIMIT} images.`,
    find: ({ images }) =>
      images
        .slice(IMAGE_LIMIT)
        .map(({ pointer }) => ({ pointer, error: `Too many images in request: at most ${IMAGE_LIMIT} are allowed` })),
  },
  {
    id: 'mistral/image-sides',
    what: `No side of an image has more than ${SIDE_LIMIT} pixels.`,
    find: ({ images }) =>
      images.flatMap(({ pointer, data }) => {
        const { width = 0, height = 0 } = inspectImage(data);
        const error = `Image dimensions exceed ${SIDE_LIMIT}x${SIDE_LIMIT} pixels: ${width}x${height}`;
        return Math.max(width, height) > SIDE_LIMIT ? [{ pointer, error }] : [];
      }),
  },
];
