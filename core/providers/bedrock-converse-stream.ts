/** bedrock-converse-stream as pi hands it to the AWS SDK (payloads.md 7; pi-ai 0.73.0). */
import type {
  ContentBlock,
  ConverseStreamRequest,
  ImageFormat,
  Message,
  SystemContentBlock,
  ToolResultContentBlock,
} from '@aws-sdk/client-bedrock-runtime';
import { outputLimit } from './levels';
import { type Converted, draftOf, mark, type Origin, type Origins, type Refusal, withMembers } from './parts';
import { budgetFor, namesOne } from './thinking-budget';
import { transformForPi } from './transform';
import { clean, isBlank, isImage, type ResultTurn, type SourcedBlock, type Turn } from './turns';
import type { Block, ConverterInput, Level, Model } from './types';

const ID_LIMIT = 64;
const FORMATS: ReadonlyMap<string, ImageFormat> = new Map<string, ImageFormat>([
  ['image/jpeg', 'jpeg'],
  ['image/jpg', 'jpeg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
]);
/** Base64 that decoding and encoding leaves as it is. */
const CANONICAL = /^[A-Za-z0-9+/]*(?:[AQgw]==|[AEIMQUYcgkosw048]=)?$/;
const CACHING = ['-4-', 'claude-3-7-sonnet', 'claude-3-5-haiku'];
const ADAPTIVE = ['opus-4-6', 'opus-4-7', 'sonnet-4-6'];
const INTERLEAVED = 'interleaved-thinking-2025-05-14';

/** What stands for any JSON in the SDK. */
type Json = Exclude<ConverseStreamRequest['additionalModelRequestFields'], undefined>;
type CachePoint = SystemContentBlock.CachePointMember & ContentBlock.CachePointMember;

export function toBedrock(input: ConverterInput): Converted {
  const { model, systemPrompt, options, tools = [] } = input;
  const origins: Origins = new Map();
  const turns = transformForPi(input.messages, model, (id) => id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, ID_LIMIT));
  const refused = turns.flatMap((turn) => refusalOf(turn) ?? [])[0];
  if (refused) return refused;
  const cachePoint = cachePointFor(input);
  const { limit, fields } = thinking(input);
  const inferenceConfig = {
    ...(limit !== undefined && { maxTokens: limit }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
  };
  const request: ConverseStreamRequest = {
    modelId: model.id,
    messages: withCachePoint(messagesOf(turns, model, origins), cachePoint, origins),
    ...(systemPrompt && { system: [{ text: clean(systemPrompt) }, ...(cachePoint ? [cachePoint] : [])] }),
    inferenceConfig,
    ...(tools.length > 0 && {
      toolConfig: {
        tools: tools.map(({ name, description, parameters }) => ({
          toolSpec: { name, description, inputSchema: { json: parameters as Json } },
        })),
      },
    }),
    ...(fields && { additionalModelRequestFields: fields }),
  };
  return draftOf(request, origins);
}

/** What pi refuses to make a request of, since the SDK takes bytes of known formats. */
function refusalOf({ role, content, origin }: Turn): Refusal | undefined {
  const images = typeof content === 'string' ? [] : content.filter(isImage);
  if (role === 'assistant' && images.length > 0) return refusal('Unknown assistant content type: image', origin);
  const unknown = images.find(({ block }) => !FORMATS.has(block.mimeType));
  if (unknown) return refusal(`Unknown image type: ${unknown.block.mimeType}`, origin);
  const isBroken = images.some(({ block }) => encodedAgain(block.data) === undefined);
  return isBroken ? refusal('Image data that is not Base64', origin) : undefined;
}

function refusal(fault: string, origin: Origin): Refusal {
  const error = `${fault} (message ${origin.message + 1}), so the request fails before it is sent. Replace or remove the image.`;
  return { error, origin };
}

/** Base64 as it is after pi decoded it to bytes; undefined when it cannot be decoded, or is absent in a damaged session. */
function encodedAgain(data: string | undefined): string | undefined {
  if (data === undefined || (data.length % 4 === 0 && CANONICAL.test(data))) return data;
  try {
    return btoa(atob(data));
  } catch {
    return undefined;
  }
}

function isClaude({ id, name }: Model): boolean {
  const lower = id.toLowerCase();
  return namesOne([lower], ['anthropic.claude', 'anthropic/claude']) || name.toLowerCase().includes('claude');
}

/** Id and name in lower case, also with dashes for what parts their words. */
function candidates({ id, name }: Model): string[] {
  return [id, name].map((text) => text.toLowerCase()).flatMap((text) => [text, text.replace(/[\s_.:]+/g, '-')]);
}

function cachePointFor({ model, options }: ConverterInput): CachePoint | undefined {
  const names = candidates(model);
  if (options.cacheRetention === 'none' || !namesOne(names, ['claude']) || !namesOne(names, CACHING)) return undefined;
  return { cachePoint: { type: 'default', ...(options.cacheRetention === 'long' && { ttl: '1h' }) } };
}

function withCachePoint(messages: Message[], cachePoint: CachePoint | undefined, origins: Origins): Message[] {
  const last = messages.at(-1);
  if (!cachePoint || last?.role !== 'user') return messages;
  return [...messages.slice(0, -1), withMembers(origins, last, { content: [...(last.content ?? []), cachePoint] })];
}

function messagesOf(turns: readonly Turn[], model: Model, origins: Origins): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]!;
    if (turn.role === 'user') {
      const content =
        typeof turn.content === 'string'
          ? [mark(origins, { text: clean(turn.content) }, turn.origin)]
          : turn.content.map((sourced) => mark(origins, contentPart(sourced.block), sourced.origin));
      messages.push(mark(origins, { role: 'user', content }, turn.origin));
    } else if (turn.role === 'assistant') {
      const content = turn.content.flatMap((sourced) => assistantPart(sourced, model, origins) ?? []);
      if (content.length > 0) messages.push(mark(origins, { role: 'assistant', content }, turn.origin));
    } else {
      const results: ResultTurn[] = [turn];
      for (let next = turns[at + 1]; next?.role === 'toolResult'; next = turns[++at + 1]) results.push(next);
      const content = results.map((result) => mark(origins, resultPart(result, origins), result.origin));
      messages.push(mark(origins, { role: 'user', content }, turn.origin));
    }
  }
  return messages;
}

function contentPart(block: Block): ToolResultContentBlock & ContentBlock {
  if (block.type === 'image') {
    // The SDK takes bytes and writes them as the Base64 that a session holds.
    const bytes = encodedAgain(block.data) as unknown as Uint8Array;
    return { image: { source: { bytes }, format: FORMATS.get(block.mimeType) } };
  }
  return { text: clean(block.type === 'text' ? block.text : '') };
}

/** Undefined for what is blank. */
function assistantPart({ block, origin }: SourcedBlock, model: Model, origins: Origins): ContentBlock | undefined {
  if (block.type === 'text') {
    return isBlank(block.text) ? undefined : mark(origins, { text: clean(block.text) }, origin);
  }
  if (block.type === 'toolCall') {
    const { id, name, arguments: input } = block;
    return mark(origins, { toolUse: { toolUseId: id, name, input: input as Json | undefined } }, origin);
  }
  if (block.type !== 'thinking' || isBlank(block.thinking)) return undefined;
  const text = clean(block.thinking ?? '');
  const signature = block.thinkingSignature;
  if (!isClaude(model)) return mark(origins, { reasoningContent: { reasoningText: { text } } }, origin);
  if (isBlank(signature)) return mark(origins, { text }, origin);
  return mark(origins, { reasoningContent: { reasoningText: { text, signature } } }, origin);
}

function resultPart(
  { toolCallId, content: blocks, isError }: ResultTurn,
  origins: Origins,
): ContentBlock.ToolResultMember {
  const content = blocks.map(({ block, origin }) => mark(origins, contentPart(block), origin));
  return { toolResult: { toolUseId: toolCallId, content, status: isError ? 'error' : 'success' } };
}

/** The output limit, which a level raises for every Claude with a budget, and the fields of one that thinks. */
function thinking(input: ConverterInput): { readonly limit: number | undefined; readonly fields?: Json } {
  const { model, level } = input;
  const base = outputLimit(input);
  if (level === 'off' || !isClaude(model)) return { limit: base };
  const fieldsOf = (fields: Json) => (model.reasoning ? { fields } : {});
  const display: Record<string, Json> = isGovCloud(model) ? {} : { display: 'summarized' };
  if (namesOne(candidates(model), ADAPTIVE)) {
    const output_config = { effort: effortOf(model, level) };
    return { limit: base, ...fieldsOf({ thinking: { type: 'adaptive', ...display }, output_config }) };
  }
  const { limit, budget } = budgetFor(level, base ?? 0, model);
  const thinks = { type: 'enabled', budget_tokens: budget, ...display };
  return { limit, ...fieldsOf({ thinking: thinks, anthropic_beta: [INTERLEAVED] }) };
}

function effortOf(model: Model, level: Level): string {
  if (level === 'xhigh' && namesOne(candidates(model), ['opus-4-7'])) return 'xhigh';
  const mapped = model.thinkingLevelMap[level];
  if (mapped) return mapped;
  if (level === 'minimal' || level === 'low') return 'low';
  return level === 'medium' ? 'medium' : 'high';
}

/** pi knows the region from its environment, which a session does not hold; OpenClaw's wrapper reads it from the URL. */
function isGovCloud({ id }: Model): boolean {
  const lower = id.toLowerCase();
  return lower.startsWith('us-gov.') || lower.startsWith('arn:aws-us-gov:');
}
