import type { Damage } from './damage';
import type { EntryIds } from './entry-ids';
import type { EntryFacts } from './facts';
import { resolveLeafRecords, type TreeNode } from './leaf-records';
import { ENTRY_TYPES } from './schema';
import type { Entry, Session } from './session';

/** What became of an entry's parent. */
export type ParentState =
  | 'found'
  /** No parent named. */
  | 'root'
  /** Its record was lost in a damaged line; the nearest earlier entry stands in. */
  | 'lost'
  /** It names no entry. */
  | 'dangling';

type Tree = Pick<Session, 'parents' | 'parentStates' | 'cycles' | 'invalidLeafRecords' | 'hasLeafRecords' | 'leaf'>;

/** The tree of entries that form a list by their order. */
export function linearTree(entries: readonly Entry[]): Tree {
  return {
    parents: entries.map((_, index) => index - 1),
    parentStates: entries.map((_, index) => (index === 0 ? 'root' : 'found')),
    cycles: [],
    invalidLeafRecords: [],
    hasLeafRecords: false,
    leaf: entries.length - 1,
  };
}

/** The tree that the entries' parents and leaf records make. */
export function linkedTree(entries: readonly Entry[], byId: EntryIds, damages: readonly Damage[]): Tree {
  const lostParent = lostParentOf(entries, byId, damages);
  const parents: number[] = [];
  const parentStates: ParentState[] = [];
  for (const { index, facts } of entries) {
    const parentId = facts.parentId;
    const parent = typeof parentId === 'string' ? byId.nearest(parentId, index) : -1;
    const standIn = parent < 0 ? lostParent(index) : undefined;
    parents.push(standIn ?? parent);
    if (parent >= 0) parentStates.push('found');
    else if (standIn !== undefined) parentStates.push('lost');
    else parentStates.push(typeof parentId === 'string' ? 'dangling' : 'root');
  }
  // Few files have leaf records; the others are spared the nodes.
  const records = entries.some(({ facts }) => facts.leaf !== undefined)
    ? resolveLeafRecords(entries.map(toNode))
    : null;
  const shape = {
    parentStates,
    invalidLeafRecords: records?.invalid ?? invalidLeaves(entries),
    hasLeafRecords: records !== null,
  };
  if (records === null) {
    const leaf = entries.findLastIndex(({ facts }) => !isOpaque(facts));
    return { ...shape, parents, cycles: cutCycles(parents), leaf };
  }
  const logical = records.parent.map((parent, index) =>
    parent < 0 && parentStates[index] === 'lost' ? parents[index]! : parent,
  );
  return { ...shape, parents: logical, cycles: cutCycles(logical), leaf: records.activeLeaf };
}

function toNode({ facts }: Entry): TreeNode {
  return {
    id: facts.id,
    parentId: facts.hasParentKey ? (facts.parentId ?? null) : undefined,
    type: facts.type,
    isSide: facts.isSide === true,
    known: ENTRY_TYPES.has(facts.type),
    ...(facts.leaf && { leaf: facts.leaf }),
  };
}

/** Without a single valid leaf record the file is read without those rules, and each of them is invalid. */
function invalidLeaves(entries: readonly Entry[]): number[] {
  return entries.filter(({ facts }) => facts.leaf !== undefined).map(({ index }) => index);
}

/**
 * For an entry whose parent was lost in a damaged line (its id stands there, or the line stands directly before):
 * the nearest entry before that line, −1 when none stands there; undefined when nothing was lost.
 */
function lostParentOf(
  entries: readonly Entry[],
  byId: EntryIds,
  damages: readonly Damage[],
): (index: number) => number | undefined {
  if (damages.length === 0) return () => undefined;
  const damageOfId = new Map(
    damages.flatMap((damage) => {
      const read = new Set(damage.records.map(({ id }) => id));
      return [...damage.ids].flatMap((id) => (read.has(id) ? [] : [[id, damage] as const]));
    }),
  );
  const damageOfLine = new Map(
    damages.filter(losesRecord).flatMap(
      (damage) =>
        [
          [damage.line, damage],
          [damage.lastLine + 1, damage],
        ] as const,
    ),
  );
  return (index) => {
    const { facts, line } = entries[index]!;
    if (typeof facts.parentId !== 'string' || byId.has(facts.parentId)) return undefined;
    const damage = damageOfId.get(facts.parentId) ?? damageOfLine.get(line);
    if (damage === undefined) return undefined;
    let parent = index - 1;
    while (parent >= 0 && !(entries[parent]!.line <= damage.line && canBeParent(entries[parent]!.facts))) parent--;
    return parent;
  };
}

/** Whether a record may have been on damaged lines that cannot be read any more. */
function losesRecord({ kind, records }: Damage): boolean {
  return kind === 'torn' || kind === 'malformed' || (kind === 'nul' && records.length === 0);
}

/** Finds the cycles of a parent table and cuts each at its first entry. */
function cutCycles(parents: number[]): number[][] {
  const cycles: number[][] = [];
  const seenIn = new Array<number>(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at >= 0 && seenIn[at] === -1) {
      seenIn[at] = start;
      at = parents[at]!;
    }
    if (at < 0 || seenIn[at] !== start) continue;
    const cycle = [at];
    for (let member = parents[at]!; member !== at; member = parents[member]!) cycle.push(member);
    cycle.sort((a, b) => a - b);
    parents[cycle[0]!] = -1;
    cycles.push(cycle);
  }
  return cycles.sort((a, b) => a[0]! - b[0]!);
}

/** The entries from the root down to `index`. */
export function pathTo(index: number, parents: readonly number[]): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0; at = parents[at]!) path.push(at);
  return path.reverse();
}

/**
 * "The entry before it in the file" (rules specification, "Ids and timestamps"): the nearest earlier entry that is
 * no descendant of `index`, no `leaf` record and no side message; −1 when there is none.
 */
export function entryBefore(session: Pick<Session, 'entries' | 'parents'>, index: number): number {
  for (let candidate = index - 1; candidate >= 0; candidate--) {
    const { facts } = session.entries[candidate]!;
    if (!canBeParent(facts)) continue;
    let at = candidate;
    while (at >= 0 && at !== index) at = session.parents[at]!;
    if (at !== index) return candidate;
  }
  return -1;
}

/** A record of a fork that is no part of the tree; where it comes last, the branch ends before it. */
export function isOpaque({ type, id, hasParentKey }: EntryFacts): boolean {
  return id === undefined && !hasParentKey && !ENTRY_TYPES.has(type);
}

/** An entry without an id can be one as well: it gets its id when another one is hung under it. */
function canBeParent(facts: EntryFacts): boolean {
  return facts.leaf === undefined && !facts.isSide && !isOpaque(facts);
}
