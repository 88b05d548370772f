import { hangUnderBefore, isTwin } from './hang';
import type { Rule } from './rule';

export const parentCycle: Rule = {
  id: 'parent-cycle',
  summary: 'Following parents comes back to the same entry.',
  severity: 'error',
  step: 'tree',
  description:
    'The parents of some entries form a loop. When the active branch runs into it, the agent that follows parents never comes to an end.',
  repair: 'Hangs the first entry of the loop under the one before it in the file.',
  *check(inspection) {
    const { session } = inspection;
    for (const cycle of session.cycles) {
      const [first, second] = cycle;
      if (isTwin(session, first!)) continue;
      const { line } = inspection.entry(first!);
      yield {
        location: { line, path: ['parentId'] },
        message:
          second === undefined
            ? 'This entry is its own parent: an agent that follows parents never comes to an end.'
            : `The parents of ${cycle.length} entries form a loop: an agent that follows them never comes to an end.`,
        related: cycle
          .slice(1, 6)
          .map((index) => ({ location: inspection.at(index, 'parentId'), message: 'Part of the loop.' })),
        fixes: hangUnderBefore(inspection, first!),
      };
    }
  },
};
