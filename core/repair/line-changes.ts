import { compactJson } from '../jsonl/compact-json';
import { type LineEdit, removeValue, setValue } from '../jsonl/value-edits';
import type { Damage } from '../session/damage';
import { LineFlag } from '../session/facts';
import type { Session } from '../session/session';
import type { JsonPath, SessionEdit, TextEdit } from '../types';

/** Collects what happens to each line of a file and where lines are put in, and turns it into edits of the text. */
export class LineChanges {
  private readonly inLine = new Map<number, LineEdit[]>();
  /** Edits of line ends. */
  private readonly ends: TextEdit[] = [];
  private readonly deleted = new Set<number>();
  private readonly before = new Map<number, string[]>();
  private readonly after = new Map<number, string[]>();

  private readonly hasStrayBytes: boolean;

  constructor(private readonly session: Session) {
    const { lines, flaggedLines } = session;
    this.hasStrayBytes = flaggedLines.some((line) => lines[line]!.flags & LineFlag.strayBytes);
  }

  /** A value as it is written into this file. */
  json(value: unknown): string {
    return compactJson(value, this.hasStrayBytes);
  }

  /** Takes note of an edit; what concerns the tree is worked out for all fixes together. */
  apply(edit: SessionEdit): void {
    const { text } = this.session;
    switch (edit.kind) {
      case 'setValue':
        this.set(edit.line, edit.path, edit.value);
        break;
      case 'removeValue':
        this.add(edit.line, removeValue(text.line(edit.line), edit.path));
        break;
      case 'replaceText':
        this.add(edit.line, edit);
        break;
      case 'breakLine':
        this.add(edit.line, { start: edit.start, end: edit.end, text: text.lineEndNear(edit.line) });
        break;
      case 'joinLines':
        for (const [nth, lineBreak] of edit.breaks.entries()) this.replaceLineEnd(edit.line + nth, lineBreak);
        break;
      case 'lineEnds':
        for (let line = 0; line < text.lineCount; line++) {
          if (text.lineEnd(line) === '\r\n') this.endInLf(line);
        }
        break;
      case 'finalNewline':
        this.replaceLineEnd(text.lineCount - 1, text.lineEndNear(text.lineCount - 1));
        break;
      case 'deleteLine':
        this.deleted.add(edit.line);
        break;
      case 'insertHeader':
        this.place(0, 'before', this.json(edit.header));
        break;
      case 'moveToTop':
        this.place(0, 'before', this.take(edit.line));
        break;
      default:
    }
  }

  set(line: number, path: JsonPath, value: unknown): void {
    this.add(line, setValue(this.session.text.line(line), path, value, this.hasStrayBytes));
  }

  /** Sets a member of an entry, also of one in a damaged line. */
  setInEntry(index: number, key: string, value: unknown): void {
    const { entries, damages, text } = this.session;
    const { line, isRecovered } = entries[index]!;
    const damage = isRecovered ? damages.find((other) => other.line === line) : undefined;
    if (damage === undefined) {
      this.set(line, [key], value);
    } else if (damage.kind === 'nul') {
      // The NULs in a single record are passed over; which of several records is meant cannot be told.
      if (damage.records.length === 1) this.set(line, [key], value);
    } else if (damage.kind === 'split') {
      this.setInSplitRecord(damage, key, value);
    } else {
      let first = index;
      while (entries[first - 1]?.line === line) first--;
      const records = damage.segments.filter((part) => part.value !== undefined && part.value.type !== 'session');
      const { start, end } = records[index - first]!;
      const edit = setValue(text.line(line).slice(start, end), [key], value, this.hasStrayBytes);
      if (edit !== undefined) this.add(line, moved(edit, start));
    }
  }

  /** Sets a member of a record that is spread over lines, where that concerns one of them. */
  private setInSplitRecord({ line, lastLine, breaks }: Damage & { kind: 'split' }, key: string, value: unknown): void {
    const parts: { line: number; start: number; end: number }[] = [];
    let record = '';
    for (let at = line; at <= lastLine; at++) {
      const start = record.length;
      record += this.session.text.line(at);
      parts.push({ line: at, start, end: record.length });
      record += breaks[at - line] ?? '';
    }
    const edit = setValue(record, [key], value, this.hasStrayBytes);
    const part = edit && parts.find(({ start, end }) => start <= edit.start && edit.end <= end);
    if (part !== undefined) this.add(part.line, moved(edit!, -part.start));
  }

  /** Puts a new line in front of another one or behind it, in the order of the calls. */
  place(line: number, where: 'before' | 'after', content: string): void {
    const lists = this[where];
    const list = lists.get(line);
    if (list === undefined) lists.set(line, [content]);
    else list.push(content);
  }

  /** Takes a line out, with the edits made to it so far, to be put elsewhere. */
  take(line: number): string {
    this.deleted.add(line);
    let content = this.session.text.line(line);
    for (const { start, end, text } of (this.inLine.get(line) ?? []).toSorted((a, b) => b.start - a.start)) {
      content = content.slice(0, start) + text + content.slice(end);
    }
    return content.slice(this.firstColumn(line));
  }

  /** All edits, in order. */
  toTextEdits(): TextEdit[] {
    const touched = new Set([...this.inLine.keys(), ...this.deleted, ...this.before.keys(), ...this.after.keys()]);
    const edits = [...this.ends, ...[...touched].sort((a, b) => a - b).flatMap((line) => this.editsOf(line))];
    return edits.sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
  }

  private editsOf(line: number): TextEdit[] {
    const { text } = this.session;
    const first = { line, column: this.firstColumn(line) };
    const last = { line, column: text.line(line).length };
    const hasEnd = text.lineEnd(line) !== '';
    const next = hasEnd ? { line: line + 1, column: 0 } : last;
    const isDeleted = this.deleted.has(line);
    const edits: TextEdit[] = [];
    for (const content of this.before.get(line) ?? []) {
      edits.push({ start: first, end: first, text: content + text.lineEndNear(line) });
    }
    if (isDeleted) edits.push({ start: first, end: next, text: '' });
    else {
      for (const { start, end, text: replacement } of this.inLine.get(line) ?? []) {
        edits.push({ start: { line, column: start }, end: { line, column: end }, text: replacement });
      }
    }
    for (const [nth, content] of (this.after.get(line) ?? []).entries()) {
      const lineEnd = text.lineEndNear(line);
      const isOpen = !hasEnd && (!isDeleted || nth > 0);
      edits.push({ start: next, end: next, text: hasEnd ? content + lineEnd : (isOpen ? lineEnd : '') + content });
    }
    return edits;
  }

  /** A byte-order mark stays the first character of the file, whatever becomes of the line behind it. */
  private firstColumn(line: number): number {
    return line === 0 && this.session.text.line(0).startsWith('\ufeff') ? 1 : 0;
  }

  private add(line: number, edit: LineEdit | undefined): void {
    if (edit === undefined) return;
    const edits = this.inLine.get(line) ?? [];
    this.inLine.set(line, edits);
    const isInsertion = ({ start, end }: LineEdit) => start === edit.start && end === edit.start && edit.end === start;
    // Only the first member of an empty object has no comma in front.
    const isNext = edits.some(isInsertion) && !edit.text.startsWith(',');
    edits.push(isNext ? { ...edit, text: `,${edit.text}` } : edit);
  }

  /** Takes out every CR in front of the LF: what was converted twice has several. */
  private endInLf(line: number): void {
    const { length } = this.session.text.line(line).replace(/\r+$/, '');
    this.ends.push({ start: { line, column: length }, end: { line: line + 1, column: 0 }, text: '\n' });
  }

  private replaceLineEnd(line: number, replacement: string): void {
    const start = { line, column: this.session.text.line(line).length };
    const end = this.session.text.lineEnd(line) === '' ? start : { line: line + 1, column: 0 };
    this.ends.push({ start, end, text: replacement });
  }
}

function moved({ start, end, text }: LineEdit, by: number): LineEdit {
  return { start: start + by, end: end + by, text };
}
