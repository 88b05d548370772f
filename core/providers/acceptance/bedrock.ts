/** Rules of Bedrock's Converse api (payloads.md 11). */
import { type Check, isBase64, type Part, partsIn, plainPath, type Request, textOf } from './check';
import { ANTHROPIC_IMAGE_RULES, type PayloadImage, refusedImages } from './images';

interface ConverseMessage extends Part {
  readonly role: unknown;
  readonly blocks: readonly Part[];
  readonly results: readonly Part[];
  readonly uses: readonly Part[];
}

export interface BedrockView {
  readonly request: Request;
  readonly messages: readonly ConverseMessage[];
  readonly images: readonly PayloadImage[];
  readonly isClaude: boolean;
}

export function viewBedrock(request: Request): BedrockView {
  const messages = partsIn(request.payload.messages, '/messages').map((part) => {
    const blocks = partsIn(part.value.content, `${part.pointer}/content`);
    return {
      ...part,
      role: part.value.role,
      blocks,
      results: blocks.filter(({ value }) => value.toolResult !== undefined),
      uses: blocks.filter(({ value }) => value.toolUse !== undefined),
    };
  });
  const images = messages.flatMap(({ blocks }) => blocks.flatMap(imagesIn));
  return { request, messages, images, isClaude: request.modelId.toLowerCase().includes('claude') };
}

function imagesIn({ value, pointer }: Part): PayloadImage[] {
  const result = value.toolResult as { readonly content?: unknown } | undefined;
  const inner = partsIn(result?.content, `${pointer}/toolResult/content`).flatMap(imagesIn);
  const image = value.image as
    | { readonly format?: unknown; readonly source?: { readonly bytes?: unknown } }
    | undefined;
  if (image === undefined) return inner;
  return [{ pointer, mimeType: `image/${image.format}`, data: String(image.source?.bytes) }, ...inner];
}

function resultOf({ value }: Part): Readonly<Record<string, unknown>> {
  return value.toolResult as Readonly<Record<string, unknown>>;
}

function useOf({ value }: Part): Readonly<Record<string, unknown>> {
  return value.toolUse as Readonly<Record<string, unknown>>;
}

/** The end of Bedrock's advice. */
const TRY_AGAIN = 'and try again.';

/** The signature of a block of reasoning; empty for every other block. */
function signatureOf({ value }: Part): string {
  const { reasoningText } = (value.reasoningContent ?? {}) as {
    readonly reasoningText?: { readonly signature?: unknown };
  };
  return textOf(reasoningText?.signature);
}

export const BEDROCK_CHECKS: readonly Check<BedrockView>[] = [
  {
    id: 'bedrock/blank-text',
    what: 'Text is not blank.',
    find: ({ messages }) =>
      messages.flatMap(({ blocks }) =>
        blocks.flatMap(({ value, pointer }) => {
          const isBlank = typeof value.text === 'string' && value.text.trim() === '';
          const error =
            `The text field in the ContentBlock object at ${plainPath(pointer)} is blank. Add text to the text field, ` +
            TRY_AGAIN;
          return isBlank ? [{ pointer, error }] : [];
        }),
      ),
  },
  {
    id: 'bedrock/empty-message',
    what: 'A message has content.',
    find: ({ messages }) =>
      messages
        .filter(({ blocks }) => blocks.length === 0)
        .map(({ pointer }) => ({
          pointer,
          error:
            `The content field in the Message object at ${plainPath(pointer)} is empty. Add a ContentBlock object to the ` +
            `content field ${TRY_AGAIN}`,
        })),
  },
  {
    id: 'bedrock/result-without-call',
    what: 'Results answer the calls of the turn in front of them, each once.',
    find: ({ messages }) =>
      messages.flatMap(({ results, pointer }, at) => {
        const open = new Set((messages[at - 1]?.uses ?? []).map((use) => useOf(use).toolUseId));
        // A result that is taken answers its call, so that a second one has none.
        const strays = results.filter((result) => !open.delete(resultOf(result).toolUseId));
        const error =
          `The number of toolResult blocks at ${plainPath(pointer)}.content exceeds the number of toolUse blocks of ` +
          'previous turn.';
        return strays.map((stray) => ({ pointer: stray.pointer, error }));
      }),
  },
  {
    id: 'bedrock/call-without-result',
    what: 'Every call is answered in the very next message.',
    find: ({ messages }) =>
      messages.flatMap(({ uses }, at) => {
        const answered = new Set((messages[at + 1]?.results ?? []).map((result) => resultOf(result).toolUseId));
        const open = uses.filter((use) => !answered.has(useOf(use).toolUseId));
        const ids = open.map((use) => useOf(use).toolUseId).join(', ');
        const error = `Expected toolResult blocks at messages.${at + 1}.content for the following Ids: ${ids}`;
        return open.map(({ pointer }) => ({ pointer, error }));
      }),
  },
  {
    id: 'bedrock/empty-error-result',
    what: 'The result of a failed call has content.',
    find: ({ messages }) =>
      messages.flatMap(({ results }) =>
        results.flatMap((result) => {
          const { status, content } = resultOf(result);
          const isEmpty = status === 'error' && partsIn(content, '').length === 0;
          const error = `The content field at ${plainPath(result.pointer)}.toolResult cannot be empty when status value is error.`;
          return isEmpty ? [{ pointer: `${result.pointer}/toolResult`, error }] : [];
        }),
      ),
  },
  {
    id: 'bedrock/blank-result-text',
    what: 'The text of a result is not blank.',
    find: ({ messages }) =>
      messages.flatMap(({ results }) =>
        results.flatMap((result) =>
          partsIn(resultOf(result).content, `${result.pointer}/toolResult/content`).flatMap(({ value, pointer }) => {
            const isBlank = typeof value.text === 'string' && value.text.trim() === '';
            const error = `The text field in the ContentBlock object at ${plainPath(pointer)} is blank. Add text to the text field, ${TRY_AGAIN}`;
            return isBlank ? [{ pointer, error }] : [];
          }),
        ),
      ),
  },
  {
    id: 'bedrock/tools-declared',
    what: 'A history with calls or results declares its tools. Only a preview lacks them: a session holds no tools.',
    find: ({ messages, request: { payload } }) => {
      const first = messages.flatMap(({ blocks }) => blocks).find(({ value }) => value.toolUse ?? value.toolResult);
      const error = 'The toolConfig field must be defined when using toolUse and toolResult content blocks.';
      return first && payload.toolConfig === undefined ? [{ pointer: first.pointer, error }] : [];
    },
  },
  {
    id: 'bedrock/mixed-turn',
    what: 'A turn holds either conversation or tool results.',
    find: ({ messages }) =>
      messages.flatMap(({ blocks, results, pointer }) => {
        const isMixed = results.length > 0 && blocks.some(({ value }) => value.text !== undefined);
        const error = 'Conversation blocks and tool result blocks cannot be provided in the same turn.';
        return isMixed ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'bedrock/first-message',
    what: 'A conversation starts with a user message.',
    find: ({ messages }) => {
      const error =
        'A conversation must start with a user message. Try again with a conversation that starts with a user message.';
      const [first] = messages;
      return first?.role === 'user' ? [] : [{ pointer: first?.pointer ?? '/messages', error }];
    },
  },
  {
    id: 'bedrock/last-message',
    what: 'A conversation ends with a user message.',
    find: ({ messages }) => {
      const last = messages.at(-1);
      const error =
        'A conversation must end with a user message. Try again with a conversation that ends with a user message.';
      return last?.role === 'assistant' ? [{ pointer: last.pointer, error }] : [];
    },
  },
  {
    id: 'bedrock/alternation',
    what: 'User and assistant take turns.',
    find: ({ messages }) =>
      messages.flatMap(({ role, pointer }, at) => {
        const error =
          'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.';
        return messages[at - 1]?.role === role ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'bedrock/signature-for-claude',
    what: 'Only Claude takes the signature of reasoning.',
    find: ({ messages, isClaude }) =>
      messages.flatMap(({ blocks }) =>
        blocks
          .filter((block) => !isClaude && signatureOf(block) !== '')
          .map(({ pointer }) => ({
            pointer: `${pointer}/reasoningContent/reasoningText/signature`,
            error:
              "This model doesn't support the reasoningContent.reasoningText.signature field. Remove " +
              'reasoningContent.reasoningText.signature and try again.',
          })),
      ),
  },
  {
    id: 'bedrock/thinking-signature',
    what: 'The signature of Claude’s reasoning is the one it was given.',
    find: ({ messages, isClaude }) =>
      messages.flatMap(({ blocks }) =>
        blocks
          .filter((block) => isClaude && signatureOf(block) !== '' && !isBase64(signatureOf(block)))
          .map(({ pointer }) => ({
            pointer: `${pointer}/reasoningContent/reasoningText/signature`,
            error: `${plainPath(pointer)}: Invalid \`signature\` in \`thinking\` block`,
          })),
      ),
  },
  {
    id: 'bedrock/thinking-repeated',
    what: 'The reasoning of Claude’s latest message is what the model wrote there.',
    find: ({ messages, isClaude }) => {
      const latest = messages.findLast(({ role }) => role === 'assistant');
      const earlier = messages.filter((message) => isClaude && message !== latest).flatMap(({ blocks }) => blocks);
      const known = new Set(earlier.map(signatureOf).filter((signature) => signature !== ''));
      const error =
        '`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must ' +
        'remain as they were in the original response.';
      return (latest?.blocks ?? [])
        .filter((block) => known.has(signatureOf(block)))
        .map(({ pointer }) => ({ pointer, error: `${plainPath(pointer)}: ${error}` }));
    },
  },
  {
    id: 'bedrock/image-type',
    what: 'The declared type of an image is its real one.',
    find: ({ images }) => refusedImages(images, ANTHROPIC_IMAGE_RULES.type),
  },
  {
    id: 'bedrock/image-data',
    what: 'An image can be decoded.',
    find: ({ images }) => refusedImages(images, ANTHROPIC_IMAGE_RULES.decodable),
  },
];
