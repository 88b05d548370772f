import { headOf } from '../jsonl/locate';
import type { SessionText } from '../jsonl/session-text';
import type { Damage } from '../session/damage';
import type { Fix } from '../types';
import { finalLineEnd, replaceLine } from './records-of-line';
import { lossyFix, quote, type Rule } from './rule';

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
      const { line } = damage;
      const content = session.text.line(line);
      yield {
        location: { line, path: [], columns: headOf(content) },
        message: `This line is not one JSON object (${quote(content.trim(), 24)}): readers skip it, and what stood here is lost to the conversation.`,
        fixes: [mend(damage, session.text)],
      };
    }
  },
};

function mend(damage: Damage & { kind: 'malformed' }, text: SessionText): Fix {
  const { line, records } = damage;
  const content = text.line(line);
  const hangChildren = { kind: 'hangLost', line } as const;
  if (records.length === 0) {
    const title = `Delete line ${line + 1} (loses ${content.length} characters)`;
    return lossyFix(title, { kind: 'deleteLine', line }, hangChildren);
  }
  return lossyFix(
    records.length === 1
      ? 'Keep the record, cut the text around it (loses that text)'
      : 'Keep the records, cut the text around them (loses that text)',
    ...replaceLine(damage, content),
    ...finalLineEnd(text, line),
    hangChildren,
  );
}
