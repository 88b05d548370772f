/** anthropic-messages as pi sends it, and as OpenClaw's own transport does (payloads.md 3; pi-ai 0.73.0, OpenClaw 2026.5.7). */
import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  OutputConfig,
  TextBlockParam,
  ThinkingConfigEnabled,
  Tool as ToolParam,
} from '@anthropic-ai/sdk/resources/messages';
import { anthropicId, anthropicMessages, isObject, ownContent, PI_CONTENT } from './anthropic-content';
import { DEFAULT_OUTPUT_LIMIT, outputLimit } from './levels';
import { CACHE_BOUNDARY, withoutCacheBoundary } from './openai-session';
import { type Converted, draftOf, inPlaceOf, type Origins, withMembers } from './parts';
import { budgetFor, namesOne } from './thinking-budget';
import { transformForOwnTransport, transformForPi } from './transform';
import { clean } from './turns';
import type { ConverterInput, Level, Model, Tool } from './types';

const ADAPTIVE = ['opus-4-6', 'opus-4.6', 'opus-4-7', 'opus-4.7', 'sonnet-4-6', 'sonnet-4.6'];
const OPUS_4_6 = ['opus-4-6', 'opus-4.6'];
const OPUS_4_7 = ['opus-4-7', 'opus-4.7'];
/** What a budget of 0 is sent as. */
const LEAST_BUDGET = 1024;
const CACHEABLE: ReadonlySet<unknown> = new Set(['text', 'image', 'tool_result']);

type ThinkingFields = Pick<MessageCreateParamsStreaming, 'thinking' | 'output_config'>;
type Effort = NonNullable<OutputConfig['effort']>;

/** In what pi and the own transport differ outside of messages. */
interface BodyRules {
  /** Output limit before thinking, in tokens; 0 when neither request nor model name one. */
  readonly baseLimit: (input: ConverterInput) => number;
  /** What a thinking budget may raise that limit to. */
  readonly mostOutput: (model: Model, base: number) => number;
  readonly effort: (model: Model, level: Level) => Effort;
  /** How thinking is shown. */
  readonly display: Pick<ThinkingConfigEnabled, 'display'>;
  readonly isLongLived: (input: ConverterInput) => boolean;
  readonly system: (systemPrompt: string, marker: CacheControlEphemeral | undefined) => TextBlockParam[];
  readonly tools: (input: ConverterInput, marker: CacheControlEphemeral | undefined) => ToolParam[] | undefined;
}

const PI: BodyRules = {
  baseLimit: (input) => outputLimit(input) ?? 0,
  mostOutput: ({ maxTokens }) => maxTokens,
  effort: piEffort,
  display: { display: 'summarized' },
  isLongLived: ({ options, model }) =>
    options.cacheRetention === 'long' && model.compat.supportsLongCacheRetention !== false,
  system: (systemPrompt, marker) => [{ type: 'text', text: clean(systemPrompt), ...cacheControl(marker) }],
  tools: piTools,
};

const OWN: BodyRules = {
  baseLimit: ({ options, model }) =>
    positive(options.maxTokens) || Math.min(positive(model.maxTokens), DEFAULT_OUTPUT_LIMIT),
  mostOutput: ({ maxTokens }, base) => positive(maxTokens) || base,
  effort: ownEffort,
  display: {},
  isLongLived: ({ options }) => options.cacheRetention === 'long',
  system: ownSystem,
  tools: ({ tools }) => tools?.flatMap((tool) => (isObject(tool.parameters) ? [toolPart(tool)] : [])),
};

/** The request as pi makes it. */
export function toAnthropic(input: ConverterInput): Converted {
  const origins: Origins = new Map();
  const turns = transformForPi(input.messages, input.model, anthropicId);
  return draftOf(body(input, anthropicMessages(turns, PI_CONTENT, origins), PI, origins), origins);
}

/** The request as OpenClaw's own transport makes it. */
export function toOwnAnthropic(input: ConverterInput): Converted {
  const { messages, model } = input;
  const origins: Origins = new Map();
  if (OWN.baseLimit(input) === 0) {
    const { provider, id } = model;
    return { error: `Anthropic Messages transport requires a positive maxTokens value for ${provider}/${id}` };
  }
  const turns = transformForOwnTransport(messages, model, { idRule: anthropicId });
  return draftOf(body(input, anthropicMessages(turns, ownContent(model), origins), OWN, origins), origins);
}

function body(
  input: ConverterInput,
  messages: MessageParam[],
  rules: BodyRules,
  origins: Origins,
): MessageCreateParamsStreaming {
  const { model, systemPrompt, options, level } = input;
  const marker = cacheMarker(input, rules);
  const tools = rules.tools(input, marker);
  const { limit, fields } = thinking(input, rules);
  return {
    model: model.id,
    messages: marker ? withMarker(messages, marker, origins) : messages,
    max_tokens: limit,
    stream: true,
    ...(systemPrompt && { system: rules.system(systemPrompt, marker) }),
    ...(options.temperature !== undefined && level === 'off' && { temperature: options.temperature }),
    ...(tools && { tools }),
    ...fields,
  };
}

function cacheControl(marker: CacheControlEphemeral | undefined): { readonly cache_control?: CacheControlEphemeral } {
  return marker ? { cache_control: marker } : {};
}

function cacheMarker(input: ConverterInput, { isLongLived }: BodyRules): CacheControlEphemeral | undefined {
  if (input.options.cacheRetention === 'none') return undefined;
  return { type: 'ephemeral', ...(isLongLived(input) && { ttl: '1h' }) };
}

/** The marker goes on the last block of the last message, when that is the user's. */
function withMarker(messages: MessageParam[], marker: CacheControlEphemeral, origins: Origins): MessageParam[] {
  const last = messages.at(-1);
  if (last?.role !== 'user') return messages;
  const marked = withMembers(origins, last, { content: markedContent(last, marker, origins) });
  return [...messages.slice(0, -1), marked];
}

function markedContent(
  message: MessageParam,
  marker: CacheControlEphemeral,
  origins: Origins,
): string | ContentBlockParam[] {
  const { content } = message;
  if (typeof content === 'string') {
    const block: ContentBlockParam = { type: 'text', text: content, cache_control: marker };
    return [inPlaceOf(origins, message, block)];
  }
  const block = content.at(-1);
  if (!block || !CACHEABLE.has(block.type)) return content;
  return [...content.slice(0, -1), withMembers(origins, block, { cache_control: marker })];
}

/** Whole tokens; 0 when there are none. */
function positive(tokens = 0): number {
  return Math.max(0, Math.floor(tokens));
}

/** What stands behind OpenClaw's boundary changes from turn to turn and is not cached. */
function ownSystem(systemPrompt: string, marker: CacheControlEphemeral | undefined): TextBlockParam[] {
  const text = clean(systemPrompt);
  const boundary = text.indexOf(CACHE_BOUNDARY);
  if (!marker || boundary === -1) return [{ type: 'text', text: withoutCacheBoundary(text), ...cacheControl(marker) }];
  const stable = text.slice(0, boundary).trimEnd();
  const changing = text.slice(boundary + CACHE_BOUNDARY.length).trimStart();
  return [
    ...(stable ? [{ type: 'text', text: stable, cache_control: marker } as const] : []),
    ...(changing ? [{ type: 'text', text: changing } as const] : []),
  ];
}

/** The output limit, and what is said of thinking. */
function thinking(
  input: ConverterInput,
  rules: BodyRules,
): { readonly limit: number; readonly fields: ThinkingFields } {
  const { model, level } = input;
  const { display } = rules;
  const base = rules.baseLimit(input);
  // pi's own last resort where nothing names a limit.
  const lastResort = Math.trunc(model.maxTokens / 3);
  const fieldsOf = (fields: ThinkingFields): ThinkingFields => (model.reasoning ? fields : {});
  if (level === 'off') return { limit: base || lastResort, fields: fieldsOf({ thinking: { type: 'disabled' } }) };
  if (namesOne([model.id], ADAPTIVE)) {
    const effort = rules.effort(model, level);
    const fields = fieldsOf({ thinking: { type: 'adaptive', ...display }, output_config: { effort } });
    return { limit: base || lastResort, fields };
  }
  const { limit, budget } = budgetFor(level, base, { maxTokens: rules.mostOutput(model, base) });
  const budget_tokens = budget || LEAST_BUDGET;
  return { limit: limit || lastResort, fields: fieldsOf({ thinking: { type: 'enabled', budget_tokens, ...display } }) };
}

function piEffort({ thinkingLevelMap }: Model, level: Level): Effort {
  return (thinkingLevelMap[level] as Effort | null | undefined) || usualEffort(level);
}

function ownEffort({ id }: Model, level: Level): Effort {
  if (level !== 'xhigh') return usualEffort(level);
  if (namesOne([id], OPUS_4_7)) return 'xhigh';
  return namesOne([id], OPUS_4_6) ? 'max' : 'high';
}

function usualEffort(level: Level): Effort {
  if (level === 'minimal' || level === 'low') return 'low';
  return level === 'medium' ? 'medium' : 'high';
}

/** pi caches tools, and has their input streamed where the endpoint can. */
function piTools(
  { tools = [], model }: ConverterInput,
  marker: CacheControlEphemeral | undefined,
): ToolParam[] | undefined {
  if (tools.length === 0) return undefined;
  const isEager = model.compat.supportsEagerToolInputStreaming !== false;
  return tools.map((tool, at) => ({
    ...toolPart(tool),
    ...(isEager && { eager_input_streaming: true }),
    ...(at === tools.length - 1 && cacheControl(marker)),
  }));
}

/** Of a schema only properties and what is required are sent. */
function toolPart({ name, description, parameters }: Tool): ToolParam {
  const { properties, required } = (parameters ?? {}) as Partial<ToolParam.InputSchema>;
  return {
    name,
    description,
    input_schema: { type: 'object', properties: properties ?? {}, required: required ?? [] },
  };
}
