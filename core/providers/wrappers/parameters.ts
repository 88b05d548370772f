/** Model parameters of an OpenClaw configuration that reach the body (payloads.md 9; OpenClaw 2026.5.7, extra-params). */

import { normalizeProvider } from '../../session/providers';
import { endpointClassOf, isNativeOpenAIRoute } from '../openai-endpoints';
import { without } from '../parts';
import type { ConverterInput, Model, PayloadOptions } from '../types';
import { type ExtraParams, patchMembers } from './wrapper';

/** What OpenClaw sets for GPT-5 when the configuration says nothing. */
const GPT_5_DEFAULTS: ExtraParams = { parallel_tool_calls: true, text_verbosity: 'low' };

/** How requests to OpenAI travel, where a parameter says so. */
const TRANSPORTS: ReadonlySet<unknown> = new Set(['auto', 'sse', 'websocket']);

/** The parameters that count for a model: OpenClaw's defaults, overruled by the given ones. */
export function effectiveParams({ provider, id }: Model, given: ExtraParams): ExtraParams {
  const isGpt5 = ['openai', 'openai-codex'].includes(provider) && /^gpt-5(?:[.-]|$)/i.test(id);
  const params = isGpt5 ? { ...GPT_5_DEFAULTS, ...given } : given;
  // The openai plugin keeps the web socket off.
  const isDefaulted = normalizeProvider(provider) === 'openai' && !TRANSPORTS.has(given.transport);
  return isDefaulted ? { ...params, transport: 'sse' } : params;
}

/** Parameters that the converter reads as options; an option of the request itself counts more. */
export function applyOptionParams(input: ConverterInput, params: ExtraParams): ConverterInput {
  const { temperature, maxTokens } = params;
  const cacheRetention = cacheRetentionOf(input.model, params);
  const options: PayloadOptions = {
    ...(typeof temperature === 'number' ? { temperature } : {}),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    ...(cacheRetention === undefined ? {} : { cacheRetention }),
    ...input.options,
  };
  return { ...input, options };
}

const RETENTIONS: ReadonlySet<unknown> = new Set(['none', 'short', 'long']);
const RETENTION_OF_TTL: Readonly<Record<string, PayloadOptions['cacheRetention']>> = { '5m': 'short', '1h': 'long' };

/** How long Anthropic's and Gemini's caches keep a prompt; only some routes read the parameter. */
function cacheRetentionOf(model: Model, params: ExtraParams): PayloadOptions['cacheRetention'] {
  const { cacheRetention, cacheControlTtl } = params;
  const provider = model.provider.trim().toLowerCase();
  const isDirect = provider === 'anthropic' || provider === 'anthropic-vertex';
  const isStated = cacheRetention !== undefined || cacheControlTtl !== undefined;
  if (!isDirect && !(isStated && readsRetention(model, provider))) return undefined;
  if (RETENTIONS.has(cacheRetention)) return cacheRetention as PayloadOptions['cacheRetention'];
  return RETENTION_OF_TTL[String(cacheControlTtl)] ?? (isDirect ? 'short' : undefined);
}

function readsRetention({ api, id }: Model, provider: string): boolean {
  const lowerId = id.trim().toLowerCase();
  if (provider === 'amazon-bedrock')
    return isBedrockClaude(lowerId) || lowerId.includes(':application-inference-profile/');
  if (api === 'google-generative-ai') return /^gemini-(?:2\.5|3)/.test(lowerId);
  return api === 'anthropic-messages';
}

/** Whether an id in lower case names Claude on Bedrock. */
export function isBedrockClaude(lowerId: string): boolean {
  if (lowerId.includes('anthropic.claude') || lowerId.includes('anthropic/claude')) return true;
  if (!/^arn:aws(?:-cn|-us-gov)?:bedrock:/.test(lowerId)) return false;
  return (lowerId.split(':application-inference-profile/')[1] ?? '').includes('claude');
}

/** `chat_template_kwargs` and `extra_body`, for chat completions. */
export const addBodyParams = patchMembers((payload, { model, extraParams }) => {
  if (model.api !== 'openai-completions') return payload;
  const kwargs = objectOf(extraParams.chat_template_kwargs ?? extraParams.chatTemplateKwargs);
  const body = objectOf(extraParams.extra_body ?? extraParams.extraBody);
  const merged = { ...objectOf(payload.chat_template_kwargs), ...kwargs };
  return { ...payload, ...(kwargs ? { chat_template_kwargs: merged } : {}), ...body };
});

function objectOf(value: unknown): object | undefined {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject && Object.keys(value).length > 0 ? value : undefined;
}

/** `store` belongs to OpenAI's own chat completions. */
export const dropForeignStore = patchMembers((payload, { model }) => {
  const isNative = isNativeOpenAIRoute(normalizeProvider(model.provider), endpointClassOf(model.baseUrl));
  return model.api === 'openai-completions' && !isNative ? without(payload, 'store') : payload;
});

const PARALLEL_APIS: ReadonlySet<string> = new Set([
  'openai-completions',
  'openai-responses',
  'openai-codex-responses',
  'azure-openai-responses',
]);

/** `parallel_tool_calls`, where a parameter or OpenClaw's default says so. */
export const setParallelCalls = patchMembers((payload, { model, extraParams }) => {
  const wish = extraParams.parallel_tool_calls ?? extraParams.parallelToolCalls;
  return PARALLEL_APIS.has(model.api) && typeof wish === 'boolean'
    ? { ...payload, parallel_tool_calls: wish }
    : payload;
});
