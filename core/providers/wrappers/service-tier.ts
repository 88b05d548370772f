/** Anthropic's service tier, and MiniMax's fast model (OpenClaw 2026.5.7, anthropic and minimax plugins). */
import { endpointClassOf } from '../openai-endpoints';
import { withoutCacheBoundary } from '../openai-session';
import { inPlaceOf, type Payload } from '../parts';
import type { Model } from '../types';
import type { Adjust, ExtraParams, Patch } from './wrapper';

const TIERS: ReadonlySet<string> = new Set(['auto', 'standard_only']);

/** Tiers by what `fastMode` says. */
const FAST_TIERS: ReadonlyMap<string, string> = new Map([
  ...['on', 'true', 'yes', '1', 'enable', 'enabled', 'fast'].map((word) => [word, 'auto'] as const),
  ...['off', 'false', 'no', '0', 'disable', 'disabled', 'normal'].map((word) => [word, 'standard_only'] as const),
]);

/** `service_tier`, where a parameter names one or says whether answers are to be fast; only at Anthropic itself. */
export const setAnthropicTier: Patch = (draft, { model, extraParams }) => {
  const tier = tierOf(extraParams);
  if (tier === undefined || !isAnthropic(model)) return draft;
  const { payload, origins } = draft;
  const system = Array.isArray(payload.system)
    ? // The mark of the cacheable beginning goes on this way only.
      payload.system.map((block: Payload) =>
        typeof block.text === 'string'
          ? inPlaceOf(origins, block, { ...block, text: withoutCacheBoundary(block.text) })
          : block,
      )
    : payload.system;
  return {
    ...draft,
    payload: { ...payload, ...(system !== undefined && { system }), service_tier: payload.service_tier ?? tier },
  };
};

function tierOf({ serviceTier, service_tier, fastMode, fast_mode }: ExtraParams): string | undefined {
  const tier = wordOf(serviceTier ?? service_tier);
  return TIERS.has(tier) ? tier : FAST_TIERS.get(wordOf(fastMode ?? fast_mode));
}

function wordOf(value: unknown): string {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

function isAnthropic({ provider, api, baseUrl }: Model): boolean {
  const endpoint = endpointClassOf(baseUrl);
  return (
    provider.trim().toLowerCase() === 'anthropic' &&
    api === 'anthropic-messages' &&
    (endpoint === 'default' || endpoint === 'anthropic-public')
  );
}

/** Models with a fast variant. */
const FAST_MINIMAX: ReadonlyMap<string, string> = new Map([['MiniMax-M2.7', 'MiniMax-M2.7-highspeed']]);
const MINIMAX_PROVIDERS: ReadonlySet<string> = new Set(['minimax', 'minimax-portal']);

/** The fast variant of the model, where a parameter asks for it. */
export const pickFastMinimax: Adjust = (input, { fastMode }) => {
  const { model } = input;
  const isMinimax = MINIMAX_PROVIDERS.has(model.provider) && model.api === 'anthropic-messages';
  const id = fastMode === true && isMinimax ? FAST_MINIMAX.get(model.id.trim()) : undefined;
  return id === undefined ? input : { ...input, model: { ...model, id } };
};
