/** What OpenClaw changes on the way to OpenAI, Codex, Azure, and Responses endpoints of others. */
import { describe } from 'node:test';
import { testWrappers } from '../../../support/wrapper-tester';

const OPENAI = { provider: 'openai', api: 'openai-responses', modelId: 'gpt-5.4' };
const GPT_4 = { ...OPENAI, modelId: 'gpt-4o' };
const CODEX = { provider: 'openai-codex', api: 'openai-codex-responses', modelId: 'gpt-5.4' };
const PROXY = { ...GPT_4, provider: 'homebox', baseUrl: 'https://proxy.example/v1' };
const SEARCH = { type: 'web_search' };
const COMPACTION = [{ type: 'compaction', compact_threshold: 140_000 }];
const STORED = { store: true, context_management: COMPACTION, tools: [SEARCH] };

describe('OpenAI’s own providers', () => {
  testWrappers([
    {
      name: 'GPT-5 answers briefly and calls tools in parallel; OpenAI stores, compacts and searches',
      request: { ...OPENAI, reasoning: 'low' },
      body: { store: false, reasoning: { effort: 'low', summary: 'auto' } },
      gives: {
        ...STORED,
        text: { verbosity: 'low' },
        parallel_tool_calls: true,
        reasoning: { effort: 'low', summary: 'auto' },
      },
    },
    {
      name: 'other models keep their verbosity',
      request: GPT_4,
      body: { store: false },
      gives: STORED,
    },
    {
      name: 'with thinking off nothing is said about reasoning',
      request: GPT_4,
      body: { reasoning: { effort: 'none' } },
      gives: STORED,
    },
    {
      name: 'OpenClaw’s level rules over the effort, adaptive is medium and max xhigh',
      request: { ...GPT_4, reasoning: 'low', thinkLevel: 'max' },
      body: { reasoning: { effort: 'low' } },
      gives: { ...STORED, reasoning: { effort: 'xhigh' } },
    },
    {
      name: 'web search raises minimal reasoning and takes the place of a function of that name',
      request: { ...GPT_4, reasoning: 'minimal' },
      body: { tools: [{ type: 'function', name: 'web_search' }], reasoning: { effort: 'minimal' } },
      gives: { ...STORED, reasoning: { effort: 'low' } },
    },
    {
      name: 'a small context compacts at 1000 tokens, an unknown one at 80000',
      request: { ...GPT_4, model: { contextWindow: 0 } },
      body: {},
      gives: { ...STORED, context_management: [{ type: 'compaction', compact_threshold: 80_000 }] },
    },
    {
      name: 'parameters name verbosity, service tier and compaction',
      request: {
        ...OPENAI,
        extraParams: {
          textVerbosity: 'high',
          fastMode: true,
          responsesServerCompaction: false,
          parallel_tool_calls: false,
        },
      },
      body: { text: {} },
      gives: {
        store: true,
        tools: [SEARCH],
        text: { verbosity: 'high' },
        service_tier: 'priority',
        parallel_tool_calls: false,
      },
    },
    {
      name: 'Codex neither stores nor searches, and its verbosity is replaced',
      request: { ...CODEX, reasoning: 'high' },
      body: { store: false, text: { verbosity: 'medium' }, reasoning: { effort: 'high' }, input: [] },
      gives: {
        store: false,
        text: { verbosity: 'low' },
        parallel_tool_calls: true,
        reasoning: { effort: 'high' },
        input: [],
      },
    },
  ]);
});

const REPLAYED = [
  { role: 'user', content: [] },
  { type: 'reasoning', id: 'rs_1', summary: [] },
  { type: 'message', role: 'assistant', id: 'msg_1' },
  { type: 'function_call', id: 'fc_1', call_id: 'call_1' },
  { type: 'function_call_output', call_id: 'call_1' },
];
const CODEX_BODY = { prompt_cache_key: 's', text: { verbosity: 'low' }, parallel_tool_calls: true };

describe('Codex parity', () => {
  testWrappers([
    {
      name: 'the release keeps the ids of items',
      request: CODEX,
      body: { ...CODEX_BODY, input: REPLAYED },
      gives: { ...CODEX_BODY, input: REPLAYED },
    },
    {
      name: 'OpenClaw’s page promises that they go, and that the cache key stays',
      request: CODEX,
      profile: 'documented',
      body: { ...CODEX_BODY, input: REPLAYED },
      gives: {
        ...CODEX_BODY,
        input: [
          { role: 'user', content: [] },
          { type: 'reasoning', summary: [] },
          { type: 'message', role: 'assistant' },
          { type: 'function_call', call_id: 'call_1' },
          { type: 'function_call_output', call_id: 'call_1' },
        ],
      },
    },
  ]);
});

describe('Responses endpoints', () => {
  const keyed = { prompt_cache_key: 's', prompt_cache_retention: '24h', store: false };
  testWrappers([
    {
      name: 'others get no prompt cache and no reasoning that says none',
      request: PROXY,
      body: { ...keyed, reasoning: { effort: 'none' } },
      gives: { store: false },
    },
    {
      name: 'a model whose endpoint takes the prompt cache keeps it',
      request: { ...PROXY, model: { compat: { supportsPromptCacheKey: true } } },
      body: keyed,
      gives: keyed,
    },
    {
      name: 'an endpoint without store gets none',
      request: { ...PROXY, model: { compat: { supportsStore: false, supportsPromptCacheKey: true } } },
      body: { store: false },
      gives: {},
    },
    {
      name: 'Azure stores, and loses an effort that its model does not know',
      request: { ...GPT_4, provider: 'azure-openai-responses', api: 'azure-openai-responses' },
      body: { prompt_cache_key: 's', reasoning: { effort: 'none' } },
      gives: { prompt_cache_key: 's', store: true },
    },
    {
      name: 'a provider with a wrapper of its own is left alone',
      request: { ...PROXY, provider: 'lmstudio' },
      body: keyed,
      gives: keyed,
    },
  ]);
});

describe('GitHub Copilot', () => {
  const opaque = 'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=';
  testWrappers([
    {
      name: 'ids of a connection are replaced, those of reasoning stay',
      request: { ...GPT_4, provider: 'github-copilot' },
      body: {
        input: [
          { type: 'message', id: opaque },
          { type: 'function_call', id: opaque },
          { type: 'reasoning', id: opaque },
          { type: 'message', id: 'msg_ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
          { role: 'user' },
        ],
      },
      gives: {
        input: [
          { type: 'message', id: 'msg_02ce689ec52dbbd7' },
          { type: 'function_call', id: 'fc_02ce689ec52dbbd7' },
          { type: 'reasoning', id: opaque },
          { type: 'message', id: 'msg_ABCDEFGHIJKLMNOPQRSTUVWXYZ' },
          { role: 'user' },
        ],
      },
    },
    {
      name: 'Claude’s thinking has no cache marker',
      request: { ...GPT_4, provider: 'github-copilot', api: 'anthropic-messages', modelId: 'claude-sonnet-4' },
      body: {
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'thinking', cache_control: {} },
              { type: 'text', cache_control: {} },
            ],
          },
        ],
      },
      gives: {
        messages: [{ role: 'assistant', content: [{ type: 'thinking' }, { type: 'text', cache_control: {} }] }],
      },
    },
  ]);
});
