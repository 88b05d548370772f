import { newEntryId } from '../session/entry-id';
import { isLinear, type Session } from '../session/session';
import type { SessionEdit } from '../types';

type InsertEntry = SessionEdit & { kind: 'insertEntry' };

/** An entry that a fix adds. Its number follows those of the session's entries. */
export interface NewEntry {
  readonly edit: InsertEntry;
  readonly id: string;
  /** The line it is put behind, or in front of. */
  readonly line: number;
  readonly where: 'after' | 'before';
}

/**
 * The tree of a session while a pass of fixes changes it: entries are taken out, put in, moved, re-hung and renamed,
 * and at the end every link that no longer fits is known.
 */
export class TreeChanges {
  readonly inserted: NewEntry[] = [];
  readonly deleted = new Set<number>();
  /** Entries that move, with the line they are put behind. */
  readonly moved = new Map<number, number>();
  readonly freshIds = new Map<number, string>();
  private readonly parents: number[];
  private readonly touched = new Set<number>();
  private readonly heirs = new Map<number, number>();
  private readonly takenIds = new Set<string>();
  private readonly byLine = new Map<number, number>();
  private readonly onBranchChild = new Map<number, number>();

  constructor(private readonly session: Session) {
    this.parents = [...session.parents];
    for (const { index, line } of session.entries) this.byLine.set(line, index);
    for (const [nth, index] of session.branch.entries()) {
      const child = session.branch[nth + 1];
      if (child !== undefined) this.onBranchChild.set(index, child);
    }
  }

  /** Takes note of an edit; edits that do not concern the tree are ignored. */
  apply(edit: SessionEdit): void {
    switch (edit.kind) {
      case 'deleteLine':
        this.delete(edit.line, edit.heir);
        break;
      case 'insertEntry':
        this.insert(edit);
        break;
      case 'moveEntry':
        this.move(edit.line, edit.after);
        break;
      case 'reparent':
        this.reparent(edit.line, edit.parentLine);
        break;
      case 'freshId':
        this.rename(edit.line, edit.rule, edit.anchor);
        break;
      case 'hangLost':
        this.hangLost(edit.line);
        break;
      default:
    }
  }

  /** The id an entry has after the pass; null for none. */
  idOf(index: number): string | null {
    if (index < 0) return null;
    const added = this.inserted[index - this.session.entries.length];
    return added?.id ?? this.freshIds.get(index) ?? this.session.entries[index]?.facts.id ?? null;
  }

  /** The nearest ancestor that stays; −1 for none. */
  parentOf(index: number): number {
    let parent = this.parents[index]!;
    const seen = new Set<number>();
    while (parent >= 0 && this.deleted.has(parent) && !seen.has(parent)) {
      seen.add(parent);
      parent = this.heirs.get(parent) ?? this.parents[parent]!;
    }
    return parent;
  }

  /** `parentId`s to write: entries whose parent is another one now, or has another id. Version 1 has none. */
  newParentIds(): Map<number, string | null> {
    const changes = new Map<number, string | null>();
    if (isLinear(this.session)) return changes;
    for (const { index, facts } of this.session.entries) {
      if (this.deleted.has(index)) continue;
      const parent = this.parentOf(index);
      const isSame = !this.touched.has(index) && parent === this.session.parents[index] && !this.freshIds.has(parent);
      if (isSame || (this.namesLeafRecord(index) && !this.touched.has(index))) continue;
      const id = this.idOf(parent);
      if (id !== facts.parentId || !facts.hasParentKey) changes.set(index, id);
    }
    return changes;
  }

  /**
   * The entry that should be the last of the file, so that the active branch stays the one it was; undefined when
   * nothing has to be done, or leaf records say where the branch ends.
   */
  leafToKeep(): number | undefined {
    const { leaf, hasLeafRecords } = this.session;
    if (hasLeafRecords || leaf < 0 || isLinear(this.session)) return undefined;
    if (!this.deleted.has(leaf) && !this.moved.has(leaf)) return undefined;
    let wanted = this.deleted.has(leaf) ? this.parentOf(leaf) : this.endOfBranch();
    if (wanted >= this.session.entries.length) return undefined;
    let last = this.session.entries.length - 1;
    while (last >= 0 && (this.deleted.has(last) || this.moved.has(last))) last--;
    if (wanted < 0) wanted = last;
    return wanted === last ? undefined : wanted;
  }

  private endOfBranch(): number {
    const onBranch = this.session.branch.filter((index) => !this.deleted.has(index) && !this.moved.has(index));
    return onBranch.at(-1) ?? -1;
  }

  private entryAt(line: number): number {
    return this.byLine.get(line) ?? -1;
  }

  private delete(line: number, heir: number | undefined): void {
    const index = this.entryAt(line);
    if (index < 0 || this.session.entries[index]!.isRecovered) return;
    this.deleted.add(index);
    if (heir !== undefined) this.heirs.set(index, this.entryAt(heir));
  }

  private insert(edit: InsertEntry): void {
    const neighbour = this.entryAt(edit.line);
    const { facts } = this.session.entries[neighbour]!;
    const anchor = [facts.id ?? String(neighbour), ...(edit.callId === undefined ? [] : [edit.callId])].join('\n');
    const id = newEntryId(this.session, edit.rule, anchor, this.takenIds);
    const index = this.parents.length;
    this.inserted.push({ edit, id, line: edit.line, where: edit.where });
    if (edit.where === 'before') {
      this.parents.push(this.parents[neighbour]!);
      this.setParent(neighbour, index);
      return;
    }
    this.parents.push(-1);
    this.chainIn(index, neighbour);
  }

  /** Puts an entry behind `neighbour` on the branch, behind what was chained in there before it. */
  private chainIn(index: number, neighbour: number): void {
    const { entries } = this.session;
    let anchor = neighbour;
    for (let next = this.onBranchChild.get(anchor); next !== undefined; next = this.onBranchChild.get(anchor)) {
      if (next < entries.length && !this.moved.has(next)) break;
      anchor = next;
    }
    const child = this.onBranchChild.get(anchor);
    this.setParent(index, anchor);
    this.onBranchChild.set(anchor, index);
    if (child === undefined) return;
    this.onBranchChild.set(index, child);
    this.setParent(child, index);
  }

  private move(line: number, after: number): void {
    const index = this.entryAt(line);
    const oldParent = this.parents[index]!;
    for (const [child, parent] of this.parents.entries()) if (parent === index) this.setParent(child, oldParent);
    const child = this.onBranchChild.get(index);
    if (child !== undefined) this.onBranchChild.set(oldParent, child);
    else this.onBranchChild.delete(oldParent);
    this.onBranchChild.delete(index);
    this.chainIn(index, this.entryAt(after));
    this.moved.set(index, after);
  }

  private reparent(line: number, parentLine: number | null): void {
    this.setParent(this.entryAt(line), parentLine === null ? -1 : this.entryAt(parentLine));
  }

  private rename(line: number, rule: string, anchor: string): void {
    const index = this.entryAt(line);
    this.freshIds.set(index, newEntryId(this.session, rule, anchor, this.takenIds));
  }

  private hangLost(line: number): void {
    const { entries, parentStates, damages } = this.session;
    const damage = damages.find((other) => other.line === line);
    for (const { index, facts, line: own } of entries) {
      if (parentStates[index] !== 'lost' || damage === undefined) continue;
      const isChild = damage.ids.has(facts.parentId ?? '') || own === damage.line || own === damage.lastLine + 1;
      if (isChild) this.setParent(index, this.session.parents[index]!);
    }
  }

  private setParent(index: number, parent: number): void {
    this.parents[index] = parent;
    this.touched.add(index);
  }

  /** With leaf records an entry may name one of them, which leads on to its target: the record follows instead. */
  private namesLeafRecord(index: number): boolean {
    const { entries, byId } = this.session;
    const { parentId } = entries[index]!.facts;
    const named = typeof parentId === 'string' ? byId.get(parentId) : undefined;
    return named?.some((other) => entries[other]!.facts.leaf !== undefined) ?? false;
  }
}
