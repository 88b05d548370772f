import type { EntryFacts } from '../session/facts';
import { ENTRY_TYPES, ROLES } from '../session/schema';
import { isLinear, type Session } from '../session/session';
import { entryBefore } from '../session/tree';
import { hangUnderBefore, isTwin } from './hang';
import type { Rule } from './rule';

/** Entry types that enter the context by themselves. */
const IN_CONTEXT: ReadonlySet<string> = new Set(['message', 'compaction', 'custom_message']);

export const secondRoot: Rule = {
  id: 'second-root',
  summary: 'A later entry without a parent takes everything before it off the branch.',
  severity: 'warning',
  step: 'tree',
  description:
    'The active branch begins in the middle of the file. A user message with parentId null is a deliberate restart; an answer, a result or an entry without the key is not, and the conversation before it is silently gone.',
  repair: 'Hangs the entry under the one before it in the file.',
  *check(inspection) {
    const { session } = inspection;
    const found = findSecondRoot(session);
    if (found === undefined) return;
    const { root, parent } = found;
    const { line, facts } = inspection.entry(root);
    yield {
      location: { line, path: facts.hasParentKey ? ['parentId'] : [] },
      message: 'This entry has no parent, though others stand before it: the agent loses everything before it.',
      related: [{ location: inspection.at(parent, 'id'), message: 'The entry before it.' }],
      fixes: hangUnderBefore(inspection, root),
    };
  },
};

/** The root of the active branch, when it takes entries off the branch that nobody meant to leave; with the entry before it. */
export function findSecondRoot(session: Session): { root: number; parent: number } | undefined {
  const root = session.branch[0];
  if (root === undefined || isLinear(session) || session.parentStates[root] !== 'root') return undefined;
  if (isDeliberate(session.entries[root]!.facts, session.hasLeafRecords) || isTwin(session, root)) return undefined;
  if (session.cycles.some(([first]) => first === root)) return undefined;
  const parent = entryBefore(session, root);
  return parent < 0 ? undefined : { root, parent };
}

function isDeliberate({ type, hasParentKey, parentId, message }: EntryFacts, hasLeafRecords: boolean): boolean {
  // A value of another type is an invalid entry; in files with leaf records an absent key continues the leaf.
  if (hasParentKey && parentId === undefined) return true;
  if (!hasParentKey) return hasLeafRecords;
  if (type === 'message') return message?.role === 'user' || (message !== undefined && !ROLES.has(message.role));
  return !ENTRY_TYPES.has(type) || !IN_CONTEXT.has(type);
}
