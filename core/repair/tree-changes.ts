import { newEntryId } from '../session/entry-id';
import { isLinear, type Session } from '../session/session';
import type { SessionEdit } from '../types';

type InsertEntry = SessionEdit & { kind: 'insertEntry' };

/** An entry that a fix adds. */
export interface NewEntry {
  readonly edit: InsertEntry;
  /** Its number: those of new entries follow those of the session's. */
  readonly index: number;
  readonly id: string;
  /** The entry it is put behind, or in front of. */
  readonly neighbour: number;
}

/** What the fixes of a pass do to the tree of a session, by entry index; what follows from it is {@link NewTree}'s. */
export class TreeChanges {
  readonly inserted: NewEntry[] = [];
  readonly deleted = new Set<number>();
  /** Lines of headers that go: version 1 counts them. */
  readonly deletedHeaders = new Set<number>();
  /** The line of the header that becomes the first record, −1 for a new one. */
  headerOnTop: number | undefined;
  /** Of deleted entries: who takes their children. */
  readonly heirs = new Map<number, number>();
  /** Entries that leave their place. */
  readonly moved = new Set<number>();
  /** New and moved entries, in order, by the entry they are put in front of or behind. */
  readonly before = new Map<number, number[]>();
  readonly after = new Map<number, number[]>();
  /** Entries that get another parent; −1 makes a root. */
  readonly hung = new Map<number, number>();
  readonly freshIds = new Map<number, string>();
  /** Damaged lines whose lost records are given up: their children are hung up. */
  private readonly lostLines = new Set<number>();
  private readonly takenIds = new Set<string>();
  private readonly byLine = new Map<number, number[]>();

  constructor(private readonly session: Session) {
    for (const { index, line } of session.entries) add(this.byLine, line, index);
  }

  /** Takes note of an edit; edits that do not concern the tree are ignored. */
  apply(edit: SessionEdit): void {
    switch (edit.kind) {
      case 'deleteLine':
        for (const index of this.byLine.get(edit.line) ?? []) {
          this.deleted.add(index);
          if (edit.heir !== undefined) this.heirs.set(index, this.entryAt(edit.heir));
        }
        if (this.session.lines[edit.line]?.kind === 'header') this.deletedHeaders.add(edit.line);
        this.lostLines.add(edit.line);
        break;
      case 'insertHeader':
        this.headerOnTop = -1;
        break;
      case 'moveToTop':
        this.headerOnTop = edit.line;
        break;
      case 'hangLost':
        this.lostLines.add(edit.line);
        break;
      case 'insertEntry':
        this.insert(edit);
        break;
      case 'moveEntry': {
        const index = this.entryAt(edit.line);
        const neighbour = this.entryAt(edit.after);
        this.moved.add(index);
        add(this.after, neighbour, index);
        for (const chained of [index, neighbour]) this.ensureId(chained);
        break;
      }
      case 'reparent':
        this.hang(this.entryAt(edit.line), edit.parentLine === null ? -1 : this.entryAt(edit.parentLine));
        break;
      case 'freshId': {
        const index = this.entryAt(edit.line);
        if (!this.freshIds.has(index)) this.freshIds.set(index, this.newId(edit.rule, edit.anchor));
        break;
      }
      default:
    }
  }

  /** Hangs up the children of what was lost in lines that are given up; to be called once, after all edits. */
  hangLost(): void {
    const { entries, parents, parentStates, damages } = this.session;
    if (this.lostLines.size === 0) return;
    const given = damages.filter(({ line }) => this.lostLines.has(line));
    const ids = new Set(given.flatMap((damage) => [...damage.ids]));
    const lines = new Set(given.flatMap(({ line, lastLine }) => [line, lastLine + 1]));
    for (const { index, facts, line } of entries) {
      if (parentStates[index] !== 'lost') continue;
      if (ids.has(facts.parentId ?? '') || lines.has(line)) this.hang(index, parents[index]!);
    }
  }

  /** An id that nothing in the file has, always the same for the same rule and anchor. */
  newId(rule: string, anchor: string): string {
    return newEntryId(this.session, rule, anchor, this.takenIds);
  }

  private hang(index: number, parent: number): void {
    this.hung.set(index, parent);
    if (parent >= 0) this.ensureId(parent);
  }

  private insert(edit: InsertEntry): void {
    const neighbour = this.entryAt(edit.line);
    this.ensureId(neighbour);
    const { id } = this.session.entries[neighbour]!.facts;
    const anchor = id ?? String(neighbour);
    const index = this.session.entries.length + this.inserted.length;
    this.inserted.push({
      edit,
      index,
      id: this.newId(edit.rule, edit.callId === undefined ? anchor : `${anchor}\n${edit.callId}`),
      neighbour,
    });
    add(edit.where === 'before' ? this.before : this.after, neighbour, index);
  }

  /** Others can only hang under an entry that has an id: it gets the one that `invalid-entry` would give it. */
  private ensureId(index: number): void {
    const { entries } = this.session;
    if (isLinear(this.session) || entries[index]!.facts.id !== undefined || this.freshIds.has(index)) return;
    this.freshIds.set(index, this.newId('invalid-entry', entries[index - 1]?.facts.id ?? ''));
  }

  /** The entry of a line; of several records in a damaged line the last. */
  private entryAt(line: number): number {
    return this.byLine.get(line)?.at(-1) ?? -1;
  }
}

function add(lists: Map<number, number[]>, key: number, value: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
