import { type Fields, fieldsOf, filled, type TracedMessage, trimmed } from './traced';

/**
 * The words passes know blocks by. OpenClaw 2026.5.7 looks for different types in different passes (`replay.md`
 * part B).
 */
const CALLS: ReadonlySet<unknown> = new Set(['toolCall', 'toolUse', 'functionCall']);
const RAW_CALLS: ReadonlySet<unknown> = new Set([...CALLS, 'tool_call', 'tool_use', 'function_call']);
const THINKING: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking']);

/** A call as pairing and id passes see it. */
export function isToolCall(block: Fields | undefined): block is Fields {
  return CALLS.has(block?.type);
}

/** A call of any spelling, also those that other agents write. */
export function isRawToolCall(block: Fields | undefined): block is Fields {
  return RAW_CALLS.has(block?.type);
}

export function isThinking(block: Fields | undefined): block is Fields {
  return THINKING.has(block?.type);
}

export function isBlankText(block: Fields): boolean {
  return block.type === 'text' && typeof block.text === 'string' && block.text.trim() === '';
}

/** The object blocks of an array content, none for other content. */
export function objectBlocks(message: TracedMessage | undefined): Fields[] {
  const content = fieldsOf(message?.value)?.content;
  if (!Array.isArray(content)) return [];
  return content.map(fieldsOf).filter((block) => block !== undefined);
}

export interface ToolCall {
  /** Not trimmed, not empty. */
  readonly id: string;
  readonly name: string | undefined;
  /** Its index in the content. */
  readonly at: number;
}

/** The calls of an assistant turn that have a non-empty id (OpenClaw 2026.5.7, extractToolCalls). */
export function extractToolCalls(message: TracedMessage | undefined): ToolCall[] {
  const content = fieldsOf(message?.value)?.content;
  if (!Array.isArray(content)) return [];
  const calls: ToolCall[] = [];
  for (const [at, value] of content.entries()) {
    const block = fieldsOf(value);
    const id = isToolCall(block) ? filled(block.id) : undefined;
    if (id !== undefined) calls.push({ id, name: typeof block?.name === 'string' ? block.name : undefined, at });
  }
  return calls;
}

/** The call id of a tool result: `toolCallId`, else `toolUseId`, not trimmed. */
export function toolResultId(result: Fields): string | undefined {
  return filled(result.toolCallId) ?? filled(result.toolUseId);
}

/** Whether a call says what it was called with; an empty value does. */
export function hasInput(call: Fields): boolean {
  return (call.input ?? call.arguments ?? null) !== null;
}

/** The names a call may have, trimmed and in lower case; null when every name is allowed. */
export function allowedNames(names: readonly unknown[]): ReadonlySet<string> | null {
  const allowed = names.map(trimmed).filter((name) => name !== undefined);
  return allowed.length === 0 ? null : new Set(allowed.map((name) => name.toLowerCase()));
}

/** Whether a call's name, trimmed, is sound and allowed (OpenClaw 2026.5.7, pass 7). */
export function isAllowedName(name: unknown, allowed: ReadonlySet<string> | null): name is string {
  const text = trimmed(name);
  if (text === undefined || text.length > 64 || !/^[A-Za-z0-9_:.-]+$/.test(text)) return false;
  return allowed === null || allowed.has(text.toLowerCase());
}

/** Stands in a turn that has lost all its reasoning (OpenClaw 2026.5.7, passes 5 and 6). */
export const OMITTED_REASONING = '[assistant reasoning omitted]';
