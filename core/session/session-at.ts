import type { Session } from './session';
import { pathTo } from './tree';

/** The session as it is at another leaf; undefined when no entry has that id. */
export function sessionAt(session: Session, leafId: string): Session | undefined {
  const leaf = session.byId.get(leafId)?.at(-1);
  if (leaf === undefined) return undefined;
  const branch = pathTo(leaf, session.parents);
  const isOnBranch = session.entries.map(() => false);
  for (const index of branch) isOnBranch[index] = true;
  return { ...session, leaf, branch, isOnBranch };
}
