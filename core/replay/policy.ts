import { normalizeProvider } from '../session/providers';
import type { Profile } from '../types';
import type { ToolCallIdMode } from './tool-call-ids';

/**
 * What a target needs of a history: which replay passes run, and how (`replay.md` A.1). Field names are OpenClaw's.
 * Optional fields are absent, never undefined.
 */
export interface Policy {
  /** No pass reads it; part of OpenClaw's policy. */
  readonly sanitizeMode: 'full' | 'images-only';
  /** Passes 3 and 10. */
  readonly sanitizeToolCallIds: boolean;
  readonly toolCallIdMode?: ToolCallIdMode;
  /** Passes 3 and 10 keep `toolu_…`. */
  readonly preserveNativeAnthropicToolUseIds: boolean;
  /** Passes 8, 11 and 20. */
  readonly repairToolUseResultPairing: boolean;
  /** Pass 5 runs, and pass 4 keeps thought signatures. */
  readonly preserveSignatures: boolean;
  /** How pass 4 treats Gemini thought signatures. */
  readonly sanitizeThoughtSignatures?: { readonly allowBase64Only: true; readonly includeCamelCase: true };
  /** Never set, never read; part of OpenClaw's policy. */
  readonly sanitizeThinkingSignatures: boolean;
  /** Pass 6b. */
  readonly dropThinkingBlocks: boolean;
  /** Pass 6a. */
  readonly dropReasoningFromHistory: boolean;
  /** Pass 16. */
  readonly applyGoogleTurnOrdering: boolean;
  /** Pass 18. */
  readonly validateGeminiTurns: boolean;
  /** Pass 19. */
  readonly validateAnthropicTurns: boolean;
  /** Read by OpenClaw's write-time guard only; replay makes results up regardless. */
  readonly allowSyntheticToolResults: boolean;
  /** Profile `documented` only: thinking of Claude on Antigravity is normalised (`antigravity.ts`). */
  readonly normalizeAntigravityThinking?: true;
}

/** What a session would be sent to, as written; every part may be missing. */
export interface PolicyTarget {
  readonly provider?: string | undefined;
  readonly modelApi?: string | undefined;
  readonly modelId?: string | undefined;
}

/** A target prepared for the tables below. */
interface Route {
  /** Normalised. */
  readonly provider: string;
  readonly api: string;
  readonly modelId: string;
}

/** A part of a policy, laid over the defaults. */
type Needs = Partial<Policy>;

// ---- building blocks ------------------------------------------------------------------------------------------------

const DEFAULTS: Policy = {
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
const STRICT9_IDS: Needs = { sanitizeToolCallIds: true, toolCallIdMode: 'strict9' };
const BASE64_THOUGHTS: Needs = { sanitizeThoughtSignatures: { allowBase64Only: true, includeCamelCase: true } };

const GEMINI: Needs = {
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

const ANTIGRAVITY = 'google-antigravity';

/** Providers whose calls keep their ids (`documented.md`). */
const PROVIDERS_KEEPING_IDS: ReadonlySet<string> = new Set([
  'openai',
  'openai-codex',
  'azure-openai',
  'azure-openai-responses',
]);

/** Names of Mistral's models (`documented.md`). */
const MISTRAL_NAMES = ['mistral', 'mixtral', 'codestral', 'pixtral', 'devstral', 'ministral'];

/**
 * What OpenClaw's document promises beyond the release, as far as it is policy (`documented.md`). Rows apply in this
 * order, each to the policy the ones before it made.
 */
const DOCUMENTED_ROWS: readonly {
  readonly promise: string;
  readonly when: (route: Route) => boolean;
  readonly change: (policy: Policy) => Policy;
}[] = [
  {
    promise: 'Antigravity is treated as Google on any api',
    when: ({ provider, api }) => provider === ANTIGRAVITY || (api === ANTIGRAVITY && familyOf(provider) === 'other'),
    change: () => ({ ...DEFAULTS, ...GEMINI }),
  },
  {
    promise: 'thinking of Claude on Antigravity is normalised',
    when: ({ provider, api, modelId }) => (provider === ANTIGRAVITY || api === ANTIGRAVITY) && isClaude(modelId),
    change: (policy) => ({ ...policy, normalizeAntigravityThinking: true }),
  },
  {
    promise: 'OpenAI, Codex and Azure keep call ids on any api',
    when: ({ provider }) => PROVIDERS_KEEPING_IDS.has(provider),
    change: withoutIds,
  },
  {
    promise: 'Gemma 4 loses historical reasoning on any OpenAI-compatible server',
    when: ({ api, modelId }) => (api === 'openai-completions' || api === 'ollama') && isGemma4(modelId),
    change: (policy) => ({ ...policy, dropReasoningFromHistory: true }),
  },
  {
    promise: 'Mistral models get nine-character ids from any provider, in place of its own id rule',
    when: ({ modelId }) => isMistralModel(modelId),
    change: (policy) => ({ ...policy, ...STRICT9_IDS, preserveNativeAnthropicToolUseIds: false }),
  },
];

// ---- resolving ------------------------------------------------------------------------------------------------------

/**
 * The policy of a target under a profile. The api is compared as written, provider and model id without regard to
 * case.
 *
 * - `openclaw-2026.5.7`: what the release does in a fresh process and without configuration (`replay.md` part A).
 * - `documented`: the same with the rows of `documented.md` that are policy.
 * - `pi`: the defaults with pairing off, so that no pass of OpenClaw's has anything to do. Passes that always run are
 *   the caller's to leave out.
 */
export function resolvePolicy(target: PolicyTarget, profile: Profile): Policy {
  if (profile === 'pi') return { ...DEFAULTS, repairToolUseResultPairing: false };
  const route = routeOf(target);
  const released: Policy = { ...DEFAULTS, ...FAMILIES[familyOf(route.provider)](route) };
  if (profile !== 'documented') return released;
  return rowsFor(route).reduce((policy, { change }) => change(policy), released);
}

/**
 * What the document promises for a target although OpenClaw 2026.5.7 does otherwise, a phrase each. Promises that
 * change nothing for the target are left out.
 */
export function documentedDepartures(target: PolicyTarget): string[] {
  const route = routeOf(target);
  const kept: string[] = [];
  rowsFor(route).reduce(
    (policy, { promise, change }) => {
      const changed = change(policy);
      if (JSON.stringify(changed) !== JSON.stringify(policy)) kept.push(promise);
      return changed;
    },
    resolvePolicy(target, 'openclaw-2026.5.7'),
  );
  return kept;
}

function routeOf({ provider = '', modelApi = '', modelId = '' }: PolicyTarget): Route {
  return { provider: normalizeProvider(provider), api: modelApi, modelId };
}

function rowsFor(route: Route): (typeof DOCUMENTED_ROWS)[number][] {
  return DOCUMENTED_ROWS.filter(({ when }) => when(route));
}

function familyOf(provider: string): Family {
  return lookUp(PROVIDER_FAMILIES, provider) ?? 'other';
}

/** Tells whether a model id names a Claude model. */
export function isClaude(modelId: string): boolean {
  return lower(modelId).includes('claude');
}

/** Tells whether a Claude model wants the thinking of earlier turns back: 4 and later (OpenClaw 2026.5.7). */
export function keepsThinking(modelId: string): boolean {
  return isClaude(modelId) && /(?:opus|sonnet|haiku)-4|claude-(?:[5-9]|\d{2})/.test(lower(modelId));
}

/** Tells whether a model id names Gemma 4, whose reasoning must not come back (OpenClaw 2026.5.7). */
export function isGemma4(modelId: string): boolean {
  return /(?:^|[/_:-])gemma[-_]?4(?:$|[/_.:-])/.test(lower(modelId));
}

/** Tells whether a model id names one of Mistral's models (`documented.md`). */
export function isMistralModel(modelId: string): boolean {
  const id = lower(modelId);
  return MISTRAL_NAMES.some((name) => id.includes(name));
}

/** Tells whether an api is one of the three OpenAI Responses apis. */
export function isResponsesApi(api: string | undefined): boolean {
  return api === 'openai-responses' || api === 'openai-codex-responses' || api === 'azure-openai-responses';
}

/** Tells whether signed thinking turns are replayed as they are (`replay.md` A.1, allowThinkingReplay). */
export function allowThinkingReplay(policy: Policy, api: string | undefined): boolean {
  return (
    isAnthropicApi(api) && policy.validateAnthropicTurns && policy.preserveSignatures && !policy.dropThinkingBlocks
  );
}

function isAnthropicApi(api: string | undefined): boolean {
  return api === 'anthropic-messages' || api === 'bedrock-converse-stream';
}

function withoutIds<T extends Needs>(needs: T): Omit<T, 'toolCallIdMode'> {
  const { toolCallIdMode: _, ...rest } = needs;
  return { ...rest, sanitizeToolCallIds: false, preserveNativeAnthropicToolUseIds: false };
}

function lower(id: string): string {
  return id.trim().toLowerCase();
}

function lookUp<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
