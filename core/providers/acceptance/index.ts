/** Would the provider accept it? Each family's checks over a payload (payloads.md 11). */
import { keysOfPointer } from '../../jsonl/pointer';
import type { KnownOrigins, Origin } from '../parts';
import { ANTHROPIC_CHECKS } from './anthropic';
import { viewAnthropic } from './anthropic-view';
import { BEDROCK_CHECKS, viewBedrock } from './bedrock';
import { type Check, type Request, type Violation, violationsOf } from './check';
import { GOOGLE_CHECKS, viewGoogle } from './google';
import { MISTRAL_CHECKS, viewMistral } from './mistral';
import { CHAT_CHECKS, viewChat } from './openai-chat';
import { RESPONSES_CHECKS, viewResponses } from './openai-responses';

/** Something the provider would reject. */
export interface Problem {
  /** Id of the check. */
  readonly check: string;
  /** The provider's rule, in one sentence. */
  readonly what: string;
  /** The error as users see it. */
  readonly message: string;
  /** JSON pointer in the payload. */
  readonly pointer: string;
  /** Where that part comes from; absent for parts that no message holds. */
  readonly origin?: Origin;
}

/** The checks of one family over its view of a payload. */
type Family = (request: Request) => Violation[];

function family<View>(checks: readonly Check<View>[], view: (request: Request) => View): Family {
  return (request) => violationsOf(checks, view(request));
}

const RESPONSES = family(RESPONSES_CHECKS, viewResponses);
const GOOGLE = family(GOOGLE_CHECKS, viewGoogle);
const MISTRAL = family(MISTRAL_CHECKS, viewMistral);
const CHAT = family(CHAT_CHECKS, viewChat);

const FAMILIES: ReadonlyMap<string, Family> = new Map([
  ['anthropic-messages', family(ANTHROPIC_CHECKS, viewAnthropic)],
  ['azure-openai-responses', RESPONSES],
  ['bedrock-converse-stream', family(BEDROCK_CHECKS, viewBedrock)],
  ['google-antigravity', GOOGLE],
  ['google-gemini-cli', GOOGLE],
  ['google-generative-ai', GOOGLE],
  ['google-vertex', GOOGLE],
  ['mistral-conversations', MISTRAL],
  ['openai-codex-responses', RESPONSES],
  ['openai-completions', CHAT],
  ['openai-responses', RESPONSES],
]);

/** What the provider would refuse, in the order of its checks; nothing for an api without checks. */
export function findProblems(request: Request, origins: KnownOrigins): Problem[] {
  const isMistralChat = request.api === 'openai-completions' && request.provider.trim().toLowerCase() === 'mistral';
  const check = isMistralChat ? MISTRAL : FAMILIES.get(request.api);
  return (check?.(request) ?? []).map(({ error, ...violation }) => {
    const origin = originAt(request.payload, violation.pointer, origins);
    return { ...violation, message: error, ...(origin ? { origin } : {}) };
  });
}

/** Where the smallest noted part around a place comes from. */
function originAt(payload: object, pointer: string, origins: KnownOrigins): Origin | undefined {
  let value: unknown = payload;
  let nearest: Origin | undefined;
  for (const key of keysOfPointer(pointer)) {
    if (typeof value !== 'object' || value === null) break;
    value = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof value === 'object' && value !== null) nearest = origins.get(value) ?? nearest;
  }
  return nearest;
}
