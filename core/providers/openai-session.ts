/** What OpenClaw's own OpenAI transports say about the session of a request (OpenClaw 2026.5.7). */
import { normalizeProvider } from '../session/providers';
import type { Payload } from './parts';
import type { Model } from './types';

const OPENAI_API = /^https?:\/\/api\.openai\.com(?:\/v1)?\/?$/i;
const CODEX_API = /^https?:\/\/chatgpt\.com\/backend-api(?:\/codex)?(?:\/v1)?\/?$/i;

/** Whether an address is that of OpenAI's API, spelled as OpenClaw's openai plugin knows it. */
export function isOpenAIAddress(baseUrl: string): boolean {
  return OPENAI_API.test(baseUrl.trim());
}

/** By provider. Azure has none: OpenClaw loads its openai plugin only when that is configured. */
const NATIVE_ADDRESSES: Readonly<Record<string, (baseUrl: string) => boolean>> = {
  openai: isOpenAIAddress,
  'openai-codex': (baseUrl) => isOpenAIAddress(baseUrl) || CODEX_API.test(baseUrl.trim()),
};

const SESSION_ID_LIMIT = 160;

/** `metadata` that names the session, on OpenAI's own endpoints; the turn id is random in a real request. */
export function transportMetadata(
  { provider, baseUrl }: Model,
  sessionId: string | undefined,
  transport: 'stream' | 'websocket',
): Payload {
  const session = sessionId
    ?.trim()
    .replace(/[\r\n]+/g, ' ')
    .slice(0, SESSION_ID_LIMIT);
  const isNative = NATIVE_ADDRESSES[normalizeProvider(provider)];
  if (!session || !isNative || (baseUrl !== '' && !isNative(baseUrl))) return {};
  return {
    metadata: {
      openclaw_session_id: session,
      openclaw_turn_id: 'turn',
      openclaw_turn_attempt: '1',
      openclaw_transport: transport,
    },
  };
}

/** Parts the cacheable beginning of OpenClaw's system prompt from the rest. */
export const CACHE_BOUNDARY = '\n<!-- OPENCLAW_CACHE_BOUNDARY -->\n';

/** The prompt as OpenClaw's own transports send it; pi sends the mark with it. */
export function withoutCacheBoundary(systemPrompt: string): string {
  return systemPrompt.replaceAll(CACHE_BOUNDARY, '\n');
}
