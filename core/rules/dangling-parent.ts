import { entryBefore } from '../session/tree';
import { hangUnderBefore, isTwin } from './hang';
import { quote, type Rule } from './rule';

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
      if (state !== 'dangling' || isTwin(session, index)) continue;
      const { line, facts } = inspection.entry(index);
      const parent = entryBefore(session, index);
      yield {
        location: { line, path: ['parentId'] },
        message: `The parent ${quote(facts.parentId ?? '')} is not in the file: the agent loses everything before this entry.`,
        related: parent < 0 ? [] : [{ location: inspection.at(parent, 'id'), message: 'The entry before it.' }],
        fixes: hangUnderBefore(inspection, index),
      };
    }
  },
};
