import * as z from 'zod/mini';
import type { JsonPath } from '../types';
import type { ShapeProblem } from './facts';

/**
 * The shapes of `session-format.md` sections 2 to 4. Unknown fields pass. What other rules speak of is left open
 * here: a call's arguments, id and name, a result's call id, signatures, image data, empty content, the anchor of a
 * compaction, leaf references. So is what replay fills in by itself (usage, timestamps of messages).
 */

const text = z.string({ error: 'a string' });
const filled = z.string({ error: 'a non-empty string' }).check(z.minLength(1, { error: 'a non-empty string' }));
const optionalNumber = z.optional(z.number({ error: 'a number' }));
const optionalText = z.optional(text);
const optionalFlag = z.optional(z.boolean({ error: 'true or false' }));

const block = z.looseObject({ type: text }, { error: 'a content block (an object)' }).check(
  z.superRefine((value, context) => {
    if (value.type === 'text' && typeof value.text !== 'string') {
      context.addIssue({ code: 'custom', path: ['text'], message: 'a string' });
    }
  }),
);
const blocks = z.array(block, { error: 'a list of content blocks' });
const textOrBlocks = z.unknown().check(
  z.superRefine((value, context) => {
    if (typeof value === 'string') return;
    const issues = blocks.safeParse(value).error?.issues ?? [];
    for (const issue of issues) {
      const message = issue.path.length === 0 ? 'a string or a list of content blocks' : issue.message;
      context.addIssue({ code: 'custom', path: [...issue.path], message });
    }
  }),
);
/** A result's content: missing or blank content belongs to `empty-tool-result`. */
const resultContent = z.unknown().check(
  z.superRefine((value, context) => {
    if (value === undefined || value === null || (typeof value === 'string' && value.trim() === '')) return;
    for (const issue of blocks.safeParse(value).error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [...issue.path], message: issue.message });
    }
  }),
);

const messageTime = z.optional(z.union([z.number(), z.string()], { error: 'a number (milliseconds)' }));

const messages = {
  user: z.looseObject({ content: textOrBlocks, timestamp: messageTime }),
  assistant: z.looseObject({
    content: textOrBlocks,
    api: text,
    provider: text,
    model: text,
    stopReason: text,
    errorMessage: optionalText,
    timestamp: messageTime,
  }),
  toolResult: z.looseObject({
    content: z.optional(resultContent),
    toolName: text,
    isError: optionalFlag,
    timestamp: messageTime,
  }),
  bashExecution: z.looseObject({
    command: text,
    output: text,
    exitCode: z.optional(z.nullable(z.number({ error: 'a number or null' }))),
    cancelled: optionalFlag,
    truncated: optionalFlag,
    timestamp: messageTime,
  }),
  custom: z.looseObject({ customType: text, content: textOrBlocks, timestamp: messageTime }),
} as const;

const anyMessage = z.looseObject({ role: filled }, { error: 'a message (an object)' });

const entries = {
  message: z.looseObject({ message: anyMessage }),
  thinking_level_change: z.looseObject({ thinkingLevel: text }),
  model_change: z.looseObject({ provider: text, modelId: text }),
  compaction: z.looseObject({ summary: text, tokensBefore: optionalNumber }),
  branch_summary: z.looseObject({ summary: text, fromId: optionalText }),
  custom: z.looseObject({ customType: text }),
  custom_message: z.looseObject({ customType: text, content: textOrBlocks, display: optionalFlag }),
  label: z.looseObject({ targetId: text, label: z.optional(z.nullable(text)) }),
  session_info: z.looseObject({ name: z.optional(z.nullable(text)) }),
} as const;

const anyEntry = z.looseObject({
  type: filled,
  id: filled,
  parentId: z.union([z.string(), z.null()], { error: 'the id of the parent entry, or null' }),
  timestamp: text,
});

const header = z.looseObject({
  version: optionalNumber,
  timestamp: optionalText,
  cwd: optionalText,
  parentSession: optionalText,
});

/** Entry types of the format, with the `leaf` record of later releases. */
export const ENTRY_TYPES: ReadonlySet<string> = new Set([...Object.keys(entries), 'leaf']);

/** Message roles of the format. */
export const ROLES: ReadonlySet<string> = new Set([
  ...Object.keys(messages),
  'hookMessage',
  'branchSummary',
  'compactionSummary',
]);

/** What is missing in an entry, or of the wrong type. Version 1 has neither ids nor parents: the caller knows. */
export function entryProblems(value: Record<string, unknown>): ShapeProblem[] {
  const problems = problemsOf(anyEntry, value, []);
  if (value.type === undefined) return problems.filter(({ path }) => path[0] === 'type');
  const type = String(value.type);
  if (isKeyOf(entries, type)) problems.push(...problemsOf(entries[type], value, []));
  const message = value.message;
  if (type === 'message' && isObject(message)) {
    const role = message.role === 'hookMessage' ? 'custom' : String(message.role);
    if (isKeyOf(messages, role)) problems.push(...problemsOf(messages[role], message, ['message']));
  }
  return problems;
}

/** The same of a session header; a missing id belongs to `missing-header`. */
export function headerProblems(value: Record<string, unknown>): ShapeProblem[] {
  return problemsOf(header, value, []);
}

function problemsOf(schema: z.ZodMiniType, value: Record<string, unknown>, base: JsonPath): ShapeProblem[] {
  const issues = schema.safeParse(value).error?.issues ?? [];
  return issues.map((issue) => {
    const inner = issue.path as (string | number)[];
    return { path: [...base, ...inner], expected: issue.message, missing: valueAt(value, inner) === undefined };
  });
}

function valueAt(value: unknown, path: JsonPath): unknown {
  let at = value;
  for (const key of path)
    at = isObject(at) || Array.isArray(at) ? (at as Record<string | number, unknown>)[key] : undefined;
  return at;
}

function isKeyOf<T extends object>(table: T, key: string): key is keyof T & string {
  return Object.hasOwn(table, key);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
