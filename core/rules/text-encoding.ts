import { replacementFor, strayByteRuns } from '../jsonl/utf8';
import { LineFlag } from '../session/facts';
import type { Session } from '../session/session';
import { type Found, lossyFix, type Rule, safeFix } from './rule';

export const textEncoding: Rule = {
  id: 'text-encoding',
  summary: 'Byte-order mark, raw U+2028 or U+2029, bytes that are no UTF-8, CRLF line ends.',
  severity: 'warning',
  step: 'bytes',
  description:
    "Tools that re-saved the file left traces. A byte-order mark makes OpenClaw's on-disk repair refuse the file, and in front of a later record it hides that record; U+2028 and U+2029 end a line for some readers; bytes that are no UTF-8 are read as replacement characters. CRLF line ends are harmless and reported as information.",
  repair:
    'Removes the mark, escapes the separators, makes every line end LF (all safe); invalid bytes become U+FFFD (lossy).',
  *check({ session }) {
    const { text, lines, flaggedLines } = session;
    const first = lines.findIndex(({ kind }) => kind !== 'blank');
    for (const line of flaggedLines) {
      const { flags, kind } = lines[line]!;
      const content = text.line(line);
      // Readers trim the whole text, and with it a mark in front of the first record.
      if (flags & LineFlag.byteOrderMark) yield byteOrderMark(line, content, kind !== 'blank' && line > first);
      if (flags & LineFlag.separators) yield separators(line, content);
      if (flags & LineFlag.strayBytes) yield* strayBytes(session, line, content);
    }
    yield* carriageReturns(session);
  },
};

/** One finding a file: its lines end alike, or mixed. */
function* carriageReturns({ text, lines }: Session): Iterable<Found> {
  const line = lines.findIndex(({ flags }) => flags & LineFlag.crlf);
  if (line < 0) return;
  const all = lines.every(({ flags }, index) => flags & LineFlag.crlf || text.lineEnd(index) === '');
  const { length } = text.line(line);
  yield {
    location: { line, path: [], columns: [Math.max(0, length - 1), length] },
    severity: 'information',
    message: all ? 'Lines end in CRLF; agents write LF.' : 'Some lines end in CRLF, others in LF; agents write LF.',
    fixes: [safeFix('Make every line end LF', { kind: 'lineEnds' })],
  };
}

function byteOrderMark(line: number, content: string, hides: boolean): Found {
  const { length } = content.match(/^\ufeff+/)![0];
  return {
    location: { line, path: [], columns: [0, length] },
    severity: hides ? 'error' : 'warning',
    message: hides
      ? 'A byte-order mark in front of this record: readers cannot parse the line and lose it.'
      : "A byte-order mark begins the file: the session loader skips it, but OpenClaw's on-disk repair takes the header for broken.",
    fixes: [safeFix('Remove the byte-order mark', { kind: 'replaceText', line, start: 0, end: length, text: '' })],
  };
}

function separators(line: number, content: string): Found {
  const matches = [...content.matchAll(/[\u2028\u2029]/g)];
  const { index } = matches[0]!;
  return {
    location: { line, path: [], columns: [index, index + 1] },
    message: 'A raw line or paragraph separator (U+2028, U+2029) stands in this line: some readers end the line there.',
    fixes: [
      safeFix(
        'Escape the separators',
        ...matches.map(
          (match) =>
            ({
              kind: 'replaceText',
              line,
              start: match.index,
              end: match.index + 1,
              text: match[0] === '\u2028' ? '\\u2028' : '\\u2029',
            }) as const,
        ),
      ),
    ],
  };
}

function* strayBytes({ damages }: Session, line: number, content: string): Iterable<Found> {
  // A record torn within a character says all about the bytes of its piece.
  const torn = damages.find((damage) => damage.line === line && damage.kind === 'torn');
  const pieces = torn?.kind === 'torn' ? torn.pieces : [];
  const runs = strayByteRuns(content).filter(([from]) => !pieces.some(({ start, end }) => start <= from && from < end));
  if (runs.length === 0) return;
  const count = runs.reduce((sum, [start, end]) => sum + end - start, 0);
  const [start, end] = runs[0]!;
  yield {
    location: { line, path: [], columns: [start, Math.min(end, start + 60)] },
    message: `${count} byte${count === 1 ? ' is' : 's are'} no UTF-8: every reader sees replacement characters there.`,
    fixes: [
      lossyFix(
        `Replace ${count} invalid byte${count === 1 ? '' : 's'} by U+FFFD`,
        ...runs.map(
          ([from, to]) =>
            ({
              kind: 'replaceText',
              line,
              start: from,
              end: to,
              text: replacementFor(content.slice(from, to)),
            }) as const,
        ),
      ),
    ],
  };
}
