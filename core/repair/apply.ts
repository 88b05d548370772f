import { type LineEdit, removeValue, setValue } from '../jsonl/value-edits';
import { anchorOf } from '../session/history';
import { isLinear, type Session } from '../session/session';
import type { Fix, SessionEdit, TextEdit } from '../types';
import { meet, type Span, spansOf, swallows } from './spans';
import { type NewEntry, TreeChanges } from './tree';

/** What became of the fixes that were to be applied together. */
export interface Applied {
  readonly edits: readonly TextEdit[];
  readonly taken: readonly Fix[];
}

/**
 * Turns fixes into edits of the text. A fix whose spans meet those of one already taken is left for another time; a
 * deletion beats an edit inside it. Links between entries are worked out over all taken fixes together.
 */
export function applyFixes(session: Session, fixes: Iterable<Fix>): Applied {
  const taken = choose(session, fixes);
  return { edits: compile(session, taken), taken };
}

function choose(session: Session, fixes: Iterable<Fix>): Fix[] {
  let taken: { fix: Fix; spans: readonly Span[]; isGlobal: boolean }[] = [];
  let byLine = new Map<number, { fix: Fix; spans: readonly Span[] }[]>();
  for (const fix of fixes) {
    const spans = spansOf(session, fix);
    if (spans === undefined) continue;
    const isGlobal = fix.edits.some(({ kind }) => kind === 'lineEnds');
    if (taken.some((other) => isGlobal || other.isGlobal)) continue;
    const rivals = new Set(
      spans.flatMap((span) =>
        (byLine.get(span.line) ?? []).filter((other) => other.spans.some((taking) => meet(span, taking))),
      ),
    );
    if (rivals.size > 0) {
      const wins = [...rivals].every((rival) =>
        rival.spans.every((inner) => spans.some((outer) => swallows(outer, inner))),
      );
      if (!wins) continue;
      taken = taken.filter(({ fix: other }) => ![...rivals].some((rival) => rival.fix === other));
      byLine = new Map();
      for (const other of taken) addByLine(byLine, other);
    }
    const entry = { fix, spans, isGlobal };
    taken.push(entry);
    addByLine(byLine, entry);
  }
  return taken.map(({ fix }) => fix);
}

function addByLine<T extends { spans: readonly Span[] }>(byLine: Map<number, T[]>, entry: T): void {
  for (const line of new Set(entry.spans.map((span) => span.line))) {
    const others = byLine.get(line);
    if (others === undefined) byLine.set(line, [entry]);
    else others.push(entry);
  }
}

function compile(session: Session, fixes: readonly Fix[]): TextEdit[] {
  const changes = new LineChanges(session);
  const tree = new TreeChanges(session);
  for (const fix of fixes) {
    for (const edit of fix.edits) {
      changes.apply(edit);
      tree.apply(edit);
    }
  }
  for (const [index, id] of tree.freshIds) changes.setInEntry(index, 'id', id);
  for (const [index, parentId] of tree.newParentIds()) changes.setInEntry(index, 'parentId', parentId);
  for (const [line, path, value] of followingReferences(session, tree)) changes.set(line, path, value);
  for (const [index, after] of tree.moved) changes.move(session.entries[index]!.line, after);
  for (const entry of tree.inserted) changes.insert(entry.line, entry.where, newLine(session, tree, entry));
  const leaf = tree.leafToKeep();
  if (leaf !== undefined) changes.move(session.entries[leaf]!.line, session.text.lineCount - 1);
  return changes.toTextEdits();
}

/** Collects what happens to each line, and where lines are put in. */
class LineChanges {
  private readonly byLine = new Map<number, LineEdit[]>();
  private readonly deleted = new Set<number>();
  private readonly moves: { line: number; after: number }[] = [];
  private readonly insertions: { line: number; where: 'after' | 'before'; text: string }[] = [];
  private readonly edits: TextEdit[] = [];

  constructor(private readonly session: Session) {}

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
          if (text.lineEnd(line) === '\r\n') this.replaceLineEnd(line, '\n');
        }
        break;
      case 'finalNewline': {
        const line = text.lineCount - 1;
        const end = { line, column: text.line(line).length };
        this.edits.push({ start: end, end, text: text.lineEndNear(line) });
        break;
      }
      case 'deleteLine':
        this.deleted.add(edit.line);
        break;
      case 'insertHeader':
        this.insert(0, 'before', JSON.stringify(edit.header));
        break;
      case 'moveToTop':
        this.insert(0, 'before', text.line(edit.line));
        this.deleted.add(edit.line);
        break;
      default:
      // What concerns the tree is worked out for all fixes together.
    }
  }

  set(line: number, path: readonly (string | number)[], value: unknown): void {
    this.add(line, setValue(this.session.text.line(line), path, value));
  }

  /** Sets a member of an entry, also of one that shares a damaged line. */
  setInEntry(index: number, key: string, value: unknown): void {
    const { line, isRecovered } = this.session.entries[index]!;
    if (!isRecovered) {
      this.set(line, [key], value);
      return;
    }
    const damage = this.session.damages.find((other) => other.line === line);
    const records = damage !== undefined && 'segments' in damage ? damage.segments.filter((part) => part.value) : [];
    const own = this.session.entries.filter((entry) => entry.line === line);
    const headers = records.length - own.length;
    const record = records[headers + own.findIndex((entry) => entry.index === index)];
    if (record === undefined) return;
    const edit = setValue(this.session.text.line(line).slice(record.start, record.end), [key], value);
    if (edit === undefined) return;
    this.add(line, { start: edit.start + record.start, end: edit.end + record.start, text: edit.text });
  }

  move(line: number, after: number): void {
    this.moves.push({ line, after });
    this.deleted.add(line);
  }

  insert(line: number, where: 'after' | 'before', text: string): void {
    this.insertions.push({ line, where, text });
  }

  toTextEdits(): TextEdit[] {
    const { text } = this.session;
    const edits = [...this.edits];
    for (const [line, lineEdits] of this.byLine) {
      if (this.deleted.has(line)) continue;
      for (const { start, end, text: replacement } of lineEdits) {
        edits.push({ start: { line, column: start }, end: { line, column: end }, text: replacement });
      }
    }
    for (const line of this.deleted) {
      const end = text.lineEnd(line) === '' ? { line, column: text.line(line).length } : { line: line + 1, column: 0 };
      edits.push({ start: { line, column: 0 }, end, text: '' });
    }
    for (const { line, where, text: content } of this.insertions) edits.push(this.insertion(line, where, content));
    for (const { line, after } of this.moves) edits.push(this.insertion(after, 'after', this.contentOf(line)));
    return edits.sort((a, b) => a.start.line - b.start.line || a.start.column - b.start.column);
  }

  private add(line: number, edit: LineEdit | undefined): void {
    if (edit === undefined) return;
    const edits = this.byLine.get(line);
    if (edits === undefined) this.byLine.set(line, [edit]);
    else edits.push(edit);
  }

  private replaceLineEnd(line: number, replacement: string): void {
    const column = this.session.text.line(line).length;
    this.edits.push({ start: { line, column }, end: { line: line + 1, column: 0 }, text: replacement });
  }

  private insertion(line: number, where: 'after' | 'before', content: string): TextEdit {
    const { text } = this.session;
    if (where === 'before') {
      // A byte-order mark stays the first character of the file.
      const column = line === 0 && text.line(0).startsWith('\ufeff') ? 1 : 0;
      const at = { line, column };
      return { start: at, end: at, text: content + text.lineEndNear(line) };
    }
    if (text.lineEnd(line) !== '') {
      const at = { line: line + 1, column: 0 };
      return { start: at, end: at, text: content + text.lineEnd(line) };
    }
    const at = { line, column: text.line(line).length };
    return { start: at, end: at, text: this.deleted.has(line) ? content : text.lineEndNear(line) + content };
  }

  /** A line with its edits, for one that moves. */
  private contentOf(line: number): string {
    let content = this.session.text.line(line);
    const edits = (this.byLine.get(line) ?? []).toSorted((a, b) => b.start - a.start);
    for (const { start, end, text } of edits) content = content.slice(0, start) + text + content.slice(end);
    return content;
  }
}

/** The line of a new entry; version 1 has neither ids nor parents. */
function newLine(session: Session, tree: TreeChanges, { edit, id }: NewEntry): string {
  const neighbour = session.entries.find(({ line }) => line === edit.line)!;
  const index = session.entries.length + tree.inserted.findIndex((entry) => entry.id === id);
  const { timestamp, message } = neighbour.facts;
  const time = message?.time ?? (timestamp === undefined ? Number.NaN : Date.parse(timestamp));
  return JSON.stringify({
    type: 'message',
    ...(!isLinear(session) && { id, parentId: tree.idOf(tree.parentOf(index)) }),
    ...(timestamp !== undefined && { timestamp }),
    message: { ...edit.message, ...(!Number.isNaN(time) && { timestamp: time }) },
  });
}

type Reference = [line: number, path: readonly string[], value: unknown];

/** What else names an entry that goes, or counts entries, and must follow. */
function* followingReferences(session: Session, tree: TreeChanges): Iterable<Reference> {
  const { entries, byId, branch } = session;
  if (isLinear(session)) return yield* followingNumbers(session, tree);
  if (tree.deleted.size === 0) return;
  const goneEntry = (id: unknown) => {
    const named = typeof id === 'string' ? byId.get(id) : undefined;
    return named?.every((index) => tree.deleted.has(index)) ? named.at(-1) : undefined;
  };
  for (const { index, line, facts } of entries) {
    if (tree.deleted.has(index)) continue;
    const kept = goneEntry(facts.compaction?.firstKeptEntryId);
    if (kept !== undefined) {
      const next = branch.slice(branch.indexOf(kept) + 1).find((other) => !tree.deleted.has(other));
      const heir = branch.includes(kept) && next !== undefined && next !== index ? next : tree.parentOf(kept);
      if (heir >= 0) yield [line, ['firstKeptEntryId'], tree.idOf(heir)];
    }
    for (const key of ['targetId', 'appendParentId'] as const) {
      const gone = goneEntry(facts.leaf?.[key]);
      if (gone !== undefined) yield [line, [key], tree.idOf(tree.parentOf(gone))];
    }
  }
}

/** Version 1 names the first kept entry by its number among all records. */
function* followingNumbers(session: Session, tree: TreeChanges): Iterable<Reference> {
  if (tree.deleted.size + tree.inserted.length + tree.moved.size === 0) return;
  const order = newOrder(session, tree);
  for (const { index, line, facts } of session.entries) {
    const number = facts.compaction?.firstKeptEntryIndex;
    if (number === undefined || tree.deleted.has(index)) continue;
    let anchor = anchorOf(session, index);
    while (anchor >= 0 && tree.deleted.has(anchor)) anchor++;
    const position = anchor < 0 ? -1 : order.indexOf(anchor);
    if (position >= 0 && position !== number) yield [line, ['firstKeptEntryIndex'], position];
  }
}

/** The records of a version 1 file after the pass, by entry index; headers and new entries as −1. */
function newOrder(session: Session, tree: TreeChanges): number[] {
  const headers = [session.header, ...session.extraHeaders].filter((header) => header !== undefined);
  const records = [
    ...session.entries.map(({ index, line }) => ({ index, line })),
    ...headers.map(({ line }) => ({ index: -1, line })),
  ].sort((a, b) => a.line - b.line);
  const order: number[] = [];
  for (const { index, line } of records) {
    const added = (where: string) => tree.inserted.filter((entry) => entry.line === line && entry.where === where);
    order.push(...added('before').map(() => -1));
    if (!tree.deleted.has(index) && !tree.moved.has(index)) order.push(index);
    order.push(...added('after').map(() => -1));
    for (const [moved, after] of tree.moved) if (after === line) order.push(moved);
  }
  return order;
}
