import { headOf } from '../jsonl/locate';
import { finalLineEnd } from './records-of-line';
import { type Rule, safeFix } from './rule';

export const splitRecord: Rule = {
  id: 'split-record',
  summary: 'One record is spread over several lines by raw line breaks.',
  severity: 'error',
  step: 'bytes',
  description:
    'A line break inside a string was written raw instead of as \\n (by an editor or a script). Each line by itself is no JSON, so the whole record drops out of the conversation.',
  repair: 'Joins the lines again; a break inside a string is written as \\n.',
  *check({ session: { damages, text } }) {
    for (const damage of damages) {
      if (damage.kind !== 'split') continue;
      const { line, lastLine, breaks } = damage;
      yield {
        location: { line, path: [], columns: headOf(text.line(line)) },
        message: `One record is spread over lines ${line + 1} to ${lastLine + 1} by raw line breaks: every reader loses it.`,
        related: [
          {
            location: { line: lastLine, path: [], columns: headOf(text.line(lastLine)) },
            message: 'It ends here.',
          },
        ],
        fixes: [
          safeFix(
            `Join lines ${line + 1} to ${lastLine + 1}`,
            { kind: 'joinLines', line, lastLine, breaks },
            ...finalLineEnd(text, lastLine),
          ),
        ],
      };
    }
  },
};
