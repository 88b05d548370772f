/** The OpenAI Responses family as OpenClaw's own HTTP transport sends it (payloads.md 4.7; OpenClaw 2026.5.7). */
import type { FunctionTool } from 'openai/resources/responses/responses';
import type { ReasoningEffort } from 'openai/resources/shared';
import { ownCompletionsCompat } from './openai-completions-compat';
import { effortFor } from './openai-efforts';
import { type Item, type ItemStyle, inputText, isBroken, itemsOf, responsesIdRule } from './openai-items';
import { ownTools } from './openai-own-tools';
import { dropUnsupportedReasoning } from './openai-payload-policy';
import { ENCRYPTED_REASONING, type ResponsesBody } from './openai-responses';
import { transportMetadata, withoutCacheBoundary } from './openai-session';
import { type Converted, draftOf, type Origins, without } from './parts';
import { transformForOwnTransport } from './transform';
import { clean } from './turns';
import type { ConverterInput, Model } from './types';

const TWO_PART_ID_PROVIDERS: ReadonlySet<string> = new Set([
  'openai',
  'openai-codex',
  'opencode',
  'azure-openai-responses',
]);

/** What the native Codex backend does not take. */
const CODEX_UNSUPPORTED = ['max_output_tokens', 'metadata', 'prompt_cache_retention', 'service_tier', 'temperature'];

const CODEX_PATH = /^\/backend-api(?:\/codex)?(?:\/v1)?\/*$/i;

export function toOwnResponses(input: ConverterInput): Converted {
  const { model, messages, systemPrompt } = input;
  const origins: Origins = new Map();
  const isCodex = model.provider === 'openai-codex' && model.api === 'openai-codex-responses';
  const isNativeCodex = isCodex && isCodexBackend(model.baseUrl);
  const idRule = responsesIdRule(model, TWO_PART_ID_PROVIDERS, ownShortHash);
  const turns = transformForOwnTransport(messages, model, { idRule });
  const items = itemsOf(turns, model, itemStyle(!isNativeCodex), origins);
  if (isBroken(items)) return items;
  const prompt = systemPrompt ? clean(withoutCacheBoundary(systemPrompt)) : undefined;
  if (isCodex && items.length === 0 && prompt === '') {
    return { error: 'OpenAI Codex Responses requires non-empty input when only systemPrompt is provided.' };
  }
  const body: ResponsesBody = {
    model: model.id,
    input: isCodex ? codexInput(items, prompt) : [...promptItems(model, prompt), ...items],
    stream: true,
    ...cache(input),
    ...(isCodex && prompt !== undefined ? { instructions: prompt } : {}),
    ...transportMetadata(model, input.options.sessionId, 'stream'),
    ...limits(input),
    ...tools(input),
    ...reasoning(input),
    ...(model.api === 'azure-openai-responses' || model.compat.supportsStore === false ? {} : { store: false }),
  };
  const payload = dropUnsupportedReasoning(draftOf(body, origins).payload, model);
  return { payload: isNativeCodex ? without(payload, ...CODEX_UNSUPPORTED) : payload, origins };
}

function itemStyle(keepsIds: boolean): ItemStyle {
  return {
    hash: ownShortHash,
    keepsIds,
    argumentsText: (value) => (typeof value === 'string' ? value : JSON.stringify(value ?? {})),
    countsEmpty: true,
    replacesEmptyId: false,
    filtersImages: true,
  };
}

/** The short hash of this transport: up to 6 characters of base 36 (payloads.md 2.8). */
function ownShortHash(text: string): string {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

function isCodexBackend(baseUrl: string): boolean {
  if (!URL.canParse(baseUrl.trim())) return false;
  const { protocol, hostname, pathname } = new URL(baseUrl.trim());
  return ['http:', 'https:'].includes(protocol) && hostname === 'chatgpt.com' && CODEX_PATH.test(pathname);
}

function promptItems(model: Model, prompt: string | undefined): readonly Item[] {
  if (prompt === undefined) return [];
  const isDeveloper = model.reasoning && ownCompletionsCompat(model).supportsDeveloperRole !== false;
  return [{ role: isDeveloper ? 'developer' : 'system', content: prompt }];
}

/** The prompt is in `instructions`; the backend wants an item all the same. */
function codexInput(items: readonly Item[], prompt: string | undefined): Item[] {
  return items.length > 0 || prompt === undefined ? [...items] : [{ role: 'user', content: [inputText(' ')] }];
}

function cache({ model, options }: ConverterInput): Pick<ResponsesBody, 'prompt_cache_key' | 'prompt_cache_retention'> {
  const retention = options.cacheRetention ?? 'short';
  return {
    ...(retention === 'none' || options.sessionId === undefined ? {} : { prompt_cache_key: options.sessionId }),
    ...(retention === 'long' && model.baseUrl.includes('api.openai.com') ? { prompt_cache_retention: '24h' } : {}),
  };
}

function limits({ model, options }: ConverterInput): Pick<ResponsesBody, 'max_output_tokens' | 'temperature'> {
  const limit = options.maxTokens || model.maxTokens;
  return {
    ...(limit ? { max_output_tokens: limit } : {}),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
  };
}

function tools({ model, tools: declared }: ConverterInput): Pick<ResponsesBody, 'tools'> {
  // Endpoints that are not known to take `strict` do without, which the SDK does not.
  return declared
    ? { tools: ownTools(declared, model, false).map((tool) => ({ type: 'function', ...tool }) as FunctionTool) }
    : {};
}

/** Efforts follow OpenClaw's list of model families, not the model's level map. */
function reasoning({
  model,
  level,
  tools: declared = [],
}: ConverterInput): Pick<ResponsesBody, 'reasoning' | 'include'> {
  if (!model.reasoning) return {};
  if (level === 'off') {
    const effort = model.provider === 'github-copilot' ? undefined : effortFor(model, 'none');
    return effort === undefined ? {} : { reasoning: { effort: effort as ReasoningEffort } };
  }
  const isSearching = declared.some(({ name }) => name === 'web_search');
  const effort = effortFor(model, level);
  if (effort === undefined) return {};
  if (effort === 'none') return { reasoning: { effort } };
  const sent = effort === 'minimal' && isSearching ? searchEffort(model) : effort;
  return { reasoning: { effort: sent as ReasoningEffort, summary: 'auto' }, include: ENCRYPTED_REASONING };
}

/** The lowest effort above `minimal`. */
function searchEffort(model: Model): string {
  const efforts = ['low', 'medium', 'high'].map((effort) => effortFor(model, effort));
  return efforts.find((effort) => effort !== undefined && effort !== 'none' && effort !== 'minimal') ?? 'minimal';
}
