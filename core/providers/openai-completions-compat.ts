/** What an OpenAI-compatible endpoint can take: detected from provider and address, overruled by the model's facts. */
import { normalizeProvider } from '../session/providers';
import { type EndpointClass, endpointClassOf, isProxyLike } from './openai-endpoints';
import type { Model } from './types';

export type ThinkingFormat = 'openai' | 'openrouter' | 'deepseek' | 'zai' | 'qwen' | 'qwen-chat-template';

/** The switches of one endpoint (payloads.md 5.3). */
export interface Compat {
  readonly supportsStore: boolean;
  readonly supportsDeveloperRole: boolean;
  readonly supportsReasoningEffort: boolean;
  readonly supportsUsageInStreaming: boolean;
  readonly supportsStrictMode: boolean;
  readonly supportsLongCacheRetention: boolean;
  readonly maxTokensField: 'max_tokens' | 'max_completion_tokens';
  readonly requiresToolResultName: boolean;
  readonly requiresAssistantAfterToolResult: boolean;
  readonly requiresThinkingAsText: boolean;
  readonly requiresReasoningContentOnAssistantMessages: boolean;
  readonly thinkingFormat: ThinkingFormat;
  readonly zaiToolStream: boolean;
  readonly cacheControlFormat: 'anthropic' | undefined;
}

/** How kinds of endpoints are recognised (pi-ai 0.73.0, detectCompat): by provider, or by a part of the address. */
const KINDS = {
  zai: { providers: ['zai'], addresses: ['api.z.ai'] },
  moonshot: { providers: ['moonshotai', 'moonshotai-cn'], addresses: ['api.moonshot.'] },
  cloudflareWorkers: { providers: ['cloudflare-workers-ai'], addresses: ['api.cloudflare.com'] },
  cloudflareGateway: { providers: ['cloudflare-ai-gateway'], addresses: ['gateway.ai.cloudflare.com'] },
  grok: { providers: ['xai'], addresses: ['api.x.ai'] },
  deepseek: { providers: ['deepseek'], addresses: ['deepseek.com'] },
  deepseekAddress: { providers: [], addresses: ['deepseek.com'] },
  openrouter: { providers: ['openrouter'], addresses: ['openrouter.ai'] },
  cerebras: { providers: ['cerebras'], addresses: ['cerebras.ai'] },
  chutes: { providers: [], addresses: ['chutes.ai'] },
  opencode: { providers: ['opencode'], addresses: ['opencode.ai'] },
} as const;

type Kind = keyof typeof KINDS;

/** Kinds that do not follow OpenAI's own API closely. A DeepSeek provider at another address does. */
const NON_STANDARD: readonly Kind[] = [
  'cerebras',
  'grok',
  'chutes',
  'deepseekAddress',
  'zai',
  'moonshot',
  'opencode',
  'cloudflareWorkers',
  'cloudflareGateway',
];

function isKind({ provider, baseUrl }: Model, kind: Kind): boolean {
  const { providers, addresses } = KINDS[kind];
  return providers.some((name) => name === provider) || addresses.some((part) => baseUrl.includes(part));
}

/** The switches pi uses: detected ones, overruled by what the model's facts say. */
export function completionsCompat(model: Model): Compat {
  const is = (...kinds: readonly Kind[]) => kinds.some((kind) => isKind(model, kind));
  const isStandard = !is(...NON_STANDARD);
  return overrule(model, {
    supportsStore: isStandard,
    supportsDeveloperRole: isStandard,
    supportsReasoningEffort: !is('grok', 'zai', 'moonshot', 'cloudflareGateway'),
    supportsUsageInStreaming: true,
    supportsStrictMode: !is('moonshot', 'cloudflareGateway'),
    supportsLongCacheRetention: !is('cloudflareWorkers', 'cloudflareGateway'),
    maxTokensField: is('chutes', 'moonshot', 'cloudflareGateway') ? 'max_tokens' : 'max_completion_tokens',
    requiresToolResultName: false,
    requiresAssistantAfterToolResult: false,
    requiresThinkingAsText: false,
    requiresReasoningContentOnAssistantMessages: is('deepseek'),
    thinkingFormat: is('deepseek') ? 'deepseek' : is('zai') ? 'zai' : is('openrouter') ? 'openrouter' : 'openai',
    zaiToolStream: false,
    cacheControlFormat: model.provider === 'openrouter' && model.id.startsWith('anthropic/') ? 'anthropic' : undefined,
  });
}

/** The switches OpenClaw's own transport uses. */
export function ownCompletionsCompat(model: Model): Compat {
  return { ...overrule(model, ownDefaults(model)), requiresReasoningContentOnAssistantMessages: false };
}

/** A switch that the model's facts name counts as it is, as in the reference. */
function overrule(model: Model, detected: Compat): Compat {
  const named = Object.entries(model.compat).filter(([key, value]) => key in detected && value != null);
  return { ...detected, ...Object.fromEntries(named) };
}

/** OpenClaw's families of providers that differ from the provider's own id (`providerRequest` of its manifests). */
const FAMILIES: ReadonlyMap<string, string> = new Map([
  ['kimi', 'moonshot'],
  ['dashscope', 'modelstudio'],
  ['qwen', 'modelstudio'],
]);

/** Providers whose manifest says that their endpoint reports usage in a stream. */
const STREAMING_USAGE: ReadonlySet<string> = new Set(['lmstudio', 'sglang', 'vllm']);

const NON_STANDARD_ENDPOINTS: ReadonlySet<EndpointClass> = new Set([
  'cerebras-native',
  'chutes-native',
  'deepseek-native',
  'mistral-public',
  'opencode-native',
  'xai-native',
  'zai-native',
]);

const NON_STANDARD_PROVIDERS: ReadonlySet<string> = new Set([
  'cerebras',
  'chutes',
  'deepseek',
  'opencode',
  'xai',
  'zai',
]);

/** OpenClaw 2026.5.7, resolveOpenAICompletionsCompatDefaults. */
function ownDefaults(model: Model): Compat {
  const endpoint = endpointClassOf(model.baseUrl);
  const provider = normalizeProvider(model.provider);
  const family = FAMILIES.get(provider) ?? provider;
  const isDefault = endpoint === 'default';
  const isForeign = !isDefault && endpoint !== 'openai-public';
  const isAt = (name: string, native: EndpointClass) => endpoint === native || (isDefault && provider === name);
  const isNonStandard = NON_STANDARD_ENDPOINTS.has(endpoint) || (isDefault && NON_STANDARD_PROVIDERS.has(provider));
  const isMoonshotLike =
    ['moonshot', 'modelstudio'].includes(family) || ['moonshot-native', 'modelstudio-native'].includes(endpoint);
  const isZai = isAt('zai', 'zai-native');
  const reportsUsage = ['moonshot-native', 'modelstudio-native'].includes(endpoint);
  return {
    supportsStore: !isNonStandard && family !== 'mistral' && !isProxyLike(endpoint),
    supportsDeveloperRole: !isNonStandard && !isMoonshotLike && !isForeign,
    supportsReasoningEffort: !isZai && family !== 'mistral' && endpoint !== 'xai-native' && !isProxyLike(endpoint),
    supportsUsageInStreaming: STREAMING_USAGE.has(provider) || (!isNonStandard && (!isForeign || reportsUsage)),
    supportsStrictMode: !isZai && !isForeign,
    supportsLongCacheRetention: true,
    maxTokensField:
      isAt('chutes', 'chutes-native') || endpoint === 'mistral-public' || family === 'mistral'
        ? 'max_tokens'
        : 'max_completion_tokens',
    requiresToolResultName: false,
    requiresAssistantAfterToolResult: false,
    requiresThinkingAsText: false,
    requiresReasoningContentOnAssistantMessages: false,
    thinkingFormat: isAt('deepseek', 'deepseek-native')
      ? 'deepseek'
      : isZai
        ? 'zai'
        : provider === 'openrouter' || endpoint === 'openrouter'
          ? 'openrouter'
          : 'openai',
    zaiToolStream: false,
    cacheControlFormat: undefined,
  };
}

/**
 * The model as an OpenClaw run hands it to pi: switches that its facts leave open and that OpenClaw finds off are
 * filled in (payloads.md 5.4; OpenClaw 2026.5.7, normalizeModelCompat).
 */
export function normalizeCompletionsModel(model: Model): Model {
  if (model.api !== 'openai-completions' || model.baseUrl === '') return model;
  const { supportsDeveloperRole, supportsUsageInStreaming, supportsStrictMode } = ownDefaults(model);
  if (supportsDeveloperRole && supportsUsageInStreaming && supportsStrictMode) return model;
  const named = model.compat;
  return {
    ...model,
    compat: {
      ...named,
      supportsDeveloperRole: named.supportsDeveloperRole === true,
      supportsUsageInStreaming: named.supportsUsageInStreaming ?? supportsUsageInStreaming,
      supportsStrictMode: named.supportsStrictMode ?? supportsStrictMode,
    },
  };
}
