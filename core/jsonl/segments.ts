import { scanBrackets } from './places';

/** A part of a damaged line: a whole record, or a piece that is none. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** The record's value; undefined for a piece. */
  readonly value: Record<string, unknown> | undefined;
}

/** How much more than its own length may be read while a line is taken apart. */
const SCAN_FACTOR = 16;

/**
 * Takes a line apart into whole records and the pieces between them. `isRecord` says which objects count as
 * records, so that an object nested in a torn record is not taken for one.
 */
export function segmentLine(line: string, isRecord: (value: Record<string, unknown>) => boolean): Segment[] {
  const segments: Segment[] = [];
  let budget = SCAN_FACTOR * line.length + 1000;
  const recordAt = (start: number): Segment | undefined => {
    if (budget <= 0) return undefined;
    const end = objectEnd(line, start);
    budget -= (end < 0 ? line.length : end) - start;
    const value = end < 0 ? undefined : parseObject(line.slice(start, end));
    return value !== undefined && isRecord(value) ? { start, end, value } : undefined;
  };
  let at = 0;
  while (at < line.length) {
    const start = at + leadingBlank(line.slice(at));
    if (start >= line.length) break;
    const record = line[start] === '{' ? recordAt(start) : undefined;
    if (record !== undefined) {
      segments.push(record);
      at = record.end;
      continue;
    }
    const next = nextRecord(line, start + 1, recordAt);
    segments.push({ start, end: next?.start ?? line.trimEnd().length, value: undefined });
    if (next === undefined) break;
    segments.push(next);
    at = next.end;
  }
  return segments;
}

function nextRecord(line: string, from: number, recordAt: (start: number) => Segment | undefined): Segment | undefined {
  for (let at = line.indexOf('{"', from); at >= 0; at = line.indexOf('{"', at + 1)) {
    const record = recordAt(at);
    if (record !== undefined) return record;
  }
  return undefined;
}

function leadingBlank(text: string): number {
  return text.length - text.trimStart().length;
}

/** The value of `text` when it is one JSON object, else undefined. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function objectEnd(line: string, start: number): number {
  return scanBrackets(line, start, { depth: 0, inString: false, escaped: false });
}
