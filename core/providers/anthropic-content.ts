/** `messages` of anthropic-messages (payloads.md 3.2 to 3.4 and 3.8; pi-ai 0.73.0 and OpenClaw 2026.5.7). */
import type {
  Base64ImageSource,
  ContentBlockParam,
  ImageBlockParam,
  MessageParam,
  TextBlockParam,
  ToolResultBlockParam,
  ToolUseBlockParam,
} from '@anthropic-ai/sdk/resources/messages';
import { mark, type Origins } from './parts';
import {
  type AssistantTurn,
  clean,
  isBlank,
  isImage,
  isText,
  type ResultTurn,
  type SourcedBlock,
  type Turn,
} from './turns';
import type { Block, CallBlock, ImageBlock, Model } from './types';

const ID_LIMIT = 64;
const SEE_IMAGE = '(see attached image)';
const NO_OUTPUT = '(no output)';

/** How pi and OpenClaw's own transport write what they do not write alike. */
export interface ContentRules {
  /** The text of a result without images. */
  readonly resultText: (text: string) => string;
  /** Whether blank texts stay beside the images of a result. */
  readonly keepsBlankTexts: boolean;
  readonly callInput: (value: unknown) => unknown;
  readonly takesImages: boolean;
}

export const PI_CONTENT: ContentRules = {
  resultText: (text) => text,
  keepsBlankTexts: true,
  callInput: (value) => value ?? {},
  takesImages: true,
};

/** OpenClaw's own transport sends a text-only model no images of the user, and says nothing of it. */
export function ownContent({ input }: Model): ContentRules {
  return {
    resultText: (text) => (isBlank(text) ? NO_OUTPUT : text),
    keepsBlankTexts: false,
    callInput: inputObject,
    takesImages: input.includes('image'),
  };
}

/** The id of another model's call. */
export function anthropicId(id: string): string {
  return id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, ID_LIMIT);
}

/** Turns as messages; consecutive results are one user message. */
export function anthropicMessages(turns: readonly Turn[], rules: ContentRules, origins: Origins): MessageParam[] {
  const messages: MessageParam[] = [];
  for (let at = 0; at < turns.length; at++) {
    const turn = turns[at]!;
    if (turn.role === 'toolResult') {
      const results: ResultTurn[] = [turn];
      for (let next = turns[at + 1]; next?.role === 'toolResult'; next = turns[++at + 1]) results.push(next);
      const content = results.map((result) => mark(origins, resultPart(result, rules, origins), result.origin));
      messages.push(mark(origins, { role: 'user', content }, turn.origin));
      continue;
    }
    const content =
      turn.role === 'assistant' ? assistantContent(turn, rules, origins) : userContent(turn.content, rules, origins);
    if (content !== undefined) messages.push(mark(origins, { role: turn.role, content }, turn.origin));
  }
  return messages;
}

/** Undefined for a turn of which nothing is left. A lone string is judged before it is cleaned, a block behind that. */
function userContent(
  content: string | readonly SourcedBlock[],
  rules: ContentRules,
  origins: Origins,
): string | (TextBlockParam | ImageBlockParam)[] | undefined {
  if (typeof content === 'string') return isBlank(content) ? undefined : clean(content);
  const parts = content
    .filter((sourced) => (isText(sourced) ? !isBlank(clean(sourced.block.text)) : rules.takesImages))
    .map(({ block, origin }) => mark(origins, userPart(block), origin));
  return parts.length > 0 ? parts : undefined;
}

function userPart(block: Block): TextBlockParam | ImageBlockParam {
  return block.type === 'text' ? textPart(block.text) : imagePart(block as ImageBlock);
}

function textPart(text: string): TextBlockParam {
  return { type: 'text', text: clean(text) };
}

function imagePart({ mimeType, data }: ImageBlock): ImageBlockParam {
  // A session may name a type that the api does not take.
  const media_type = mimeType as Base64ImageSource['media_type'];
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

/** Undefined for a turn of which nothing is left. */
function assistantContent(turn: AssistantTurn, rules: ContentRules, origins: Origins): ContentBlockParam[] | undefined {
  const parts = turn.content.flatMap(({ block, origin }) => {
    const part = assistantPart(block, rules);
    return part ? [mark(origins, part, origin)] : [];
  });
  return parts.length > 0 ? parts : undefined;
}

/** Undefined for what is left out. */
function assistantPart(block: Block, rules: ContentRules): ContentBlockParam | undefined {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? undefined : textPart(block.text);
    case 'thinking': {
      const { thinking = '', thinkingSignature: signature, redacted } = block;
      // A damaged session may lack the data; the block is sent without it.
      if (redacted) return { type: 'redacted_thinking', data: signature as string };
      if (isBlank(thinking)) return undefined;
      if (signature === undefined || isBlank(signature)) return textPart(thinking);
      return { type: 'thinking', thinking: clean(thinking), signature };
    }
    case 'toolCall':
      return callPart(block, rules);
    default:
      return undefined;
  }
}

function callPart({ id, name, arguments: value }: CallBlock, { callInput }: ContentRules): ToolUseBlockParam {
  // A damaged session may lack the name; the call is sent without one.
  return { type: 'tool_use', id, name: name as string, input: callInput(value) };
}

function resultPart(
  { toolCallId, content, isError }: ResultTurn,
  rules: ContentRules,
  origins: Origins,
): ToolResultBlockParam {
  return {
    type: 'tool_result',
    tool_use_id: toolCallId,
    content: content.some(isImage) ? mixedResult(content, rules, origins) : rules.resultText(joined(content)),
    is_error: isError,
  };
}

function joined(content: readonly SourcedBlock[]): string {
  return clean(
    content
      .filter(isText)
      .map(({ block }) => block.text)
      .join('\n'),
  );
}

function mixedResult(
  content: readonly SourcedBlock[],
  { keepsBlankTexts }: ContentRules,
  origins: Origins,
): (TextBlockParam | ImageBlockParam)[] {
  const kept = content.filter((sourced) => keepsBlankTexts || !isText(sourced) || !isBlank(clean(sourced.block.text)));
  const parts = kept.map(({ block, origin }) => mark(origins, userPart(block), origin));
  return kept.some(isText) ? parts : [textPart(SEE_IMAGE), ...parts];
}

/** The arguments of a call as OpenClaw's own transports send them: an object, also where they are stored as JSON text. */
export function inputObject(value: unknown): Readonly<Record<string, unknown>> {
  const object = typeof value === 'string' ? parsed(value) : value;
  return isObject(object) ? object : {};
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
