/** openai-completions as pi sends it (payloads.md 5; pi-ai 0.73.0). */
import type { ChatCompletionCreateParamsStreaming, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { FunctionParameters, ReasoningEffort } from 'openai/resources/shared';
import { clampLevel, effortName, outputLimit } from './levels';
import { type CacheControl, markMessages } from './openai-completions-cache';
import { type Compat, completionsCompat } from './openai-completions-compat';
import { chatMessages } from './openai-completions-messages';
import { type Converted, draftOf, type Origins } from './parts';
import type { ConverterInput, Message, Model } from './types';

/** The body of a request. */
export type ChatBody = ChatCompletionCreateParamsStreaming & OtherEndpoints;

/** What other endpoints than OpenAI's take. */
interface OtherEndpoints {
  enable_thinking?: boolean;
  chat_template_kwargs?: { enable_thinking: boolean; preserve_thinking: boolean };
  thinking?: { type: 'enabled' | 'disabled' };
  reasoning?: { effort: string };
  tool_stream?: boolean;
  provider?: unknown;
  providerOptions?: unknown;
}

export function toOpenAICompletions(input: ConverterInput): Converted {
  const { model, options } = input;
  const compat = completionsCompat(model);
  const origins: Origins = new Map();
  const marker = cacheMarker(input, compat);
  const messages = chatMessages(input, compat, origins);
  const limit = outputLimit(input);
  const body: ChatBody = {
    model: model.id,
    messages: marker ? markMessages(messages, marker, origins) : messages,
    stream: true,
    ...cache(input, compat),
    ...(compat.supportsUsageInStreaming ? { stream_options: { include_usage: true } } : {}),
    ...(compat.supportsStore ? { store: false } : {}),
    ...(limit === undefined ? {} : limitOf(limit, compat)),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...tools(input, compat, marker),
    ...reasoning(input, compat),
    ...routing(model),
  };
  return draftOf(body, origins);
}

/** The output limit under the name that the endpoint has for it. */
export function limitOf(
  limit: number,
  { maxTokensField }: Compat,
): Pick<ChatBody, 'max_tokens' | 'max_completion_tokens'> {
  return { [maxTokensField]: limit };
}

function cacheMarker({ options }: ConverterInput, compat: Compat): CacheControl | undefined {
  if (compat.cacheControlFormat !== 'anthropic' || options.cacheRetention === 'none') return undefined;
  const isLong = options.cacheRetention === 'long' && compat.supportsLongCacheRetention;
  return { type: 'ephemeral', ...(isLong ? { ttl: '1h' } : {}) };
}

function cache(
  { model, options }: ConverterInput,
  { supportsLongCacheRetention }: Compat,
): Pick<ChatBody, 'prompt_cache_key' | 'prompt_cache_retention'> {
  const retention = options.cacheRetention ?? 'short';
  const isLong = retention === 'long' && supportsLongCacheRetention;
  const isKeyed = isLong || (retention !== 'none' && model.baseUrl.includes('api.openai.com'));
  return {
    ...(isKeyed && options.sessionId !== undefined ? { prompt_cache_key: options.sessionId } : {}),
    ...(isLong ? { prompt_cache_retention: '24h' } : {}),
  };
}

/** Without tools, a history with calls or results still gets an empty list: some proxies to Anthropic ask for it. */
function tools(
  { tools: declared = [], messages }: ConverterInput,
  compat: Compat,
  marker?: CacheControl,
): Pick<ChatBody, 'tools' | 'tool_stream'> {
  if (declared.length === 0) return messages.some(usesTools) ? { tools: [] } : {};
  const last = declared.length - 1;
  return {
    tools: declared.map(
      ({ name, description, parameters }, at): ChatCompletionTool => ({
        type: 'function',
        function: {
          name,
          description,
          parameters: parameters as FunctionParameters,
          ...(compat.supportsStrictMode ? { strict: false } : {}),
        },
        ...(marker && at === last ? { cache_control: marker } : {}),
      }),
    ),
    ...(compat.zaiToolStream ? { tool_stream: true } : {}),
  };
}

/** Whether a message holds a call or is the result of one. */
export function usesTools(message: Message): boolean {
  if (message.role === 'assistant') return message.content.some(({ type }) => type === 'toolCall');
  return message.role === 'toolResult';
}

/** How an endpoint hears of the thinking level, by its format; only for reasoning models. */
function reasoning({ model, level }: ConverterInput, compat: Compat): Partial<ChatBody> {
  if (!model.reasoning) return {};
  const fitted = clampLevel(model, level);
  const effort = fitted === 'off' ? undefined : (effortName(model, fitted) as NonNullable<ReasoningEffort>);
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
      return typeof off === 'string' ? { reasoning_effort: off as ReasoningEffort } : {};
  }
}

/** Which of its providers a router may use, as the model's facts say. */
function routing({ baseUrl, compat }: Model): Pick<ChatBody, 'provider' | 'providerOptions'> {
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
