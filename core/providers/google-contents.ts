/** `contents` of Google's apis (payloads.md 6; pi-ai 0.73.0 and OpenClaw 2026.5.7). */
import type { Content, Part } from '@google/genai';
import { anthropicId, inputObject } from './anthropic-content';
import { mark, type Origins } from './parts';
import type { IdRule } from './transform';
import {
  type AssistantTurn,
  clean,
  isBlank,
  isImage,
  isText,
  type ResultTurn,
  type SourcedBlock,
  type Turn,
  type UserTurn,
} from './turns';
import type { Block, CallBlock, ImageBlock, Model } from './types';

const SKIP_SIGNATURE = 'skip_thought_signature_validator';
const SEE_IMAGE = '(see attached image)';
const RESULT_IMAGE = 'Tool result image:';
/** Google takes no empty text where something has to stand. */
const SPACE = ' ';
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

type Signature = Pick<Part, 'thoughtSignature'>;

/** In what pi and OpenClaw's own transport differ. */
export interface ContentRules {
  /** Whether texts and turns that are empty become a space. */
  readonly fillsEmpty: boolean;
  /** Whether calls without a signature carry the word that skips the check. */
  readonly skipsSignatures: boolean;
  readonly isSignature: (signature: string) => boolean;
  readonly args: (value: unknown) => Record<string, unknown>;
}

export const PI_CONTENTS: ContentRules = {
  fillsEmpty: false,
  skipsSignatures: false,
  isSignature: (signature) => signature.length % 4 === 0 && BASE64.test(signature),
  args: (value) => (value ?? {}) as Record<string, unknown>,
};

export const OWN_CONTENTS: ContentRules = {
  fillsEmpty: true,
  skipsSignatures: true,
  isSignature: (signature) => signature !== '',
  args: inputObject,
};

/** Models of other makers behind Google's api need the ids of calls, in Anthropic's alphabet. */
function sendsIds({ id }: Model): boolean {
  return id.startsWith('claude-') || id.startsWith('gpt-oss-');
}

/** Models that refuse calls without a signature. */
export function signsCalls({ id }: Model): boolean {
  return id.toLowerCase().includes('gemini-3');
}

export function googleIdRule(model: Model): IdRule {
  return sendsIds(model) ? anthropicId : (id) => id;
}

/** Turns as contents. */
export function googleContents(turns: readonly Turn[], model: Model, rules: ContentRules, origins: Origins): Content[] {
  const contents: Content[] = [];
  for (const turn of turns) {
    if (turn.role === 'toolResult') addResult(contents, turn, model, origins);
    else {
      const content =
        turn.role === 'user' ? userContent(turn, model, rules, origins) : modelContent(turn, model, rules, origins);
      if (content) contents.push(content);
    }
  }
  return contents.length === 0 && rules.fillsEmpty ? [{ role: 'user', parts: [{ text: SPACE }] }] : contents;
}

function userContent(
  turn: UserTurn,
  model: Model,
  { fillsEmpty }: ContentRules,
  origins: Origins,
): Content | undefined {
  const filled = (text: string): Part => ({ text: clean(text) || (fillsEmpty ? SPACE : '') });
  const parts =
    typeof turn.content === 'string'
      ? [mark(origins, filled(turn.content), turn.origin)]
      : shownBlocks(turn.content, model).map(({ block, origin }) =>
          mark(origins, block.type === 'text' ? filled(block.text) : imagePart(block as ImageBlock), origin),
        );
  if (parts.length > 0) return mark(origins, { role: 'user', parts }, turn.origin);
  return fillsEmpty ? mark(origins, { role: 'user', parts: [{ text: SPACE }] }, turn.origin) : undefined;
}

function shownBlocks(content: readonly SourcedBlock[], { input }: Model): SourcedBlock[] {
  return content.filter((sourced) => !isImage(sourced) || input.includes('image'));
}

function imagePart({ mimeType, data }: ImageBlock): Pick<Part, 'inlineData'> {
  return { inlineData: { mimeType, data } };
}

/** Undefined for a turn of which nothing is left. */
function modelContent(turn: AssistantTurn, model: Model, rules: ContentRules, origins: Origins): Content | undefined {
  // The api does not matter here.
  const isOwn = turn.source.provider === model.provider && turn.source.model === model.id;
  const signature = (stored: string | undefined): Signature => signatureOf(isOwn ? stored : undefined, rules);
  const parts = turn.content.flatMap(({ block, origin }): Part[] => {
    const part = block.type === 'toolCall' ? callPart(block, model, rules, isOwn) : wordsPart(block, signature);
    return part ? [mark(origins, part, origin)] : [];
  });
  return parts.length > 0 ? mark(origins, { role: 'model', parts }, turn.origin) : undefined;
}

function signatureOf(stored: string | undefined, { isSignature }: ContentRules): Signature {
  return stored !== undefined && isSignature(stored) ? { thoughtSignature: stored } : {};
}

function wordsPart(block: Block, signature: (stored: string | undefined) => Signature): Part | undefined {
  switch (block.type) {
    case 'text':
      return isBlank(block.text) ? undefined : { text: clean(block.text), ...signature(block.textSignature) };
    case 'thinking':
      if (isBlank(block.thinking)) return undefined;
      return { thought: true, text: clean(block.thinking ?? ''), ...signature(block.thinkingSignature) };
    default:
      return undefined;
  }
}

function callPart(call: CallBlock, model: Model, rules: ContentRules, isOwn: boolean): Part {
  const functionCall = {
    ...(call.name !== undefined && { name: call.name }),
    args: rules.args(call.arguments),
    ...(sendsIds(model) && { id: call.id }),
  };
  const stored = isOwn ? call.thoughtSignature : undefined;
  // A stored signature that is empty is not replaced.
  const sent = stored ?? (rules.skipsSignatures && signsCalls(model) ? SKIP_SIGNATURE : undefined);
  return { functionCall, ...signatureOf(sent, rules) };
}

/** Consecutive results share a turn; images of Gemini before version 3 stand in one of their own behind it. */
function addResult(contents: Content[], turn: ResultTurn, model: Model, origins: Origins): void {
  const shown = shownBlocks(turn.content, model);
  const images = shown.filter(isImage);
  const imageParts = images.map(({ block, origin }) => mark(origins, imagePart(block), origin));
  const isNested = nestsImages(model.id);
  const functionResponse = {
    name: turn.toolName,
    response: { [turn.isError ? 'error' : 'output']: resultText(shown, images) },
    ...(isNested && imageParts.length > 0 && { parts: imageParts }),
    ...(sendsIds(model) && { id: turn.toolCallId }),
  };
  const part: Part = mark(origins, { functionResponse }, turn.origin);
  const last = contents.at(-1);
  const lastParts = (last?.role === 'user' && last.parts) || [];
  if (lastParts.some((other) => 'functionResponse' in other)) lastParts.push(part);
  else contents.push(mark(origins, { role: 'user', parts: [part] }, turn.origin));
  if (isNested || imageParts.length === 0) return;
  contents.push(mark(origins, { role: 'user', parts: [{ text: RESULT_IMAGE }, ...imageParts] }, turn.origin));
}

function resultText(content: readonly SourcedBlock[], images: readonly SourcedBlock[]): string {
  const text = content
    .filter(isText)
    .map(({ block }) => block.text)
    .join('\n');
  return text === '' && images.length > 0 ? SEE_IMAGE : clean(text);
}

/** Whether a model takes images inside of a result. */
function nestsImages(id: string): boolean {
  const version = /^gemini(?:-live)?-(\d+)/.exec(id.toLowerCase())?.[1];
  return version === undefined || Number(version) >= 3;
}
