/** What OpenAI refuses in a Responses request. */
import { RESPONSES_CHECKS } from '../../../../core/providers/acceptance/openai-responses';
import { png, testChecks } from '../../../support/check-tester';

const user = { role: 'user', content: [{ type: 'input_text', text: 'Go.' }] };
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'read', arguments: '{}' };
const output = { type: 'function_call_output', call_id: 'call_1', output: 'Done.' };
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'eA==' };
const message = { type: 'message', role: 'assistant', id: 'msg_1', content: [], status: 'completed' };
const long = 'x'.repeat(65);
const image = (data: string) => ({
  role: 'user',
  content: [{ type: 'input_image', detail: 'auto', image_url: `data:image/png;base64,${data}` }],
});

const input = (...items: readonly object[]) => ({ input: items, store: false });

testChecks(RESPONSES_CHECKS, { provider: 'openai', api: 'openai-responses', modelId: 'gpt-5.4' }, [
  {
    check: 'openai-responses/call-without-output',
    refused: input(user, call),
    at: ['/input/1'],
    says: /No tool output found for function call call_1\./,
    accepted: input(user, call, output),
  },
  {
    check: 'openai-responses/output-without-call',
    refused: input(output, call),
    at: ['/input/0'],
    says: /No tool call found for function call output with call_id call_1\./,
    accepted: input(call, user, output),
  },
  {
    check: 'openai-responses/reasoning-alone',
    refused: input(user, reasoning, user, { ...reasoning, id: 'rs_2' }),
    at: ['/input/1', '/input/3'],
    says: /Item 'rs_[12]' of type 'reasoning' was provided without its required following item\./,
    accepted: input(user, reasoning, message, reasoning, call, output),
  },
  {
    check: 'openai-responses/reasoning-missing',
    refused: input(user, reasoning, call, output, { ...call, id: 'fc_2', call_id: 'call_2' }),
    at: ['/input/4'],
    says: /Item 'fc_2' of type 'function_call' was provided without its required 'reasoning' item/,
    accepted: input(user, reasoning, call, output, { type: 'function_call', call_id: 'call_2', name: 'read' }),
  },
  {
    check: 'openai-responses/call-id-length',
    refused: input({ ...call, call_id: long }, { ...output, call_id: long }),
    at: ['/input/0/call_id', '/input/1/call_id'],
    says: /Invalid 'input\[[01]\]\.call_id': string too long\..* 64, but got a string with length 65/,
    accepted: input(call, output),
  },
  {
    check: 'openai-responses/call-id-empty',
    refused: input(user, { ...output, call_id: '' }),
    at: ['/input/1/call_id'],
    says: /Invalid 'input\[1\]\.call_id': empty string/,
    accepted: input(call, output),
  },
  {
    check: 'openai-responses/item-id-length',
    refused: input({ ...call, id: `fc_${long}` }),
    at: ['/input/0/id'],
    says: /Invalid 'input\[0\]\.id': string too long/,
    accepted: input(call, { ...reasoning, id: `rs_${long}` }),
  },
  {
    check: 'openai-responses/item-id-shape',
    refused: input({ ...call, id: 'toolu_1' }, { ...call, id: 'fc_ü' }, { ...message, id: 'x' }),
    at: ['/input/0/id', '/input/1/id', '/input/2/id'],
    says: /Expected an ID that (?:begins with '(?:fc|msg)'|contains letters)/,
    accepted: input(call, message, reasoning, output),
  },
  {
    check: 'openai-responses/item-not-stored',
    refused: input({ type: 'reasoning', id: 'rs_1', summary: [] }, message),
    at: ['/input/0'],
    says: /Item with id 'rs_1' not found\. Items are not persisted when `store` is set to false/,
    accepted: { ...input({ type: 'reasoning', id: 'rs_1', summary: [] }, message), store: true },
  },
  {
    check: 'openai-responses/item-twice',
    refused: input(message, user, message),
    at: ['/input/2'],
    says: /Duplicate item found with id msg_1/,
    accepted: input(message, { ...message, id: 'msg_2' }),
  },
  {
    check: 'openai-responses/image-data',
    refused: input(image('%%%%')),
    at: ['/input/0/content/0'],
    says: /does not represent a valid image/,
    accepted: input(image(png(2, 2))),
  },
]);
