import { finalLineEnd, replaceLine } from './records-of-line';
import { type Rule, safeFix } from './rule';

export const gluedRecords: Rule = {
  id: 'glued-records',
  summary: 'Two or more whole records stand on one line.',
  severity: 'error',
  step: 'bytes',
  description:
    'A record was appended behind one that had no line end, or two writers met. Readers parse line by line, so they drop all records of such a line.',
  repair: 'Puts each record on its own line.',
  *check({ session: { damages, text } }) {
    for (const damage of damages) {
      if (damage.kind !== 'glued') continue;
      const { line, segments } = damage;
      const second = segments[1]!;
      yield {
        location: { line, path: [], columns: [second.start, Math.min(second.end, second.start + 60)] },
        message: `${segments.length} records stand on this one line: every reader loses all of them.`,
        fixes: [
          safeFix(
            'Put each record on its own line',
            ...replaceLine(damage, text.line(line)),
            ...finalLineEnd(text, line),
          ),
        ],
      };
    }
  },
};
