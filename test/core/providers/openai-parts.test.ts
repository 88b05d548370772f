/** Where the parts of an OpenAI payload come from. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PayloadRequest, partsOf, toPayload } from '../../../core/providers';
import type { Message } from '../../../core/providers/types';

const TARGET = { provider: 'openai', api: 'openai-responses', modelId: 'gpt-5.4' };
const SAME = { role: 'assistant', provider: 'openai', model: 'gpt-5.4' } as const;
const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
const call = (id: string) => ({ type: 'toolCall', id, name: 'read', arguments: {} }) as const;
const result = (toolCallId: string, ...content: Extract<Message, { role: 'toolResult' }>['content']): Message => ({
  role: 'toolResult',
  toolCallId,
  toolName: 'read',
  content,
  isError: false,
});

interface Row {
  readonly name: string;
  readonly request: Partial<PayloadRequest> & Pick<PayloadRequest, 'messages'>;
  readonly parts: Readonly<Record<string, unknown>>;
}

const RESPONSES: readonly Message[] = [
  { role: 'user', content: [text('See.'), image] },
  {
    ...SAME,
    api: 'openai-responses',
    content: [
      { type: 'thinking', thinking: '', thinkingSignature: '{"type":"reasoning","id":"rs_1"}' },
      text('So.'),
      call('call_1|fc_1'),
    ],
  },
];

const ROWS: readonly Row[] = [
  {
    name: 'items of the Responses api, and the result that was made up',
    request: { ...TARGET, systemPrompt: 'Be brief.', messages: RESPONSES },
    parts: {
      '/input/1': { message: 0 },
      '/input/1/content/0': { message: 0, block: 0 },
      '/input/1/content/1': { message: 0, block: 1 },
      '/input/2': { message: 1, block: 0 },
      '/input/3': { message: 1, block: 1 },
      '/input/4': { message: 1, block: 2 },
      '/input/5': { message: 1, made: true },
    },
  },
  {
    name: 'a result with text and image',
    request: { ...TARGET, messages: [...RESPONSES.slice(1), result('call_1|fc_1', text('a'), image)] },
    parts: {
      '/input/0': { message: 0, block: 0 },
      '/input/1': { message: 0, block: 1 },
      '/input/2': { message: 0, block: 2 },
      '/input/3': { message: 1 },
      '/input/3/output/0': { message: 1, block: 0 },
      '/input/3/output/1': { message: 1, block: 1 },
    },
  },
  {
    name: 'images that xAI gets at the very end',
    request: {
      ...TARGET,
      provider: 'xai',
      baseUrl: 'https://api.x.ai/v1',
      wrap: true,
      messages: [
        { ...SAME, api: 'openai-responses', provider: 'xai', content: [call('call_1|fc_1')] },
        result('call_1|fc_1', image),
        { role: 'user', content: 'And?' },
      ],
    },
    parts: {
      '/input/0': { message: 0, block: 0 },
      '/input/1': { message: 1 },
      '/input/2': { message: 2 },
      '/input/2/content/0': { message: 2 },
      '/input/3': { message: 1, made: true },
      '/input/3/content/0': { message: 1, made: true },
      '/input/3/content/1': { message: 1, block: 0 },
    },
  },
  {
    name: 'messages of a chat completion, with the images of results behind them',
    request: {
      ...TARGET,
      api: 'openai-completions',
      messages: [
        { role: 'user', content: 'Go.' },
        { ...SAME, api: 'openai-completions', content: [text('So.'), call('a'), call('b')] },
        result('b', text('2')),
        result('a', image),
      ],
    },
    parts: {
      '/messages/0': { message: 0 },
      '/messages/1': { message: 1 },
      '/messages/1/tool_calls/0': { message: 1, block: 1 },
      '/messages/1/tool_calls/1': { message: 1, block: 2 },
      '/messages/2': { message: 2 },
      '/messages/3': { message: 3 },
      '/messages/4': { message: 3, made: true },
      '/messages/4/content/0': { message: 3, made: true },
      '/messages/4/content/1': { message: 3, block: 0 },
    },
  },
  {
    name: 'parts that got a cache marker',
    request: {
      ...TARGET,
      api: 'openai-completions',
      provider: 'openrouter',
      modelId: 'anthropic/claude-sonnet-4.5',
      systemPrompt: 'Be brief.',
      wrap: true,
      messages: [{ role: 'user', content: 'Go.' }],
    },
    parts: { '/messages/1': { message: 0 }, '/messages/1/content/0': { message: 0 } },
  },
  {
    name: 'joined texts of the web socket form',
    request: {
      ...TARGET,
      transport: 'openclaw-ws',
      messages: [{ ...SAME, api: 'openai-responses', content: [text('a'), text('b'), call('x'), text('c')] }],
    },
    parts: {
      '/input/0': { message: 0 },
      '/input/1': { message: 0, block: 2 },
      '/input/2': { message: 0, block: 3 },
    },
  },
];

describe('where the parts of an OpenAI payload come from', () => {
  for (const { name, request, parts } of ROWS) {
    it(name, () => {
      const made = toPayload({ ...TARGET, ...request });
      assert.ok('payload' in made, 'error' in made ? made.error : '');
      assert.deepEqual(partsOf(made.payload, made.origins), parts);
    });
  }
});

describe('messages that cannot be sent', () => {
  const refused: readonly (readonly [name: string, messages: readonly unknown[], says: RegExp])[] = [
    ['an unknown role', [{ role: 'note', content: 'a' }], /^Message 1 has the role "note", so no request/],
    ['an assistant turn without blocks', [{ ...SAME, content: 'a' }], /^Message 1 has no list of content blocks/],
    ['a text block without text', [{ role: 'user', content: [{ type: 'text' }] }], /content block \(number 1\)/],
    ['a result without the id of its call', [{ role: 'toolResult', content: [] }], /tool result without toolCallId/],
    [
      'a reasoning signature that is no JSON',
      [{ ...SAME, api: 'openai-responses', content: [{ type: 'thinking', thinking: 'a', thinkingSignature: 'c2ln' }] }],
      /reasoning signature of message 1 is no JSON object/,
    ],
  ];
  for (const [name, messages, says] of refused) {
    it(`says what is wrong with ${name}`, () => {
      const made = toPayload({ ...TARGET, messages: messages as readonly Message[] });
      assert.match('error' in made ? made.error : '', says);
    });
  }

  it('says that an api has no converter', () => {
    const made = toPayload({ ...TARGET, api: 'unheard-of', messages: [] });
    assert.match('error' in made ? made.error : '', /unheard-of/);
  });
});
