/** Rules of chat completions: OpenAI's, and those of strict endpoints and of DeepSeek (payloads.md 11). */
import { type Check, dottedPath, type Part, partsIn, type Request, textOf } from './check';
import { isReadable, readDataUrl } from './images';

const ID_LIMIT = 40;

export interface ChatMessageView extends Part {
  readonly role: unknown;
  readonly calls: readonly Part[];
}

export interface ChatView {
  readonly request: Request;
  readonly messages: readonly ChatMessageView[];
}

export function viewChat(request: Request): ChatView {
  const messages = partsIn(request.payload.messages, '/messages').map((part) => ({
    ...part,
    role: part.value.role,
    calls: partsIn(part.value.tool_calls, `${part.pointer}/tool_calls`),
  }));
  return { request, messages };
}

/** The message whose calls a run of tool messages answers; undefined where nothing asked for them. */
function askingMessage(messages: readonly ChatMessageView[], at: number): ChatMessageView | undefined {
  const before = messages.slice(0, at).findLast(({ role }) => role !== 'tool');
  return before?.role === 'assistant' ? before : undefined;
}

function resultsBehind(messages: readonly ChatMessageView[], at: number): ChatMessageView[] {
  const behind = messages.slice(at + 1);
  const end = behind.findIndex(({ role }) => role !== 'tool');
  return end === -1 ? behind : behind.slice(0, end);
}

export const CHAT_CHECKS: readonly Check<ChatView>[] = [
  {
    id: 'openai-completions/call-without-result',
    what: 'The calls of a message are answered by the tool messages directly behind it.',
    find: ({ messages }) =>
      messages.flatMap(({ calls }, at) => {
        const answered = new Set(resultsBehind(messages, at).map(({ value }) => value.tool_call_id));
        const open = calls.filter(({ value }) => !answered.has(value.id));
        const error =
          "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. " +
          `The following tool_call_ids did not have response messages: ${open.map(({ value }) => value.id).join(', ')}`;
        return open.map(({ pointer }) => ({ pointer, error }));
      }),
  },
  {
    id: 'openai-completions/result-without-call',
    what: 'A tool message answers a call of the assistant message in front of it.',
    find: ({ messages }) =>
      messages.flatMap(({ role, value, pointer }, at) => {
        const calls = askingMessage(messages, at)?.calls ?? [];
        const isAsked = calls.some((call) => call.value.id === value.tool_call_id);
        const error = "messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
        return role === 'tool' && !isAsked ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'openai-completions/call-id-length',
    what: `The id of a call has at most ${ID_LIMIT} characters.`,
    find: ({ messages }) =>
      messages.flatMap(({ calls }) =>
        calls.flatMap(({ value, pointer }) => {
          const id = textOf(value.id);
          const error =
            `Invalid '${dottedPath(`${pointer}/id`)}': string too long. Expected a string with maximum length ` +
            `${ID_LIMIT}, but got a string with length ${id.length} instead.`;
          return id.length > ID_LIMIT ? [{ pointer: `${pointer}/id`, error }] : [];
        }),
      ),
  },
  {
    id: 'openai-completions/empty-tools',
    what: 'Strict endpoints take no empty list of tools.',
    find: ({ request: { payload } }) =>
      Array.isArray(payload.tools) && payload.tools.length === 0
        ? [{ pointer: '/tools', error: "[] is too short - 'tools'" }]
        : [],
  },
  {
    id: 'openai-completions/image-data',
    what: 'An image is a picture that can be read.',
    find: ({ messages }) =>
      messages.flatMap(({ value, pointer }) =>
        partsIn(value.content, `${pointer}/content`).flatMap((part) => {
          const image = readDataUrl((part.value.image_url as { readonly url?: unknown } | undefined)?.url);
          const error = 'You uploaded an unsupported image. Please make sure your image is valid.';
          return image && !isReadable({ ...image, pointer }) ? [{ pointer: part.pointer, error }] : [];
        }),
      ),
  },
  {
    id: 'deepseek/reasoning-missing',
    what: 'In thinking mode every assistant message brings the reasoning back.',
    find: ({ messages, request: { payload } }) => {
      const { type } = (payload.thinking ?? {}) as { readonly type?: unknown };
      const error = 'The reasoning_content in the thinking mode must be passed back to the API.';
      return messages
        .filter(
          ({ role, value }) => type === 'enabled' && role === 'assistant' && value.reasoning_content === undefined,
        )
        .map(({ pointer }) => ({ pointer, error }));
    },
  },
];
