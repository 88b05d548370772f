/** mistral-conversations as pi hands it to Mistral's SDK (payloads.md 8; pi-ai 0.73.0). */
import type {
  ChatCompletionStreamRequest,
  ContentChunk,
  FunctionT,
  ImageURLChunk,
  ReasoningEffort,
  TextChunk,
  ToolCall,
  ToolMessage,
  UserMessage,
} from '@mistralai/mistralai/models/components';
import { shortHash } from '../hash';
import { clampLevel, outputLimit } from './levels';
import { type Converted, draftOf, mark, type Origins } from './parts';
import { transformForPi } from './transform';
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
import type { Block, CallBlock, ConverterInput, ImageBlock, Model } from './types';

const ID_LENGTH = 9;
/** Reasoning models that take an effort; the others have a prompt mode. */
const EFFORT_MODELS: ReadonlySet<string> = new Set([
  'mistral-small-2603',
  'mistral-small-latest',
  'mistral-medium-3.5',
]);
type Messages = ChatCompletionStreamRequest['messages'];
type Text = TextChunk & { type: 'text' };
type Image = ImageURLChunk & { type: 'image_url' };

const ERROR_PREFIX = '[tool error] ';
const SEE_IMAGE = '(see attached image)';
const NO_OUTPUT = '(no tool output)';

export function toMistral(input: ConverterInput): Converted {
  const { model, systemPrompt, tools = [], options } = input;
  const origins: Origins = new Map();
  const turns = transformForPi(input.messages, model, idRule());
  const limit = outputLimit(input);
  const request: ChatCompletionStreamRequest = {
    model: model.id,
    stream: true,
    messages: [
      ...(systemPrompt ? [{ role: 'system', content: clean(systemPrompt) } as const] : []),
      ...turns.flatMap((turn) => messageOf(turn, model, origins) ?? []),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters: parameters as FunctionT['parameters'], strict: false },
      })),
    }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(limit !== undefined && { maxTokens: limit }),
    ...reasoning(input),
  };
  return draftOf(request, origins);
}

function reasoning({
  model,
  level,
}: ConverterInput): Pick<ChatCompletionStreamRequest, 'reasoningEffort' | 'promptMode'> {
  const fitted = clampLevel(model, level);
  if (!model.reasoning || fitted === 'off') return {};
  return EFFORT_MODELS.has(model.id)
    ? { reasoningEffort: (model.thinkingLevelMap[fitted] ?? 'high') as ReasoningEffort }
    : { promptMode: 'reasoning' };
}

/** Nine letters and digits for the id of another model's call; two ids never become one. */
function idRule(): (id: string) => string {
  const known = new Map<string, string>();
  const owners = new Map<string, string>();
  return (id) => {
    const existing = known.get(id);
    if (existing !== undefined) return existing;
    for (let attempt = 0; ; attempt++) {
      const candidate = shortened(id, attempt);
      const owner = owners.get(candidate);
      if (owner !== undefined && owner !== id) continue;
      owners.set(candidate, id);
      known.set(id, candidate);
      return candidate;
    }
  };
}

function shortened(id: string, attempt: number): string {
  const stripped = id.replace(/[^a-zA-Z0-9]/g, '');
  if (attempt === 0 && stripped.length === ID_LENGTH) return stripped;
  const seed = stripped || id;
  return shortHash(attempt === 0 ? seed : `${seed}:${attempt}`)
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, ID_LENGTH);
}

/** Undefined for a turn of which nothing is left. */
function messageOf(turn: Turn, model: Model, origins: Origins): Messages[number] | undefined {
  switch (turn.role) {
    case 'user':
      return userMessage(turn, model, origins);
    case 'assistant':
      return assistantMessage(turn, origins);
    case 'toolResult':
      return resultMessage(turn, model, origins);
  }
}

function userMessage(turn: UserTurn, { input }: Model, origins: Origins): UserMessage | undefined {
  if (typeof turn.content === 'string') {
    return mark<UserMessage>(origins, { role: 'user', content: clean(turn.content) }, turn.origin);
  }
  const shown = turn.content.filter((sourced) => !isImage(sourced) || input.includes('image'));
  if (shown.length === 0) return undefined;
  const content = shown.map(({ block, origin }) => mark(origins, partOf(block), origin));
  return mark<UserMessage>(origins, { role: 'user', content }, turn.origin);
}

function partOf(block: Block): Text | Image {
  return block.type === 'text' ? { type: 'text', text: clean(block.text) } : imagePart(block as ImageBlock);
}

function imagePart({ mimeType, data }: ImageBlock): Image {
  return { type: 'image_url', imageUrl: `data:${mimeType};base64,${data}` };
}

function assistantMessage(turn: AssistantTurn, origins: Origins): Messages[number] | undefined {
  const content = turn.content.flatMap(({ block, origin }): ContentChunk[] => {
    if (block.type === 'text' && !isBlank(block.text)) {
      return [mark(origins, { type: 'text', text: clean(block.text) }, origin)];
    }
    if (block.type === 'thinking' && !isBlank(block.thinking)) {
      const thinking: Text[] = [{ type: 'text', text: clean(block.thinking ?? '') }];
      return [mark(origins, { type: 'thinking', thinking }, origin)];
    }
    return [];
  });
  const toolCalls = turn.content.flatMap(({ block, origin }) =>
    block.type === 'toolCall' ? [mark(origins, callPart(block), origin)] : [],
  );
  if (content.length === 0 && toolCalls.length === 0) return undefined;
  const message: Messages[number] = {
    role: 'assistant',
    ...(content.length > 0 && { content }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
  return mark(origins, message, turn.origin);
}

function callPart({ id, name, arguments: value }: CallBlock): ToolCall {
  // A damaged session may lack the name; the call is sent without one.
  return { id, type: 'function', function: { name: name as string, arguments: JSON.stringify(value || {}) } };
}

function resultMessage(turn: ResultTurn, { input }: Model, origins: Origins): ToolMessage {
  const images = turn.content.filter(isImage);
  const shown = input.includes('image') ? images : [];
  const content = [
    mark<Text>(origins, { type: 'text', text: resultText(turn, images) }, turn.origin),
    ...shown.map(({ block, origin }) => mark(origins, imagePart(block), origin)),
  ];
  const { toolCallId, toolName } = turn;
  return mark(origins, { role: 'tool', toolCallId, name: toolName, content }, turn.origin);
}

function resultText({ content, isError }: ResultTurn, images: readonly SourcedBlock[]): string {
  const text = content
    .filter(isText)
    .map(({ block }) => clean(block.text))
    .join('\n')
    .trim();
  return `${isError ? ERROR_PREFIX : ''}${text || (images.length > 0 ? SEE_IMAGE : NO_OUTPUT)}`;
}
