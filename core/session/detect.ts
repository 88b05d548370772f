import { parseObject, segmentLine } from '../jsonl/segments';
import type { SessionText } from '../jsonl/session-text';
import { isRecord } from './damage';
import { ENTRY_TYPES } from './schema';

/** How many lines that are not blank decide what a file is. */
const SAMPLE_LINES = 50;

/** Session folders of pi and OpenClaw (session format, section 1). */
const SESSION_HOME = /[\\/]\.pi[\\/]agent[\\/]sessions[\\/]|[\\/]\.openclaw[\\/]agents[\\/][^\\/]+[\\/]sessions[\\/]/;

/** Whether a path lies where agents keep their sessions. */
export function isSessionHome(fileName: string): boolean {
  return SESSION_HOME.test(fileName);
}

/**
 * Whether a file is a transcript of pi or OpenClaw (rules specification, "What counts as a transcript"): among its
 * first 50 lines that are not blank, NULs and a byte-order mark set aside, is a session header; or, where that is
 * missing, at least two of them are entries.
 */
export function isTranscript(text: SessionText): boolean {
  const records = sample(text);
  const entries = records.filter(isEntry).length;
  const hasTurn = entries > 0 || records.some(isTurn);
  return entries >= 2 || records.some((record) => isHeader(record, hasTurn));
}

function sample(text: SessionText): Record<string, unknown>[] {
  const records: Record<string, unknown>[] = [];
  let count = 0;
  for (let line = 0; line < text.lineCount && count < SAMPLE_LINES; line++) {
    const content = text
      .line(line)
      .replaceAll('\0', '')
      .replace(/^\ufeff+/, '');
    if (content.trim() === '') continue;
    count++;
    records.push(...recordsIn(content));
  }
  return records;
}

/** The record of a line, or the several ones a crash glued together there, behind a piece of another at most. */
function recordsIn(content: string): Record<string, unknown>[] {
  const whole = parseObject(content);
  if (whole !== undefined) return [whole];
  // Other JSON values hold no records, and text in front of one is a log line's.
  if (!content.trimStart().startsWith('{')) return [];
  return segmentLine(content, isRecord).flatMap(({ value }) => (value === undefined ? [] : [value]));
}

function isHeader({ type, version, cwd, id }: Record<string, unknown>, besideEntry: boolean): boolean {
  if (type !== 'session') return false;
  return typeof version === 'number' || typeof cwd === 'string' || (typeof id === 'string' && besideEntry);
}

/** A message as version 1 writes it, without id and parent. */
function isTurn({ type, message }: Record<string, unknown>): boolean {
  if (type !== 'message' || typeof message !== 'object' || message === null) return false;
  return 'role' in message && typeof message.role === 'string';
}

function isEntry(record: Record<string, unknown>): boolean {
  const { type, id, timestamp } = record;
  return (
    typeof type === 'string' &&
    type !== 'leaf' &&
    ENTRY_TYPES.has(type) &&
    typeof id === 'string' &&
    typeof timestamp === 'string' &&
    'parentId' in record
  );
}
