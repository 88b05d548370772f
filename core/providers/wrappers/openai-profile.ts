/** OpenAI's own providers: verbosity, effort, web search (payloads.md 9.2; OpenClaw 2026.5.7, openai plugin). */
import { normalizeProvider } from '../../session/providers';
import { effortFor } from '../openai-efforts';
import { endpointClassOf, isProxyLike } from '../openai-endpoints';
import { hasWebSearch } from '../openai-own-tools';
import { isOpenAIAddress } from '../openai-session';
import { type Payload, without } from '../parts';
import type { Model } from '../types';
import { type ExtraParams, effortOf, isOff, patchMembers } from './wrapper';

const VERBOSITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high']);

/** `text.verbosity`, where a parameter names one. The Codex backend's own one is replaced. */
export const setVerbosity = patchMembers((payload, { model, extraParams }) => {
  const wish = wordOf(extraParams.textVerbosity ?? extraParams.text_verbosity);
  const isCodex = model.api === 'openai-codex-responses';
  if (!VERBOSITIES.has(wish) || !(isCodex || model.api === 'openai-responses')) return payload;
  const isChat = !isCodex && wordOf(model.provider) === 'openai' && wordOf(model.id) === 'chat-latest';
  const verbosity = isChat ? 'medium' : wish;
  const text = (payload.text ?? {}) as Payload;
  const isReplaced = isCodex || verbosity !== wish || text.verbosity === undefined;
  return isReplaced ? { ...payload, text: { ...text, verbosity } } : payload;
});

const SERVICE_TIERS: ReadonlySet<string> = new Set(['auto', 'default', 'flex', 'priority']);

/** `service_tier`, where a parameter names one or asks for fast answers. */
export const setServiceTier = patchMembers((payload, { model, extraParams }) => {
  const tier = wordOf(extraParams.serviceTier ?? extraParams.service_tier);
  const wish = isFast(extraParams) ? 'priority' : SERVICE_TIERS.has(tier) ? tier : undefined;
  return wish && takesServiceTier(model) ? { ...payload, service_tier: wish } : payload;
});

const FAST_WORDS: ReadonlySet<string> = new Set(['on', 'true', 'yes', '1', 'fast']);

function isFast({ fastMode, fast_mode }: ExtraParams): boolean {
  const wish = fastMode ?? fast_mode;
  return wish === true || FAST_WORDS.has(wordOf(wish));
}

function takesServiceTier({ provider, api, baseUrl }: Model): boolean {
  const endpoint = endpointClassOf(baseUrl);
  if (provider === 'openai') return api === 'openai-responses' && endpoint === 'openai-public';
  const isResponses = api === 'openai-codex-responses' || api === 'openai-responses';
  return provider === 'openai-codex' && isResponses && endpoint === 'openai-codex';
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.trim().toLowerCase() : '';
}

/** Providers and apis that speak of reasoning the way OpenAI does. */
const OPENAI_PROVIDERS: ReadonlySet<string> = new Set([
  'openai',
  'openai-codex',
  'azure-openai',
  'azure-openai-responses',
]);
const OPENAI_APIS: ReadonlySet<string> = new Set([
  'openai-completions',
  'openai-responses',
  'openai-codex-responses',
  'azure-openai-responses',
]);

/** Whether OpenClaw's level rules over the effort that is in the body. */
export function followsLevel({ provider, api, baseUrl }: Model): boolean {
  return (
    OPENAI_PROVIDERS.has(normalizeProvider(provider)) && OPENAI_APIS.has(api) && !isProxyLike(endpointClassOf(baseUrl))
  );
}

/** `reasoning.effort` follows OpenClaw's level; off removes `reasoning`. */
export const setEffort = patchMembers((payload, { model, level }) => {
  if (!followsLevel(model)) return isOff(level) ? payload : raiseMinimal(payload, model);
  const { reasoning } = payload;
  if (isOff(level)) return without(payload, 'reasoning');
  if (typeof reasoning !== 'object' || reasoning === null) return payload;
  const wish = effortOf(level);
  const effort = wish === 'minimal' && searches(payload) ? (effortFor(model, 'low') ?? wish) : wish;
  return raiseMinimal({ ...payload, reasoning: { ...reasoning, effort } }, model);
});

function searches({ tools }: Payload): boolean {
  return Array.isArray(tools) && hasWebSearch(tools);
}

/** Web search and minimal reasoning exclude each other. */
function raiseMinimal(payload: Payload, model: Model): Payload {
  if (effortIn(payload) !== 'minimal' || !searches(payload)) return payload;
  const effort = effortFor(model, 'low');
  if (!effort || effort === 'minimal' || effort === 'none') return payload;
  return { ...payload, reasoning: { ...(payload.reasoning as Payload), effort } };
}

function effortIn({ reasoning }: Payload): unknown {
  return (reasoning as Payload | undefined)?.effort;
}

const WEB_SEARCH = { type: 'web_search' };

/** OpenAI searches the web itself; a function of that name goes. */
export const addWebSearch = patchMembers((payload, { model: { provider, api, baseUrl } }) => {
  const isOpenAI = normalizeProvider(provider) === 'openai' && (baseUrl === '' || isOpenAIAddress(baseUrl));
  if (api !== 'openai-responses' || !isOpenAI) return payload;
  const tools = (Array.isArray(payload.tools) ? payload.tools : []) as readonly Payload[];
  const kept = tools.filter(({ type, name }) => type !== 'function' || name !== 'web_search');
  const searching = { ...payload, tools: [...kept, WEB_SEARCH] };
  if (effortIn(payload) !== 'minimal') return searching;
  return { ...searching, reasoning: { ...(payload.reasoning as Payload), effort: 'low' } };
});
