/** `messages` of openai-completions (payloads.md 5.1; pi-ai 0.73.0, convertMessages). */
import type {
  ChatCompletionContentPart,
  ChatCompletionContentPartImage,
  ChatCompletionContentPartText,
  ChatCompletionMessageFunctionToolCall,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type { Compat } from './openai-completions-compat';
import { SEE_IMAGE } from './openai-items';
import { mark, type Origins } from './parts';
import { type IdRule, transformForPi } from './transform';
import {
  type AssistantTurn,
  clean,
  isBlank,
  isImage,
  isText,
  originOf,
  type ResultTurn,
  type SourcedBlock,
  type UserTurn,
} from './turns';
import type { Block, CallBlock, ConverterInput, ImageBlock, Model, ThinkingBlock } from './types';

/** A message of the SDK; other endpoints than OpenAI's take further members. */
export type ChatMessage = ChatCompletionMessageParam & Readonly<Record<string, unknown>>;

/** pi-ai 0.73.0. */
const ID_LIMIT = 40;
const ATTACHED_IMAGES = 'Attached image(s) from tool result:';
const RESULTS_PROCESSED = 'I have processed the tool results.';

/** The messages of a request, the system prompt first. */
export function chatMessages(input: ConverterInput, compat: Compat, origins: Origins): ChatMessage[] {
  const { model, systemPrompt } = input;
  const chat: ChatMessage[] = systemPrompt ? [instruction(systemPrompt, model, compat)] : [];
  const turns = transformForPi(input.messages, model, idRule(model));
  let images: SourcedBlock<ImageBlock>[] = [];
  let isBehindResult = false;
  for (const [at, turn] of turns.entries()) {
    if (turn.role === 'toolResult') {
      chat.push(resultMessage(turn, compat, origins));
      if (model.input.includes('image')) images.push(...turn.content.filter(isImage));
      isBehindResult = true;
      if (turns[at + 1]?.role === 'toolResult' || images.length === 0) continue;
      if (compat.requiresAssistantAfterToolResult) chat.push(bridge(turn, origins));
      chat.push(imageMessage(images, turn, origins));
      images = [];
      isBehindResult = false;
      continue;
    }
    if (turn.role === 'user' && isBehindResult && compat.requiresAssistantAfterToolResult) {
      chat.push(bridge(turn, origins));
    }
    const message = turn.role === 'user' ? userMessage(turn, origins) : assistantMessage(turn, model, compat, origins);
    if (message === undefined) continue;
    chat.push(message);
    isBehindResult = false;
  }
  return chat;
}

/** Ids of other models' calls: the first of two parts, cut to what OpenAI takes. */
function idRule({ provider }: Model): IdRule {
  return (id) => {
    const [callId = ''] = id.split('|');
    if (id.includes('|')) return callId.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, ID_LIMIT);
    return provider === 'openai' ? id.slice(0, ID_LIMIT) : id;
  };
}

function instruction(systemPrompt: string, { reasoning }: Model, { supportsDeveloperRole }: Compat): ChatMessage {
  return { role: reasoning && supportsDeveloperRole ? 'developer' : 'system', content: clean(systemPrompt) };
}

/** Some endpoints take no user message directly behind a result. */
function bridge({ origin: { message } }: ResultTurn | UserTurn, origins: Origins): ChatMessage {
  return mark<ChatMessage>(origins, { role: 'assistant', content: RESULTS_PROCESSED }, { message, made: true });
}

/** Undefined for a list without blocks, which is left out. */
function userMessage(turn: UserTurn, origins: Origins): ChatMessage | undefined {
  if (typeof turn.content === 'string') {
    return mark<ChatMessage>(origins, { role: 'user', content: clean(turn.content) }, turn.origin);
  }
  if (turn.content.length === 0) return undefined;
  const content = turn.content.map(({ block, origin }) => mark(origins, userPart(block), origin));
  return mark<ChatMessage>(origins, { role: 'user', content }, turn.origin);
}

function userPart(block: Block): ChatCompletionContentPart {
  return block.type === 'text' ? textPart(block.text) : imagePart(block as ImageBlock);
}

function textPart(text: string): ChatCompletionContentPartText {
  return { type: 'text', text: clean(text) };
}

function imagePart({ mimeType, data }: ImageBlock): ChatCompletionContentPartImage {
  return { type: 'image_url', image_url: { url: `data:${mimeType};base64,${data}` } };
}

/** Undefined for a turn with neither text nor calls, which is left out; thinking alone does not save it. */
function assistantMessage(
  turn: AssistantTurn,
  model: Model,
  compat: Compat,
  origins: Origins,
): ChatMessage | undefined {
  const content = assistantContent(turn, compat, origins);
  const calls = turn.content.filter(isCall);
  if (content.length === 0 && calls.length === 0) return undefined;
  const emptyContent = compat.requiresAssistantAfterToolResult ? '' : null;
  const message: ChatMessage = {
    role: 'assistant',
    content: content.length > 0 ? content : emptyContent,
    ...(compat.requiresThinkingAsText ? {} : thinkingField(turn)),
    ...(calls.length > 0 ? { tool_calls: calls.map((call) => mark(origins, callPart(call.block), call.origin)) } : {}),
    ...reasoningDetails(calls),
  };
  const lacksReasoning = compat.requiresReasoningContentOnAssistantMessages && model.reasoning;
  return mark(
    origins,
    lacksReasoning && !('reasoning_content' in message) ? { ...message, reasoning_content: '' } : message,
    turn.origin,
  );
}

function isCall(sourced: SourcedBlock): sourced is SourcedBlock<CallBlock> {
  return sourced.block.type === 'toolCall';
}

function thoughtsOf(turn: AssistantTurn): SourcedBlock<ThinkingBlock>[] {
  return turn.content.filter(
    (sourced): sourced is SourcedBlock<ThinkingBlock> =>
      sourced.block.type === 'thinking' && !isBlank(sourced.block.thinking),
  );
}

/** One string, since some models imitate lists of parts; a list only where thinking is sent as text. */
function assistantContent(
  turn: AssistantTurn,
  compat: Compat,
  origins: Origins,
): string | ChatCompletionContentPartText[] {
  const texts = turn.content.filter(isText).filter(({ block }) => !isBlank(block.text));
  const thoughts = compat.requiresThinkingAsText ? thoughtsOf(turn) : [];
  if (thoughts.length === 0) return texts.map(({ block }) => clean(block.text)).join('');
  const thinking = thoughts.map(({ block }) => clean(block.thinking ?? '')).join('\n\n');
  return [
    mark<ChatCompletionContentPartText>(origins, { type: 'text', text: thinking }, originOf(turn, thoughts)),
    ...texts.map(({ block, origin }) => mark(origins, textPart(block.text), origin)),
  ];
}

/** The signature of the first thought names the field that its provider reads thinking from. */
function thinkingField(turn: AssistantTurn): Readonly<Record<string, string>> {
  const thoughts = thoughtsOf(turn);
  const field = thoughts[0]?.block.thinkingSignature;
  return field ? { [field]: thoughts.map(({ block }) => block.thinking).join('\n') } : {};
}

function callPart({ id, name, arguments: value }: CallBlock): ChatCompletionMessageFunctionToolCall {
  // A damaged session may lack the two; the call is sent without them.
  const spec = { name: name as string, arguments: JSON.stringify(value) };
  return { id, type: 'function', function: spec };
}

/** The thought signatures of calls that are JSON. */
function reasoningDetails(calls: readonly SourcedBlock<CallBlock>[]): {
  readonly reasoning_details?: readonly unknown[];
} {
  const details = calls.flatMap(({ block }) => parseDetail(block.thoughtSignature));
  return details.length > 0 ? { reasoning_details: details } : {};
}

function parseDetail(signature: string | undefined): readonly unknown[] {
  try {
    return [JSON.parse(signature ?? '') as unknown].filter(Boolean);
  } catch {
    return [];
  }
}

function resultMessage(turn: ResultTurn, compat: Compat, origins: Origins): ChatMessage {
  const text = turn.content
    .filter(isText)
    .map(({ block }) => block.text)
    .join('\n');
  const message: ChatMessage = {
    role: 'tool',
    content: clean(text === '' ? SEE_IMAGE : text),
    tool_call_id: turn.toolCallId,
    ...(compat.requiresToolResultName && turn.toolName ? { name: turn.toolName } : {}),
  };
  return mark(origins, message, turn.origin);
}

/** Results hold text only; the images of a run of results follow as the user's. */
function imageMessage(images: readonly SourcedBlock<ImageBlock>[], turn: ResultTurn, origins: Origins): ChatMessage {
  const made = { message: turn.origin.message, made: true } as const;
  const content = [
    mark<ChatCompletionContentPart>(origins, { type: 'text', text: ATTACHED_IMAGES }, made),
    ...images.map(({ block, origin }) => mark(origins, imagePart(block), origin)),
  ];
  return mark<ChatMessage>(origins, { role: 'user', content }, made);
}
