import type { Position as CorePosition, Range as CoreRange, SessionDocument } from '../core';

/** A position as the protocol writes it. */
export interface LspPosition {
  line: number;
  character: number;
}

export interface LspRange {
  start: LspPosition;
  end: LspPosition;
}

/** Turns places of the protocol into places of the core, and back. */
export interface PositionMap {
  toCore(position: LspPosition): CorePosition;
  toLsp(position: CorePosition): LspPosition;
}

/**
 * The two ways to count lines agree but for a CR that no LF follows: it ends a line for the protocol, and is a
 * character inside a line for the core (and for every agent that reads the file). Such a CR is rare, so the
 * numbering of the whole text is only worked out for documents that have one.
 */
export function positionMap(document: SessionDocument, hasLoneCr: boolean): PositionMap {
  return hasLoneCr ? mapWithLoneCr(document) : plainMap(document);
}

/** True when a text holds a CR without LF behind it. One at the very end may get its LF from the text that follows. */
export function hasLoneCr(text: string): boolean {
  for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) {
    if (text.charCodeAt(at + 1) !== 10) return true;
  }
  return false;
}

/** Converts a range of the core. */
export function toLspRange(map: PositionMap, range: CoreRange): LspRange {
  return { start: map.toLsp(range.start), end: map.toLsp(range.end) };
}

/** The end of a document: behind the last line end, or behind the last character. */
function endOf(document: SessionDocument): CorePosition {
  const last = document.lineCount - 1;
  if (last < 0 || document.text.lineEnd(last) !== '') return { line: document.lineCount, column: 0 };
  return { line: last, column: document.line(last).length };
}

function plainMap(document: SessionDocument): PositionMap {
  return {
    toCore({ line, character }) {
      if (line >= document.lineCount) return endOf(document);
      return { line, column: Math.min(character, document.line(line).length) };
    },
    toLsp: ({ line, column }) => ({ line, character: column }),
  };
}

function mapWithLoneCr(document: SessionDocument): PositionMap {
  // first[n] is the number that the protocol gives to the first part of the core's line n.
  const first: number[] = [];
  const starts: number[][] = [];
  let count = 0;
  for (let line = 0; line < document.lineCount; line++) {
    first.push(count);
    const text = document.line(line);
    const parts = [0];
    for (let at = text.indexOf('\r'); at >= 0; at = text.indexOf('\r', at + 1)) parts.push(at + 1);
    starts.push(parts);
    count += parts.length;
  }
  return {
    toCore({ line, character }) {
      if (line >= count) return endOf(document);
      const coreLine = lastAtMost(first, line);
      const parts = starts[coreLine]!;
      const part = line - first[coreLine]!;
      const start = parts[part]!;
      const next = parts[part + 1];
      const end = next === undefined ? document.line(coreLine).length : next - 1;
      return { line: coreLine, column: Math.min(start + character, end) };
    },
    toLsp({ line, column }) {
      const parts = starts[line];
      if (!parts) return { line: count, character: 0 };
      const part = lastAtMost(parts, column);
      return { line: first[line]! + part, character: column - parts[part]! };
    },
  };
}

/** The index of the last number that is not above `wanted`, in rising numbers of which the first is not above it. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (numbers[middle]! <= wanted) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Whether two ranges have a place in common; their ends count. */
export function touches(a: LspRange, b: LspRange): boolean {
  const isBefore = (x: LspRange['end'], y: LspRange['start']) =>
    x.line < y.line || (x.line === y.line && x.character < y.character);
  return !isBefore(a.end, b.start) && !isBefore(b.end, a.start);
}
