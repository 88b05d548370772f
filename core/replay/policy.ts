import { normalizeProvider } from '../session/providers';
import type { Profile } from '../types';
import {
  DEFAULTS,
  familyOf,
  GEMINI,
  isAnthropicApi,
  type Route,
  releasedPolicy,
  STRICT9_IDS,
  withoutIds,
} from './families';
import { isClaude, isGemma4, isMistralModel } from './model-names';
import type { ToolCallIdMode } from './tool-call-ids';

export { isResponsesApi } from './families';
export { isClaude, isGemma4, isMistralModel, keepsThinking } from './model-names';

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
  /** Profile `documented` only: thinking of Claude on Antigravity is normalised (`passes/antigravity-thinking.ts`). */
  readonly normalizeAntigravityThinking?: true;
}

/** What a session would be sent to, as written; every part may be missing. */
export interface PolicyTarget {
  readonly provider?: string | undefined;
  readonly modelApi?: string | undefined;
  readonly modelId?: string | undefined;
}

const ANTIGRAVITY = 'google-antigravity';

/** Providers whose calls keep their ids (`documented.md`). */
const PROVIDERS_KEEPING_IDS: ReadonlySet<string> = new Set([
  'openai',
  'openai-codex',
  'azure-openai',
  'azure-openai-responses',
]);

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
  const released = releasedPolicy(route);
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

/** Tells whether signed thinking turns are replayed as they are (`replay.md` A.1, allowThinkingReplay). */
export function allowThinkingReplay(policy: Policy, api: string | undefined): boolean {
  return (
    isAnthropicApi(api) && policy.validateAnthropicTurns && policy.preserveSignatures && !policy.dropThinkingBlocks
  );
}
