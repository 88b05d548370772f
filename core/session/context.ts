/**
 * What pi 0.73.0 and OpenClaw 2026.5.7 make of a session file: its entries, and the messages a run would start from
 * (`session-format.md` sections 5 to 8 and 11). Works on plain parsed values and never throws; where the reference
 * throws, the value is left out and named in the result.
 */

import { parseLines } from '../jsonl/line-parser';
import { resolveLeafRecords, type TreeNode } from './leaf-records';
import { CURRENT_VERSION, migrate, storedVersion } from './migrate';
import { ENTRY_TYPES } from './schema';

type JsonObject = Readonly<Record<string, unknown>>;

export interface ParsedSession {
  /** The first header line, migrated; null when the reader takes the file for an empty one. */
  readonly header: JsonObject | null;
  /** The values of all lines that are no header, migrated, in file order. */
  readonly entries: readonly unknown[];
  /** For each entry its 0-based line. */
  readonly lines: readonly number[];
  /** Non-blank lines left out: no JSON, or `null`, which makes the reference throw. */
  readonly droppedLines: number;
  /** Id of the last entry: null without entries, undefined when it has none. */
  readonly leafId: unknown;
}

export interface SessionContext {
  /** Agent messages: stored ones as they are, and those made of compactions, branch summaries and custom messages. */
  readonly messages: readonly unknown[];
  /** For each message the index of the entry it came from. */
  readonly sources: readonly number[];
  /** As stored; undefined where a level change names none. */
  readonly thinkingLevel: string | undefined;
  readonly model: { readonly provider: string | undefined; readonly modelId: string | undefined } | null;
  /** Indexes of entries on the branch that hold no message, on which the reference throws. */
  readonly skipped: readonly number[];
}

/**
 * Reads a session as the reference's loader does (section 6), migrated in memory. A file whose first readable value
 * is no header with a string id counts as empty: the reference overwrites it.
 *
 * @param text the file, a byte-order mark and CRLF allowed.
 * @param newId ids for entries of version 1, from their number in the file.
 */
export function parseSessionText(text: string, newId?: (index: number) => string): ParsedSession {
  return parseSessionLines(text.split('\n'), parseLines, newId);
}

/**
 * The same for the lines of a file, with or without their ends.
 *
 * @param parse the values of lines, null for those that are no JSON.
 */
export function parseSessionLines(
  lines: readonly string[],
  parse: (lines: readonly string[]) => readonly unknown[] = parseLines,
  newId: (index: number) => string = (index) => `entry-${index}`,
): ParsedSession {
  const rows = lines.map((text, line) => ({ line, text })).filter(({ text }) => text.trim() !== '');
  // The reference trims the text as a whole.
  const lastRow = rows.length - 1;
  const texts = rows.map(({ text }, at) => {
    const start = at === 0 ? text.trimStart() : text;
    return at === lastRow ? start.trimEnd() : start;
  });
  const values = parse(texts);
  const parsed = rows.map(({ line }, at) => ({ line, value: values[at] }));
  const stored = parsed.filter(({ value }) => value !== null);
  const droppedLines = rows.length - stored.length;
  const storedValues = stored.map(({ value }) => value);
  const first = recordOf(storedValues[0]);
  if (first?.type !== 'session' || typeof first.id !== 'string') {
    return { header: null, entries: [], lines: [], droppedLines, leafId: null };
  }
  const isOld = storedVersion(storedValues) < CURRENT_VERSION;
  const current = isOld ? migrate(storedValues, newId).entries : storedValues;
  const isEntry = (value: unknown): boolean => recordOf(value)?.type !== 'session';
  const entries = current.filter(isEntry);
  const entryLines = stored.filter((_, at) => isEntry(current[at])).map(({ line }) => line);
  const leafId = entries.length === 0 ? null : recordOf(entries.at(-1))?.id;
  return { header: recordOf(current[0]) ?? null, entries, lines: entryLines, droppedLines, leafId };
}

/**
 * Builds the context of a branch (section 7). In a file with a valid leaf record the branch is that of section 11.
 *
 * @param entries the values of all lines that are no header, migrated.
 * @param leafId the branch's last entry; null: before the first entry. Left out or unknown: the active leaf. A
 * parent cycle ends the branch at the first entry that would come twice.
 */
export function buildContext(entries: readonly unknown[], leafId?: string | null): SessionContext {
  const branch = leafId === null ? [] : branchOf(entries, leafId);
  return { ...settingsOf(branch), ...messagesOf(branch) };
}

/** An entry of the branch with its index in the file. */
interface Step {
  readonly index: number;
  readonly entry: JsonObject;
}

/** From the root to the leaf; values that are no object are no steps. */
function branchOf(entries: readonly unknown[], leafId: string | undefined): Step[] {
  // As in the reference: ids of any kind, and of repeated ones the last.
  const byId = new Map(entries.map((entry, index) => [recordOf(entry)?.id, index]));
  const chosen = leafId ? byId.get(leafId) : undefined;
  const leafRecords = resolveLeafRecords(entries.map(toNode));
  const parentOf = (index: number): number | undefined => {
    if (leafRecords) return leafRecords.parent[index];
    const parentId = recordOf(entries[index])?.parentId;
    return parentId ? byId.get(parentId) : undefined;
  };

  let at = chosen ?? leafRecords?.activeLeaf ?? entries.length - 1;
  if (leafRecords && recordOf(entries[at])?.type === 'leaf') at = parentOf(at) ?? -1;
  const steps: Step[] = [];
  for (const seen = new Set<number>(); at >= 0 && !seen.has(at); at = parentOf(at) ?? -1) {
    seen.add(at);
    const entry = recordOf(entries[at]);
    if (entry) steps.push({ index: at, entry });
  }
  return steps.reverse();
}

function toNode(value: unknown): TreeNode {
  const entry = recordOf(value) ?? {};
  const type = textOf(entry.type) ?? '';
  const hasParent = Object.hasOwn(entry, 'parentId');
  const parentId = entry.parentId === null ? null : filledText(entry.parentId);
  return {
    // An entry whose parent is neither an id nor null is invisible to the later releases.
    id: hasParent && parentId === undefined ? undefined : filledText(entry.id),
    parentId: hasParent ? (parentId ?? null) : undefined,
    type,
    isSide: type === 'message' && entry.appendMode === 'side',
    known: ENTRY_TYPES.has(type),
    ...(type === 'leaf' && {
      leaf: {
        targetId: entry.targetId,
        appendParentId: entry.appendParentId,
        hasAppendParentId: Object.hasOwn(entry, 'appendParentId'),
        appendMode: entry.appendMode,
      },
    }),
  };
}

function settingsOf(branch: readonly Step[]): Pick<SessionContext, 'thinkingLevel' | 'model'> {
  let thinkingLevel: string | undefined = 'off';
  let model: SessionContext['model'] = null;
  for (const { entry } of branch) {
    const message = recordOf(entry.message);
    if (entry.type === 'thinking_level_change') {
      thinkingLevel = textOf(entry.thinkingLevel);
    } else if (entry.type === 'model_change') {
      model = { provider: textOf(entry.provider), modelId: textOf(entry.modelId) };
    } else if (entry.type === 'message' && message?.role === 'assistant') {
      model = { provider: textOf(message.provider), modelId: textOf(message.model) };
    }
  }
  return { thinkingLevel, model };
}

function messagesOf(branch: readonly Step[]): Pick<SessionContext, 'messages' | 'sources' | 'skipped'> {
  const skipped = branch.filter(({ entry }) => entry.type === 'message' && (entry.message ?? null) === null);
  const found = afterCompaction(branch).flatMap(({ index, entry }) => {
    const message = messageOf(entry);
    return message === undefined ? [] : [{ index, message }];
  });
  return {
    messages: found.map(({ message }) => message),
    sources: found.map(({ index }) => index),
    skipped: skipped.map(({ index }) => index),
  };
}

/** The steps that give messages: the last compaction, what it keeps, what follows it. */
function afterCompaction(branch: readonly Step[]): readonly Step[] {
  const at = branch.findLastIndex(({ entry }) => entry.type === 'compaction');
  const compaction = branch[at];
  if (!compaction) return branch;
  const before = branch.slice(0, at);
  const firstKept = before.findIndex(({ entry }) => entry.id === compaction.entry.firstKeptEntryId);
  const kept = firstKept === -1 ? [] : before.slice(firstKept).filter(({ entry }) => entry.type !== 'compaction');
  return [compaction, ...kept, ...branch.slice(at + 1)];
}

/** The message an entry gives; undefined when it gives none. */
function messageOf(entry: JsonObject): unknown {
  switch (entry.type) {
    case 'message':
      return entry.message ?? undefined;
    case 'custom_message':
      return {
        role: 'custom',
        customType: entry.customType,
        content: entry.content,
        display: entry.display,
        details: entry.details,
        timestamp: timeOf(entry),
      };
    case 'branch_summary':
      if (!entry.summary) return undefined;
      return { role: 'branchSummary', summary: entry.summary, fromId: entry.fromId, timestamp: timeOf(entry) };
    case 'compaction':
      return {
        role: 'compactionSummary',
        summary: entry.summary,
        tokensBefore: entry.tokensBefore,
        timestamp: timeOf(entry),
      };
    default:
      return undefined;
  }
}

/** Milliseconds; NaN when the date cannot be read. */
function timeOf(entry: JsonObject): number {
  return new Date(entry.timestamp as string).getTime();
}

// pi 0.73.0, `session-format.md` section 8: the texts around summaries.
const COMPACTION_PREFIX =
  'The conversation history before this point was compacted into the following summary:\n\n<summary>\n';
const COMPACTION_SUFFIX = '\n</summary>';
const BRANCH_PREFIX = 'The following is a summary of a branch that this conversation came back from:\n\n<summary>\n';
const BRANCH_SUFFIX = '</summary>';

/**
 * Turns agent messages into those a model understands (section 8): `user`, `assistant` and `toolResult` as they are,
 * shell commands, custom messages and summaries as user messages, everything else left out.
 */
export function convertToModelMessages(messages: readonly unknown[]): unknown[] {
  return messages.flatMap((message) => {
    const record = recordOf(message);
    switch (record?.role) {
      case 'user':
      case 'assistant':
      case 'toolResult':
        return [message];
      case 'bashExecution':
        return record.excludeFromContext ? [] : [userMessage(shellText(record), record)];
      case 'custom':
        return [userMessage(record.content, record)];
      case 'branchSummary':
        return [userMessage(`${BRANCH_PREFIX}${record.summary}${BRANCH_SUFFIX}`, record)];
      case 'compactionSummary':
        return [userMessage(`${COMPACTION_PREFIX}${record.summary}${COMPACTION_SUFFIX}`, record)];
      default:
        return [];
    }
  });
}

function userMessage(content: unknown, { timestamp }: JsonObject): JsonObject {
  return {
    role: 'user',
    content: typeof content === 'string' ? [{ type: 'text', text: content }] : content,
    timestamp,
  };
}

function shellText(message: JsonObject): string {
  const { command, output, exitCode } = message;
  let text = `Ran \`${command}\`\n${output ? `\`\`\`\n${output}\n\`\`\`` : '(no output)'}`;
  if (message.cancelled) text += '\n\n(command cancelled)';
  else if ((exitCode ?? 0) !== 0) text += `\n\nCommand exited with code ${exitCode}`;
  if (message.truncated && message.fullOutputPath) {
    text += `\n\n[Output truncated. Full output: ${message.fullOutputPath}]`;
  }
  return text;
}

function recordOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function filledText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
