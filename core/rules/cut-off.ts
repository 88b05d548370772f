import type { Session } from '../session/session';
import { entryBefore, pathTo } from '../session/tree';
import { isTwin } from './hang';
import { findSecondRoot } from './second-root';

/**
 * The entries that a broken root of the active branch took off it: one with a dangling parent, in a loop, without a
 * parent, with a link of another type, or with an id that is taken. What follows from their absence is not reported
 * again: mending the root brings them back.
 */
export function entriesCutOff(session: Session): ReadonlySet<number> {
  const root = session.branch[0];
  if (root === undefined) return new Set();
  const { hasParentKey, parentId } = session.entries[root]!.facts;
  const isBroken =
    session.parentStates[root] === 'dangling' ||
    (hasParentKey && parentId === undefined) ||
    session.cycles.some(([first]) => first === root) ||
    isTwin(session, root) ||
    findSecondRoot(session) !== undefined;
  return new Set(isBroken ? pathTo(entryBefore(session, root), session.parents) : []);
}
