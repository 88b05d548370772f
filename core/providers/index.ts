/** Messages to the request a provider would get (payloads.md). */
import { normalizeProvider } from '../session/providers';
import type { Profile } from '../types';
import { CONVERTERS } from './converters';
import type { Origins, Payload, Refusal } from './parts';
import { readRequest } from './read-request';
import type { ConverterInput, PayloadRequest, Transport } from './types';
import { wrap } from './wrappers';

export { type KnownOrigins, type Origin, type Payload, partsOf, type Refusal } from './parts';
export { assumptionNote } from './read-request';
export type { PayloadRequest } from './types';

/** A payload, or why no request is sent; with the converter that was used. */
export type PayloadResult =
  | { readonly payload: Payload; readonly origins: Origins; readonly transport: Transport }
  | (Refusal & { readonly transport: Transport });

/**
 * Makes the payload of a request. Pure: no clock, no environment, no network.
 *
 * @param profile says which promises of OpenClaw's page count beyond what its release does; only with `wrap`.
 */
export function toPayload(request: PayloadRequest, profile: Profile = 'openclaw-2026.5.7'): PayloadResult {
  const asked = request.transport ?? 'pi-ai';
  const read = readRequest(request);
  if ('error' in read) return { ...read, transport: asked };
  const settings = {
    level: request.thinkLevel ?? read.level,
    extraParams: request.extraParams ?? {},
    profile,
  };
  const wrapped = request.wrap ? wrap(read, settings) : undefined;
  const input = wrapped?.input ?? read;
  const chosen = asked === 'auto' ? usualTransport(input, settings.extraParams) : asked;
  const transport = chosen === 'openclaw-ws' && wrapped?.isSocketOff ? 'openclaw' : chosen;
  const convert = CONVERTERS[request.api]?.[transport];
  if (!convert) return { error: `No request is made for the api ${request.api} over ${transport}.`, transport };
  const converted = convert(input);
  if ('error' in converted) return { ...converted, transport };
  const { payload, origins } = wrapped?.finish(converted) ?? converted;
  return { payload, origins, transport };
}

/** Providers whose plugin brings OpenClaw's own transport for Google. */
const OWN_GOOGLE: ReadonlySet<string> = new Set(['google', 'google-antigravity', 'google-vertex']);

/** The converter an ordinary OpenClaw run uses (payloads.md 1). */
function usualTransport({ model }: ConverterInput, { transport }: { readonly transport?: unknown }): Transport {
  const { api, provider, baseUrl } = model;
  if (api === 'google-generative-ai') return OWN_GOOGLE.has(normalizeProvider(provider)) ? 'openclaw' : 'pi-ai';
  const isAsked = transport === 'auto' || transport === 'websocket';
  const isDirect = baseUrl === '' || (URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.openai.com');
  return isAsked && isDirect && provider === 'openai' && api === 'openai-responses' ? 'openclaw-ws' : 'pi-ai';
}
