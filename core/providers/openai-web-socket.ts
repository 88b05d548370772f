/** openai-responses in OpenClaw's web socket form (payloads.md 4.6; OpenClaw 2026.5.7, openai-ws-message-conversion). */
import { effortFor, effortMap } from './openai-efforts';
import { SEE_IMAGE } from './openai-items';
import { ownTools } from './openai-own-tools';
import { ENCRYPTED_REASONING } from './openai-responses';
import { transportMetadata, withoutCacheBoundary } from './openai-session';
import { type Converted, mark, type Origins, type Payload } from './parts';
import {
  type AssistantTurn,
  isImage,
  isText,
  originOf,
  type ResultTurn,
  type SourcedBlock,
  turnsOf,
  type UserTurn,
} from './turns';
import type { CallBlock, ConverterInput, ImageBlock, TextBlock } from './types';

/** First part of the user item that carries the images of a result. */
export const ATTACHED_IMAGES = 'Attached image(s) from tool result:';

/** Items have a form of their own here, which is not quite the SDK's. */
type Item = Payload;

/** Names the socket when the session has no id. */
const UNNAMED_SESSION = 'session';

/** The first message of a connection, which holds the whole history. No transform runs in front of it. */
export function toOpenAIWebSocket(input: ConverterInput): Converted {
  const { model, messages, systemPrompt, tools = [], options } = input;
  const origins: Origins = new Map();
  const items = turnsOf(messages).flatMap((turn) => {
    if (turn.role === 'user') return userItems(turn, input, origins);
    return turn.role === 'assistant' ? assistantItems(turn, origins) : resultItems(turn, input, origins);
  });
  const declared = ownTools(tools, model, Boolean(model.compat.supportsStrictMode));
  const payload = {
    type: 'response.create',
    model: model.id,
    ...(model.compat.supportsStore === false ? {} : { store: false }),
    input: items,
    ...(systemPrompt ? { instructions: withoutCacheBoundary(systemPrompt) } : {}),
    ...(declared.length > 0 ? { tools: declared.map((tool) => ({ type: 'function', ...tool })) } : {}),
    ...transportMetadata(model, options.sessionId ?? UNNAMED_SESSION, 'websocket'),
    ...(options.temperature === undefined ? {} : { temperature: options.temperature }),
    ...(options.maxTokens === undefined ? {} : { max_output_tokens: options.maxTokens }),
    ...reasoning(input),
  };
  return { payload, origins };
}

function reasoning({ model, level }: ConverterInput): Payload {
  const wanted = level === 'off' ? (model.reasoning ? 'high' : undefined) : level;
  const effort = wanted === undefined ? undefined : effortFor(model, wanted, effortMap(model));
  if (effort === undefined) return {};
  return { reasoning: { effort }, ...(effort === 'none' ? {} : { include: ENCRYPTED_REASONING }) };
}

function userItems(turn: UserTurn, { model }: ConverterInput, origins: Origins): readonly Item[] {
  const blocks = typeof turn.content === 'string' ? textBlocks(turn.content, turn) : turn.content;
  const visible = blocks.filter((block) => isText(block) || (isImage(block) && model.input.includes('image')));
  if (visible.length === 0) return [];
  const [only] = visible;
  const content =
    visible.length === 1 && only && isText(only)
      ? only.block.text
      : visible.map(({ block, origin }) => mark(origins, part(block as TextBlock | ImageBlock), origin));
  return [mark(origins, { type: 'message', role: 'user', content }, originOf(turn, visible))];
}

function textBlocks(text: string, { origin }: UserTurn): readonly SourcedBlock[] {
  return text === '' ? [] : [{ block: { type: 'text', text }, origin }];
}

function part(block: TextBlock | ImageBlock): Item {
  if (block.type === 'text') return { type: 'input_text', text: block.text };
  return { type: 'input_image', source: { type: 'base64', media_type: block.mimeType, data: block.data } };
}

/** Texts are joined until reasoning, a call or another phase interrupts them. */
function assistantItems(turn: AssistantTurn, origins: Origins): readonly Item[] {
  const items: Item[] = [];
  const isPhased = turn.content.some((sourced) => isText(sourced) && readSignature(sourced.block)?.phase !== undefined);
  let texts: SourcedBlock<TextBlock>[] = [];
  let phase: string | undefined;
  const closeText = () => {
    if (texts.length === 0) return;
    const content = texts.map(({ block }) => block.text).join('');
    const item = { type: 'message', role: 'assistant', content, ...(phase === undefined ? {} : { phase }) };
    items.push(mark(origins, item, originOf(turn, texts)));
    texts = [];
  };
  for (const sourced of turn.content) {
    const { block, origin } = sourced;
    if (isText(sourced)) {
      const next = phaseOf(sourced.block, turn, isPhased);
      if (next !== phase) closeText();
      texts.push(sourced);
      phase = next;
    } else if (block.type === 'thinking' || block.type === 'toolCall') {
      closeText();
      const item = block.type === 'thinking' ? reasoningItem(block.thinkingSignature) : callItem(block);
      if (item) items.push(mark(origins, item, origin));
    }
  }
  closeText();
  return items;
}

const PHASES: ReadonlySet<unknown> = new Set(['commentary', 'final_answer']);

interface TextSignature {
  readonly id?: string;
  readonly phase?: string;
}

function readSignature({ textSignature }: TextBlock): TextSignature | undefined {
  if (!textSignature?.trim()) return undefined;
  if (!textSignature.startsWith('{')) return { id: textSignature };
  const value = parseObject(textSignature);
  if (value?.v !== 1) return undefined;
  return {
    ...(typeof value.id === 'string' ? { id: value.id } : {}),
    ...(PHASES.has(value.phase) ? { phase: value.phase as string } : {}),
  };
}

/** A block's own phase, else that of the message, unless other blocks name theirs. */
function phaseOf(block: TextBlock, { source }: AssistantTurn, isPhased: boolean): string | undefined {
  const signature = readSignature(block);
  const messagePhase = PHASES.has(source.phase) ? source.phase : undefined;
  return signature?.phase ?? (signature?.id || !isPhased ? messagePhase : undefined);
}

function parseObject(text: string): Item | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Item) : undefined;
  } catch {
    return undefined;
  }
}

/** The known members of the reasoning item that a signature holds; undefined when it holds none. */
function reasoningItem(signature: string | undefined): Item | undefined {
  const { type, id, content, encrypted_content, summary } = parseObject(signature ?? '') ?? {};
  if (typeof type !== 'string' || (type !== 'reasoning' && !type.startsWith('reasoning.'))) return undefined;
  const itemId = typeof id === 'string' ? id.trim() : '';
  return {
    type: 'reasoning',
    ...(itemId.startsWith('rs_') ? { id: itemId } : {}),
    ...(content === undefined ? {} : { content }),
    ...(typeof encrypted_content === 'string' ? { encrypted_content } : {}),
    ...(summary === undefined ? {} : { summary }),
  };
}

function callItem({ id, name = '', arguments: value }: CallBlock): Item | undefined {
  const [callId, itemId] = id.trim().split('|');
  if (id.trim() === '' || name.trim() === '') return undefined;
  return {
    type: 'function_call',
    ...(itemId ? { id: itemId } : {}),
    call_id: callId,
    name: name.trim(),
    arguments: typeof value === 'string' ? value : JSON.stringify(value ?? {}),
  };
}

function resultItems(turn: ResultTurn, { model }: ConverterInput, origins: Origins): readonly Item[] {
  const id = turn.toolCallId.trim();
  if (id === '') return [];
  const [callId] = id.split('|');
  const text = turn.content
    .filter(isText)
    .map(({ block }) => block.text)
    .join('');
  const images = model.input.includes('image') ? turn.content.filter(isImage) : [];
  const output = text || (images.length > 0 ? SEE_IMAGE : '');
  const item = mark(origins, { type: 'function_call_output', call_id: callId, output }, turn.origin);
  if (images.length === 0) return [item];
  const made = { message: turn.origin.message, made: true } as const;
  const content = [
    mark(origins, { type: 'input_text', text: ATTACHED_IMAGES }, made),
    ...images.map(({ block, origin }) => mark(origins, part(block), origin)),
  ];
  return [item, mark(origins, { type: 'message', role: 'user', content }, made)];
}
