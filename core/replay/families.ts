import { isClaude, isGemma4, keepsThinking, lower } from './model-names';
import type { Policy } from './policy';

/** A target prepared for the tables below. */
export interface Route {
  /** Normalised. */
  readonly provider: string;
  readonly api: string;
  readonly modelId: string;
}

/** A part of a policy, laid over the defaults. */
export type Needs = Partial<Policy>;

// ---- building blocks ------------------------------------------------------------------------------------------------

export const DEFAULTS: Policy = {
  sanitizeMode: 'images-only',
  sanitizeToolCallIds: false,
  preserveNativeAnthropicToolUseIds: false,
  repairToolUseResultPairing: true,
  preserveSignatures: false,
  sanitizeThinkingSignatures: false,
  dropThinkingBlocks: false,
  dropReasoningFromHistory: false,
  applyGoogleTurnOrdering: false,
  validateGeminiTurns: false,
  validateAnthropicTurns: false,
  allowSyntheticToolResults: false,
};

const STRICT_IDS: Needs = { sanitizeToolCallIds: true, toolCallIdMode: 'strict' };
export const STRICT9_IDS: Needs = { sanitizeToolCallIds: true, toolCallIdMode: 'strict9' };
const BASE64_THOUGHTS: Needs = { sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true } };

export const GEMINI: Needs = {
  ...STRICT_IDS,
  ...BASE64_THOUGHTS,
  sanitizeMode: 'full',
  applyGoogleTurnOrdering: true,
  validateGeminiTurns: true,
  allowSyntheticToolResults: true,
};

/** Anthropic's messages and Bedrock; Claude models before 4 lose the thinking of earlier turns. */
function anthropic({ modelId }: Route): Needs {
  return {
    ...STRICT_IDS,
    sanitizeMode: 'full',
    preserveSignatures: true,
    validateAnthropicTurns: true,
    allowSyntheticToolResults: true,
    dropThinkingBlocks: isClaude(modelId) && !keepsThinking(modelId),
  };
}

/** Servers that speak one of OpenAI's apis. */
function openaiCompatible({ api, modelId }: Route): Needs {
  if (isResponsesApi(api)) return STRICT_IDS;
  if (api !== 'openai-completions') return {};
  return {
    ...STRICT_IDS,
    applyGoogleTurnOrdering: true,
    validateGeminiTurns: true,
    validateAnthropicTurns: true,
    dropReasoningFromHistory: isGemma4(modelId),
  };
}

// ---- families and providers: extend here ----------------------------------------------------------------------------

/** What each family of providers needs (OpenClaw 2026.5.7, `replay.md` A.4 and A.5). */
const FAMILIES = {
  'native-anthropic': (route) => ({ ...anthropic(route), preserveNativeAnthropicToolUseIds: true }),
  'anthropic-by-model': anthropic,
  'google-gemini': () => GEMINI,
  openai: ({ api }) => (api === 'openai-completions' ? STRICT_IDS : {}),
  'openai-compatible': openaiCompatible,
  'openai-compatible-keeping-ids': (route) => withoutIds(openaiCompatible(route)),
  ollama: (route) => ({
    ...openaiCompatible(route.api === 'ollama' ? { ...route, api: 'openai-completions' } : route),
    dropReasoningFromHistory: false,
  }),
  'passthrough-gemini': ({ modelId }) => (lower(modelId).includes('gemini') ? BASE64_THOUGHTS : {}),
  'anthropic-or-openai': (route) => (isAnthropicApi(route.api) ? anthropic(route) : openaiCompatible(route)),
  mistral: () => STRICT9_IDS,
  'github-copilot': ({ modelId }) => ({ dropThinkingBlocks: isClaude(modelId) }),
  kimi: () => ({}),
  /** Providers that OpenClaw has no rules for: only the api counts. */
  other: (route) => {
    if (isAnthropicApi(route.api)) return anthropic(route);
    return GOOGLE_APIS.has(route.api) ? GEMINI : openaiCompatible(route);
  },
} satisfies Record<string, (route: Route) => Needs>;

type Family = keyof typeof FAMILIES;

/** The family of a normalised provider id; every other provider is `other` (OpenClaw 2026.5.7, `replay.md` A.3). */
const PROVIDER_FAMILIES: Readonly<Record<string, Family>> = {
  anthropic: 'native-anthropic',
  'claude-cli': 'native-anthropic',
  'anthropic-vertex': 'native-anthropic',
  'amazon-bedrock': 'anthropic-by-model',
  google: 'google-gemini',
  'google-gemini-cli': 'google-gemini',
  'google-vertex': 'google-gemini',
  openai: 'openai',
  'openai-codex': 'openai',
  deepseek: 'openai-compatible',
  fireworks: 'openai-compatible',
  xai: 'openai-compatible',
  zai: 'openai-compatible',
  arcee: 'openai-compatible',
  moonshot: 'openai-compatible-keeping-ids',
  ollama: 'ollama',
  openrouter: 'passthrough-gemini',
  kilocode: 'passthrough-gemini',
  deepinfra: 'passthrough-gemini',
  opencode: 'passthrough-gemini',
  'opencode-go': 'passthrough-gemini',
  minimax: 'anthropic-or-openai',
  'minimax-portal': 'anthropic-or-openai',
  mistral: 'mistral',
  'github-copilot': 'github-copilot',
  kimi: 'kimi',
};

/** The Google apis of the family `other` (OpenClaw 2026.5.7; `google-vertex` is not among them). */
const GOOGLE_APIS: ReadonlySet<string> = new Set(['google-generative-ai', 'google-gemini-cli']);

/** What OpenClaw 2026.5.7 does for a target. */
export function releasedPolicy(route: Route): Policy {
  return { ...DEFAULTS, ...FAMILIES[familyOf(route.provider)](route) };
}

export function familyOf(provider: string): Family {
  return lookUp(PROVIDER_FAMILIES, provider) ?? 'other';
}

/** Tells whether an api is one of the three OpenAI Responses apis. */
export function isResponsesApi(api: string | undefined): boolean {
  return api === 'openai-responses' || api === 'openai-codex-responses' || api === 'azure-openai-responses';
}

/** Tells whether an api is one that signs thinking. */
export function isAnthropicApi(api: string | undefined): boolean {
  return api === 'anthropic-messages' || api === 'bedrock-converse-stream';
}

/** Needs that leave call ids alone. */
export function withoutIds<T extends Needs>(needs: T): Omit<T, 'toolCallIdMode'> {
  const { toolCallIdMode: _, ...rest } = needs;
  return { ...rest, sanitizeToolCallIds: false, preserveNativeAnthropicToolUseIds: false };
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
