import { sha256Hex, shortHash } from '../hash';

/** `strict`: letters and digits. `strict9`: nine letters or digits, as Mistral wants them. */
export type ToolCallIdMode = 'strict' | 'strict9';

/** OpenClaw 2026.5.7, pass 10: ids that `strict` leaves alone although they hold dots and a colon. */
const KIMI_ID = /^functions\.[A-Za-z0-9_-]+:\d+$/;
/** OpenClaw 2026.5.7, pass 10: ids that the native Anthropic routes keep. */
const NATIVE_ANTHROPIC_ID = /^toolu_[A-Za-z0-9_]+$/;
/** OpenClaw 2026.5.7, pass 10: the longest id `strict` allocates. */
const STRICT_LENGTH = 40;
const STRICT9_LENGTH = 9;

/** Tells whether an id has the form Anthropic gives out (OpenClaw 2026.5.7, pass 10). */
export function isNativeAnthropicId(id: string): boolean {
  return NATIVE_ANTHROPIC_ID.test(id);
}

/**
 * An id reduced to the characters of a mode (OpenClaw 2026.5.7, pass 10). `strict` does not shorten it, `strict9`
 * always gives nine characters. Not unique: see {@link uniqueToolCallId}.
 */
export function cleanToolCallId(id: string, mode: ToolCallIdMode): string {
  if (id === '') return mode === 'strict9' ? 'defaultid' : 'defaulttoolid';
  if (mode === 'strict' && KIMI_ID.test(id)) return id;
  const letters = id.replace(/[^A-Za-z0-9]/g, '');
  if (mode === 'strict') return letters || 'sanitizedtoolid';
  if (letters.length >= STRICT9_LENGTH) return letters.slice(0, STRICT9_LENGTH);
  return hashed(letters || 'sanitized', STRICT9_LENGTH);
}

/**
 * Allocates the id a seed becomes (OpenClaw 2026.5.7, pass 10): at most 40 characters in `strict`, exactly nine in
 * `strict9`.
 *
 * @param seed the raw id, with the suffix of its occurrence where it is not the first.
 * @param used ids that are taken; the result is added to it.
 */
export function uniqueToolCallId(seed: string, used: Set<string>, mode: ToolCallIdMode): string {
  const nth = mode === 'strict9' ? strict9Candidate : strictCandidate;
  for (let attempt = 0; ; attempt++) {
    const candidate = nth(seed, attempt);
    if (used.has(candidate)) continue;
    used.add(candidate);
    return candidate;
  }
}

function strict9Candidate(seed: string, attempt: number): string {
  return attempt === 0 ? cleanToolCallId(seed, 'strict9') : hashed(`${seed}:${attempt - 1}`, STRICT9_LENGTH);
}

function strictCandidate(seed: string, attempt: number): string {
  const base = cleanToolCallId(seed, 'strict').slice(0, STRICT_LENGTH);
  if (attempt === 0) return base;
  const hash = hashed(seed, 8);
  const marked = base.slice(0, STRICT_LENGTH - hash.length) + hash;
  if (attempt === 1) return marked;
  const suffix = `x${attempt}`;
  return marked.slice(0, STRICT_LENGTH - suffix.length) + suffix;
}

function hashed(text: string, length: number): string {
  return sha256Hex(text).slice(0, length);
}

/** Where a call's id goes to, and where it comes from. */
export interface CallIdRoute {
  /** The target's provider as pi knows it (not normalised). */
  readonly provider: string;
  readonly modelId: string;
  /** Provider and api of the turn that made the call; only the Responses apis look at them. */
  readonly sourceProvider?: string | undefined;
  readonly sourceApi?: string | undefined;
}

type CallIdRule = (id: string, route: CallIdRoute) => string;

/** pi-ai 0.73.0, `payloads.md` 3.1 and 7. */
const anthropicId: CallIdRule = (id) => safeCharacters(id).slice(0, 64);

/** pi-ai 0.73.0, `payloads.md` 6.1: other models get no ids at all. */
const googleId: CallIdRule = (id, { modelId }) =>
  /^(?:claude-|gpt-oss-)/.test(modelId) ? safeCharacters(id).slice(0, 64) : id;

/** pi-ai 0.73.0, `payloads.md` 5.1. */
const completionsId: CallIdRule = (id, { provider }) => {
  if (id.includes('|')) return safeCharacters(id.slice(0, id.indexOf('|'))).slice(0, 40);
  return provider === 'openai' ? id.slice(0, 40) : id;
};

/** pi-ai 0.73.0, `payloads.md` 4.2. */
function responsesId(api: string, providers: readonly string[]): CallIdRule {
  return (id, route) => {
    const [callId = '', itemId] = id.split('|');
    if (itemId === undefined || !providers.includes(route.provider)) return idPart(id);
    const foreign = route.sourceProvider !== route.provider || route.sourceApi !== api;
    const item = foreign ? `fc_${shortHash(itemId)}` : idPart(itemId);
    return `${idPart(callId)}|${item.startsWith('fc_') ? item : idPart(`fc_${item}`)}`;
  };
}

/** pi-ai 0.73.0: providers whose ids hold a call and an item. */
const PAIRED_ID_PROVIDERS = ['openai', 'openai-codex', 'opencode'];

/** The id rules by api. An api without one sends ids as they are. */
const RULES: Readonly<Record<string, CallIdRule>> = {
  'anthropic-messages': anthropicId,
  'bedrock-converse-stream': anthropicId,
  'openai-completions': completionsId,
  'openai-responses': responsesId('openai-responses', PAIRED_ID_PROVIDERS),
  'openai-codex-responses': responsesId('openai-codex-responses', PAIRED_ID_PROVIDERS),
  'azure-openai-responses': responsesId('azure-openai-responses', [...PAIRED_ID_PROVIDERS, 'azure-openai-responses']),
  'google-generative-ai': googleId,
  'google-gemini-cli': googleId,
  'google-antigravity': googleId,
  'google-vertex': googleId,
  'mistral-conversations': (id) => mistralId(id, 0),
};

/**
 * The id pi sends for a call that another model made. For a whole history towards Mistral use
 * {@link mistralCallIds}, which keeps ids apart.
 */
export function foreignCallId(id: string, targetApi: string, route: CallIdRoute): string {
  const rule = Object.hasOwn(RULES, targetApi) ? RULES[targetApi] : undefined;
  return rule ? rule(id, route) : id;
}

/**
 * pi's id rule for Mistral over one history (pi-ai 0.73.0, `payloads.md` 8): the same id always gives the same nine
 * characters, two different ids never do.
 */
export function mistralCallIds(): (id: string) => string {
  const given = new Map<string, string>();
  const owners = new Map<string, string>();
  return (id) => {
    let sent = given.get(id);
    for (let attempt = 0; sent === undefined; attempt++) {
      const candidate = mistralId(id, attempt);
      if (!owners.has(candidate)) sent = candidate;
    }
    given.set(id, sent);
    owners.set(sent, id);
    return sent;
  };
}

function mistralId(id: string, attempt: number): string {
  const letters = id.replace(/[^A-Za-z0-9]/g, '');
  if (attempt === 0 && letters.length === 9) return letters;
  const seed = letters || id;
  return shortHash(attempt === 0 ? seed : `${seed}:${attempt}`).slice(0, 9);
}

function safeCharacters(id: string): string {
  return id.replace(/[^A-Za-z0-9_-]/g, '_');
}

function idPart(part: string): string {
  return safeCharacters(part).slice(0, 64).replace(/_+$/, '');
}
