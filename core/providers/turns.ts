/** Messages on their way into a payload, each block with where it came from. */

import type { Origin } from './parts';
import type { AssistantMessage, Block, ImageBlock, Message, TextBlock } from './types';

export interface SourcedBlock<B extends Block = Block> {
  readonly block: B;
  readonly origin: Origin;
}

export interface UserTurn {
  readonly role: 'user';
  readonly origin: Origin;
  /** A text stays apart from a list with one text block: some apis send them differently. */
  readonly content: string | readonly SourcedBlock[];
}

export interface AssistantTurn {
  readonly role: 'assistant';
  readonly origin: Origin;
  readonly source: AssistantMessage;
  readonly content: readonly SourcedBlock[];
}

export interface ResultTurn {
  readonly role: 'toolResult';
  readonly origin: Origin;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly isError: boolean;
  readonly content: readonly SourcedBlock[];
}

export type Turn = UserTurn | AssistantTurn | ResultTurn;

/** The messages of a request as turns. */
export function turnsOf(messages: readonly Message[]): Turn[] {
  return messages.map(turnOf);
}

function turnOf(message: Message, index: number): Turn {
  const origin = { message: index };
  switch (message.role) {
    case 'user':
      return {
        role: message.role,
        origin,
        content: typeof message.content === 'string' ? message.content : sourced(message.content, index),
      };
    case 'assistant':
      return { role: message.role, origin, source: message, content: sourced(message.content, index) };
    case 'toolResult':
      return {
        role: message.role,
        origin,
        toolCallId: message.toolCallId,
        toolName: message.toolName ?? '',
        isError: message.isError,
        content: sourced(message.content, index),
      };
  }
}

function sourced(blocks: readonly Block[], message: number): SourcedBlock[] {
  return blocks.map((block, at) => ({ block, origin: { message, block: at } }));
}

export function isText(sourcedBlock: SourcedBlock): sourcedBlock is SourcedBlock<TextBlock> {
  return sourcedBlock.block.type === 'text';
}

export function isImage(sourcedBlock: SourcedBlock): sourcedBlock is SourcedBlock<ImageBlock> {
  return sourcedBlock.block.type === 'image';
}

export function isBlank(text: string | undefined): boolean {
  return text === undefined || text.trim() === '';
}

/** The text without surrogates that lack their partner (payloads.md 2.2). */
export function clean(text: string): string {
  return text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '');
}

/** A part is made of one block when it can be, else of the whole turn. */
export function originOf(turn: Turn, blocks: readonly SourcedBlock[]): Origin {
  const [first] = blocks;
  return first !== undefined && blocks.length === 1 ? first.origin : turn.origin;
}
