/**
 * Random payload requests for all apis: their providers and endpoints with the models on which
 * compatibility switches and wrappers depend, and histories of all blocks, odd ids, foreign turns and torn calls.
 */
import fc from 'fast-check';
import type { PayloadRequest } from '../../core/providers/types';

type Gen = Parameters<Parameters<ReturnType<typeof fc.gen>['map']>[0]>[0];
type Row = Record<string, unknown>;

interface Endpoint {
  readonly provider: string;
  readonly apis: readonly string[];
  readonly baseUrls: readonly string[];
  readonly modelIds: readonly string[];
}

const CHAT = ['openai-completions'];
const ALL = ['openai-responses', 'openai-completions'];
const PROXY = 'https://proxy.example/v1';
const GPT = ['gpt-5.4', 'gpt-5', 'gpt-5.1', 'gpt-5-pro', 'gpt-4o', 'gpt-5.4-mini', 'gpt-5.1-codex-mini', 'o3'];

const CLAUDES = ['claude-sonnet-4-5', 'claude-opus-4-6', 'claude-opus-4-7', 'claude-3-5-sonnet', 'claude-haiku-4-5'];
const GEMINIS = [
  'gemini-3-pro-preview',
  'gemini-3.1-flash',
  'gemini-2.5-pro',
  'gemini-2.5-flash-lite',
  'gemini-2.5-flash',
  'gemini-flash-latest',
  'gemini-2.0-flash',
  'gemma-4-31b',
  'claude-sonnet-4-5',
  'gpt-oss-120b',
];

const OTHER_APIS: readonly Endpoint[] = [
  {
    provider: 'anthropic',
    apis: ['anthropic-messages'],
    baseUrls: ['https://api.anthropic.com', PROXY],
    modelIds: CLAUDES,
  },
  { provider: 'minimax', apis: ['anthropic-messages'], baseUrls: [PROXY], modelIds: ['MiniMax-M2', 'claude-opus-4-6'] },
  { provider: 'homebox', apis: ['anthropic-messages'], baseUrls: [PROXY], modelIds: ['m', 'claude-sonnet-4.6'] },
  {
    provider: 'google',
    apis: ['google-generative-ai'],
    baseUrls: ['https://generativelanguage.googleapis.com/v1beta'],
    modelIds: GEMINIS,
  },
  { provider: 'google-vertex', apis: ['google-vertex'], baseUrls: [''], modelIds: GEMINIS },
  {
    provider: 'amazon-bedrock',
    apis: ['bedrock-converse-stream'],
    baseUrls: ['https://bedrock-runtime.us-east-1.amazonaws.com'],
    modelIds: [
      'anthropic.claude-sonnet-4-5-20250929-v1:0',
      'us.anthropic.claude-opus-4-6-v1',
      'global.anthropic.claude-opus-4-7',
      'us-gov.anthropic.claude-3-7-sonnet-20250219-v1:0',
      'amazon.nova-pro-v1:0',
    ],
  },
  {
    provider: 'mistral',
    apis: ['mistral-conversations'],
    baseUrls: ['https://api.mistral.ai'],
    modelIds: ['mistral-large-latest', 'mistral-small-latest', 'magistral-medium', 'mistral-medium-3.5'],
  },
];

const OPENAI_FAMILY: readonly Endpoint[] = [
  { provider: 'openai', apis: ALL, baseUrls: ['https://api.openai.com/v1'], modelIds: GPT },
  { provider: 'openai', apis: ALL, baseUrls: ['https://api.openai.com/v1', PROXY, ''], modelIds: GPT },
  {
    provider: 'openai-codex',
    apis: ['openai-codex-responses'],
    baseUrls: ['https://chatgpt.com/backend-api', 'https://chatgpt.com/backend-api/codex', PROXY],
    modelIds: ['gpt-5.4', 'gpt-5.1-codex-max', 'gpt-5.2-codex'],
  },
  {
    provider: 'azure-openai-responses',
    apis: ['azure-openai-responses', 'openai-responses'],
    baseUrls: ['https://example.openai.azure.com/openai/v1', PROXY],
    modelIds: GPT,
  },
  {
    provider: 'openrouter',
    apis: CHAT,
    baseUrls: ['https://openrouter.ai/api/v1', 'https://openrouter.ai/v1/', PROXY],
    modelIds: [
      'anthropic/claude-sonnet-4.5',
      'google/gemini-3-pro',
      'deepseek/deepseek-v4-pro:free',
      'x-ai/grok-4',
      'auto',
      'openrouter/hunter-alpha',
      'openai/gpt-5.4',
    ],
  },
  {
    provider: 'deepseek',
    apis: CHAT,
    baseUrls: ['https://api.deepseek.com', PROXY],
    modelIds: ['deepseek-v4-pro', 'deepseek-chat'],
  },
  { provider: 'xai', apis: ALL, baseUrls: ['https://api.x.ai/v1', PROXY], modelIds: ['grok-4', 'grok-3-mini'] },
  { provider: 'zai', apis: CHAT, baseUrls: ['https://api.z.ai/api/paas/v4', PROXY], modelIds: ['glm-5'] },
  { provider: 'moonshot', apis: CHAT, baseUrls: ['https://api.moonshot.ai/v1'], modelIds: ['kimi-k2.6', 'kimi-k2'] },
  { provider: 'moonshotai', apis: CHAT, baseUrls: ['https://api.moonshot.ai/v1'], modelIds: ['kimi-k2'] },
  { provider: 'kimi-coding', apis: CHAT, baseUrls: [PROXY], modelIds: ['kimi-for-coding'] },
  { provider: 'opencode', apis: ALL, baseUrls: ['https://opencode.ai/zen/v1'], modelIds: ['gpt-5.4', 'glm-5'] },
  { provider: 'opencode-go', apis: CHAT, baseUrls: ['https://opencode.ai/zen/v1'], modelIds: ['deepseek-v4-flash'] },
  { provider: 'venice', apis: CHAT, baseUrls: ['https://api.venice.ai/api/v1'], modelIds: ['deepseek-v4-pro', 'x'] },
  {
    provider: 'qwen',
    apis: CHAT,
    baseUrls: ['https://dashscope.aliyuncs.com/compatible-mode/v1', PROXY],
    modelIds: ['qwen3'],
  },
  { provider: 'vllm', apis: CHAT, baseUrls: ['http://localhost:8000/v1'], modelIds: ['nemotron-3-nano', 'qwen3'] },
  { provider: 'fireworks', apis: CHAT, baseUrls: [PROXY], modelIds: ['accounts/fireworks/models/kimi-k2p6', 'y'] },
  { provider: 'deepinfra', apis: CHAT, baseUrls: [PROXY], modelIds: ['anthropic/claude-4', 'y'] },
  { provider: 'kilocode', apis: CHAT, baseUrls: [PROXY], modelIds: ['kilo/auto', 'anthropic/claude-sonnet-4.5'] },
  { provider: 'cerebras', apis: CHAT, baseUrls: ['https://api.cerebras.ai/v1'], modelIds: ['qwen-3'] },
  { provider: 'groq', apis: CHAT, baseUrls: ['https://api.groq.com/openai/v1'], modelIds: ['gemma-4-31b'] },
  { provider: 'mistral', apis: CHAT, baseUrls: ['https://api.mistral.ai/v1'], modelIds: ['mistral-large'] },
  { provider: 'chutes', apis: CHAT, baseUrls: ['https://llm.chutes.ai/v1'], modelIds: ['z'] },
  {
    provider: 'cloudflare-ai-gateway',
    apis: ALL,
    baseUrls: ['https://gateway.ai.cloudflare.com/v1/a/b'],
    modelIds: ['gpt-5.4'],
  },
  { provider: 'cloudflare-workers-ai', apis: CHAT, baseUrls: ['https://api.cloudflare.com/x/v1'], modelIds: ['q'] },
  {
    provider: 'github-copilot',
    apis: ALL,
    baseUrls: ['https://api.individual.githubcopilot.com'],
    modelIds: ['gpt-5.4', 'claude-4'],
  },
  {
    provider: 'google',
    apis: CHAT,
    baseUrls: ['https://generativelanguage.googleapis.com/v1beta/openai'],
    modelIds: ['gemini-3-pro', 'gemini-2.5-pro'],
  },
  { provider: 'ollama', apis: CHAT, baseUrls: ['http://localhost:11434/v1'], modelIds: ['gemma4', 'kimi-k2:cloud'] },
  {
    provider: 'vercel-ai-gateway',
    apis: CHAT,
    baseUrls: ['https://ai-gateway.vercel.sh/v1'],
    modelIds: ['openai/gpt-5.4'],
  },
  {
    provider: 'homebox',
    apis: [...ALL, 'azure-openai-responses', 'openai-codex-responses'],
    baseUrls: [PROXY],
    modelIds: ['m', 'gemma-4'],
  },
];

/** As many requests to the other apis as to OpenAI's family. */
const ENDPOINTS: readonly (readonly Endpoint[])[] = [OPENAI_FAMILY, OTHER_APIS];

/** OpenClaw has no transport of its own for these. */
const WITHOUT_OWN: ReadonlySet<string> = new Set(['google-vertex', 'bedrock-converse-stream', 'mistral-conversations']);

/** Draws values of one case. */
class Draw {
  constructor(private readonly gen: Gen) {}

  of<Value>(...values: readonly Value[]): Value {
    return this.gen(fc.constantFrom, ...(values as [Value, ...Value[]]));
  }

  /** True in `percent` of 100 draws. */
  chance(percent: number): boolean {
    return this.gen(fc.integer, { min: 0, max: 99 }) >= 100 - percent;
  }

  upTo(max: number): number {
    return this.gen(fc.integer, { min: 0, max });
  }

  list<Value>(max: number, make: () => Value): Value[] {
    return Array.from({ length: this.upTo(max) }, make);
  }
}

const IDS = [
  'call_1',
  'call_2',
  'call_1|fc_1',
  'call_2|fc_2',
  'call_3|item+/=3',
  'call_4|',
  'toolu_01A',
  'a b|fc_ü__',
  `call_${'x'.repeat(70)}`,
  `call_5|fc_${'y'.repeat(80)}`,
  'functions.read:0',
];
const TEXTS = [
  'Fine.',
  'More.',
  '',
  '  ',
  'lone \ud800 surrogate',
  'pair 🙂',
  '(image omitted: model does not support images)',
  '(tool image omitted: model does not support images)',
];
const REASONING = [
  '{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"eA=="}',
  '{"type":"reasoning","id":"other","summary":[{"type":"summary_text","text":"s"}],"content":[]}',
  '{"type":"reasoning.text","id":" rs_2 "}',
  'reasoning_content',
  'reasoning',
  'sig',
];
const TEXT_SIGNATURES = [
  'msg_1',
  '{"v":1,"id":"msg_2"}',
  '{"v":1,"id":"msg_3","phase":"commentary"}',
  '{"v":1,"id":"msg_4","phase":"final_answer"}',
  '{"v":1,"id":""}',
  '{"v":2,"id":"msg_5"}',
  '{broken',
  'm'.repeat(70),
  'QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=',
  '',
];
const ARGUMENTS: readonly unknown[] = [
  {},
  { path: 'a' },
  { path: 'ü', n: [1, { x: null }] },
  '{"path":"a"}',
  'text',
  null,
];

function text(draw: Draw): Row {
  return {
    type: 'text',
    text: draw.of('Fine.', 'More.', ...TEXTS),
    ...(draw.chance(30) && { textSignature: draw.of(...TEXT_SIGNATURES) }),
  };
}

function image(draw: Draw): Row {
  return { type: 'image', mimeType: draw.of('image/png', 'image/jpeg'), data: draw.of('AAAA', 'BBBB') };
}

function thinking(draw: Draw, isReadable: boolean): Row {
  const signatures = isReadable ? REASONING.slice(0, 3) : REASONING;
  return {
    type: 'thinking',
    thinking: draw.of('Hm.', 'So.', '', ' '),
    ...(draw.chance(70) && { thinkingSignature: draw.of(...signatures, '') }),
    ...(draw.chance(8) && { redacted: true }),
  };
}

function call(draw: Draw): Row {
  return {
    type: 'toolCall',
    id: draw.of(...IDS),
    name: draw.of('read', 'exec', 'web_search'),
    ...(draw.chance(97) && { arguments: draw.of(...ARGUMENTS) }),
    ...(draw.chance(25) && {
      thoughtSignature: draw.of('c2ln', '{"type":"reasoning.encrypted","id":"a"}', 'null', ''),
    }),
  };
}

function user(draw: Draw): Row {
  const content = draw.chance(50)
    ? draw.of(...TEXTS)
    : draw.list(4, () => (draw.chance(60) ? text(draw) : image(draw)));
  return { role: 'user', content };
}

function assistant(draw: Draw, request: Row): Row {
  const same = { provider: request.provider, api: request.api, model: request.modelId };
  const source = draw.of<Row>(
    same,
    same,
    same,
    { ...same, model: 'another' },
    { ...same, api: 'anthropic-messages' },
    { provider: 'anthropic', api: 'anthropic-messages', model: 'claude-sonnet-4-5' },
    { ...same, provider: 'openai-codex' },
  );
  // A signature that is no JSON makes the request fail, so it is rare where signatures are read.
  const isReadable = String(request.api).endsWith('responses') && draw.chance(97);
  const content = draw.list(5, () =>
    draw.of(
      () => text(draw),
      () => thinking(draw, isReadable),
      () => call(draw),
    )(),
  );
  const stopReason = draw.chance(85) ? 'stop' : draw.of('error', 'aborted');
  return {
    role: 'assistant',
    ...source,
    content,
    stopReason,
    ...(draw.chance(8) && { phase: draw.of('commentary', 'odd') }),
  };
}

function result(draw: Draw, id: unknown): Row {
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: draw.of('read', 'exec', ' read ', ''),
    content: draw.list(3, () => (draw.chance(70) ? text(draw) : image(draw))),
    isError: draw.chance(20),
  };
}

/** A turn with the results of its calls: all, some, twice, out of order, with others between them. */
function turn(draw: Draw, request: Row): Row[] {
  const message = assistant(draw, request);
  const ids = (message.content as Row[]).filter(({ type }) => type === 'toolCall').map(({ id }) => id);
  const results = ids.flatMap((id) => [
    ...(draw.chance(80) ? [result(draw, id)] : []),
    ...(draw.chance(8) ? [result(draw, id)] : []),
    ...(draw.chance(8) ? [user(draw)] : []),
  ]);
  return [message, ...(draw.chance(10) ? results.reverse() : results)];
}

function messages(draw: Draw, request: Row): Row[] {
  const steps = draw.list(6, () =>
    draw.of(
      () => [user(draw)],
      () => turn(draw, request),
      () => turn(draw, request),
      () => (draw.chance(25) ? [result(draw, draw.of(...IDS))] : [user(draw)]),
    )(),
  );
  return [...(draw.chance(90) ? [user(draw)] : []), ...steps.flat()];
}

const SCHEMAS: readonly unknown[] = [
  { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  { type: 'object', properties: { path: { type: 'string' } }, required: ['path'], additionalProperties: false },
  { type: 'object', properties: {} },
  { type: 'object' },
  {},
  { properties: { a: {} } },
  {
    anyOf: [
      { type: 'object', properties: { a: { enum: ['x'] }, b: { type: 'number' } }, required: ['a', 'b'] },
      {
        type: 'object',
        properties: { a: { const: 'y', title: 'A' }, c: { type: 'object', properties: {} } },
        required: ['a'],
      },
    ],
    description: 'Either.',
  },
];

function tool(draw: Draw): Row {
  return { name: draw.of('read', 'exec', 'web_search'), description: 'Does it.', parameters: draw.of(...SCHEMAS) };
}

const FORMATS = ['openai', 'openrouter', 'deepseek', 'zai', 'qwen', 'qwen-chat-template'];
const FLAGS = [
  'supportsStore',
  'supportsDeveloperRole',
  'supportsReasoningEffort',
  'supportsUsageInStreaming',
  'supportsStrictMode',
  'supportsLongCacheRetention',
  'supportsPromptCacheKey',
  'requiresToolResultName',
  'requiresAssistantAfterToolResult',
  'requiresThinkingAsText',
  'requiresReasoningContentOnAssistantMessages',
  'requiresStringContent',
  'zaiToolStream',
];

function compat(draw: Draw): Row {
  const flags = Object.fromEntries(draw.list(4, () => [draw.of(...FLAGS), draw.chance(60)]));
  return {
    ...flags,
    ...(draw.chance(20) && { thinkingFormat: draw.of(...FORMATS) }),
    ...(draw.chance(10) && { maxTokensField: draw.of('max_tokens', 'max_completion_tokens') }),
    ...(draw.chance(10) && { cacheControlFormat: 'anthropic' }),
    ...(draw.chance(10) && { openRouterRouting: { only: ['a'] } }),
    ...(draw.chance(10) && { vercelGatewayRouting: draw.of<unknown>({ only: ['a'] }, { order: ['b'] }, {}) }),
    ...(draw.chance(8) && { supportedReasoningEfforts: draw.of(['low', 'high'], ['none', 'minimal'], []) }),
    ...(draw.chance(8) && { reasoningEffortMap: { high: 'xhigh', low: 'medium' } }),
  };
}

function levelMap(draw: Draw): Row {
  return Object.fromEntries(
    draw.list(3, () => [draw.of('off', 'minimal', 'low', 'high', 'xhigh'), draw.of(null, 'none', 'low', 'max')]),
  );
}

function facts(draw: Draw): Row {
  return {
    name: 'A model',
    reasoning: draw.chance(75),
    input: draw.chance(75) ? ['text', 'image'] : ['text'],
    maxTokens: draw.of(64_000, 8_192, 0),
    contextWindow: draw.of(200_000, 1_000),
    ...(draw.chance(35) && { compat: compat(draw) }),
    ...(draw.chance(30) && { thinkingLevelMap: levelMap(draw) }),
  };
}

function options(draw: Draw): Row {
  return {
    ...(draw.chance(60) && { sessionId: '0b6e-session' }),
    ...(draw.chance(30) && { cacheRetention: draw.of('none', 'short', 'long') }),
    ...(draw.chance(20) && { maxTokens: 1234 }),
    ...(draw.chance(20) && { temperature: 0.5 }),
  };
}

const EXTRA_PARAMS: readonly Row[] = [
  { temperature: 0.2, maxTokens: 99 },
  { textVerbosity: 'high' },
  { text_verbosity: 'Medium' },
  { parallel_tool_calls: false },
  { parallelToolCalls: true },
  { extra_body: { top_k: 3 } },
  { chat_template_kwargs: { enable_thinking: true } },
  { serviceTier: 'flex' },
  { serviceTier: 'standard_only' },
  { service_tier: 'Auto', fastMode: false },
  { fastMode: true },
  { fast_mode: 'disabled' },
  { tool_stream: false },
  { thinking: { type: 'enabled', keep: 'all' } },
  { thinking: 'off' },
  { provider: { order: ['x'] } },
  { qwenThinkingFormat: 'chat-template' },
  { qwen_thinking_format: 'top_level' },
  { preserveThinking: true },
  { responsesServerCompaction: false },
  { responsesCompactThreshold: 5000 },
  { cacheRetention: 'long' },
];

function wrapping(draw: Draw): Row {
  return {
    wrap: true,
    ...(draw.chance(25) && { extraParams: draw.of(...EXTRA_PARAMS) }),
    ...(draw.chance(25) && {
      thinkLevel: draw.of('off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'adaptive', 'max'),
    }),
  };
}

/** A request to a provider, with wrappers in `wrapPercent` of 100 cases. */
export function anyPayloadRequest(wrapPercent: number): fc.Arbitrary<PayloadRequest> {
  return fc.gen().map((gen) => {
    const draw = new Draw(gen);
    const endpoint = draw.of(...draw.of(...ENDPOINTS));
    const target = {
      provider: endpoint.provider,
      api: draw.of(...endpoint.apis),
      modelId: draw.of(...endpoint.modelIds),
      baseUrl: draw.of(...endpoint.baseUrls),
    };
    const request = {
      ...target,
      reasoning: draw.of('off', 'off', 'minimal', 'low', 'medium', 'high', 'xhigh'),
      // Without facts those of the catalogue count.
      ...(draw.chance(90) && { model: facts(draw) }),
      messages: messages(draw, target),
      transport: draw.of(
        'pi-ai',
        'pi-ai',
        'pi-ai',
        'auto',
        WITHOUT_OWN.has(target.api) ? 'pi-ai' : 'openclaw',
        target.api === 'openai-responses' ? 'openclaw-ws' : 'pi-ai',
      ),
      ...(draw.chance(60) && {
        systemPrompt: draw.of('Be brief.', 'A\n<!-- OPENCLAW_CACHE_BOUNDARY -->\nB \ud800', ''),
      }),
      ...(draw.chance(60) && { tools: draw.list(3, () => tool(draw)) }),
      ...(draw.chance(70) && { options: options(draw) }),
      ...(draw.chance(wrapPercent) && wrapping(draw)),
    };
    return JSON.parse(JSON.stringify(isUncertain(request) ? { ...request, transport: 'pi-ai' } : request));
  });
}

/** Whether the reference names the session to Azure depends on the plugins that earlier cases made it load. */
function isUncertain({ provider, transport, options: { sessionId } = {} }: Row & { readonly options?: Row }): boolean {
  const isSocket = transport === 'openclaw-ws';
  return String(provider).startsWith('azure') && (isSocket || (transport === 'openclaw' && sessionId !== undefined));
}
