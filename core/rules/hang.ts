import type { Session } from '../session/session';
import { entryBefore } from '../session/tree';
import type { Fix } from '../types';
import type { Inspection } from './inspection';
import { safeFix } from './rule';

/** Hangs an entry under the one before it in the file; where there is none it becomes a root. */
export function hangUnderBefore(inspection: Inspection, index: number): Fix[] {
  const { line, isRecovered, facts } = inspection.entry(index);
  // A leaf record without a parent moves nothing; with one it would begin to.
  const wouldMoveLeaf = facts.leaf !== undefined && facts.parentId === undefined;
  if (isRecovered || wouldMoveLeaf) return [];
  const parent = entryBefore(inspection.session, index);
  const parentLine = parent < 0 ? null : inspection.lineOf(parent);
  const title =
    parentLine === null ? 'Make the entry a root' : `Hang the entry under the one in line ${parentLine + 1}`;
  return [safeFix(title, { kind: 'reparent', line, parentLine })];
}

/** A later entry with an id that is taken: nothing is said about its place in the tree. */
export function isTwin({ entries, byId }: Pick<Session, 'entries' | 'byId'>, index: number): boolean {
  const { id } = entries[index]!.facts;
  return id !== undefined && byId.get(id)![0] !== index;
}
