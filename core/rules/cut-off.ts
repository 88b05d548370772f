import { entryBefore, pathTo, type Session } from '../session/session';
import { findSecondRoot } from './second-root';

/**
 * The entries that a broken root of the active branch (dangling parent, loop, second root) took off it. What follows
 * from their absence is not reported again: mending the root brings them back.
 */
export function entriesCutOff(session: Session): ReadonlySet<number> {
  const root = session.branch[0];
  if (root === undefined) return new Set();
  const isBroken =
    session.parentStates[root] === 'dangling' ||
    session.cycles.some(([first]) => first === root) ||
    findSecondRoot(session) !== undefined;
  return new Set(isBroken ? pathTo(entryBefore(session, root), session.parents) : []);
}
