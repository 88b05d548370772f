import { headOf } from '../jsonl/locate';
import { finalLineEnd, replaceLine } from './records-of-line';
import { alternative, lossyFix, quote, type Rule } from './rule';

export const malformedLine: Rule = {
  id: 'malformed-line',
  summary: 'A line is not one JSON object.',
  severity: 'error',
  step: 'bytes',
  description:
    'Every other line that is not one JSON object. Readers skip it silently, and entries that name it as their parent lose all history before it; a line that is JSON null makes the loader throw.',
  repair:
    'Deletes the line and hangs the children of the lost record under the nearest earlier entry. Where a whole record stands on the line, that record stays and only the rest is cut.',
  *check({ session }) {
    for (const damage of session.damages) {
      if (damage.kind !== 'malformed') continue;
      const { line, records } = damage;
      const content = session.text.line(line);
      const remove = lossyFix(
        `Delete line ${line + 1} (loses ${content.length} characters)`,
        { kind: 'deleteLine', line },
        { kind: 'hangLost', line },
      );
      const keep = lossyFix(
        `Keep the record${records.length === 1 ? '' : 's'}, cut the text around ${records.length === 1 ? 'it' : 'them'}`,
        ...replaceLine(damage, content),
        ...finalLineEnd(session.text, line),
        { kind: 'hangLost', line },
      );
      yield {
        location: { line, path: [], columns: headOf(content) },
        message: `This line is not one JSON object (${quote(content.trim(), 24)}): readers skip it, and what stood here is lost to the conversation.`,
        fixes: records.length > 0 ? [keep, alternative(remove)] : [remove],
      };
    }
  },
};
