/** What OpenClaw changes in the body of every Responses request (payloads.md 9.3; OpenClaw 2026.5.7). */
import { supportedEfforts } from './openai-efforts';
import { endpointClassOf, isNativeOpenAIEndpoint, isNativeOpenAIRoute, isProxyLike } from './openai-endpoints';
import { type Payload, without } from './parts';
import type { Model } from './types';

const RESPONSES_APIS: ReadonlySet<string> = new Set([
  'openai-responses',
  'azure-openai-responses',
  'openai-codex-responses',
]);

/** Providers that may keep a response at OpenAI or Azure. */
const STORING_PROVIDERS: ReadonlySet<string> = new Set(['openai', 'azure-openai', 'azure-openai-responses']);

export function isResponsesApi(api: string): boolean {
  return RESPONSES_APIS.has(api);
}

/** `reasoning` goes where it says only that there is none and the endpoint or the model does not know that. */
export function dropUnsupportedReasoning(payload: Payload, model: Model): Payload {
  if (!isResponsesApi(model.api)) return payload;
  const provider = model.provider.trim().toLowerCase();
  const isNative = isNativeOpenAIRoute(provider, endpointClassOf(model.baseUrl));
  if (provider === 'xai' && !isNative) return without(payload, 'reasoning');
  const reasoning = payload.reasoning as { readonly effort?: unknown } | undefined;
  if (reasoning?.effort !== 'none' || (isNative && supportedEfforts(model).includes('none'))) return payload;
  return without(payload, 'reasoning');
}

/** `store`, `context_management` and the prompt cache, as the endpoint takes them. */
export function applyStorePolicy(
  payload: Payload,
  model: Model,
  extraParams: Readonly<Record<string, unknown>>,
): Payload {
  if (!isResponsesApi(model.api)) return payload;
  const { supportsStore, supportsPromptCacheKey } = model.compat;
  const endpoint = endpointClassOf(model.baseUrl);
  const mayStore =
    supportsStore !== false &&
    STORING_PROVIDERS.has(model.provider.trim().toLowerCase()) &&
    isNativeOpenAIEndpoint(endpoint);
  const stored = mayStore ? { ...payload, store: true } : supportsStore === false ? without(payload, 'store') : payload;
  const losesCache =
    supportsPromptCacheKey === true ? false : supportsPromptCacheKey === false || isProxyLike(endpoint);
  const cached = losesCache ? without(stored, 'prompt_cache_key', 'prompt_cache_retention') : stored;
  const { responsesServerCompaction: wish, responsesCompactThreshold } = extraParams;
  const compacts = mayStore && wish !== false && (wish === true || model.provider === 'openai');
  if (!compacts || cached.context_management !== undefined) return cached;
  const threshold = positiveInteger(responsesCompactThreshold) ?? compactThreshold(model);
  return { ...cached, context_management: [{ type: 'compaction', compact_threshold: threshold }] };
}

/** Tokens after which OpenAI compacts by itself. */
function compactThreshold({ contextWindow }: Model): number {
  const tokens = positiveInteger(contextWindow);
  return tokens ? Math.max(1000, Math.floor(tokens * 0.7)) : 80_000;
}

function positiveInteger(value: unknown): number | undefined {
  const number = typeof value === 'string' ? Number.parseInt(value, 10) : value;
  return typeof number === 'number' && Number.isFinite(number) && number > 0 ? Math.floor(number) : undefined;
}
