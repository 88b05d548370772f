import { type Entry, isLinear, type Session } from '../session/session';
import type { Fix, TextEdit } from '../types';
import { chooseFixes } from './choose';
import { LineChanges } from './line-changes';
import { NewTree } from './new-tree';
import { followingReferences } from './references';
import { type NewEntry, TreeChanges } from './tree-changes';

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
  const taken = chooseFixes(session, fixes);
  return { edits: taken.length === 0 ? [] : compile(session, taken), taken };
}

function compile(session: Session, fixes: readonly Fix[]): TextEdit[] {
  const lines = new LineChanges(session);
  const changes = new TreeChanges(session);
  for (const { edits } of fixes) {
    for (const edit of edits) {
      lines.apply(edit);
      changes.apply(edit);
    }
  }
  changes.hangLost();
  const tree = new NewTree(session, changes);
  for (const [index, id] of changes.freshIds) lines.setInEntry(index, 'id', id);
  for (const [index, parentId] of tree.parentIds()) lines.setInEntry(index, 'parentId', parentId);
  for (const { index, key, value } of followingReferences(session, changes, tree)) lines.setInEntry(index, key, value);
  placeLines(session, changes, tree, lines);
  return lines.toTextEdits();
}

/** Puts new and moved entries at their places. */
function placeLines(session: Session, changes: TreeChanges, tree: NewTree, lines: LineChanges): void {
  const { entries, text } = session;
  const contentOf = (index: number) => {
    const entry = entries[index];
    return entry === undefined
      ? lines.json(newRecord(session, tree, changes.inserted[index - entries.length]!))
      : lines.take(entry.line);
  };
  for (const where of ['before', 'after'] as const) {
    for (const [neighbour, added] of changes[where]) {
      for (const index of added) {
        if (index !== tree.putLast) lines.place(entries[neighbour]!.line, where, contentOf(index));
      }
    }
  }
  const last = text.lineCount - 1;
  if (tree.putLast !== undefined) lines.place(last, 'after', contentOf(tree.putLast));
  if (tree.leafToName !== undefined) {
    lines.place(last, 'after', lines.json(leafRecord(session, changes, tree, tree.leafToName)));
  }
}

/** A new entry; version 1 has neither ids nor parents. */
function newRecord(session: Session, tree: NewTree, { edit, id, index, neighbour }: NewEntry): object {
  const time = session.entries[neighbour]!.facts.message?.time;
  const timestamp = timestampOf(session, neighbour);
  const milliseconds = time ?? (timestamp === undefined ? Number.NaN : Date.parse(timestamp));
  return {
    type: 'message',
    ...(!isLinear(session) && { id, parentId: tree.parentIdOf(index) }),
    ...(timestamp !== undefined && { timestamp }),
    message: { ...edit.message, ...(!Number.isNaN(milliseconds) && { timestamp: milliseconds }) },
  };
}

/** The record that makes an entry the active leaf (session format, section 11). */
function leafRecord(session: Session, changes: TreeChanges, tree: NewTree, leaf: number): object {
  const targetId = tree.idOf(leaf);
  const timestamp = timestampOf(session, session.entries.length - 1);
  return {
    type: 'leaf',
    id: changes.newId('leaf', targetId ?? ''),
    parentId: targetId,
    ...(timestamp !== undefined && { timestamp }),
    targetId,
  };
}

/** The timestamp of an entry; where it has none, that of the nearest before it, else behind it. */
function timestampOf({ entries, header }: Session, index: number): string | undefined {
  const own = entries[index]!.facts.timestamp;
  if (own !== undefined) return own;
  const hasTime = ({ facts }: Entry) => facts.timestamp !== undefined;
  const nearest = entries.slice(0, index).findLast(hasTime) ?? header ?? entries.slice(index).find(hasTime);
  return nearest?.facts.timestamp;
}
