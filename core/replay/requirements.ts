import { MAX_PIXELS } from '../images/pixel-limit';
import { normalizeProvider } from '../session/providers';
import type { Profile, Severity, Target } from '../types';
import { isClaude, isMistralModel, isResponsesApi, type Policy, resolvePolicy } from './policy';

/** Targets that ask the same of a history (targets specification, section 2). */
export type Family = 'ANT' | 'BED' | 'RSP' | 'CHAT' | 'GOO' | 'MIS' | 'OTHER';

/** A target with all that rules ask about it. */
export interface TargetView {
  readonly target: Target;
  readonly family: Family;
  /** In the profile in force. */
  readonly policy: Policy;
  /** What OpenClaw 2026.5.7 itself does, whatever the profile; under `pi` nothing. */
  readonly releasePolicy: Policy;
}

type Condition = (view: TargetView) => boolean;

/** What a family says of a rule: a severity, and when. */
interface Need {
  readonly severity: Severity;
  readonly when?: Condition;
}

const GOOGLE_APIS: ReadonlySet<string> = new Set([
  'google-generative-ai',
  'google-gemini-cli',
  'google-vertex',
  'google-antigravity',
]);
const CHAT_APIS: ReadonlySet<string> = new Set(['openai-completions', 'ollama']);

/** A target as the rules see it, under a profile. */
export function viewTarget(target: Target, profile: Profile): TargetView {
  const key = { provider: target.provider, modelApi: target.api, modelId: target.model };
  const releaseProfile = profile === 'pi' ? 'pi' : 'openclaw-2026.5.7';
  return {
    target,
    family: familyOf(target),
    policy: resolvePolicy(key, profile),
    releasePolicy: resolvePolicy(key, releaseProfile),
  };
}

/** The family of a target. What a Mistral model refuses does not depend on who prepares the request. */
function familyOf({ provider, api, model }: Target): Family {
  if (api === 'mistral-conversations' || normalizeProvider(provider) === 'mistral' || isMistralModel(model))
    return 'MIS';
  if (api === 'anthropic-messages') return 'ANT';
  if (api === 'bedrock-converse-stream') return 'BED';
  if (isResponsesApi(api)) return 'RSP';
  if (GOOGLE_APIS.has(api)) return 'GOO';
  return CHAT_APIS.has(api) ? 'CHAT' : 'OTHER';
}

const claude: Condition = ({ target }) => isClaude(target.model);
const withLevel: Condition = ({ target }) => target.level !== 'off';
const notKimi: Condition = ({ target }) => normalizeProvider(target.provider) !== 'kimi';
const antigravityClaude: Condition = (view) => isAntigravity(view) && claude(view);
const both =
  (first: Condition, second: Condition): Condition =>
  (view) =>
    first(view) && second(view);
const refusesPrefill: Condition = (view) => withLevel(view) || isClaude46(view.target.model);
const openRouterClaude: Condition = (view) =>
  normalizeProvider(view.target.provider) === 'openrouter' &&
  view.target.model.toLowerCase().startsWith('anthropic/') &&
  withLevel(view);

/** Claude behind Google's Antigravity, whose signatures have a form of their own. */
export function isAntigravity({ target }: TargetView): boolean {
  return normalizeProvider(target.provider) === 'google-antigravity' || target.api === 'google-antigravity';
}

/** A Claude of 4.6 and later refuses a trailing assistant turn (targets specification, section 3). */
function isClaude46(model: string): boolean {
  const id = model.toLowerCase();
  if (!id.includes('claude')) return false;
  return /opus-4[-.][67]|sonnet-4[-.]6|claude-(?:[a-z]+-)?[5-9]/.test(id);
}

const always = (severity: Severity): Need => ({ severity });
const when = (severity: Severity, condition: Condition): Need => ({ severity, when: condition });

/**
 * What each family needs of a history, rule by rule (targets specification, section 3). A family that is missing is
 * silent. Rows of one rule that differ by the turn have names of their own.
 */
const NEEDS = {
  'empty-tool-result': { ANT: always('error'), BED: always('error') },
  'consecutive-turns: users': {
    ANT: when('information', ({ policy }) => policy.validateAnthropicTurns),
    BED: when('information', ({ policy }) => policy.validateAnthropicTurns),
    CHAT: when('information', ({ policy }) => policy.validateAnthropicTurns),
  },
  'consecutive-turns: assistants': {
    CHAT: when('information', ({ policy }) => policy.validateGeminiTurns),
    GOO: when('information', ({ policy }) => policy.validateGeminiTurns),
  },
  'assistant-first': {
    ANT: always('warning'),
    BED: always('error'),
    CHAT: when('warning', ({ policy }) => policy.applyGoogleTurnOrdering),
    GOO: always('error'),
  },
  'trailing-assistant': {
    ANT: when('hint', refusesPrefill),
    BED: when('hint', refusesPrefill),
    CHAT: when('hint', openRouterClaude),
    OTHER: when('hint', openRouterClaude),
    MIS: always('hint'),
  },
  'unsigned-thinking: signing api': {
    ANT: when('error', notKimi),
    BED: when('error', claude),
    GOO: when('error', antigravityClaude),
  },
  'unsigned-thinking: other api': {
    ANT: when('information', ({ policy }) => policy.preserveSignatures),
    BED: when(
      'information',
      both(claude, ({ policy }) => policy.preserveSignatures),
    ),
  },
  'invalid-thinking-signature': {
    ANT: always('error'),
    BED: when('error', claude),
    RSP: always('error'),
    GOO: always('error'),
  },
  'duplicate-thinking': { ANT: always('error'), BED: when('error', claude), RSP: always('error') },
  'thinking-only-turn': { ANT: always('warning'), BED: always('warning'), CHAT: always('warning') },
  'orphan-reasoning': { RSP: always('error') },
  'stale-reasoning': { RSP: always('information') },
  'thought-signature': {
    CHAT: when('warning', ({ policy }) => policy.sanitizeThoughtSignatures !== undefined),
    GOO: always('warning'),
  },
} satisfies Record<string, Partial<Record<Family, Need>>>;

export type NeedName = keyof typeof NEEDS;

/** What a target says of a rule; undefined when it does not care. */
export function needOf(name: NeedName, view: TargetView): Severity | undefined {
  const row: Partial<Record<Family, Need>> = NEEDS[name];
  const need = row[view.family];
  return need === undefined || need.when?.(view) === false ? undefined : need.severity;
}

/** Limits of images in one request (targets specification, section 5); bytes are decoded bytes, sides are pixels. */
export interface ImageLimits {
  readonly bytes?: number;
  readonly side: number;
  readonly count: number;
  /** With more images than this, another side counts. */
  readonly many?: { readonly above: number; readonly side: number };
}

const CLAUDE_IMAGES: ImageLimits = { bytes: 5_242_880, side: 8000, count: 100, many: { above: 20, side: 2000 } };

/** The limits a target's provider enforces; undefined when none are known. */
export function imageLimits(view: TargetView): ImageLimits | undefined {
  if (view.family === 'ANT' || (view.family === 'BED' && claude(view))) return CLAUDE_IMAGES;
  return view.family === 'MIS' ? { side: 8000, count: 8 } : undefined;
}

/** What replay sends without shrinking it (OpenClaw 2026.5.7, pass 4). */
export const REPLAY_IMAGE_LIMITS = { bytes: 5_242_880, side: 1200, pixels: MAX_PIXELS } as const;

/** The ids a family accepts (targets specification, section 4). */
export function acceptsCallId(view: TargetView, id: string): boolean {
  switch (view.family) {
    case 'ANT':
    case 'BED':
      return /^[A-Za-z0-9_-]{1,64}$/.test(id);
    case 'RSP': {
      const bar = id.indexOf('|');
      const callId = bar < 0 ? id : id.slice(0, bar);
      const hasLength = callId.length >= 1 && callId.length <= 64;
      if (bar < 0 || normalizeProvider(view.target.provider) === 'github-copilot') return hasLength;
      return hasLength && /^fc[A-Za-z0-9_-]{0,62}$/.test(id.slice(bar + 1));
    }
    case 'CHAT':
    case 'OTHER':
      return id.length <= 40 || normalizeProvider(view.target.provider) === 'openai';
    case 'MIS':
      return /^[A-Za-z0-9]{9}$/.test(id);
    case 'GOO':
      return true;
  }
}
