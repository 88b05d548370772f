import { shortHash } from '../hash';
import { inspectImage } from '../images/measure';
import { parseObject } from '../jsonl/segments';
import { loneSurrogateEscapes } from '../jsonl/surrogates';
import {
  type AssistantFacts,
  type BlockFacts,
  type CallFacts,
  type EntryFacts,
  type HeaderFacts,
  type ImageFacts,
  type LineFacts,
  LineFlag,
  type MessageFacts,
  type ResultFacts,
  type ShapeProblem,
  type SignatureKind,
  type ThinkingFacts,
} from './facts';
import { ENTRY_TYPES, entryProblems, headerProblems, ROLES } from './schema';
import { antigravitySignature, hasUsableSignature, isBase64Signature, replayableReasoning } from './signatures';

type Value = Readonly<Record<string, unknown>>;

/** Facts while they are put together. */
type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Tools that put a mark in front put a second one in front of the first. */
const BYTE_ORDER_MARKS = /^\ufeff+/;

const NO_PROBLEMS: readonly ShapeProblem[] = [];
const VERSION_1_PROBLEMS: readonly ShapeProblem[] = [
  { path: ['id'], expected: 'a non-empty string', missing: true },
  { path: ['parentId'], expected: 'the id of the parent entry, or null', missing: true },
];
const NO_BLOCKS: readonly BlockFacts[] = [];
/** Most blocks are one of these: they share one object. */
const TEXT: BlockFacts = { kind: 'text', isBlank: false };
const BLANK_TEXT: BlockFacts = { kind: 'text', isBlank: true };
const OTHER: BlockFacts = { kind: 'other' };

/** Texts of results that no tool wrote (rules specification, "Determinism of fixes"; dialects, 1.4). */
const STAND_IN_TEXTS: ReadonlySet<string> = new Set([
  'aborted',
  'No result provided',
  'Tool result missing: no result was recorded for this call',
]);
const STAND_IN_PREFIX = '[openclaw] ';

/** Block types that hold a tool call; the snake-case ones are foreign (replay, part B, block vocabularies). */
const CAMEL_CALLS: ReadonlySet<unknown> = new Set(['toolCall', 'toolUse', 'functionCall']);
const SNAKE_CALLS: ReadonlySet<unknown> = new Set(['tool_call', 'tool_use', 'function_call']);
/** Where a foreign call may keep its id (session format, section 4.2). */
const CALL_ID_KEYS = ['id', 'call_id', 'toolCallId', 'toolUseId', 'tool_call_id', 'tool_use_id'];

/** Custom entries that OpenClaw 2026.5.7 writes (session format, section 3). */
const OPENCLAW_RECORD = /^(?:openclaw[.:]|model-snapshot$|google-turn-ordering-bootstrap$)/;

/** Wire fields that chat-completions turns keep as signature. */
const FIELD_NAME = /^(?:reasoning|thinking)(?:_[a-z]+)*$/;

/** The facts of one line, a new object each time: it stands for the line. `text` is without its line end, `endsInCrlf` says what that was. */
export function readLine(text: string, endsInCrlf: boolean): LineFacts {
  let flags = endsInCrlf ? LineFlag.crlf : 0;
  let json = text;
  if (text.charCodeAt(0) === 0xfeff) {
    flags |= LineFlag.byteOrderMark;
    json = text.replace(BYTE_ORDER_MARKS, '');
  }
  if (json === '' || json.trim() === '') return { kind: 'blank', flags };
  if (json.includes('\u2028') || json.includes('\u2029')) flags |= LineFlag.separators;
  if (!json.isWellFormed()) flags |= LineFlag.strayBytes;
  if (loneSurrogateEscapes(json).length > 0) flags |= LineFlag.loneSurrogate;
  const value = parseObject(json);
  if (value === undefined) return { kind: 'damaged', flags };
  return value.type === 'session'
    ? { kind: 'header', flags, header: readHeader(value) }
    : { kind: 'entry', flags, entry: readEntry(value) };
}

/** The facts of a session header. */
export function readHeader(value: Value): HeaderFacts {
  return {
    version: value.version,
    id: filled(value.id),
    timestamp: string(value.timestamp),
    cwd: string(value.cwd),
    provider: string(value.provider),
    modelId: string(value.modelId),
    problems: headerProblems(value as Record<string, unknown>),
  };
}

/** The facts of any other record. */
export function readEntry(value: Value): EntryFacts {
  const type = string(value.type) ?? '';
  const { parentId } = value;
  const timestamp = string(value.timestamp);
  const entry: Mutable<EntryFacts> = {
    type,
    id: filled(value.id),
    parentId: typeof parentId === 'string' || parentId === null ? parentId : undefined,
    hasParentKey: parentId !== undefined,
    timestamp,
    time: timestamp === undefined ? Number.NaN : Date.parse(timestamp),
    problems: problemsOf(value, type),
  };
  if (type !== 'message') addExtras(entry, value);
  else {
    if (isObject(value.message)) entry.message = readMessage(value.message);
    if (value.appendMode === 'side') entry.isSide = true;
  }
  return entry;
}

function addExtras(entry: Mutable<EntryFacts>, value: Value): void {
  switch (entry.type) {
    case 'compaction': {
      const { firstKeptEntryIndex: index, summary } = value;
      entry.compaction = {
        firstKeptEntryId: filled(value.firstKeptEntryId),
        firstKeptEntryIndex: typeof index === 'number' ? index : undefined,
        summaryIsBlank: typeof summary !== 'string' || summary.trim() === '',
      };
      break;
    }
    case 'model_change':
      addModel(entry, value.provider, value.modelId, undefined);
      break;
    case 'custom': {
      const { customType, data } = value;
      if (typeof customType === 'string' && OPENCLAW_RECORD.test(customType)) entry.isOpenClaw = true;
      if (customType === 'model-snapshot' && isObject(data))
        addModel(entry, data.provider, data.modelId, data.modelApi);
      break;
    }
    case 'thinking_level_change':
      if (typeof value.thinkingLevel === 'string') entry.thinkingLevel = value.thinkingLevel;
      break;
    case 'branch_summary':
      entry.hasSummary = Boolean(value.summary);
      break;
    case 'custom_message':
      if (Array.isArray(value.content)) entry.blocks = value.content.map(readBlock);
      break;
    case 'leaf':
      entry.leaf = {
        targetId: value.targetId,
        appendParentId: value.appendParentId,
        hasAppendParentId: value.appendParentId !== undefined,
        appendMode: value.appendMode,
      };
      break;
    default:
  }
}

function addModel(entry: Mutable<EntryFacts>, provider: unknown, modelId: unknown, api: unknown): void {
  if (typeof provider !== 'string' || typeof modelId !== 'string') return;
  entry.model = { provider, modelId, api: filled(api) };
}

function readMessage(message: Value): MessageFacts {
  const role = string(message.role) ?? '';
  const { content, provenance } = message;
  const facts: Mutable<MessageFacts> = {
    role,
    content: contentKind(content),
    blocks: NO_BLOCKS,
    textLength: 0,
    isBlank: false,
    time: typeof message.timestamp === 'number' ? message.timestamp : undefined,
  };
  if (typeof content === 'string') {
    facts.textLength = content.length;
    facts.isBlank = content.trim() === '';
  } else if (Array.isArray(content)) {
    if (content.length > 0) facts.blocks = content.map(readBlock);
    facts.textLength = lengthOfTexts(content);
    facts.isBlank = facts.blocks.every((block) => block.kind === 'text' && block.isBlank);
  }
  if (role === 'assistant') facts.assistant = readAssistant(message);
  else if (role === 'toolResult') facts.result = readResult(message);
  else if (role === 'bashExecution' && message.excludeFromContext) facts.isExcluded = true;
  if (isObject(provenance) && provenance.kind === 'inter_session') facts.isInterSession = true;
  return facts;
}

function contentKind(content: unknown): MessageFacts['content'] {
  if (Array.isArray(content)) return 'list';
  if (typeof content === 'string') return 'string';
  return content === undefined || content === null ? 'absent' : 'other';
}

function lengthOfTexts(content: readonly unknown[]): number {
  let length = 0;
  for (const block of content) {
    if (isObject(block) && block.type === 'text' && typeof block.text === 'string') length += block.text.length;
  }
  return length;
}

function readAssistant(message: Value): AssistantFacts {
  return {
    api: string(message.api) ?? '',
    provider: string(message.provider) ?? '',
    model: string(message.model) ?? '',
    stopReason: string(message.stopReason) ?? '',
    hasZeroUsage: isZeroUsage(message.usage),
    mayHoldMetadata: mayHoldMetadata(message.content),
  };
}

/** Zero tokens in the sense of replay pass 2, step 4. */
function isZeroUsage(usage: unknown): boolean {
  if (!isObject(usage)) return false;
  const parts = ['input', 'output', 'cacheRead', 'cacheWrite']
    .map((key) => usage[key])
    .filter((part): part is number => typeof part === 'number' && Number.isFinite(part));
  const total = usage.total ?? usage.totalTokens ?? usage.total_tokens;
  const allZero = parts.every((part) => part === 0);
  if (typeof total === 'number' && Number.isFinite(total)) return total === 0 && allZero;
  return parts.length > 0 && allZero;
}

/** A cheap first look for what replay pass 2 strips: every marker holds this word, a timestamp begins with a bracket. */
function mayHoldMetadata(content: unknown): boolean {
  const suspicious = (text: unknown) => typeof text === 'string' && (text.startsWith('[') || text.includes('ntrusted'));
  if (typeof content === 'string') return suspicious(content);
  return Array.isArray(content) && content.some((block) => isObject(block) && suspicious(block.text));
}

function readResult(message: Value): ResultFacts {
  const content = message.content;
  const only: unknown = Array.isArray(content) && content.length === 1 ? content[0] : undefined;
  const text = isObject(only) && only.type === 'text' ? only.text : content;
  return {
    callId: filled(message.toolCallId) ?? filled(message.toolUseId),
    toolName: string(message.toolName),
    isStandIn:
      message.isError === true &&
      typeof text === 'string' &&
      (STAND_IN_TEXTS.has(text) || text.startsWith(STAND_IN_PREFIX)),
  };
}

function readBlock(block: unknown): BlockFacts {
  if (!isObject(block)) return OTHER;
  const facts = readKind(block);
  const bad = badThoughtSignature(block);
  return bad === undefined ? facts : { ...facts, badThoughtSignature: bad };
}

function readKind(block: Value): BlockFacts {
  const { type, text } = block;
  if (type === 'text' && typeof text === 'string') return text.trim() === '' ? BLANK_TEXT : TEXT;
  if (type === 'thinking' || type === 'redacted_thinking') return readThinking(block);
  if (CAMEL_CALLS.has(type) || SNAKE_CALLS.has(type)) return readCall(block);
  return type === 'image' ? readImage(block) : OTHER;
}

function badThoughtSignature(block: Value): 'thoughtSignature' | 'thought_signature' | undefined {
  const { thoughtSignature, thought_signature } = block;
  if (isBadSignature(thoughtSignature)) return 'thoughtSignature';
  return isBadSignature(thought_signature) ? 'thought_signature' : undefined;
}

function isBadSignature(signature: unknown): boolean {
  if (signature === undefined || signature === null) return false;
  return typeof signature !== 'string' || !isBase64Signature(signature);
}

function readCall(block: Value): CallFacts {
  const isCamelCase = CAMEL_CALLS.has(block.type);
  const partial = block.partialJson;
  return {
    kind: 'call',
    isCamelCase,
    id: isCamelCase ? visible(block.id) : CALL_ID_KEYS.map((key) => visible(block[key])).find((id) => id !== undefined),
    name: visible(block.name),
    hasArguments: (block.arguments ?? block.input ?? undefined) !== undefined,
    ...(typeof partial === 'string' && { partialJson: isWholeJson(partial) ? ('whole' as const) : ('torn' as const) }),
  };
}

function isWholeJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function readThinking(block: Value): ThinkingFacts {
  const isRedacted = block.type === 'redacted_thinking' || block.redacted === true;
  const { thinkingSignature, signature: plain, thought_signature: snake, data } = block;
  const signature = [thinkingSignature, plain, snake, isRedacted ? data : undefined].find(isPresent);
  const reasoning = replayableReasoning(block);
  return {
    kind: 'thinking',
    isRedacted,
    isBlank: typeof block.thinking !== 'string' || block.thinking.trim() === '',
    isSigned: hasUsableSignature(block) || isObject(block.thinkingSignature),
    signature: signatureKind(signature),
    signatureHash: typeof signature === 'string' ? shortHash(signature) : '',
    ...(reasoning && { reasoningId: reasoning.id }),
    isAntigravitySigned: antigravitySignature(block) !== null,
  };
}

function isPresent(signature: unknown): boolean {
  return isObject(signature) || (typeof signature === 'string' && signature.trim() !== '');
}

function signatureKind(signature: unknown): SignatureKind {
  if (isObject(signature)) return 'item';
  if (typeof signature !== 'string' || signature.trim() === '') return 'none';
  const trimmed = signature.trim();
  if (trimmed.startsWith('{') && parseObject(trimmed) !== undefined) return 'item';
  if (FIELD_NAME.test(trimmed)) return 'field-name';
  return isBase64Signature(trimmed) ? 'base64' : 'opaque';
}

function readImage(block: Value): ImageFacts {
  const data = block.data;
  const image = inspectImage(typeof data === 'string' ? data : '');
  return {
    kind: 'image',
    problem: image.problem,
    mimeType: string(block.mimeType),
    format: image.format,
    width: image.width,
    height: image.height,
    bytes: image.bytes ?? 0,
  };
}

/**
 * What the schemas say. They cost as much as parsing the line does, so a quick look spares them the entries that
 * are plainly right (of version 3, or of version 1, which has no ids); a test holds both together.
 */
function problemsOf(value: Value, type: string): readonly ShapeProblem[] {
  if (typeof value.timestamp === 'string' && hasPlainBody(value, type)) {
    const { id, parentId } = value;
    if (typeof id === 'string' && id !== '' && (parentId === null || typeof parentId === 'string')) return NO_PROBLEMS;
    if (id === undefined && parentId === undefined) return VERSION_1_PROBLEMS;
  }
  return entryProblems(value as Record<string, unknown>);
}

function hasPlainBody(value: Value, type: string): boolean {
  if (type !== 'message') return type !== '' && !ENTRY_TYPES.has(type);
  const message = value.message;
  if (!isObject(message)) return false;
  const role = message.role;
  if (typeof role !== 'string' || role === '') return false;
  if (!ROLES.has(role)) return true;
  const time = message.timestamp;
  if (time !== undefined && typeof time !== 'number') return false;
  switch (role) {
    case 'user':
      return isPlainContent(message.content);
    case 'assistant':
      return (
        isPlainContent(message.content) &&
        typeof message.api === 'string' &&
        typeof message.provider === 'string' &&
        typeof message.model === 'string' &&
        typeof message.stopReason === 'string' &&
        (message.errorMessage === undefined || typeof message.errorMessage === 'string')
      );
    case 'toolResult':
      return (
        isPlainList(message.content) &&
        typeof message.toolName === 'string' &&
        (message.isError === undefined || typeof message.isError === 'boolean')
      );
    default:
      return false;
  }
}

function isPlainContent(content: unknown): boolean {
  return typeof content === 'string' || isPlainList(content);
}

function isPlainList(content: unknown): boolean {
  if (!Array.isArray(content)) return false;
  return content.every(
    (block) =>
      isObject(block) && typeof block.type === 'string' && (block.type !== 'text' || typeof block.text === 'string'),
  );
}

function string(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function visible(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
