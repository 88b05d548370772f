/** What OpenAI, strict endpoints and DeepSeek refuse in a request for a chat completion. */
import { CHAT_CHECKS } from '../../../../core/providers/acceptance/openai-chat';
import { png, testChecks } from '../../../support/check-tester';

const user = { role: 'user', content: 'Go.' };
const calling = (...ids: readonly string[]) => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'read', arguments: '{}' } })),
});
const tool = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'Done.' });
const image = (data: string) => ({
  role: 'user',
  content: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
});

testChecks(CHAT_CHECKS, { provider: 'groq', api: 'openai-completions', modelId: 'gemma' }, [
  {
    check: 'openai-completions/call-without-result',
    refused: { messages: [user, calling('a', 'b'), tool('b'), user, tool('a')] },
    at: ['/messages/1/tool_calls/0'],
    says: /must be followed by tool messages responding to each 'tool_call_id'.*: a$/,
    accepted: { messages: [user, calling('a', 'b'), tool('b'), tool('a')] },
  },
  {
    check: 'openai-completions/result-without-call',
    refused: { messages: [user, tool('a'), calling('b'), tool('b'), tool('c')] },
    at: ['/messages/1', '/messages/4'],
    says: /messages with role 'tool' must be a response to a preceeding message with 'tool_calls'/,
    accepted: { messages: [user, calling('a', 'b'), tool('a'), tool('b')] },
  },
  {
    check: 'openai-completions/call-id-length',
    refused: { messages: [calling('a', 'x'.repeat(41))] },
    at: ['/messages/0/tool_calls/1/id'],
    says: /Invalid 'messages\[0\]\.tool_calls\[1\]\.id': string too long\..* 40, but got a string with length 41/,
    accepted: { messages: [calling('x'.repeat(40))] },
  },
  {
    check: 'openai-completions/empty-tools',
    refused: { messages: [user], tools: [] },
    at: ['/tools'],
    says: /\[\] is too short - 'tools'/,
    accepted: { messages: [user] },
  },
  {
    check: 'openai-completions/image-data',
    refused: { messages: [image('not base64')] },
    at: ['/messages/0/content/0'],
    says: /unsupported image/,
    accepted: { messages: [image(png(2, 2))] },
  },
  {
    check: 'deepseek/reasoning-missing',
    refused: { messages: [user, calling('a'), tool('a')], thinking: { type: 'enabled' } },
    at: ['/messages/1'],
    says: /reasoning_content/,
    accepted: {
      messages: [user, { ...calling('a'), reasoning_content: '' }, tool('a')],
      thinking: { type: 'enabled' },
    },
  },
]);
