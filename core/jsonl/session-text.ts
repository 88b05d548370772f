import type { TextEdit } from '../types';
import { sameEnds } from './same-ends';
import { concat, decodeUtf8, encodeUtf8 } from './utf8';

const LF = 10;

/** Lines that take the place of others. */
export interface LinesReplacement {
  /** 0-based number of the first line that goes. */
  readonly start: number;
  /** How many go. */
  readonly removed: number;
  /** With their line ends. */
  readonly lines: readonly string[];
}

/**
 * The lines of a file. LF ends a line, nothing else; CR before it belongs to the line end.
 *
 * A line is kept either as its bytes in the file's buffer, decoded when it is asked for, or as text. So a file
 * takes its own size in memory, however long its lines, and an edit costs what it touches.
 */
export class SessionText {
  private constructor(
    /** The file's bytes; lines kept by number start at `starts[n]` and end at `starts[n + 1]`. */
    private readonly bytes: Uint8Array,
    private readonly starts: readonly number[],
    /** A number is a line of `bytes`, a string a line with its line end. */
    private readonly lines: readonly (number | string)[],
    private readonly note?: (line: number) => void,
  ) {}

  static fromString(text: string): SessionText {
    // A long text takes half the memory as bytes; halves of surrogate pairs have none.
    if (text.isWellFormed()) return SessionText.fromBytes(encodeUtf8(text));
    return new SessionText(new Uint8Array(), [0], splitLines(text));
  }

  /** Bytes that are no UTF-8 survive untouched: see {@link decodeUtf8}. `bytes` must not change afterwards. */
  static fromBytes(bytes: Uint8Array): SessionText {
    const starts = [0];
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) starts.push(at + 1);
    if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
    return new SessionText(
      bytes,
      starts,
      Array.from({ length: starts.length - 1 }, (_, index) => index),
    );
  }

  /** Lines that hold something or end in LF: `a\nb` and `a\nb\n` have two, the empty text none. */
  get lineCount(): number {
    return this.lines.length;
  }

  /** The text of a 0-based line with its line end; empty behind the last one. */
  rawLine(index: number): string {
    this.note?.(index);
    const line = this.lines[index];
    if (line === undefined) return '';
    return typeof line === 'string' ? line : decodeUtf8(this.lineBytes(line));
  }

  /** The text of a 0-based line without its line end. */
  line(index: number): string {
    const raw = this.rawLine(index);
    return raw.slice(0, raw.length - endOf(raw).length);
  }

  /** The same text, which tells `note` the number of every line whose text is asked for. */
  noting(note: (line: number) => void): SessionText {
    return new SessionText(this.bytes, this.starts, this.lines, note);
  }

  /** How the line ends: `\n`, `\r\n`, or nothing (only the last line). */
  lineEnd(index: number): '' | '\n' | '\r\n' {
    const line = this.lines[index];
    if (typeof line !== 'number') return endOf(line ?? '');
    const end = this.starts[line + 1]!;
    if (this.bytes[end - 1] !== LF) return '';
    return end - this.starts[line]! >= 2 && this.bytes[end - 2] === 13 ? '\r\n' : '\n';
  }

  /** The line end that a new line takes: that of the nearest line before it that has one, else LF. */
  lineEndNear(index: number): '\n' | '\r\n' {
    for (let at = Math.min(index, this.lineCount - 1); at >= 0; at--) {
      const end = this.lineEnd(at);
      if (end !== '') return end;
    }
    return '\n';
  }

  /**
   * Applies edits whose ranges do not overlap (edits at one place keep their order). Returns the new text and, for
   * each of its lines, the number of the old line it is untouched from, or −1.
   */
  edit(edits: readonly TextEdit[]): { text: SessionText; origins: number[] } {
    const ordered = edits
      .map((edit, order) => ({ edit, order }))
      .sort(
        (a, b) => comparePositions(a.edit.start, b.edit.start) || insertionsFirst(a.edit, b.edit) || a.order - b.order,
      );
    const lines: (number | string)[] = [];
    const origins: number[] = [];
    let pending = '';
    let line = 0;
    let column = 0;

    const push = (text: string) => {
      lines.push(text);
      origins.push(-1);
    };
    const keep = (index: number) => {
      lines.push(this.lines[index]!);
      origins.push(index);
    };
    const emit = (text: string) => {
      const pieces = splitLines(pending + text);
      pending = '';
      for (const piece of pieces) {
        if (piece.endsWith('\n')) push(piece);
        else pending = piece;
      }
    };
    const copyTo = (toLine: number, toColumn: number) => {
      if (line < toLine && (pending !== '' || column > 0)) {
        emit(this.rawLine(line).slice(column));
        line++;
        column = 0;
        // The rest had no line end: what follows continues it.
      }
      while (line < toLine && line < this.lineCount) keep(line++);
      if (toColumn > column) {
        pending += this.rawLine(line).slice(column, toColumn);
        column = toColumn;
      }
    };

    for (const { edit } of ordered) {
      copyTo(edit.start.line, edit.start.column);
      emit(edit.text);
      line = edit.end.line;
      column = edit.end.column;
    }
    copyTo(this.lineCount, 0);
    if (pending !== '') push(pending);
    return { text: new SessionText(this.bytes, this.starts, lines), origins };
  }

  /** What was edited since an earlier text of the same file; undefined when the two are not known to be of one file. */
  replacedSince(before: SessionText): LinesReplacement | undefined {
    if (before.bytes !== this.bytes) return undefined;
    const { head, tail } = sameEnds(
      before.lineCount,
      this.lineCount,
      (old, now) => before.lines[old] === this.lines[now],
    );
    return {
      start: head,
      removed: before.lineCount - tail - head,
      lines: this.rawLines(head, this.lineCount - tail),
    };
  }

  /** The texts of lines with their line ends, up to the one in front of `end`. */
  rawLines(start = 0, end = this.lineCount): string[] {
    return Array.from({ length: end - start }, (_, at) => this.rawLine(start + at));
  }

  toString(): string {
    let text = '';
    for (let index = 0; index < this.lineCount; index++) text += this.rawLine(index);
    return text;
  }

  /** The whole file, byte for byte where nothing was edited. */
  toBytes(): Uint8Array {
    return concat(this.lines.map((line) => (typeof line === 'string' ? encodeUtf8(line) : this.lineBytes(line))));
  }

  private lineBytes(line: number): Uint8Array {
    return this.bytes.subarray(this.starts[line], this.starts[line + 1]);
  }
}

/** Splits behind each LF; a rest without LF is the last piece. */
function splitLines(text: string): string[] {
  const lines: string[] = [];
  let from = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
    lines.push(text.slice(from, at + 1));
    from = at + 1;
  }
  if (from < text.length) lines.push(text.slice(from));
  return lines;
}

function endOf(raw: string): '' | '\n' | '\r\n' {
  if (!raw.endsWith('\n')) return '';
  return raw.endsWith('\r\n') ? '\r\n' : '\n';
}

/** What is inserted where another edit begins stands in front of it. */
function insertionsFirst(a: TextEdit, b: TextEdit): number {
  return Number(isInsertion(b)) - Number(isInsertion(a));
}

function isInsertion({ start, end }: TextEdit): boolean {
  return comparePositions(start, end) === 0;
}

function comparePositions(a: { line: number; column: number }, b: { line: number; column: number }): number {
  return a.line - b.line || a.column - b.column;
}
