/** The items of `input` in the OpenAI Responses family: pi's form, and what OpenClaw's own transport does otherwise. */
import type {
  EasyInputMessage,
  ResponseFunctionCallOutputItem,
  ResponseFunctionToolCall,
  ResponseInputImage,
  ResponseInputItem,
  ResponseInputText,
  ResponseOutputMessage,
  ResponseReasoningItem,
} from 'openai/resources/responses/responses';
import { mark, type Origin, type Origins, type Refusal } from './parts';
import { type IdRule, isSameModel } from './transform';
import {
  type AssistantTurn,
  clean,
  isImage,
  isText,
  originOf,
  type ResultTurn,
  type SourcedBlock,
  type Turn,
  type UserTurn,
} from './turns';
import type { AssistantMessage, CallBlock, ImageBlock, Model, TextBlock } from './types';

/** The longest id the API takes. */
const ID_LIMIT = 64;

/** What the text of a result without text is, also where it has no image (pi-ai 0.73.0). */
export const SEE_IMAGE = '(see attached image)';

/** How pi and OpenClaw's own transport differ in items (payloads.md 4.1 and 4.7). */
export interface ItemStyle {
  readonly hash: (text: string) => string;
  /** Reasoning, messages and calls keep their ids. */
  readonly keepsIds: boolean;
  /** Calls whose arguments are no object: pi writes their JSON, the own transport sends a text as it is. */
  readonly argumentsText: (value: unknown) => string | undefined;
  /** Whether a message that gives no item still counts for the ids `msg_<n>`. */
  readonly countsEmpty: boolean;
  /** Whether an empty id in a text signature is replaced by `msg_<n>`; else the message has no id. */
  readonly replacesEmptyId: boolean;
  /** Whether images that the model cannot take are left out here; pi has replaced them before. */
  readonly filtersImages: boolean;
}

/** One item of `input`. */
export type Item = ResponseInputItem;

/** Which answer a message belongs to. */
type Phase = NonNullable<ResponseOutputMessage['phase']>;

/** Whether reasoning cannot be read back, so that no request can be made. */
export function isBroken(value: readonly Item[] | Refusal): value is Refusal {
  return 'error' in value;
}

/** The items of the turns. */
export function itemsOf(
  turns: readonly Turn[],
  model: Model,
  style: ItemStyle,
  origins: Origins,
): readonly Item[] | Refusal {
  const items: Item[] = [];
  let count = 0;
  for (const turn of turns) {
    const made = turnItems(turn, count);
    if (isBroken(made)) return made;
    items.push(...made);
    const isUncounted = made.length === 0 && !style.countsEmpty;
    if (!isUncounted) count++;
  }
  return items;

  function turnItems(turn: Turn, index: number): readonly Item[] | Refusal {
    if (turn.role === 'user') return userItems(turn, model, style, origins);
    if (turn.role === 'assistant') return assistantItems(turn, `msg_${index}`, model, style, origins);
    return [resultItem(turn, model, origins)];
  }
}

function userItems(turn: UserTurn, model: Model, style: ItemStyle, origins: Origins): readonly Item[] {
  const content =
    typeof turn.content === 'string'
      ? [mark(origins, inputText(turn.content), turn.origin)]
      : turn.content.flatMap((sourced) => {
          const part = inputPart(sourced, model, style);
          return part ? [mark(origins, part, sourced.origin)] : [];
        });
  return content.length === 0 ? [] : [mark<EasyInputMessage>(origins, { role: 'user', content }, turn.origin)];
}

function inputPart(
  { block }: SourcedBlock,
  { input }: Model,
  { filtersImages }: ItemStyle,
): ResponseInputText | ResponseInputImage | undefined {
  if (block.type === 'text') return inputText(block.text);
  if (filtersImages && !input.includes('image')) return undefined;
  return inputImage(block as ImageBlock);
}

export function inputText(text: string): ResponseInputText {
  return { type: 'input_text', text: clean(text) };
}

function inputImage({ mimeType, data }: ImageBlock): ResponseInputImage {
  return { type: 'input_image', detail: 'auto', image_url: `data:${mimeType};base64,${data}` };
}

function assistantItems(
  turn: AssistantTurn,
  fallbackId: string,
  model: Model,
  style: ItemStyle,
  origins: Origins,
): readonly Item[] | Refusal {
  const items: Item[] = [];
  for (const { block, origin } of turn.content) {
    if (block.type === 'thinking') {
      if (!block.thinkingSignature) continue;
      const reasoning = reasoningItem(block.thinkingSignature, style);
      if (reasoning === undefined) return brokenReasoning(origin);
      items.push(mark(origins, reasoning, origin));
    } else if (block.type === 'text') {
      items.push(mark(origins, messageItem(block, fallbackId, style), origin));
    } else if (block.type === 'toolCall') {
      items.push(mark(origins, callItem(block, turn.source, model, style), origin));
    }
  }
  return items;
}

function brokenReasoning(origin: Origin): Refusal {
  const fault = `The reasoning signature of message ${origin.message + 1} is no JSON object`;
  return {
    error: `${fault}, so the request fails before it is sent. Remove the thinking block that carries it.`,
    origin,
  };
}

/** The item a reasoning signature holds, whatever that is; undefined when it cannot be read. */
function reasoningItem(signature: string, { keepsIds }: ItemStyle): ResponseReasoningItem | undefined {
  const value = parseObject(signature) as ResponseReasoningItem | undefined;
  if (value === undefined || keepsIds) return value;
  const { id: _, ...rest } = value;
  return rest as ResponseReasoningItem;
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const PHASES: ReadonlySet<unknown> = new Set(['commentary', 'final_answer']);

/** The id and the phase a text signature holds: JSON of version 1, or the bare id. */
export function parseTextSignature(signature: string): { readonly id: string; readonly phase?: Phase } {
  const value = signature.startsWith('{') ? parseObject(signature) : undefined;
  const { v, id, phase } = (value ?? {}) as { readonly v?: unknown; readonly id?: unknown; readonly phase?: unknown };
  if (v !== 1 || typeof id !== 'string') return { id: signature };
  return PHASES.has(phase) ? { id, phase: phase as Phase } : { id };
}

function messageItem(block: TextBlock, fallbackId: string, style: ItemStyle): ResponseOutputMessage {
  const signature = block.textSignature ? parseTextSignature(block.textSignature) : undefined;
  const id = signature?.id || (style.replacesEmptyId || !signature ? fallbackId : '');
  const message: Omit<ResponseOutputMessage, 'id'> = {
    type: 'message',
    role: 'assistant',
    content: [{ type: 'output_text', text: clean(block.text), annotations: [] }],
    status: 'completed',
    ...(style.keepsIds && id !== '' ? { id: id.length > ID_LIMIT ? `msg_${style.hash(id)}` : id } : {}),
    ...(signature?.phase === undefined ? {} : { phase: signature.phase }),
  };
  // Codex takes messages without an id, which the SDK does not.
  return message as ResponseOutputMessage;
}

function callItem(call: CallBlock, source: AssistantMessage, model: Model, style: ItemStyle): ResponseFunctionToolCall {
  const [callId = '', itemId] = call.id.split('|');
  const isOtherModel = !isSameModel(source, model) && source.provider === model.provider && source.api === model.api;
  // The provider checks whether an item of its own still has its reasoning; a call without id is not checked.
  const isHidden = !style.keepsIds || (isOtherModel && itemId?.startsWith('fc_'));
  const text = style.argumentsText(call.arguments);
  return {
    type: 'function_call',
    ...(isHidden || itemId === undefined ? {} : { id: itemId }),
    call_id: callId,
    // A damaged session may lack the two; the call is sent without them.
    name: call.name as string,
    arguments: text as string,
  };
}

function resultItem(turn: ResultTurn, model: Model, origins: Origins): Item {
  const [callId = ''] = turn.toolCallId.split('|');
  const item: ResponseInputItem.FunctionCallOutput = {
    type: 'function_call_output',
    call_id: callId,
    output: resultOutput(turn, model, origins),
  };
  return mark(origins, item, turn.origin);
}

function resultOutput(turn: ResultTurn, model: Model, origins: Origins): string | ResponseFunctionCallOutputItem[] {
  const texts = turn.content.filter(isText);
  const text = texts.map(({ block }) => block.text).join('\n');
  const images = model.input.includes('image') ? turn.content.filter(isImage) : [];
  if (images.length === 0) return clean(text === '' ? SEE_IMAGE : text);
  const parts = images.map(({ block, origin }) => mark(origins, inputImage(block), origin));
  return text === '' ? parts : [mark(origins, inputText(text), originOf(turn, texts)), ...parts];
}

/** The part of an id that the Responses API takes (payloads.md 4.2). */
function idPart(text: string): string {
  return text
    .replace(/[^a-zA-Z0-9_-]/g, '_')
    .slice(0, ID_LIMIT)
    .replace(/_+$/, '');
}

/**
 * How calls of other models get ids that the Responses API takes.
 *
 * @param providers the target providers that know ids of two parts, `call|item`.
 */
export function responsesIdRule(model: Model, providers: ReadonlySet<string>, hash: (text: string) => string): IdRule {
  return (id, source) => {
    const [callId = '', itemId = ''] = id.split('|');
    if (!providers.has(model.provider) || !id.includes('|')) return idPart(id);
    const isForeign = source.provider !== model.provider || source.api !== model.api;
    const item = isForeign ? `fc_${hash(itemId)}` : idPart(itemId);
    return `${idPart(callId)}|${item.startsWith('fc_') ? item : idPart(`fc_${item}`)}`;
  };
}
