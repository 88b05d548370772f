/** mistral-conversations as pi hands it to Mistral's SDK (payloads.md 8; pi-ai 0.73.0). */
import { shortHash } from '../hash';
import { clampLevel, outputLimit } from './levels';
import { type Converted, mark, type Origins, type Payload } from './parts';

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
const ERROR_PREFIX = '[tool error] ';
const SEE_IMAGE = '(see attached image)';
const NO_OUTPUT = '(no tool output)';

export function toMistral(input: ConverterInput): Converted {
  const { model, systemPrompt, tools = [], options } = input;
  const origins: Origins = new Map();
  const turns = transformForPi(input.messages, model, idRule());
  const limit = outputLimit(input);
  const payload = {
    model: model.id,
    stream: true,
    messages: [
      ...(systemPrompt ? [{ role: 'system', content: clean(systemPrompt) }] : []),
      ...turns.flatMap((turn) => messageOf(turn, model, origins) ?? []),
    ],
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, description, parameters, strict: false },
      })),
    }),
    ...(options.temperature !== undefined && { temperature: options.temperature }),
    ...(limit !== undefined && { maxTokens: limit }),
    ...reasoning(input),
  };
  return { payload, origins };
}

function reasoning({ model, level }: ConverterInput): Payload {
  const fitted = clampLevel(model, level);
  if (!model.reasoning || fitted === 'off') return {};
  return EFFORT_MODELS.has(model.id)
    ? { reasoningEffort: model.thinkingLevelMap[fitted] ?? 'high' }
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
function messageOf(turn: Turn, model: Model, origins: Origins): Payload | undefined {
  switch (turn.role) {
    case 'user':
      return userMessage(turn, model, origins);
    case 'assistant':
      return assistantMessage(turn, origins);
    case 'toolResult':
      return resultMessage(turn, model, origins);
  }
}

function userMessage(turn: UserTurn, { input }: Model, origins: Origins): Payload | undefined {
  if (typeof turn.content === 'string') {
    return mark(origins, { role: 'user', content: clean(turn.content) }, turn.origin);
  }
  const shown = turn.content.filter((sourced) => !isImage(sourced) || input.includes('image'));
  if (shown.length === 0) return undefined;
  const content = shown.map(({ block, origin }) => mark(origins, partOf(block), origin));
  return mark(origins, { role: 'user', content }, turn.origin);
}

function partOf(block: Block): Payload {
  return block.type === 'text' ? { type: 'text', text: clean(block.text) } : imagePart(block as ImageBlock);
}

function imagePart({ mimeType, data }: ImageBlock): Payload {
  return { type: 'image_url', imageUrl: `data:${mimeType};base64,${data}` };
}

function assistantMessage(turn: AssistantTurn, origins: Origins): Payload | undefined {
  const content = turn.content.flatMap(({ block, origin }): Payload[] => {
    if (block.type === 'text' && !isBlank(block.text)) {
      return [mark(origins, { type: 'text', text: clean(block.text) }, origin)];
    }
    if (block.type === 'thinking' && !isBlank(block.thinking)) {
      const thinking = [{ type: 'text', text: clean(block.thinking ?? '') }];
      return [mark(origins, { type: 'thinking', thinking }, origin)];
    }
    return [];
  });
  const toolCalls = turn.content.flatMap(({ block, origin }) =>
    block.type === 'toolCall' ? [mark(origins, callPart(block), origin)] : [],
  );
  if (content.length === 0 && toolCalls.length === 0) return undefined;
  const message = {
    role: 'assistant',
    ...(content.length > 0 && { content }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
  return mark(origins, message, turn.origin);
}

function callPart({ id, name, arguments: value }: CallBlock): Payload {
  const spec = { ...(name !== undefined && { name }), arguments: JSON.stringify(value ?? {}) };
  return { id, type: 'function', function: spec };
}

function resultMessage(turn: ResultTurn, { input }: Model, origins: Origins): Payload {
  const images = turn.content.filter(isImage);
  const shown = input.includes('image') ? images : [];
  const content = [
    mark(origins, { type: 'text', text: resultText(turn, images) }, turn.origin),
    ...shown.map(({ block, origin }) => mark(origins, imagePart(block), origin)),
  ];
  const { toolCallId, toolName } = turn;
  return mark(origins, { role: 'tool', toolCallId, ...(toolName && { name: toolName }), content }, turn.origin);
}

function resultText({ content, isError }: ResultTurn, images: readonly SourcedBlock[]): string {
  const text = content
    .filter(isText)
    .map(({ block }) => clean(block.text))
    .join('\n')
    .trim();
  return `${isError ? ERROR_PREFIX : ''}${text || (images.length > 0 ? SEE_IMAGE : NO_OUTPUT)}`;
}
