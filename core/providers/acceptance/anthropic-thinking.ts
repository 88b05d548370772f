/** Anthropic: thinking and the end of the conversation (payloads.md 11). */
import { type AnthropicMessage, type AnthropicView, ofType } from './anthropic-view';
import { type Check, isBase64, plainPath, textOf } from './check';

const THINKING = ['thinking', 'redacted_thinking'];
/** Least budget that is taken. */
const LEAST_BUDGET = 1024;
/** Claude of 4.6 and later refuses to continue a turn of its own. */
const NO_PREFILL = /opus-4[-.][67]|sonnet-4[-.]6|claude-(?:[a-z]+-)?[5-9]/;

/** The assistant message whose calls the last message answers; undefined outside of a tool loop. */
function openTurn(messages: readonly AnthropicMessage[]): AnthropicMessage | undefined {
  const last = messages.at(-1);
  const turn = messages.at(-2);
  const isLoop = last?.role === 'user' && ofType(last.blocks, 'tool_result').length > 0;
  return isLoop && turn?.role === 'assistant' ? turn : undefined;
}

export const ANTHROPIC_THINKING_CHECKS: readonly Check<AnthropicView>[] = [
  {
    id: 'anthropic/thinking-first',
    what: 'With thinking on, the last assistant message of a tool loop starts with thinking.',
    find: ({ messages, isThinking }) => {
      const turn = isThinking ? openTurn(messages) : undefined;
      const first = turn?.blocks[0];
      if (first === undefined || THINKING.includes(String(first.value.type))) return [];
      const error =
        `${plainPath(first.pointer)}.type: Expected \`thinking\` or \`redacted_thinking\`, but found ` +
        `\`${first.value.type}\`. When \`thinking\` is enabled, a final \`assistant\` message must start with a thinking block ` +
        '(preceding the lastmost set of `tool_use` and `tool_result` blocks).';
      return [{ pointer: first.pointer, error }];
    },
  },
  {
    id: 'anthropic/signature-missing',
    what: 'A thinking block carries its signature.',
    find: ({ blocks }) =>
      ofType(blocks, 'thinking').flatMap(({ value, pointer }) =>
        textOf(value.signature).trim() === ''
          ? [{ pointer, error: `${plainPath(pointer)}.thinking.signature: Field required` }]
          : [],
      ),
  },
  {
    id: 'anthropic/signature-invalid',
    what: 'The signature of a thinking block is the one Anthropic gave it.',
    // Whether a signature of the right form is genuine, only Anthropic can tell.
    find: ({ blocks }) =>
      ofType(blocks, 'thinking').flatMap(({ value, pointer }) => {
        const isForeign = textOf(value.signature).trim() !== '' && !isBase64(textOf(value.signature));
        const error = `${plainPath(pointer)}: Invalid \`signature\` in \`thinking\` block`;
        return isForeign ? [{ pointer: `${pointer}/signature`, error }] : [];
      }),
  },
  {
    id: 'anthropic/thinking-repeated',
    what: 'The thinking of the latest assistant message is what the model wrote there.',
    find: ({ messages }) => {
      const latest = messages.findLast(({ role }) => role === 'assistant');
      const earlier = messages
        .filter((message) => message !== latest)
        .flatMap(({ blocks }) => ofType(blocks, ...THINKING));
      const known = new Set(earlier.map(({ value }) => value.signature ?? value.data).filter(Boolean));
      return ofType(latest?.blocks ?? [], ...THINKING).flatMap(({ value, pointer }) => {
        const error =
          `${plainPath(pointer)}: \`thinking\` or \`redacted_thinking\` blocks in the latest assistant message cannot be ` +
          'modified. These blocks must remain as they were in the original response.';
        return known.has(value.signature ?? value.data) ? [{ pointer, error }] : [];
      });
    },
  },
  {
    id: 'anthropic/budget',
    what: 'The thinking budget is at least 1024 tokens and below the output limit.',
    find: ({ request: { payload } }) => {
      const { budget_tokens: budget } = (payload.thinking ?? {}) as { readonly budget_tokens?: unknown };
      if (typeof budget !== 'number') return [];
      const pointer = '/thinking/budget_tokens';
      if (budget < LEAST_BUDGET) {
        const error = 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024';
        return [{ pointer, error }];
      }
      const isTooBig = typeof payload.max_tokens === 'number' && payload.max_tokens <= budget;
      const error = '`max_tokens` must be greater than `thinking.budget_tokens`.';
      return isTooBig ? [{ pointer, error }] : [];
    },
  },
  {
    id: 'anthropic/prefill',
    what: 'Claude 4.6 and later, and every Claude with thinking on, does not continue an assistant message.',
    find: ({ messages, isThinking, request }) => {
      const last = messages.at(-1);
      const refuses = isThinking || NO_PREFILL.test(request.modelId.toLowerCase());
      const error =
        'This model does not support assistant message prefill. The conversation must end with a user message.';
      return last?.role === 'assistant' && refuses ? [{ pointer: last.pointer, error }] : [];
    },
  },
  {
    id: 'anthropic/trailing-space',
    what: 'An assistant message at the end does not end in white space.',
    find: ({ messages }) => {
      const last = messages.at(-1);
      const block = last?.role === 'assistant' ? last.blocks.at(-1) : undefined;
      if (block?.value.type !== 'text' || !/\s$/.test(textOf(block.value.text))) return [];
      return [{ pointer: block.pointer, error: 'final assistant content cannot end with trailing whitespace' }];
    },
  },
];
