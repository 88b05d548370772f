import { entryBefore } from '../session/session';
import { quote, type Rule, safeFix } from './rule';

export const danglingParent: Rule = {
  id: 'dangling-parent',
  summary: 'parentId names no entry of the file.',
  severity: 'error',
  step: 'tree',
  description:
    'The agent rebuilds the conversation by following parents from the last entry. Where one is not in the file the walk ends, and everything before is silently gone.',
  repair: 'Hangs the entry under the one before it in the file.',
  *check(inspection) {
    const { session } = inspection;
    for (const [index, state] of session.parentStates.entries()) {
      if (state !== 'dangling' || isTwin(inspection.session, index)) continue;
      const { line, facts, isRecovered } = inspection.entry(index);
      const parent = entryBefore(session, index);
      const parentLine = parent < 0 ? null : inspection.lineOf(parent);
      yield {
        location: { line, path: ['parentId'] },
        message: `The parent ${quote(facts.parentId ?? '')} is not in the file: the agent loses everything before this entry.`,
        related: parent < 0 ? [] : [{ location: inspection.at(parent, 'id'), message: 'The entry before it.' }],
        fixes: isRecovered
          ? []
          : [
              safeFix(
                parentLine === null
                  ? 'Make the entry a root'
                  : `Hang the entry under the one in line ${parentLine + 1}`,
                { kind: 'reparent', line, parentLine },
              ),
            ],
      };
    }
  },
};

/** A later entry with an id that is taken: nothing is said about its place in the tree. */
export function isTwin(
  session: { entries: readonly { facts: { id: string | undefined } }[]; byId: ReadonlyMap<string, readonly number[]> },
  index: number,
): boolean {
  const id = session.entries[index]!.facts.id;
  return id !== undefined && session.byId.get(id)![0] !== index;
}
