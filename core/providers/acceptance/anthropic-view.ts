/** An Anthropic payload as its checks read it. */
import { type Part, partsIn, type Request } from './check';
import type { PayloadImage } from './images';

export interface AnthropicMessage extends Part {
  readonly role: unknown;
  readonly blocks: readonly Part[];
}

export interface AnthropicView {
  readonly request: Request;
  readonly messages: readonly AnthropicMessage[];
  /** All blocks of messages, those inside results behind their result. */
  readonly blocks: readonly Part[];
  readonly images: readonly PayloadImage[];
  readonly isThinking: boolean;
}

export function viewAnthropic(request: Request): AnthropicView {
  const { messages: list, thinking } = request.payload;
  const messages = partsIn(list, '/messages').map((part) => ({
    ...part,
    role: part.value.role,
    blocks: blocksOf(part.value.content, `${part.pointer}/content`),
  }));
  const blocks = messages.flatMap((message) => message.blocks.flatMap(withInner));
  const type = (thinking as { readonly type?: unknown } | undefined)?.type;
  return {
    request,
    messages,
    blocks,
    images: blocks.flatMap(imageOf),
    isThinking: type === 'enabled' || type === 'adaptive',
  };
}

/** A string counts as one text block. */
function blocksOf(content: unknown, pointer: string): Part[] {
  return typeof content === 'string'
    ? [{ value: { type: 'text', text: content }, pointer }]
    : partsIn(content, pointer);
}

function withInner(block: Part): Part[] {
  const isResult = block.value.type === 'tool_result';
  return [block, ...(isResult ? partsIn(block.value.content, `${block.pointer}/content`) : [])];
}

function imageOf({ value, pointer }: Part): PayloadImage[] {
  if (value.type !== 'image') return [];
  const { media_type, data } = value.source as Readonly<Record<string, unknown>>;
  return [{ pointer, mimeType: String(media_type), data: String(data) }];
}

/** The blocks of a type. */
export function ofType(blocks: readonly Part[], ...types: readonly string[]): Part[] {
  return blocks.filter(({ value }) => types.includes(String(value.type)));
}
