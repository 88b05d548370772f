/** openai-responses as pi sends it (payloads.md 4.3; pi-ai 0.73.0). */
import type {
  EasyInputMessage,
  FunctionTool,
  ResponseCreateParamsStreaming,
  ResponseIncludable,
} from 'openai/resources/responses/responses';
import type { ReasoningEffort } from 'openai/resources/shared';
import { shortHash } from '../hash';
import { clampLevel, effortName, outputLimit } from './levels';
import { type Item, type ItemStyle, isBroken, itemsOf, responsesIdRule } from './openai-items';
import { type Converted, draftOf, type Origins, type Refusal } from './parts';
import { transformForPi } from './transform';
import { clean } from './turns';
import type { ConverterInput, Model, Tool } from './types';

/** Providers whose calls have ids of two parts (pi-ai 0.73.0). */
export const TWO_PART_ID_PROVIDERS: ReadonlySet<string> = new Set(['openai', 'openai-codex', 'opencode']);

const PI_ITEMS: ItemStyle = {
  hash: shortHash,
  keepsIds: true,
  argumentsText: (value) => JSON.stringify(value),
  countsEmpty: false,
  replacesEmptyId: true,
  filtersImages: false,
};

/** The encrypted form of reasoning is asked for, since nothing is stored at the provider. */
export const ENCRYPTED_REASONING: ResponseIncludable[] = ['reasoning.encrypted_content'];

/** The body of a request. */
export type ResponsesBody = ResponseCreateParamsStreaming;

export function toOpenAIResponses(input: ConverterInput): Converted {
  const { model, options } = input;
  const origins: Origins = new Map();
  const items = piItems(input, TWO_PART_ID_PROVIDERS, origins);
  if (isBroken(items)) return items;
  const retention = options.cacheRetention ?? 'short';
  const keepsLong = (model.compat.supportsLongCacheRetention ?? true) === true;
  const body: ResponsesBody = {
    model: model.id,
    input: [...systemItems(input), ...items],
    stream: true,
    ...(retention === 'none' || options.sessionId === undefined ? {} : { prompt_cache_key: options.sessionId }),
    ...(retention === 'long' && keepsLong ? { prompt_cache_retention: '24h' } : {}),
    store: false,
    ...limits(input),
    ...toolsOf(input, false),
    ...reasoningOf(input, model.provider === 'github-copilot'),
  };
  return draftOf(body, origins);
}

/** The messages as items, in pi's form. */
export function piItems(
  { model, messages }: ConverterInput,
  providers: ReadonlySet<string>,
  origins: Origins,
): readonly Item[] | Refusal {
  const turns = transformForPi(messages, model, responsesIdRule(model, providers, shortHash));
  return itemsOf(turns, model, PI_ITEMS, origins);
}

/** The system prompt as first item; none without a prompt. */
export function systemItems({ model, systemPrompt }: ConverterInput): readonly EasyInputMessage[] {
  return systemPrompt ? [{ role: instructionRole(model), content: clean(systemPrompt) }] : [];
}

function instructionRole({ reasoning }: Model): 'developer' | 'system' {
  return reasoning ? 'developer' : 'system';
}

/** `max_output_tokens` and `temperature`. */
export function limits(input: ConverterInput): Pick<ResponsesBody, 'max_output_tokens' | 'temperature'> {
  const limit = outputLimit(input);
  const { temperature } = input.options;
  return {
    ...(limit === undefined ? {} : { max_output_tokens: limit }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

/** `tools`, none for an empty list. */
export function toolsOf({ tools }: ConverterInput, strict: boolean | null): Pick<ResponsesBody, 'tools'> {
  if (!tools || tools.length === 0) return {};
  return { tools: tools.map((tool) => functionTool(tool, strict)) };
}

function functionTool({ name, description, parameters }: Tool, strict: boolean | null): FunctionTool {
  return { type: 'function', name, description, parameters: parameters as FunctionTool['parameters'], strict };
}

/** `reasoning` and `include`, for reasoning models. Where `leavesOff`, nothing is sent when thinking is off. */
export function reasoningOf(
  { model, level }: ConverterInput,
  leavesOff: boolean,
): Pick<ResponsesBody, 'reasoning' | 'include'> {
  if (!model.reasoning) return {};
  const fitted = clampLevel(model, level);
  if (fitted !== 'off') {
    const effort = effortName(model, fitted) as ReasoningEffort;
    return { reasoning: { effort, summary: 'auto' }, include: ENCRYPTED_REASONING };
  }
  if (leavesOff || model.thinkingLevelMap.off === null) return {};
  return { reasoning: { effort: (model.thinkingLevelMap.off ?? 'none') as ReasoningEffort } };
}
