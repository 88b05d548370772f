import type { Rule } from './rule';

/** Clocks of two processes may differ by this much (milliseconds). */
const TOLERANCE = 60_000;

export const timestampOrder: Rule = {
  id: 'timestamp-order',
  summary: 'An entry is older than its parent by more than a minute, or its timestamp does not parse.',
  severity: 'hint',
  step: 'entries',
  description:
    'Time runs forward along a branch. Where it does not, the clock was set or entries were moved; a timestamp that does not parse gives messages without a time.',
  repair: 'None.',
  *check({ session: { entries, parents } }) {
    for (const { index, line, facts } of entries) {
      const parent = parents[index]!;
      if (facts.timestamp !== undefined && Number.isNaN(facts.time)) {
        yield {
          location: { line, path: ['timestamp'] },
          message: 'This timestamp does not parse as a date: messages made from the entry have no time.',
        };
      } else if (parent >= 0 && facts.time < entries[parent]!.facts.time - TOLERANCE) {
        yield {
          location: { line, path: ['timestamp'] },
          message: 'This entry is older than its parent by more than a minute.',
          related: [{ location: { line: entries[parent]!.line, path: ['timestamp'] }, message: 'Its parent.' }],
        };
      }
    }
  },
};
