/** anthropic-messages as pi sends it, and as OpenClaw's own transport does (payloads.md 3; pi-ai 0.73.0, OpenClaw 2026.5.7). */
import type {
  CacheControlEphemeral,
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
  OutputConfig,
  ThinkingConfigEnabled,
  Tool as ToolParam,
} from '@anthropic-ai/sdk/resources/messages';
import { anthropicId, anthropicMessages, ownContent, PI_CONTENT } from './anthropic-content';
import { outputLimit } from './levels';
import { CACHE_BOUNDARY } from './openai-session';
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
  readonly effort: (model: Model, level: Level) => Effort;
  /** How thinking is shown. */
  readonly display: Pick<ThinkingConfigEnabled, 'display'>;
  /** The system prompt's texts; the first one is cached. */
  readonly systemTexts: (systemPrompt: string) => readonly string[];
  readonly tools: (input: ConverterInput) => readonly ToolParam[] | undefined;
}

const PI: BodyRules = {
  effort: piEffort,
  display: { display: 'summarized' },
  systemTexts: (systemPrompt) => [systemPrompt],
  tools: ({ tools = [], model }) => (tools.length > 0 ? tools.map((tool) => toolPart(tool, eager(model))) : undefined),
};

const OWN: BodyRules = {
  effort: ownEffort,
  display: {},
  systemTexts: splitAtBoundary,
  tools: ({ tools }) => tools?.map((tool) => toolPart(tool, {})),
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
  if (baseLimit(input) <= 0) {
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
  const marker = cacheMarker(input);
  const tools = rules.tools(input);
  const { limit, fields } = thinking(input, rules);
  return {
    model: model.id,
    messages: marker ? withMarker(messages, marker, origins) : messages,
    max_tokens: limit,
    stream: true,
    ...(systemPrompt && {
      system: rules
        .systemTexts(systemPrompt)
        .map((text, at) => ({ type: 'text', text: clean(text), ...(at === 0 && cacheControl(marker)) })),
    }),
    ...(options.temperature !== undefined && level === 'off' && { temperature: options.temperature }),
    ...(tools && {
      tools: tools.map((tool, at) => (at === tools.length - 1 ? { ...tool, ...cacheControl(marker) } : tool)),
    }),
    ...fields,
  };
}

function cacheControl(marker: CacheControlEphemeral | undefined): { readonly cache_control?: CacheControlEphemeral } {
  return marker ? { cache_control: marker } : {};
}

function cacheMarker({ model, options }: ConverterInput): CacheControlEphemeral | undefined {
  if (options.cacheRetention === 'none') return undefined;
  const isLong = options.cacheRetention === 'long' && model.compat.supportsLongCacheRetention !== false;
  return { type: 'ephemeral', ...(isLong && { ttl: '1h' }) };
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

/** The output limit, in tokens, before thinking; pi's own last resort where the model's facts name none. */
function baseLimit(input: ConverterInput): number {
  return outputLimit(input) ?? Math.trunc(input.model.maxTokens / 3);
}

/** What stands behind OpenClaw's boundary changes from turn to turn and is not cached. */
function splitAtBoundary(systemPrompt: string): readonly string[] {
  return systemPrompt.split(CACHE_BOUNDARY).filter((text) => text.trim() !== '');
}

/** The output limit, and what is said of thinking. */
function thinking(
  input: ConverterInput,
  rules: BodyRules,
): { readonly limit: number; readonly fields: ThinkingFields } {
  const { model, level } = input;
  const { display } = rules;
  const base = baseLimit(input);
  const fieldsOf = (fields: ThinkingFields): ThinkingFields => (model.reasoning ? fields : {});
  if (level === 'off') return { limit: base, fields: fieldsOf({ thinking: { type: 'disabled' } }) };
  if (namesOne([model.id], ADAPTIVE)) {
    const effort = rules.effort(model, level);
    return { limit: base, fields: fieldsOf({ thinking: { type: 'adaptive', ...display }, output_config: { effort } }) };
  }
  const { limit, budget } = budgetFor(level, base, model);
  const budget_tokens = budget || LEAST_BUDGET;
  return { limit, fields: fieldsOf({ thinking: { type: 'enabled', budget_tokens, ...display } }) };
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

function eager({ compat }: Model): Pick<ToolParam, 'eager_input_streaming'> {
  return compat.supportsEagerToolInputStreaming === false ? {} : { eager_input_streaming: true };
}

/** Of a schema only properties and what is required are sent. */
function toolPart({ name, description, parameters }: Tool, extra: Pick<ToolParam, 'eager_input_streaming'>): ToolParam {
  const { properties = {}, required = [] } = (parameters ?? {}) as Partial<ToolParam.InputSchema>;
  return { name, description, ...extra, input_schema: { type: 'object', properties, required } };
}
