import type { SessionText } from '../jsonl/session-text';
import type { Damage } from '../session/damage';
import { finalLineEnd, replaceLine } from './records-of-line';
import { type Found, lossyFix, type Rule } from './rule';

export const tornRecord: Rule = {
  id: 'torn-record',
  summary: 'A record was cut off in the middle.',
  severity: 'error',
  step: 'bytes',
  description:
    'The agent was killed while it appended a record. The piece stays behind as the last line, or the next record is written straight behind it, and then both are lost to every reader.',
  repair:
    'Last line: cuts the piece off and ends the file with a newline. Before a whole record: keeps that record on its own line, cuts the piece, and hangs the children of the lost record under the nearest earlier entry. What stood in the piece is not guessed at.',
  *check({ session }) {
    for (const damage of session.damages) {
      if (damage.kind === 'torn') yield report(damage, session.text);
    }
  },
};

function report(damage: Damage & { kind: 'torn' }, text: SessionText): Found {
  const { line, records, pieces } = damage;
  const piece = pieces[0]!;
  const columns = [piece.start, Math.min(piece.end, piece.start + 60)] as const;
  const lost = pieces.reduce((sum, { start, end }) => sum + end - start, 0);
  if (records.length === 0) {
    return {
      location: { line, path: [], columns },
      message: 'The last record is cut off in the middle: it is lost, and the next record would be glued to it.',
      fixes: [
        lossyFix(
          `Cut the piece off (loses ${lost} characters of a torn record)`,
          { kind: 'deleteLine', line },
          { kind: 'hangLost', line },
        ),
      ],
    };
  }
  return {
    location: { line, path: [], columns },
    message: `A record cut off in the middle shares this line with ${records.length === 1 ? 'a whole one' : 'whole ones'}: every reader loses all of them.`,
    fixes: [
      lossyFix(
        `Keep the whole record${records.length === 1 ? '' : 's'}, cut the piece (loses ${lost} characters of a torn record)`,
        ...replaceLine(damage, text.line(line)),
        ...finalLineEnd(text, line),
        { kind: 'hangLost', line },
      ),
    ],
  };
}
