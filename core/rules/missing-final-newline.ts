import { type Rule, safeFix } from './rule';

export const missingFinalNewline: Rule = {
  id: 'missing-final-newline',
  summary: 'The last record has no line end.',
  severity: 'warning',
  step: 'bytes',
  description:
    'Agents append to the file. Without a line end behind the last record the next one is glued to it, and then both are lost.',
  repair: 'Adds the line end.',
  *check({ session: { text, lines } }) {
    const line = lines.length - 1;
    const kind = lines[line]?.kind;
    if ((kind !== 'entry' && kind !== 'header') || text.lineEnd(line) !== '') return;
    const { length } = text.line(line);
    yield {
      location: { line, path: [], columns: [Math.max(0, length - 1), length] },
      message: 'No line end behind the last record: the next record that the agent appends would be glued to it.',
      fixes: [safeFix('Add the line end', { kind: 'finalNewline' })],
    };
  },
};
