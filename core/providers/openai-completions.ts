/** openai-completions as pi sends it (payloads.md 5; pi-ai 0.73.0). */
import { clampLevel, effortName, outputLimit } from './levels';
import { type CacheControl, markMessages } from './openai-completions-cache';
import { type Compat, completionsCompat } from './openai-completions-compat';
import { chatMessages } from './openai-completions-messages';
import type { Converted, Origins, Payload } from './parts';
import type { ConverterInput, Message, Model } from './types';

export function toOpenAICompletions(input: ConverterInput): Converted {
  const { model, options } = input;
  const compat = completionsCompat(model);
  const origins: Origins = new Map();
  const marker = cacheMarker(input, compat);
  const messages = chatMessages(input, compat, origins);
  const limit = outputLimit(input);
  const payload = {
    model: model.id,
    messages: marker ? markMessages(messages, marker, origins) : messages,
    stream: true,
    ...cache(input, compat),
    ...(compat.supportsUsageInStreaming ? { stream_options: { include_usage: true } } : {}),
    ...(compat.supportsStore ? { store: false } : {}),
    ...(limit === undefined ? {} : { [compat.maxTokensField]: limit }),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...tools(input, compat, marker),
    ...reasoning(input, compat),
    ...routing(model),
  };
  return { payload, origins };
}

function cacheMarker({ options }: ConverterInput, compat: Compat): CacheControl | undefined {
  if (compat.cacheControlFormat !== 'anthropic' || options.cacheRetention === 'none') return undefined;
  const isLong = options.cacheRetention === 'long' && compat.supportsLongCacheRetention;
  return { type: 'ephemeral', ...(isLong ? { ttl: '1h' } : {}) };
}

function cache({ model, options }: ConverterInput, { supportsLongCacheRetention }: Compat): Payload {
  const retention = options.cacheRetention ?? 'short';
  const isLong = retention === 'long' && supportsLongCacheRetention;
  const isKeyed = isLong || (retention !== 'none' && model.baseUrl.includes('api.openai.com'));
  return {
    ...(isKeyed && options.sessionId !== undefined ? { prompt_cache_key: options.sessionId } : {}),
    ...(isLong ? { prompt_cache_retention: '24h' } : {}),
  };
}

/** Without tools, a history with calls or results still gets an empty list: some proxies to Anthropic ask for it. */
function tools({ tools: declared = [], messages }: ConverterInput, compat: Compat, marker?: CacheControl): Payload {
  if (declared.length === 0) return messages.some(usesTools) ? { tools: [] } : {};
  const last = declared.length - 1;
  return {
    tools: declared.map(({ name, description, parameters }, at) => ({
      type: 'function',
      function: { name, description, parameters, ...(compat.supportsStrictMode ? { strict: false } : {}) },
      ...(marker && at === last ? { cache_control: marker } : {}),
    })),
    ...(compat.zaiToolStream ? { tool_stream: true } : {}),
  };
}

/** Whether a message holds a call or is the result of one. */
export function usesTools(message: Message): boolean {
  if (message.role === 'assistant') return message.content.some(({ type }) => type === 'toolCall');
  return message.role === 'toolResult';
}

/** How an endpoint hears of the thinking level, by its format; only for reasoning models. */
function reasoning({ model, level }: ConverterInput, compat: Compat): Payload {
  if (!model.reasoning) return {};
  const fitted = clampLevel(model, level);
  const effort = fitted === 'off' ? undefined : effortName(model, fitted);
  const { off } = model.thinkingLevelMap;
  const isOn = effort !== undefined;
  switch (compat.thinkingFormat) {
    case 'zai':
    case 'qwen':
      return { enable_thinking: isOn };
    case 'qwen-chat-template':
      return { chat_template_kwargs: { enable_thinking: isOn, preserve_thinking: true } };
    case 'deepseek':
      return isOn ? { thinking: { type: 'enabled' }, reasoning_effort: effort } : { thinking: { type: 'disabled' } };
    case 'openrouter':
      if (isOn) return { reasoning: { effort } };
      return off === null ? {} : { reasoning: { effort: off ?? 'none' } };
    default:
      if (!compat.supportsReasoningEffort) return {};
      if (isOn) return { reasoning_effort: effort };
      return typeof off === 'string' ? { reasoning_effort: off } : {};
  }
}

/** Which of its providers a router may use, as the model's facts say. */
function routing({ baseUrl, compat }: Model): Payload {
  const { openRouterRouting, vercelGatewayRouting } = compat;
  const gateway = (vercelGatewayRouting ?? {}) as { readonly only?: unknown; readonly order?: unknown };
  const isGateway = baseUrl.includes('ai-gateway.vercel.sh') && (gateway.only || gateway.order);
  return {
    ...(baseUrl.includes('openrouter.ai') && openRouterRouting ? { provider: openRouterRouting } : {}),
    ...(isGateway
      ? {
          providerOptions: {
            gateway: {
              ...(gateway.only ? { only: gateway.only } : {}),
              ...(gateway.order ? { order: gateway.order } : {}),
            },
          },
        }
      : {}),
  };
}
