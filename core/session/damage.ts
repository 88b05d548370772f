import { isCutOff } from '../jsonl/cut-off';
import { scanBrackets } from '../jsonl/places';
import { parseObject, type Segment, segmentLine } from '../jsonl/segments';
import type { SessionText } from '../jsonl/session-text';
import type { SessionEdit } from '../types';
import { ENTRY_TYPES } from './schema';

/**
 * What is wrong with lines that are not one JSON object each, and what can still be read of them.
 *
 * `columns` is the damaged part of the first line.
 */
export type Damage = {
  readonly line: number;
  readonly lastLine: number;
  /** Whole records in the damaged lines, in order. */
  readonly records: readonly Record<string, unknown>[];
  /** Ids that stand in them, of records that may be lost. */
  readonly ids: ReadonlySet<string>;
} & (
  | { readonly kind: 'nul'; readonly runs: readonly [start: number, end: number][] }
  | { readonly kind: 'torn'; readonly pieces: readonly Segment[]; readonly segments: readonly Segment[] }
  | { readonly kind: 'glued'; readonly segments: readonly Segment[] }
  | { readonly kind: 'split'; readonly breaks: readonly string[] }
  | { readonly kind: 'malformed'; readonly segments: readonly Segment[] }
);

/** The lines that damage covers. */
export function linesOf(damages: readonly Damage[]): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { line, lastLine } of damages) for (let at = line; at <= lastLine; at++) lines.add(at);
  return lines;
}

const ENTRY_EDITS: ReadonlySet<SessionEdit['kind']> = new Set([
  'setValue',
  'removeValue',
  'shrinkImage',
  'insertEntry',
  'moveEntry',
  'moveToTop',
  'reparent',
  'freshId',
]);

/** Whether an edit needs a line with one whole record, and its line is a damaged one, which must be mended first. */
export function mustWait(edit: SessionEdit, damaged: ReadonlySet<number>): boolean {
  return 'line' in edit && damaged.has(edit.line) && ENTRY_EDITS.has(edit.kind);
}

/**
 * How many lines may be read on, over a whole file, to find the ends of records that are spread over several lines:
 * a file of nothing but torn lines must not cost its square.
 */
const MAX_LINES_READ_ON = 20_000;

/** Whether an object is a record of a session file, and not a part of one. */
export function isRecord(value: Record<string, unknown>): boolean {
  const type = value.type;
  if (typeof type !== 'string') return false;
  if (type === 'session') return true;
  if ('parentId' in value) return true;
  const hasId = typeof value.id === 'string';
  const hasTime = typeof value.timestamp === 'string';
  // Parts of messages may have a type and a time, too.
  return ENTRY_TYPES.has(type) ? hasId || hasTime || typeof value.message === 'object' : hasId && hasTime;
}

/**
 * Looks at the damaged lines of a text (0-based, ascending; NUL-only lines included). `lastLine` is the last line
 * that is not blank.
 */
export function diagnose(text: SessionText, damagedLines: readonly number[], lastLine: number): Damage[] {
  const damages: Damage[] = [];
  const budget = { lines: MAX_LINES_READ_ON };
  let next = 0;
  for (const line of damagedLines) {
    if (line < next) continue;
    const damage = diagnoseLine(text, line, line === lastLine, budget);
    damages.push(damage);
    next = damage.lastLine + 1;
  }
  return damages;
}

function diagnoseLine(text: SessionText, line: number, isLast: boolean, budget: { lines: number }): Damage {
  const content = text.line(line);
  const place = { line, lastLine: line };
  if (content.includes('\0')) {
    const runs = [...content.matchAll(/\0+/g)].map((match): [number, number] => [
      match.index,
      match.index + match[0].length,
    ]);
    const rest = content.replaceAll('\0', '');
    return { kind: 'nul', ...place, runs, records: recordsOf(segmentLine(rest, isRecord)), ids: idsIn(rest) };
  }
  const segments = segmentLine(content, isRecord);
  const records = recordsOf(segments);
  const pieces = segments.filter((segment) => segment.value === undefined);
  const ids = idsIn(content);
  if (records.length > 1 && pieces.length === 0) return { kind: 'glued', ...place, segments, records, ids };
  if (records.length > 0 && pieces.some(({ start, end }) => isPieceOfRecord(content.slice(start, end)))) {
    return { kind: 'torn', ...place, pieces, segments, records, ids };
  }
  if (records.length === 0 && isCutOff(content)) {
    const split = joinSplit(text, line, budget);
    if (split !== undefined) return split;
    if (isLast) return { kind: 'torn', ...place, pieces, segments, records, ids };
  }
  return { kind: 'malformed', ...place, segments, records, ids };
}

/** Whether a piece is what is left of a record, its beginning or its end, and not some other text or a bracket. */
function isPieceOfRecord(piece: string): boolean {
  return piece.startsWith('{') || /["}]/.test(piece);
}

/** One record spread over several lines: reads on until its brackets close. */
function joinSplit(text: SessionText, line: number, budget: { lines: number }): Damage | undefined {
  const state = { depth: 0, inString: false, escaped: false };
  let joined = text.line(line).replace(/^\ufeff+/, '');
  scanBrackets(joined, 0, state);
  const breaks: string[] = [];
  for (let at = line + 1; at < text.lineCount && budget.lines > 0; at++) {
    budget.lines--;
    const part = text.line(at);
    const whole = parseObject(part);
    if (whole !== undefined && isRecord(whole)) return undefined;
    // Between tokens a line break is mere white space; in a string it is the text's own.
    const lineBreak = !state.inString ? '' : text.lineEnd(at - 1) === '\r\n' ? '\\r\\n' : '\\n';
    if (state.inString && state.escaped) return undefined;
    breaks.push(lineBreak);
    joined += lineBreak + part;
    const end = scanBrackets(part, 0, state);
    if (end < 0) continue;
    const value = part.slice(end).trim() === '' ? parseObject(joined) : undefined;
    if (value === undefined || !isRecord(value)) return undefined;
    return { kind: 'split', line, lastLine: at, breaks, records: [value], ids: idsIn(joined) };
  }
  return undefined;
}

function recordsOf(segments: readonly Segment[]): Record<string, unknown>[] {
  return segments.flatMap(({ value }) => (value === undefined ? [] : [value]));
}

function idsIn(text: string): Set<string> {
  return new Set([...text.matchAll(/"id"\s*:\s*"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1]!));
}
