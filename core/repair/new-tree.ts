import { ENTRY_TYPES } from '../session/schema';
import { isLinear, type Session } from '../session/session';
import { isOpaque } from '../session/tree';
import type { TreeChanges } from './tree-changes';

/**
 * The tree of a session after a pass of fixes: new and moved entries are chained into the branch they stand on, the
 * children of those that go hang under the nearest ancestor that stays, and the active branch ends where it did.
 */
export class NewTree {
  /** The active branch, root first. */
  private readonly branch: readonly number[];
  /** Parents that follow from the place on a branch: of all on the active one, and of new and moved entries. */
  private readonly chained = new Map<number, number>();
  /** The session's parents, also where it cuts a cycle: what hangs in one still does when an entry of it goes. */
  private readonly links: readonly number[];
  private readonly invalidLeafRecords: ReadonlySet<number>;
  /** The entry whose line must become the last one of the file, because it would not be the active leaf otherwise. */
  readonly putLast: number | undefined;
  /** The same in a file with leaf records, where one more says it: order means more there, and stays as it is. */
  readonly leafToName: number | undefined;

  constructor(
    private readonly session: Session,
    private readonly changes: TreeChanges,
  ) {
    this.links = session.cycles.length === 0 ? session.parents : withCycles(session);
    this.invalidLeafRecords = new Set(session.invalidLeafRecords);
    this.branch = this.branchAfter();
    this.chain();
    const end = isLinear(session) ? undefined : this.branch.at(-1);
    const last = this.lastMove();
    if (end === undefined || last === undefined || this.leafBy(last) === end) return;
    const isNew = end >= session.entries.length;
    // A damaged line is left where it is.
    if (session.entries[end]?.isRecovered) return;
    if (isNew || !session.hasLeafRecords) this.putLast = end;
    else this.leafToName = end;
  }

  /** The id an entry has now; null for none. */
  idOf(index: number): string | null {
    if (index < 0) return null;
    const { entries } = this.session;
    const added = this.changes.inserted[index - entries.length];
    return added?.id ?? this.changes.freshIds.get(index) ?? entries[index]?.facts.id ?? null;
  }

  /** The parent of an entry that stays, or of a new one; −1 for none. */
  parentOf(index: number): number {
    const hung = this.changes.hung.get(index);
    if (hung !== undefined) return this.stayingFrom(hung);
    return this.chained.get(index) ?? this.closedUp(this.links[index]!);
  }

  /** An entry that stays: itself, or who takes the place of one that is deleted; −1 for none. */
  stayingFrom(index: number): number {
    return this.climb(index, (at) => this.changes.deleted.has(at));
  }

  /** Whether an entry is a leaf record in force. */
  isLeafRecord(index: number): boolean {
    const { entries, hasLeafRecords } = this.session;
    return hasLeafRecords && entries[index]?.facts.leaf !== undefined && !this.invalidLeafRecords.has(index);
  }

  /** The `parentId` of an entry that stays, or of a new one; null for none. */
  parentIdOf(index: number): string | null {
    const parent = this.parentOf(index);
    return parent >= 0 ? this.idOf(parent) : this.danglingId(index);
  }

  /** `parentId`s to write: entries whose parent is another one now, or has another id. Version 1 has none. */
  parentIds(): Map<number, string | null> {
    const changes = new Map<number, string | null>();
    if (isLinear(this.session)) return changes;
    for (const { index, facts } of this.session.entries) {
      if (this.changes.deleted.has(index)) continue;
      // What a leaf record leads to is its target; its own place in the tree is only a name.
      const isName = this.isLeafRecord(index) && !this.changes.hung.has(index);
      const named = isName ? this.namedParent(index) : undefined;
      if (isName ? named === undefined : this.keepsLink(index)) continue;
      const id = named === undefined ? this.parentIdOf(index) : this.idOf(this.stayingFrom(named));
      if (id !== facts.parentId || !facts.hasParentKey) changes.set(index, id);
    }
    return changes;
  }

  /** The entry that a leaf record stands under by name, when that goes or gets another id. */
  private namedParent(index: number): number | undefined {
    const { deleted, freshIds } = this.changes;
    const { parentId } = this.session.entries[index]!.facts;
    const named = typeof parentId === 'string' ? this.session.byId.get(parentId) : undefined;
    const parent = named?.findLast((other) => other < index) ?? named?.[0];
    return parent !== undefined && (deleted.has(parent) || freshIds.has(parent)) ? parent : undefined;
  }

  /** The active branch as it becomes: each entry at its place, those put in front of it and behind it around it. */
  private branchAfter(): number[] {
    const { deleted, heirs, moved, before, after } = this.changes;
    const branch = new Set<number>();
    for (const index of this.session.branch) {
      for (const added of before.get(index) ?? []) branch.add(added);
      const heir = heirs.get(index);
      if (!deleted.has(index) && !moved.has(index)) branch.add(index);
      else if (heir !== undefined && this.stayingFrom(heir) >= 0) branch.add(this.stayingFrom(heir));
      for (const added of after.get(index) ?? []) branch.add(added);
    }
    return [...branch];
  }

  private chain(): void {
    const { before, after, inserted, moved } = this.changes;
    if (inserted.length + moved.size === 0) return;
    for (const [nth, index] of this.branch.entries()) {
      const parent = this.branch[nth - 1];
      if (parent !== undefined) this.chained.set(index, parent);
      else if (index >= this.session.entries.length || moved.has(index)) this.chained.set(index, -1);
    }
    const { isOnBranch } = this.session;
    for (const [neighbour, added] of [...after, ...before]) {
      if (isOnBranch[neighbour]) continue;
      const isBefore = before.get(neighbour) === added;
      let parent = isBefore ? this.closedUp(this.links[neighbour]!) : neighbour;
      for (const index of added) {
        this.chained.set(index, parent);
        parent = index;
      }
      if (isBefore) this.chained.set(neighbour, parent);
    }
  }

  /** The nearest entry from `index` upwards that is still at its place. */
  private closedUp(index: number): number {
    return this.climb(index, (at) => this.changes.deleted.has(at) || this.changes.moved.has(at));
  }

  private climb(index: number, isGone: (at: number) => boolean): number {
    const { heirs, hung } = this.changes;
    const seen = new Set<number>();
    let at = index;
    while (at >= 0 && isGone(at) && !seen.has(at)) {
      seen.add(at);
      at = heirs.get(at) ?? hung.get(at) ?? this.links[at]!;
    }
    return at >= 0 && isGone(at) ? -1 : at;
  }

  /**
   * What a root names as its parent: it may stand where one stood that named an entry which is not in the file, and
   * then the history is still cut off here.
   */
  private danglingId(index: number): string | null {
    const { entries, parentStates, branch } = this.session;
    if (this.changes.hung.has(index)) return null;
    let top = this.chained.get(index) === -1 ? branch[0]! : this.links[index]!;
    for (const seen = new Set<number>(); top >= 0 && this.links[top]! >= 0 && !seen.has(top); top = this.links[top]!) {
      seen.add(top);
    }
    return parentStates[top] === 'dangling' ? (entries[top]!.facts.parentId ?? null) : null;
  }

  /** Whether an entry's `parentId` still leads to its parent. */
  private keepsLink(index: number): boolean {
    const { entries, byId, hasLeafRecords } = this.session;
    const { deleted, hung, freshIds } = this.changes;
    if (hung.has(index)) return false;
    const { type, parentId, hasParentKey, leaf } = entries[index]!.facts;
    const parent = this.parentOf(index);
    const named = typeof parentId === 'string' ? byId.get(parentId) : undefined;
    if (hasLeafRecords) {
      // Without the key an entry continues what stands before it in the file, which may be another one now.
      if (!hasParentKey && leaf === undefined && ENTRY_TYPES.has(type)) {
        return deleted.size + this.changes.inserted.length + this.changes.moved.size === 0;
      }
      const record = named?.at(-1);
      // A leaf record that stays leads on to its target, and follows it.
      if (record !== undefined && this.isLeafRecord(record) && !deleted.has(record)) {
        return parent === this.closedUp(this.links[index]!) && !freshIds.has(record);
      }
      if (named?.every((other) => deleted.has(other))) return false;
    }
    return parent === this.links[index] && !freshIds.has(parent);
  }

  /** The last entry of the file, as it becomes, that says where the active branch ends. */
  private lastMove(): number | undefined {
    const { entries } = this.session;
    const { before, after, deleted, moved } = this.changes;
    for (let index = entries.length - 1; index >= 0; index--) {
      const isHere = !deleted.has(index) && !moved.has(index) && this.movesLeaf(index);
      const here = [...(before.get(index) ?? []), ...(isHere ? [index] : []), ...(after.get(index) ?? [])];
      if (here.length > 0) return here.at(-1);
    }
    return undefined;
  }

  /** Without leaf records the last entry is the leaf, whatever its type (session format, section 5; else 11). */
  private movesLeaf(index: number): boolean {
    const { facts } = this.session.entries[index]!;
    if (!this.session.hasLeafRecords) return !isOpaque(facts);
    if (facts.leaf !== undefined) return this.isLeafRecord(index);
    return ENTRY_TYPES.has(facts.type) && !facts.isSide && this.idOf(index) !== null;
  }

  private leafBy(index: number): number {
    return this.isLeafRecord(index) ? this.stayingFrom(this.session.parents[index]!) : index;
  }
}

/** The parents of a session with the links back in that close its cycles. */
function withCycles({ entries, parents, cycles, byId, hasLeafRecords }: Session): number[] {
  const links = [...parents];
  if (hasLeafRecords) return links;
  for (const [first] of cycles) {
    const same = byId.get(entries[first!]!.facts.parentId ?? '') ?? [];
    links[first!] = same.findLast((other) => other < first!) ?? same[0] ?? -1;
  }
  return links;
}
