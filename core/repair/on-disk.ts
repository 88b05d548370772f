/**
 * OpenClaw's repair of a session file before it is opened (`session-repair.md`), as a function from text to text.
 * Reading, backup and writing are the caller's.
 */

/** `2026.5.7` as released then; `2026.5.18` also drops messages without a role and makes up missing Codex results. */
export type RepairMode = '2026.5.7' | '2026.5.18';

export interface RepairOptions {
  readonly mode: RepairMode;
  /** Milliseconds since 1970, for made-up results of mode 2026.5.18. */
  readonly now?: () => number;
  /** The entry id of a made-up result. */
  readonly newId?: () => string;
}

/** What was done. Keys stand in the reference's order; counters are there only after something was changed. */
interface RepairReport {
  readonly repaired: boolean;
  /** Non-blank lines that do not parse, or that the mode takes for malformed. */
  readonly droppedLines: number;
  readonly rewrittenAssistantMessages?: number;
  /** Always 0 in the modes offered. */
  readonly droppedBlankUserMessages?: number;
  readonly rewrittenUserMessages?: number;
  /** Only in mode 2026.5.18. */
  readonly insertedToolResults?: number;
  /** Set by the file wrapper. */
  readonly backupPath?: string;
  /** Why nothing was repaired although something may be wrong. */
  readonly reason?: string;
}

/** The numbers of a repair that changed something. */
export type RepairCounters = Required<
  Pick<
    RepairReport,
    'droppedLines' | 'rewrittenAssistantMessages' | 'droppedBlankUserMessages' | 'rewrittenUserMessages'
  >
> &
  Pick<RepairReport, 'insertedToolResults'>;

export interface RepairResult {
  /** The input itself when nothing is to be written. */
  readonly text: string;
  readonly report: RepairReport;
  /** What the reference logs; it appends the file's base name as ` (<name>)`. */
  readonly notice: { readonly level: 'debug' | 'warn'; readonly text: string } | null;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** OpenClaw 2026.5.7: stands in for a failed assistant turn without content. */
const FAILED_TURN_TEXT = '[assistant turn failed before producing content]';
/** OpenClaw 2026.5.7: stands in for a blank user turn. */
const BLANK_USER_TEXT = '(continue)';
/** OpenClaw 2026.5.18: the text of a made-up result. */
const MISSING_RESULT_TEXT = 'aborted';
/** Blocks that pairing knows as calls (`replay.md` part B). */
const CALL_TYPES: readonly unknown[] = ['toolCall', 'toolUse', 'functionCall'];

/**
 * Repairs a session's text: drops malformed lines, rewrites blank user turns and empty failed turns, in mode
 * 2026.5.18 also adds missing Codex results. Refuses, with a reason, a text without entries or whose first entry is
 * no header. Every entry of a changed text is written anew as compact JSON, ended by LF.
 */
export function repairSessionText(text: string, options: RepairOptions): RepairResult {
  const { entries, ...counters } = readEntries(text, options.mode);
  if (entries.length === 0) return refusal(text, counters.droppedLines, 'empty session file');
  if (!isSessionHeader(entries[0])) return refusal(text, counters.droppedLines, 'invalid session header');

  const complete = options.mode === '2026.5.18' ? withMissingResults(entries, options) : entries;
  const inserted = complete.length - entries.length;
  const { droppedLines, rewrittenAssistantMessages, rewrittenUserMessages } = counters;
  if (droppedLines + rewrittenAssistantMessages + rewrittenUserMessages + inserted === 0) {
    return { text, report: { repaired: false, droppedLines: 0 }, notice: null };
  }
  const done: RepairCounters = {
    droppedLines,
    rewrittenAssistantMessages,
    droppedBlankUserMessages: 0,
    rewrittenUserMessages,
    ...(options.mode === '2026.5.18' && { insertedToolResults: inserted }),
  };
  return {
    text: `${complete.map((entry) => JSON.stringify(entry)).join('\n')}\n`,
    report: { repaired: true, ...done },
    notice: { level: 'debug', text: `session file repaired: ${repairSummary(done)}` },
  };
}

function refusal(text: string, droppedLines: number, reason: string): RepairResult {
  const warns = reason === 'invalid session header';
  return {
    text,
    report: { repaired: false, droppedLines, reason },
    notice: warns ? { level: 'warn', text: `session file repair skipped: ${reason}` } : null,
  };
}

/** A repair in words, such as `dropped 1 malformed line(s), rewrote 2 user message(s)`. */
export function repairSummary(counters: RepairCounters): string {
  const parts: [count: number, words: (count: number) => string][] = [
    [counters.droppedLines, (count) => `dropped ${count} malformed line(s)`],
    [counters.rewrittenAssistantMessages, (count) => `rewrote ${count} assistant message(s)`],
    [counters.droppedBlankUserMessages, (count) => `dropped ${count} blank user message(s)`],
    [counters.rewrittenUserMessages, (count) => `rewrote ${count} user message(s)`],
    [counters.insertedToolResults ?? 0, (count) => `inserted ${count} missing tool result(s)`],
  ];
  const said = parts.filter(([count]) => count > 0).map(([count, words]) => words(count));
  return said.join(', ') || 'no changes';
}

/** Tells whether a value is a header the repair accepts: unlike the loader it wants a non-empty id. */
export function isSessionHeader(value: unknown): boolean {
  const record = recordOf(value);
  return record?.type === 'session' && typeof record.id === 'string' && record.id !== '';
}

interface ReadResult {
  readonly entries: readonly unknown[];
  readonly droppedLines: number;
  readonly rewrittenAssistantMessages: number;
  readonly rewrittenUserMessages: number;
}

function readEntries(text: string, mode: RepairMode): ReadResult {
  const entries: unknown[] = [];
  let droppedLines = 0;
  let rewrittenAssistantMessages = 0;
  let rewrittenUserMessages = 0;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') continue;
    let entry: unknown;
    try {
      entry = JSON.parse(line);
    } catch {
      droppedLines++;
      continue;
    }
    if (mode === '2026.5.18' && lacksRole(entry)) {
      droppedLines++;
      continue;
    }
    const message = messageOf(entry);
    const content = message && repairedContent(message);
    if (content === undefined) {
      entries.push(entry);
      continue;
    }
    if (message?.role === 'user') rewrittenUserMessages++;
    else rewrittenAssistantMessages++;
    entries.push({ ...recordOf(entry), message: { ...message, content } });
  }
  return { entries, droppedLines, rewrittenAssistantMessages, rewrittenUserMessages };
}

function lacksRole(entry: unknown): boolean {
  if (recordOf(entry)?.type !== 'message') return false;
  const role = messageOf(entry)?.role;
  return typeof role !== 'string' || role.trim() === '';
}

/** The new content of a message that needs one; undefined when it stays. */
function repairedContent({ role, content, stopReason }: JsonObject): unknown {
  if (role === 'assistant') {
    const isEmptyFailure = Array.isArray(content) && content.length === 0 && stopReason === 'error';
    return isEmptyFailure ? [{ type: 'text', text: FAILED_TURN_TEXT }] : undefined;
  }
  if (role !== 'user') return undefined;
  if (typeof content === 'string') return content.trim() === '' ? BLANK_USER_TEXT : undefined;
  if (!Array.isArray(content)) return undefined;
  const kept = content.filter((block) => !isBlankText(block));
  if (kept.length === 0) return [{ type: 'text', text: BLANK_USER_TEXT }];
  return kept.length < content.length ? kept : undefined;
}

function isBlankText(block: unknown): boolean {
  const record = recordOf(block);
  return record?.type === 'text' && typeof record.text === 'string' && record.text.trim() === '';
}

/** Behind each Codex turn a result for every call that no result in the whole file answers (mode 2026.5.18). */
function withMissingResults(entries: readonly unknown[], options: RepairOptions): readonly unknown[] {
  const answered = new Set(entries.map((entry) => resultIdOf(messageOf(entry))));
  return entries.flatMap((entry) => {
    const missing = codexCalls(messageOf(entry)).filter(({ id }) => {
      const isNew = !answered.has(id);
      answered.add(id);
      return isNew;
    });
    return [entry, ...missing.map((call) => madeUpResult(recordOf(entry)?.id, call, options))];
  });
}

interface Call {
  readonly id: string;
  readonly name: string | undefined;
}

function codexCalls(message: JsonObject | undefined): Call[] {
  if (message?.role !== 'assistant' || !Array.isArray(message.content)) return [];
  if (message.api !== 'openai-codex-responses' || message.provider !== 'openai-codex') return [];
  if (message.stopReason === 'error' || message.stopReason === 'aborted') return [];
  return message.content.flatMap((block: unknown) => {
    const { type, id, name } = recordOf(block) ?? {};
    if (!CALL_TYPES.includes(type) || typeof id !== 'string' || id === '') return [];
    return [{ id, name: typeof name === 'string' ? name : undefined }];
  });
}

function resultIdOf(message: JsonObject | undefined): string | undefined {
  if (message?.role !== 'toolResult') return undefined;
  const ids = [message.toolCallId, message.toolUseId];
  return ids.find((id): id is string => typeof id === 'string' && id !== '');
}

function madeUpResult(parentId: unknown, call: Call, options: RepairOptions): JsonObject {
  const { now = Date.now, newId = () => `repair-${crypto.randomUUID()}` } = options;
  const time = now();
  return {
    type: 'message',
    id: newId(),
    ...(typeof parentId === 'string' && { parentId }),
    timestamp: new Date(time).toISOString(),
    message: {
      role: 'toolResult',
      toolCallId: call.id,
      toolName: call.name ?? 'unknown',
      content: [{ type: 'text', text: MISSING_RESULT_TEXT }],
      isError: true,
      timestamp: time,
    },
  };
}

function messageOf(entry: unknown): JsonObject | undefined {
  const record = recordOf(entry);
  return record?.type === 'message' ? recordOf(record.message) : undefined;
}

function recordOf(value: unknown): JsonObject | undefined {
  return typeof value === 'object' && value !== null ? (value as JsonObject) : undefined;
}
