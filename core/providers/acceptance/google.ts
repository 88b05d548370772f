/** Gemini's rules, for both forms of its payload (payloads.md 11). */
import { type Check, isBase64, type Part, partsIn, type Request, textOf } from './check';

interface Content extends Part {
  readonly role: unknown;
  readonly parts: readonly Part[];
  readonly calls: readonly Part[];
  readonly responses: readonly Part[];
}

export interface GoogleView {
  readonly contents: readonly Content[];
  /** Whether the model asks for the signature of every call. */
  readonly asksSignatures: boolean;
}

export function viewGoogle({ modelId, payload }: Request): GoogleView {
  const contents = partsIn(payload.contents, '/contents').map((part) => {
    const parts = partsIn(part.value.parts, `${part.pointer}/parts`);
    return {
      ...part,
      role: part.value.role,
      parts,
      calls: parts.filter(({ value }) => value.functionCall !== undefined),
      responses: parts.filter(({ value }) => value.functionResponse !== undefined),
    };
  });
  return { contents, asksSignatures: /gemini-(?:3|pro-latest|flash-latest)/.test(modelId.toLowerCase()) };
}

/** Taken instead of a signature. */
const SKIP_SIGNATURE = 'skip_thought_signature_validator';
const RESPONSE_PLACE = 'Please ensure that function response turn comes immediately after a function call turn.';

export const GOOGLE_CHECKS: readonly Check<GoogleView>[] = [
  {
    id: 'google/call-place',
    what: 'A turn with calls comes directly after a user turn or a turn of function responses.',
    find: ({ contents }) =>
      contents.flatMap(({ role, calls, pointer }, at) => {
        const error =
          'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
        const isPlaced = contents[at - 1]?.role === 'user' || contents[at - 1]?.role === 'function';
        return role === 'model' && calls.length > 0 && !isPlaced ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'google/response-place',
    what: 'A turn of function responses comes directly after the turn with their calls.',
    find: ({ contents }) =>
      contents.flatMap(({ responses, pointer }, at) => {
        const isPlaced = (contents[at - 1]?.calls.length ?? 0) > 0;
        return responses.length > 0 && !isPlaced ? [{ pointer, error: RESPONSE_PLACE }] : [];
      }),
  },
  {
    id: 'google/response-count',
    what: 'There are as many function responses as calls.',
    find: ({ contents }) =>
      contents.flatMap(({ calls, pointer }, at) => {
        const responses = contents[at + 1]?.responses.length ?? 0;
        const isLast = at === contents.length - 1;
        const error =
          'Please ensure that the number of function response parts is equal to the number of function call parts of the ' +
          'function call turn.';
        return calls.length > 0 && !isLast && responses !== calls.length ? [{ pointer, error }] : [];
      }),
  },
  {
    id: 'google/call-signature',
    what: 'Gemini 3 asks for the thought signature of the first call of a turn.',
    find: ({ contents, asksSignatures }) =>
      contents.flatMap(({ calls }) => {
        const [first] = calls;
        const isSigned = textOf(first?.value.thoughtSignature) !== '';
        const name = (first?.value.functionCall as { readonly name?: unknown } | undefined)?.name;
        const error =
          'Function call is missing a thought_signature in functionCall parts. This is required for tools to work ' +
          `correctly, and missing thought_signature may lead to degraded model performance. Function call: ${name}`;
        return asksSignatures && first && !isSigned ? [{ pointer: first.pointer, error }] : [];
      }),
  },
  {
    id: 'google/signature-bytes',
    what: 'A thought signature is base64.',
    find: ({ contents }) =>
      contents.flatMap(({ parts }) =>
        parts.flatMap(({ value, pointer }) => {
          const signature = textOf(value.thoughtSignature);
          const isRead = signature === '' || signature === SKIP_SIGNATURE;
          const error = `Base64 decoding failed for "${signature}"`;
          return isRead || isBase64(signature) ? [] : [{ pointer: `${pointer}/thoughtSignature`, error }];
        }),
      ),
  },
  {
    id: 'google/empty-contents',
    what: 'There is a turn, and every turn has a part.',
    find: ({ contents }) => {
      if (contents.length === 0) return [{ pointer: '/contents', error: 'contents is not specified' }];
      return contents
        .filter(({ parts }) => parts.length === 0)
        .map(({ pointer }) => ({
          pointer,
          error: 'Unable to submit request because it must include at least one parts field',
        }));
    },
  },
  {
    id: 'google/empty-text',
    what: 'A text is not empty.',
    find: ({ contents }) =>
      contents.flatMap(({ parts }) =>
        parts
          .filter(({ value }) => value.text === '')
          .map(({ pointer }) => ({ pointer, error: 'Unable to submit request because it must have a text parameter' })),
      ),
  },
  {
    id: 'google/response-name',
    what: 'A function response names its function.',
    find: ({ contents }) =>
      contents.flatMap(({ responses }) =>
        responses.flatMap(({ value, pointer }) => {
          const { name } = value.functionResponse as { readonly name?: unknown };
          return textOf(name) === '' ? [{ pointer, error: 'function_response.name: Name cannot be empty' }] : [];
        }),
      ),
  },
];
