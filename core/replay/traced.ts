import type { JsonPath } from '../types';

/** Where a message of the context was read. */
export interface Source {
  /** Its number in the context. */
  readonly index: number;
  /** 0-based line of the session file; null for a message that no file holds. */
  readonly line: number | null;
  /** Id of the entry; null where it has none or no file holds the message. */
  readonly entry: string | null;
  /** Path of the message in the line's value, or in the list it was given in. */
  readonly path: JsonPath;
  /** The message as it was read. */
  readonly message: unknown;
}

/** A value inside a source: the source's line, and a path in that line's value. */
export interface Place {
  readonly source: Source;
  readonly path: JsonPath;
}

/** A message on its way to a provider, with the entries it came from. */
export interface TracedMessage {
  readonly value: unknown;
  /** The first one is the message whose fields it has, more follow in a merged turn; none when it was made up. */
  readonly sources: readonly Source[];
  /** For each block of an array content where it came from, null for a made-up one; empty for other content. */
  readonly blocks: readonly (Place | null)[];
}

export type Messages = readonly TracedMessage[];

/** The members of a JSON object (or array); for every other value undefined. */
export type Fields = Readonly<Record<string, unknown>>;

/** A content block with its origin. */
export interface TracedBlock {
  readonly value: unknown;
  readonly place: Place | null;
}

export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
}

/** The text of a non-empty string, else undefined. */
export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The trimmed text of a non-blank string, else undefined. */
export function trimmed(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export function isRole(message: TracedMessage | undefined, role: string): boolean {
  return fieldsOf(message?.value)?.role === role;
}

/** A message as the context gives it. */
export function traceMessage(message: unknown, where: Omit<Source, 'message'>): TracedMessage {
  const source = { ...where, message };
  const content = fieldsOf(message)?.content;
  const blocks = Array.isArray(content)
    ? content.map((_, at) => ({ source, path: [...source.path, 'content', at] }))
    : [];
  return { value: message, sources: [source], blocks };
}

/** A message that no entry holds. */
export function madeUp(value: Fields): TracedMessage {
  const { content } = value;
  return { value, sources: [], blocks: Array.isArray(content) ? content.map(() => null) : [] };
}

/** Messages that no session file holds, in the order they were given. */
export function traceList(values: readonly unknown[]): TracedMessage[] {
  return values.map((value, index) =>
    traceMessage(value, { index, line: null, entry: null, path: ['messages', index] }),
  );
}

/** The place of a message, or of a field of it where it was read with one; null for a made-up message. */
export function placeOf({ sources }: TracedMessage, field?: string): Place | null {
  const source = sources[0];
  return source === undefined ? null : within({ source, path: source.path }, field);
}

/** The place of a field, or the place itself where the field was not there when the message was read. */
export function within(place: Place | null, field: string | undefined): Place | null {
  if (place === null || field === undefined) return place;
  const { source, path } = place;
  let value = source.message;
  for (const key of path.slice(source.path.length)) value = fieldsOf(value)?.[key];
  return Object.hasOwn(fieldsOf(value) ?? {}, field) ? { source, path: [...path, field] } : place;
}

/** The blocks of an array content; undefined for other content. */
export function contentOf(message: TracedMessage): readonly TracedBlock[] | undefined {
  const content = fieldsOf(message.value)?.content;
  if (!Array.isArray(content)) return undefined;
  return content.map((value, at) => ({ value, place: message.blocks[at] ?? null }));
}

/** Whether the content is a list without blocks. */
export function hasNoBlocks({ value }: TracedMessage): boolean {
  const content = fieldsOf(value)?.content;
  return Array.isArray(content) && content.length === 0;
}

/** A copy with other fields; `content` is set with {@link withContent}. */
export function withFields(message: TracedMessage, fields: Fields): TracedMessage {
  return { ...message, value: { ...fieldsOf(message.value), ...fields } };
}

/** A copy with other content. */
export function withContent(message: TracedMessage, content: readonly TracedBlock[]): TracedMessage {
  return {
    ...message,
    value: { ...fieldsOf(message.value), content: content.map(({ value }) => value) },
    blocks: content.map(({ place }) => place),
  };
}

/** A copy whose content is one text block. */
export function withText(message: TracedMessage, text: string): TracedMessage {
  return withContent(message, [{ value: { type: 'text', text }, place: placeOf(message, 'content') }]);
}

/** The place of a block that an edit takes out. */
export const REMOVED = Symbol('removed');

/**
 * Changes the blocks of an array content that are objects.
 *
 * @param edit gives the block itself to keep it, another value in its place, or {@link REMOVED}.
 * @returns the very message when nothing changed or its content is no array.
 */
export function editBlocks(
  message: TracedMessage,
  edit: (block: Fields, place: Place | null, at: number) => unknown,
): TracedMessage {
  const content = fieldsOf(message.value)?.content;
  if (!Array.isArray(content)) return message;
  // Most messages stay as they are; nothing is built for them.
  let edited: TracedBlock[] | undefined;
  for (const [at, block] of content.entries()) {
    const place = message.blocks[at] ?? null;
    const fields = fieldsOf(block);
    const value = fields ? edit(fields, place, at) : block;
    if (value !== block) edited ??= contentOf(message)?.slice(0, at);
    if (value !== REMOVED) edited?.push({ value, place });
  }
  return edited ? withContent(message, edited) : message;
}

/**
 * Changes messages one by one; those that are no object stay.
 *
 * @param edit gives the message itself to keep it, another one in its place, or null to drop it.
 * @returns the very list when nothing changed.
 */
export function editMessages(
  messages: Messages,
  edit: (message: TracedMessage, fields: Fields, at: number) => TracedMessage | null,
): Messages {
  let edited: TracedMessage[] | undefined;
  for (const [at, message] of messages.entries()) {
    const fields = fieldsOf(message.value);
    const result = fields ? edit(message, fields, at) : message;
    if (result !== message) edited ??= messages.slice(0, at);
    if (result) edited?.push(result);
  }
  return edited ?? messages;
}

/** As {@link editMessages}, for the assistant turns alone. */
export function editAssistants(
  messages: Messages,
  edit: (message: TracedMessage, fields: Fields, at: number) => TracedMessage | null,
): Messages {
  return editMessages(messages, (message, fields, at) =>
    fields.role === 'assistant' ? edit(message, fields, at) : message,
  );
}
