import { anchorOf } from '../session/history';
import { isLinear, type Session } from '../session/session';
import { pathTo } from '../session/tree';
import type { NewTree } from './new-tree';
import type { TreeChanges } from './tree-changes';

/** A member to be set because the entry it names goes, or is named otherwise now. */
export interface Reference {
  /** The entry that names it. */
  readonly index: number;
  readonly key: string;
  readonly value: string | number | null;
}

/** What else names an entry, or counts entries, and must follow: compactions and leaf records. */
export function followingReferences(session: Session, changes: TreeChanges, tree: NewTree): Reference[] {
  if (isLinear(session)) return anchorNumbers(session, changes);
  return [...anchorIds(session, changes, tree), ...leafTargets(session, changes, tree)];
}

function* anchorIds(session: Session, { deleted, freshIds }: TreeChanges, tree: NewTree): Iterable<Reference> {
  if (deleted.size + freshIds.size === 0) return;
  for (const { index, facts } of session.entries) {
    const id = facts.compaction?.firstKeptEntryId;
    if (id === undefined || deleted.has(index)) continue;
    const named = session.byId.get(id) ?? [];
    const path = pathTo(index, session.parents);
    // Of entries that share the id the one is meant that the compaction can keep.
    const anchor = named.findLast((other) => path.includes(other)) ?? named.at(-1);
    if (anchor === undefined || !(deleted.has(anchor) || freshIds.has(anchor))) continue;
    const next = path.slice(path.indexOf(anchor)).find((other) => !deleted.has(other));
    const value = tree.idOf(path.includes(anchor) && next !== index ? next! : lastTurnAbove(session, tree, anchor));
    if (value !== null && value !== id) yield { index, key: 'firstKeptEntryId', value };
  }
}

/** The nearest entry above one that goes; no tool result, which would be kept without its call. */
function lastTurnAbove(session: Session, tree: NewTree, anchor: number): number {
  const isResult = (index: number) => session.entries[index]?.facts.message?.role === 'toolResult';
  const seen = new Set<number>();
  let heir = tree.stayingFrom(anchor);
  for (; isResult(heir) && !seen.has(heir); heir = tree.parentOf(heir)) seen.add(heir);
  return heir;
}

/** An invalid record stays invalid: following would make it move the leaf. */
function* leafTargets(session: Session, { deleted, freshIds }: TreeChanges, tree: NewTree): Iterable<Reference> {
  const { entries, byId } = session;
  for (const { index, facts } of entries) {
    if (facts.leaf === undefined || deleted.has(index) || !tree.isLeafRecord(index)) continue;
    for (const key of ['targetId', 'appendParentId'] as const) {
      const id = facts.leaf[key];
      // A leaf record names what stands before it.
      const named = typeof id === 'string' ? byId.get(id)?.findLast((other) => other < index) : undefined;
      if (named !== undefined && (deleted.has(named) || freshIds.has(named))) {
        yield { index, key, value: tree.idOf(tree.stayingFrom(named)) };
      }
    }
  }
}

/** Version 1 names the first kept entry by its number among all records. */
function anchorNumbers(session: Session, changes: TreeChanges): Reference[] {
  const { deleted, deletedHeaders, headerOnTop, inserted, moved } = changes;
  const isSameOrder = deleted.size + deletedHeaders.size + inserted.length + moved.size === 0;
  if (isSameOrder && headerOnTop === undefined) return [];
  const numbers = newNumbers(session, changes);
  return session.entries.flatMap(({ index, facts }) => {
    const number = facts.compaction?.firstKeptEntryIndex;
    if (number === undefined || deleted.has(index)) return [];
    let anchor = anchorOf(session, index);
    while (anchor >= 0 && deleted.has(anchor)) anchor++;
    const value = numbers.get(anchor);
    return value === undefined || value === number ? [] : [{ index, key: 'firstKeptEntryIndex', value }];
  });
}

/** The numbers of the entries of a version 1 file after the pass, headers and new entries counted. */
function newNumbers(
  { header, extraHeaders, entries }: Session,
  { deleted, deletedHeaders, headerOnTop, moved, before, after }: TreeChanges,
): Map<number, number> {
  const headers = [...(header === undefined ? [] : [header]), ...extraHeaders].filter(
    ({ line }) => !deletedHeaders.has(line) && line !== headerOnTop,
  );
  const numbers = new Map<number, number>();
  let count = headerOnTop === undefined ? 0 : 1;
  let nextHeader = 0;
  const headersBefore = (index: number) => {
    while (nextHeader < headers.length && headers[nextHeader]!.entriesBefore <= index) {
      nextHeader++;
      count++;
    }
  };
  for (const { index } of entries) {
    headersBefore(index);
    const isHere = !deleted.has(index) && !moved.has(index);
    for (const one of [...(before.get(index) ?? []), ...(isHere ? [index] : []), ...(after.get(index) ?? [])]) {
      numbers.set(one, count++);
    }
  }
  return numbers;
}
