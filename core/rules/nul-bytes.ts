import { finalLineEnd } from './records-of-line';
import { type Rule, safeFix } from './rule';

export const nulBytes: Rule = {
  id: 'nul-bytes',
  summary: 'Zero bytes stand in the file.',
  severity: 'error',
  step: 'bytes',
  description:
    'A power cut or a full disk can leave a run of zero bytes where the last records were being written, often at the end of the file. The line they stand on cannot be read, and what was on it drops out of the conversation.',
  repair: 'Cuts the zero bytes.',
  *check({ session: { damages, text } }) {
    for (const damage of damages) {
      if (damage.kind !== 'nul') continue;
      const { line, runs } = damage;
      const count = runs.reduce((sum, [start, end]) => sum + end - start, 0);
      const [start, end] = runs[0]!;
      const isAllNul = text.line(line).replaceAll('\0', '').trim() === '';
      yield {
        location: { line, path: [], columns: [start, Math.min(end, start + 60)] },
        message: `${count} zero byte${count === 1 ? '' : 's'} in this line, left by a crash while it was written: no reader can parse it.`,
        fixes: [
          safeFix(
            `Cut ${count} zero byte${count === 1 ? '' : 's'}`,
            ...runs.map(([from, to]) => ({ kind: 'replaceText', line, start: from, end: to, text: '' }) as const),
            ...(isAllNul ? [] : finalLineEnd(text, line)),
            { kind: 'hangLost', line },
          ),
        ],
      };
    }
  },
};
