/** What Mistral refuses, over its own api and over chat completions. */
import { MISTRAL_CHECKS } from '../../../../core/providers/acceptance/mistral';
import { png, testChecks } from '../../../support/check-tester';

const user = { role: 'user', content: 'Go.' };
const calling = (...ids: readonly string[]) => ({
  role: 'assistant',
  toolCalls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
});
const tool = (id: string) => ({
  role: 'tool',
  toolCallId: id,
  name: 'read',
  content: [{ type: 'text', text: 'Done.' }],
});
const said = { role: 'assistant', content: [{ type: 'text', text: 'Fine.' }] };
const images = (count: number, data: string) => ({
  role: 'user',
  content: Array.from({ length: count }, () => ({ type: 'image_url', imageUrl: `data:image/png;base64,${data}` })),
});

testChecks(MISTRAL_CHECKS, { provider: 'mistral', api: 'mistral-conversations', modelId: 'mistral-large' }, [
  {
    check: 'mistral/call-id-shape',
    refused: {
      messages: [
        { role: 'assistant', tool_calls: [{ id: 'call_1' }] },
        { role: 'tool', tool_call_id: 'call_1' },
      ],
    },
    at: ['/messages/0/tool_calls/0/id', '/messages/1/tool_call_id'],
    says: /Tool call id was call_1 but must be a-z, A-Z, 0-9, with a length of 9\./,
    accepted: {
      messages: [
        { role: 'assistant', tool_calls: [{ id: 'abcDEF123' }] },
        { role: 'tool', tool_call_id: 'abcDEF123' },
      ],
    },
    target: { api: 'openai-completions' },
  },
  {
    check: 'mistral/last-role',
    refused: { messages: [user, said] },
    at: ['/messages/1'],
    says: /Expected last role User or Tool .* but got assistant/,
    accepted: { messages: [user, said, user] },
  },
  {
    check: 'mistral/order',
    refused: { messages: [user, tool('abcdefghi'), user] },
    at: ['/messages/1', '/messages/2'],
    says: /Unexpected role '(?:user' after role 'tool|tool' after role 'user)'/,
    accepted: { messages: [user, calling('abcdefghi'), tool('abcdefghi'), said, user] },
  },
  {
    check: 'mistral/result-count',
    refused: { messages: [user, calling('abcdefghi'), tool('abcdefghi'), tool('abcdefghi')] },
    at: ['/messages/1'],
    says: /Not the same number of function calls and responses/,
    accepted: { messages: [user, calling('abcdefghi'), tool('abcdefghi')] },
  },
  {
    check: 'mistral/empty-assistant',
    refused: { messages: [user, { role: 'assistant', content: '' }, user] },
    at: ['/messages/1'],
    says: /must have either content or tool_calls, but not none/,
    accepted: { messages: [user, said, user] },
  },
  {
    check: 'mistral/image-count',
    refused: { messages: [images(9, png(2, 2))] },
    at: ['/messages/0/content/8'],
    says: /Too many images/,
    accepted: { messages: [images(8, png(2, 2))] },
  },
  {
    check: 'mistral/image-sides',
    refused: { messages: [images(1, png(8001, 2))] },
    at: ['/messages/0/content/0'],
    says: /8000/,
    accepted: { messages: [images(1, png(8000, 2))] },
  },
]);
