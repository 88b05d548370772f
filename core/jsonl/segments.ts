import type { ParseError } from 'jsonc-parser';
import { parseLine } from './locate';

/** A part of a damaged line: a whole record, or a piece that is none. */
export interface Segment {
  readonly start: number;
  readonly end: number;
  /** The record's value; undefined for a piece. */
  readonly value: Record<string, unknown> | undefined;
}

/** jsonc-parser's `ParseErrorCode.InvalidSymbol`, a const enum that cannot be imported here. */
const INVALID_SYMBOL = 1;

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

/** Reads JSON brackets and strings across pieces of text. */
export interface BracketState {
  depth: number;
  inString: boolean;
  escaped: boolean;
}

/** Feeds `text` from `from`; returns the index behind the bracket that closes the outermost one, or −1. */
export function scanBrackets(text: string, from: number, state: BracketState): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (state.inString) {
      if (state.escaped) state.escaped = false;
      else if (unit === 0x5c) state.escaped = true;
      else if (unit === 0x22) state.inString = false;
    } else if (unit === 0x22) state.inString = true;
    else if (unit === 0x7b || unit === 0x5b) state.depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --state.depth <= 0) return at + 1;
  }
  return -1;
}

function objectEnd(line: string, start: number): number {
  return scanBrackets(line, start, { depth: 0, inString: false, escaped: false });
}

/** Whether `text` is the beginning of a JSON object that was cut off: valid as far as it goes, but not closed. */
export function isCutOff(text: string): boolean {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || objectEnd(trimmed, 0) >= 0) return false;
  const errors: ParseError[] = [];
  parseLine(trimmed, errors);
  const first = errors[0];
  if (first === undefined) return false;
  if (first.offset >= trimmed.length) return true;
  if (first.offset + first.length < trimmed.length) return false;
  if (first.error === INVALID_SYMBOL) {
    const word = trimmed.slice(first.offset);
    return /[:[,]\s*$/.test(trimmed.slice(0, first.offset)) && isLiteralPrefix(word);
  }
  return true;
}

function isLiteralPrefix(word: string): boolean {
  return word === '-' || ['true', 'false', 'null'].some((literal) => literal.startsWith(word));
}
