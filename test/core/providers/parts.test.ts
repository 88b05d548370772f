/** Where the parts of the payloads of Anthropic, Google, Bedrock and Mistral come from. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PayloadRequest, partsOf, toPayload } from '../../../core/providers';
import type { Message } from '../../../core/providers/types';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
const call = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: {} }) as const;

type Target = Pick<PayloadRequest, 'provider' | 'api' | 'modelId'> & Partial<PayloadRequest>;

/** A turn with two calls, the second of which has no result. */
function history({ provider, api, modelId: model }: Target): Message[] {
  return [
    { role: 'user', content: [text('See.'), image] },
    { role: 'assistant', provider, api, model, content: [text('So.'), call('aaaaaaaa1'), call('aaaaaaaa2')] },
    { role: 'toolResult', toolCallId: 'aaaaaaaa1', toolName: 'read', content: [text('a'), image], isError: false },
  ];
}

const USER = { message: 0 };
const USER_TEXT = { message: 0, block: 0 };
const USER_IMAGE = { message: 0, block: 1 };
const TURN = { message: 1 };
const TURN_TEXT = { message: 1, block: 0 };
const CALL_1 = { message: 1, block: 1 };
const CALL_2 = { message: 1, block: 2 };
const MADE = { message: 1, made: true };
const RESULT = { message: 2 };
const RESULT_TEXT = { message: 2, block: 0 };
const RESULT_IMAGE = { message: 2, block: 1 };

const GOOGLE = {
  '/contents/0': USER,
  '/contents/0/parts/0': USER_TEXT,
  '/contents/0/parts/1': USER_IMAGE,
  '/contents/1': TURN,
  '/contents/1/parts/0': TURN_TEXT,
  '/contents/1/parts/1': CALL_1,
  '/contents/1/parts/2': CALL_2,
  '/contents/2': RESULT,
  '/contents/2/parts/0': RESULT,
};
const NESTED_IMAGE = {
  ...GOOGLE,
  '/contents/2/parts/0/functionResponse/parts/0': RESULT_IMAGE,
  '/contents/2/parts/1': MADE,
};
const MESSAGES = {
  '/messages/0': USER,
  '/messages/0/content/0': USER_TEXT,
  '/messages/0/content/1': USER_IMAGE,
  '/messages/1': TURN,
  '/messages/1/content/0': TURN_TEXT,
  '/messages/1/content/1': CALL_1,
  '/messages/1/content/2': CALL_2,
  '/messages/2': RESULT,
  '/messages/2/content/0': RESULT,
  '/messages/2/content/1': MADE,
};
const ANTHROPIC = {
  ...MESSAGES,
  '/messages/2/content/0/content/0': RESULT_TEXT,
  '/messages/2/content/0/content/1': RESULT_IMAGE,
};

const CLAUDE: Target = { provider: 'anthropic', api: 'anthropic-messages', modelId: 'claude-sonnet-4-5' };
const GEMINI: Target = { provider: 'google', api: 'google-generative-ai', modelId: 'gemini-3-pro' };

const ROWS: readonly (readonly [name: string, target: Target, parts: Readonly<Record<string, unknown>>])[] = [
  ['Anthropic, with a cache marker on the last part', CLAUDE, ANTHROPIC],
  ['Anthropic over OpenClaw’s own transport', { ...CLAUDE, transport: 'openclaw' }, ANTHROPIC],
  ['Gemini 3, with the image inside of the result', GEMINI, NESTED_IMAGE],
  ['Gemini 3 over OpenClaw’s own transport', { ...GEMINI, transport: 'openclaw' }, NESTED_IMAGE],
  [
    'Gemini 2 on Vertex, with the image of the result in a turn of its own',
    { provider: 'google-vertex', api: 'google-vertex', modelId: 'gemini-2.5-pro' },
    {
      ...GOOGLE,
      '/contents/3': RESULT,
      '/contents/3/parts/1': RESULT_IMAGE,
      '/contents/4': MADE,
      '/contents/4/parts/0': MADE,
    },
  ],
  [
    'Bedrock',
    { provider: 'amazon-bedrock', api: 'bedrock-converse-stream', modelId: 'anthropic.claude-sonnet-4-5-v1:0' },
    {
      ...MESSAGES,
      '/messages/2/content/0/toolResult/content/0': RESULT_TEXT,
      '/messages/2/content/0/toolResult/content/1': RESULT_IMAGE,
      '/messages/2/content/1/toolResult/content/0': MADE,
    },
  ],
  [
    'Mistral',
    { provider: 'mistral', api: 'mistral-conversations', modelId: 'mistral-large-latest' },
    {
      '/messages/0': USER,
      '/messages/0/content/0': USER_TEXT,
      '/messages/0/content/1': USER_IMAGE,
      '/messages/1': TURN,
      '/messages/1/content/0': TURN_TEXT,
      '/messages/1/toolCalls/0': CALL_1,
      '/messages/1/toolCalls/1': CALL_2,
      '/messages/2': RESULT,
      '/messages/2/content/0': RESULT,
      '/messages/2/content/1': RESULT_IMAGE,
      '/messages/3': MADE,
      '/messages/3/content/0': MADE,
    },
  ],
];

describe('where the parts of a payload come from', () => {
  for (const [name, target, parts] of ROWS) {
    it(name, () => {
      const made = toPayload({ ...target, messages: history(target) });
      assert.ok('payload' in made, 'error' in made ? made.error : '');
      assert.deepEqual(partsOf(made.payload, made.origins), parts);
    });
  }
});
