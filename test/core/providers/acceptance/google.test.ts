/** What Gemini refuses. */
import { GOOGLE_CHECKS } from '../../../../core/providers/acceptance/google';
import { testChecks } from '../../../support/check-tester';

const user = { role: 'user', parts: [{ text: 'Go.' }] };
const call = { functionCall: { name: 'read', args: {} }, thoughtSignature: 'c2ln' };
const model = (...parts: readonly object[]) => ({ role: 'model', parts });
const response = { functionResponse: { name: 'read', response: { output: 'Done.' } } };
const responses = (count: number) => ({ role: 'user', parts: Array.from({ length: count }, () => response) });

testChecks(GOOGLE_CHECKS, { provider: 'google', api: 'google-generative-ai', modelId: 'gemini-3-pro' }, [
  {
    check: 'google/call-place',
    refused: { contents: [model(call), responses(1), model({ text: 'a' }), model(call)] },
    at: ['/contents/0', '/contents/3'],
    says: /function call turn comes immediately after a user turn/,
    accepted: { contents: [user, model(call), responses(1), model(call)] },
  },
  {
    check: 'google/response-place',
    refused: { contents: [user, responses(1), model({ text: 'a' }), responses(1)] },
    at: ['/contents/1', '/contents/3'],
    says: /function response turn comes immediately after a function call turn/,
    accepted: { contents: [user, model(call), responses(1)] },
  },
  {
    check: 'google/response-count',
    refused: { contents: [user, model(call, call), responses(1)] },
    at: ['/contents/1'],
    says: /number of function response parts is equal to the number of function call parts/,
    accepted: { contents: [user, model(call, call), responses(2), model(call)] },
  },
  {
    check: 'google/call-signature',
    refused: { contents: [user, model({ functionCall: { name: 'read', args: {} } })] },
    at: ['/contents/1/parts/0'],
    says: /Function call is missing a thought_signature in functionCall parts/,
    accepted: { contents: [user, model(call, { functionCall: { name: 'read', args: {} } })] },
  },
  {
    check: 'google/signature-bytes',
    refused: { contents: [model({ text: 'a', thoughtSignature: 'msg_1' })] },
    at: ['/contents/0/parts/0/thoughtSignature'],
    says: /Base64 decoding failed/,
    accepted: { contents: [model(call, { ...call, thoughtSignature: 'skip_thought_signature_validator' })] },
  },
  {
    check: 'google/empty-contents',
    refused: { contents: [] },
    at: ['/contents'],
    says: /contents is not specified/,
    accepted: { contents: [user] },
  },
  {
    check: 'google/empty-text',
    refused: { contents: [{ role: 'user', parts: [{ text: '' }] }] },
    at: ['/contents/0/parts/0'],
    says: /must have a text parameter/,
    accepted: { contents: [{ role: 'user', parts: [{ text: ' ' }] }] },
  },
  {
    check: 'google/response-name',
    refused: { contents: [model(call), { role: 'user', parts: [{ functionResponse: { name: '', response: {} } }] }] },
    at: ['/contents/1/parts/0'],
    says: /Name cannot be empty/,
    accepted: { contents: [model(call), responses(1)] },
  },
]);
