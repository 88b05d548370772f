/** What OpenClaw changes on the way to chat completions. */
import { describe } from 'node:test';
import { testWrappers } from '../../../support/wrapper-tester';

const CHAT = { api: 'openai-completions', provider: 'homebox', modelId: 'm', baseUrl: 'https://proxy.example/v1' };
const ROUTER = { ...CHAT, provider: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1' };
const V4 = { ...CHAT, provider: 'deepseek', modelId: 'deepseek-v4-pro' };
const EPHEMERAL = { cache_control: { type: 'ephemeral' } };
const user = { role: 'user', content: 'Go.' };
const said = { role: 'assistant', content: 'So.' };
const calling = { role: 'assistant', content: null, tool_calls: [{ id: 'a' }] };

describe('every endpoint', () => {
  testWrappers([
    { name: 'only OpenAI’s own is told not to store', request: CHAT, body: { store: false }, gives: {} },
    {
      name: 'OpenAI’s own is told',
      request: { ...CHAT, provider: 'openai', baseUrl: 'https://api.openai.com/v1' },
      body: { store: false },
      gives: { store: false },
    },
    {
      name: 'lists of texts become one string where the endpoint asks for it; lists with images stay',
      request: { ...CHAT, model: { compat: { requiresStringContent: true } } },
      body: {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'text', text: 'b' },
            ],
          },
          { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] },
        ],
      },
      gives: {
        messages: [
          { role: 'user', content: 'a\nb' },
          { role: 'user', content: [{ type: 'text', text: 'a' }, { type: 'image_url' }] },
        ],
      },
    },
    {
      name: 'parameters go into the body and overrule it',
      request: { ...CHAT, extraParams: { extra_body: { top_k: 3, n: 2 }, chat_template_kwargs: { a: 1 } } },
      body: { n: 1, chat_template_kwargs: { b: 2 } },
      gives: { n: 2, top_k: 3, chat_template_kwargs: { a: 1, b: 2 } },
    },
  ]);
});

describe('OpenRouter', () => {
  testWrappers([
    {
      name: 'reasoning takes the place of reasoning_effort',
      request: { ...ROUTER, reasoning: 'high' },
      body: { reasoning_effort: 'high' },
      gives: { reasoning: { effort: 'high' } },
    },
    {
      name: 'models of xAI and the automatic choice get none',
      request: { ...ROUTER, reasoning: 'high', modelId: 'x-ai/grok-4' },
      body: { reasoning_effort: 'high' },
      gives: {},
    },
    {
      name: 'Claude’s system prompt is marked, its trailing turns go when it thinks',
      request: { ...ROUTER, reasoning: 'high', modelId: 'anthropic/claude-sonnet-4.5' },
      body: { reasoning: { effort: 'high' }, messages: [{ role: 'system', content: 'Be brief.' }, user, said, said] },
      gives: {
        reasoning: { effort: 'high' },
        messages: [{ role: 'system', content: [{ type: 'text', text: 'Be brief.', ...EPHEMERAL }] }, user],
      },
    },
    {
      name: 'a trailing turn with calls stays',
      request: { ...ROUTER, reasoning: 'high', modelId: 'anthropic/claude-sonnet-4.5' },
      body: { reasoning: { effort: 'high' }, messages: [user, calling, said] },
      gives: { reasoning: { effort: 'high' }, messages: [user, calling] },
    },
    {
      name: 'another address keeps the trailing turn',
      request: { ...ROUTER, baseUrl: CHAT.baseUrl, reasoning: 'high', modelId: 'anthropic/claude-sonnet-4.5' },
      body: { reasoning: { effort: 'high' }, messages: [user, said] },
      gives: { reasoning: { effort: 'high' }, messages: [user, said] },
    },
    {
      name: 'DeepSeek V4 gets the level as it is',
      request: { ...ROUTER, reasoning: 'low', modelId: 'deepseek/deepseek-v4-pro:free' },
      body: { reasoning: { effort: 'low' }, messages: [user, said] },
      gives: {
        reasoning: { effort: 'low' },
        thinking: { type: 'enabled' },
        reasoning_effort: 'low',
        messages: [user, { ...said, reasoning_content: '' }],
      },
    },
  ]);
});

describe('DeepSeek V4', () => {
  testWrappers([
    {
      name: 'off: no reasoning anywhere, not even in old messages',
      request: V4,
      body: { reasoning_effort: 'high', messages: [user, { ...said, reasoning_content: 'Hm.' }] },
      gives: { thinking: { type: 'disabled' }, messages: [user, said] },
    },
    {
      name: 'on: the highest level is max, and every turn says what it thought',
      request: { ...V4, reasoning: 'xhigh' },
      body: { messages: [said, { ...said, reasoning_content: 'Hm.' }] },
      gives: {
        thinking: { type: 'enabled' },
        reasoning_effort: 'max',
        messages: [
          { ...said, reasoning_content: '' },
          { ...said, reasoning_content: 'Hm.' },
        ],
      },
    },
    {
      name: 'Venice decides itself, but wants the reasoning back',
      request: { ...V4, provider: 'venice', reasoning: 'high' },
      body: { reasoning_effort: 'high', messages: [said] },
      gives: { messages: [{ ...said, reasoning_content: '' }] },
    },
    {
      name: 'OpenCode Go has the switch, too',
      request: { ...V4, provider: 'opencode-go', reasoning: 'low' },
      body: { messages: [user] },
      gives: { thinking: { type: 'enabled' }, reasoning_effort: 'high', messages: [user] },
    },
  ]);
});

describe('xAI', () => {
  const outputs = [
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [{ type: 'input_image', image_url: 'data:image/png;base64,AA' }],
    },
    { role: 'user', content: [] },
  ];
  testWrappers([
    {
      name: 'no strict tools, no reasoning, streamed calls',
      request: { ...CHAT, provider: 'xai', reasoning: 'high' },
      body: { tools: [{ type: 'function', function: { name: 'a', strict: false } }], reasoning_effort: 'high' },
      gives: { tools: [{ type: 'function', function: { name: 'a' } }], tool_stream: true },
    },
    {
      name: 'outputs are text, the images follow at the end; a text-only model loses them',
      request: { ...CHAT, api: 'openai-responses', provider: 'xai', model: { input: ['text'] } },
      body: { input: outputs },
      gives: {
        tool_stream: true,
        input: [
          { type: 'function_call_output', call_id: 'a', output: '(see attached image)' },
          { role: 'user', content: [] },
        ],
      },
    },
    {
      name: 'a parameter turns streamed calls off',
      request: { ...CHAT, provider: 'xai', extraParams: { tool_stream: false } },
      body: {},
      gives: {},
    },
  ]);
});

describe('switches of thinking', () => {
  const effort = { reasoning_effort: 'low' };
  testWrappers([
    {
      name: 'Z.AI: off, and streamed calls',
      request: { ...CHAT, provider: 'z.ai' },
      body: {},
      gives: { tool_stream: true },
    },
    {
      name: 'Z.AI by its own id: off',
      request: { ...CHAT, provider: 'zai' },
      body: {},
      gives: { tool_stream: true, thinking: { type: 'disabled' } },
    },
    {
      name: 'Moonshot: on',
      request: { ...CHAT, provider: 'moonshot', reasoning: 'low' },
      body: {},
      gives: { thinking: { type: 'enabled' } },
    },
    {
      name: 'Moonshot: a parameter counts more than the level, and Kimi K2.6 keeps its thinking',
      request: { ...CHAT, provider: 'moonshot', extraParams: { thinking: { type: 'enabled', keep: 'all' } } },
      body: { model: 'kimi-k2.6' },
      gives: { model: 'kimi-k2.6', thinking: { type: 'enabled', keep: 'all' } },
    },
    {
      name: 'Kimi Coding: no effort',
      request: { ...CHAT, provider: 'kimi-coding' },
      body: effort,
      gives: { thinking: { type: 'disabled' } },
    },
    {
      name: 'Kimi at Fireworks: never',
      request: { ...CHAT, provider: 'fireworks', modelId: 'accounts/fireworks/models/kimi-k2p6', reasoning: 'low' },
      body: effort,
      gives: { thinking: { type: 'disabled' } },
    },
    {
      name: 'Qwen: a boolean',
      request: { ...CHAT, provider: 'modelstudio', reasoning: 'low' },
      body: effort,
      gives: { enable_thinking: true },
    },
    {
      name: 'Nemotron at vLLM: off among the arguments of the chat template',
      request: { ...CHAT, provider: 'vllm', modelId: 'nemotron-3-nano' },
      body: {},
      gives: { chat_template_kwargs: { enable_thinking: false, force_nonempty_content: true } },
    },
    {
      name: 'Qwen at vLLM: where a parameter says',
      request: { ...CHAT, provider: 'vllm', reasoning: 'low', extraParams: { qwenThinkingFormat: 'chat_template' } },
      body: effort,
      gives: { chat_template_kwargs: { enable_thinking: true, preserve_thinking: true } },
    },
    {
      name: 'SiliconFlow Pro: null instead of off',
      request: { ...CHAT, provider: 'siliconflow', modelId: 'Pro/x' },
      body: { thinking: 'off' },
      gives: { thinking: null },
    },
    {
      name: 'MiniMax over Anthropic’s api: off unless the body says otherwise',
      request: { ...CHAT, provider: 'minimax', api: 'anthropic-messages' },
      body: {},
      gives: { thinking: { type: 'disabled' } },
    },
    {
      name: 'Ollama: the context length, and arguments as objects',
      request: { ...CHAT, provider: 'ollama', model: { contextWindow: 8192 } },
      body: {
        messages: [{ role: 'assistant', tool_calls: [{ function: { arguments: '{"a":1}' } }, { function: {} }] }],
      },
      gives: {
        options: { num_ctx: 8192 },
        messages: [
          { role: 'assistant', tool_calls: [{ function: { arguments: { a: 1 } } }, { function: { arguments: {} } }] },
        ],
      },
    },
  ]);
});
