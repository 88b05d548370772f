import { entryBefore } from '../session/session';
import { isTwin } from './dangling-parent';
import { type Rule, safeFix } from './rule';

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
      const { line, isRecovered } = inspection.entry(first!);
      const parent = entryBefore(session, first!);
      const parentLine = parent < 0 ? null : inspection.lineOf(parent);
      yield {
        location: { line, path: ['parentId'] },
        message:
          second === undefined
            ? 'This entry is its own parent: an agent that follows parents never comes to an end.'
            : `The parents of ${cycle.length} entries form a loop: an agent that follows them never comes to an end.`,
        related: cycle
          .slice(1, 6)
          .map((index) => ({ location: inspection.at(index, 'parentId'), message: 'Part of the loop.' })),
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
