/** What Anthropic refuses. */
import { ANTHROPIC_CHECKS } from '../../../../core/providers/acceptance/anthropic';
import { png, testChecks } from '../../../support/check-tester';

const user = { role: 'user', content: 'Go.' };
const text = (words: string) => ({ type: 'text', text: words });
const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: {} });
const result = (id: string, content: unknown = 'Done.') => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  is_error: false,
});
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2lnbmF0dXJl' };
const says = (...content: readonly object[]) => ({ role: 'assistant', content });
const answers = (...content: readonly object[]) => ({ role: 'user', content });
const image = (data: string, media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
});
const SMALL = png(2, 2);
const ON = { type: 'enabled', budget_tokens: 2048 };
const marked = (count: number) =>
  answers(...Array.from({ length: count }, () => ({ ...text('a'), cache_control: { type: 'ephemeral' } })));

testChecks(ANTHROPIC_CHECKS, { provider: 'anthropic', api: 'anthropic-messages', modelId: 'claude-sonnet-4-5' }, [
  {
    check: 'anthropic/call-without-result',
    refused: { messages: [user, says(use('a'), use('b')), answers(result('b')), answers(result('a'))] },
    at: ['/messages/1/content/0'],
    says: /messages\.1: `tool_use` ids were found without `tool_result` blocks immediately after: a\./,
    accepted: { messages: [user, says(use('a'), use('b')), answers(result('b'), result('a'))] },
  },
  {
    check: 'anthropic/result-without-call',
    refused: { messages: [user, answers(result('a')), says(use('b')), answers(result('b'), result('c'))] },
    at: ['/messages/1/content/0', '/messages/3/content/1'],
    says: /unexpected `tool_use_id` found in `tool_result` blocks: [ac]\./,
    accepted: { messages: [user, says(use('b')), answers(result('b'))] },
  },
  {
    check: 'anthropic/second-result',
    refused: { messages: [user, says(use('a')), answers(result('a'), result('a'))] },
    at: ['/messages/2/content/1'],
    says: /each tool_use must have a single result\. Found multiple `tool_result` blocks with id: a/,
    accepted: { messages: [user, says(use('a'), use('b')), answers(result('a'), result('b'))] },
  },
  {
    check: 'anthropic/call-id-twice',
    refused: { messages: [user, says(use('a')), answers(result('a')), says(use('a')), answers(result('a'))] },
    at: ['/messages/3/content/0'],
    says: /messages\.3\.content\.0: `tool_use` ids must be unique/,
    accepted: { messages: [user, says(use('a')), answers(result('a')), says(use('b')), answers(result('b'))] },
  },
  {
    check: 'anthropic/call-id-shape',
    refused: { messages: [user, says(use('read:0')), answers(result(''))] },
    at: ['/messages/1/content/0/id', '/messages/2/content/0/tool_use_id'],
    says: /String should match pattern '\^\[a-zA-Z0-9_-\]\+\$'/,
    accepted: { messages: [user, says(use('toolu_0-A')), answers(result('toolu_0-A'))] },
  },
  {
    check: 'anthropic/empty-text',
    refused: {
      messages: [{ role: 'user', content: '' }, says(use('a')), answers(result('a', [text(' '), image(SMALL)]))],
    },
    at: ['/messages/0/content', '/messages/2/content/0/content/0'],
    says: /text content blocks must (?:be non-empty|contain non-whitespace text)/,
    accepted: { messages: [user, says(use('a')), answers(result('a', ''))] },
  },
  {
    check: 'anthropic/empty-message',
    refused: { messages: [user, says(), user] },
    at: ['/messages/1'],
    says: /messages\.1: all messages must have non-empty content except for the optional final assistant message/,
    accepted: { messages: [user, says()] },
  },
  {
    check: 'anthropic/first-message',
    refused: { messages: [says(text('Hello.')), user] },
    at: ['/messages/0'],
    says: /first message must use the "user" role/,
    accepted: { messages: [user] },
  },
  {
    check: 'anthropic/thinking-first',
    refused: { thinking: ON, messages: [user, says(text('So.'), use('a')), answers(result('a'))] },
    at: ['/messages/1/content/0'],
    says: /messages\.1\.content\.0\.type: Expected `thinking` or `redacted_thinking`, but found `text`/,
    accepted: {
      thinking: ON,
      messages: [user, says(text('So.')), user, says(thinking, use('a')), answers(result('a'))],
    },
  },
  {
    check: 'anthropic/signature-missing',
    refused: { messages: [user, says({ type: 'thinking', thinking: 'Hm.' }, text('a')), user] },
    at: ['/messages/1/content/0'],
    says: /messages\.1\.content\.0\.thinking\.signature: Field required/,
    accepted: { messages: [user, says(thinking, text('a')), user] },
  },
  {
    check: 'anthropic/signature-invalid',
    refused: { messages: [user, says({ ...thinking, signature: 'reasoning_content' }, text('a')), user] },
    at: ['/messages/1/content/0/signature'],
    says: /messages\.1\.content\.0: Invalid `signature` in `thinking` block/,
    accepted: { messages: [user, says(thinking, text('a')), user] },
  },
  {
    check: 'anthropic/thinking-repeated',
    refused: { messages: [user, says(thinking, text('a')), user, says(thinking, text('b')), user] },
    at: ['/messages/3/content/0'],
    says: /`thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified/,
    accepted: {
      messages: [user, says(thinking, text('a')), user, says({ ...thinking, signature: 'b3RoZXI=' }), user],
    },
  },
  {
    check: 'anthropic/budget',
    refused: { thinking: ON, max_tokens: 2048, messages: [user] },
    at: ['/thinking/budget_tokens'],
    says: /`max_tokens` must be greater than `thinking\.budget_tokens`/,
    accepted: { thinking: ON, max_tokens: 2049, messages: [user] },
  },
  {
    check: 'anthropic/prefill',
    refused: { messages: [user, says(text('So'))] },
    at: ['/messages/1'],
    says: /This model does not support assistant message prefill\. The conversation must end with a user message\./,
    accepted: { messages: [user, says(text('So')), user] },
    target: { modelId: 'claude-opus-4-6' },
  },
  {
    check: 'anthropic/trailing-space',
    refused: { messages: [user, says(text('So '))] },
    at: ['/messages/1/content/0'],
    says: /final assistant content cannot end with trailing whitespace/,
    accepted: { messages: [user, says(text('So')), user, says(text('So '), use('a'))] },
  },
  {
    check: 'anthropic/image-bytes',
    refused: { messages: [answers(image(png(2, 2, 5_242_881)))] },
    at: ['/messages/0/content/0'],
    says: /image exceeds 5 MB maximum: 5242881 bytes > 5242880 bytes/,
    accepted: { messages: [answers(image(png(2, 2, 5_242_880)))] },
  },
  {
    check: 'anthropic/image-sides',
    refused: { messages: [answers(image(png(8001, 2)))] },
    at: ['/messages/0/content/0'],
    says: /exceed max allowed size: 8000 pixels/,
    accepted: { messages: [answers(image(png(8000, 8000)))] },
  },
  {
    check: 'anthropic/image-count',
    refused: { messages: [answers(...Array.from({ length: 101 }, () => image(SMALL)))] },
    at: ['/messages/0/content/100'],
    says: /too much media: 101 > 100/,
    accepted: { messages: [answers(...Array.from({ length: 100 }, () => image(SMALL)))] },
  },
  {
    check: 'anthropic/image-type',
    refused: { messages: [user, says(use('a')), answers(result('a', [image(SMALL, 'image/jpeg')]))] },
    at: ['/messages/2/content/0/content/0'],
    says: /Image does not match the provided media type image\/jpeg/,
    accepted: { messages: [answers(image(SMALL))] },
  },
  {
    check: 'anthropic/image-data',
    refused: { messages: [answers(image('%%%%'))] },
    at: ['/messages/0/content/0'],
    says: /Could not process image/,
    accepted: { messages: [answers(image(SMALL))] },
  },
  {
    check: 'anthropic/request-size',
    refused: { messages: [{ role: 'user', content: 'x'.repeat(33_554_432) }] },
    at: [''],
    says: /request_too_large/,
    accepted: { messages: [{ role: 'user', content: 'x'.repeat(33_000_000) }] },
  },
  {
    check: 'anthropic/cache-markers',
    refused: { messages: [marked(5)] },
    at: ['/messages/0/content/4/cache_control'],
    says: /A maximum of 4 blocks with cache_control may be provided/,
    accepted: { messages: [marked(4)] },
  },
]);
