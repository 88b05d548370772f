/** A unified diff of two files. */
import { diffArrays } from 'diff';
import { sameEnds } from '../core';

/** Lines around a change. */
const CONTEXT = 3;
/** Beyond so many changes the search for the shortest diff takes too long; the middle is then shown as replaced. */
const MAX_CHANGES = 4000;
const LF = 10;

type Mark = ' ' | '-' | '+';
/** Colours a line of the diff: a heading, the head of a hunk, or a line with its mark. */
export type Paint = (kind: 'file' | '@' | Mark, line: string) => string;

/** Equal, removed or added lines in a row. */
interface Run {
  readonly mark: Mark;
  readonly count: number;
}

interface Hunk {
  oldStart: number;
  newStart: number;
  readonly runs: Run[];
}

/** The diff, or an empty string when both are alike. */
export function unifiedDiff(before: Buffer, after: Buffer, name: string, paint: Paint): string {
  const old = new Lines(before);
  const fresh = new Lines(after);
  const hunks = hunksOf(runsOf(old, fresh));
  if (hunks.length === 0) return '';
  const path = name.replaceAll('\\', '/').replace(/^\/+/, '');
  const lines = [paint('file', `--- a/${path}`), paint('file', `+++ b/${path}`)];
  for (const hunk of hunks) for (const line of hunkLines(hunk, old, fresh, paint)) lines.push(line);
  return `${lines.join('\n')}\n`;
}

/** Changes that stand near each other share a hunk. */
function hunksOf(runs: readonly Run[]): Hunk[] {
  const hunks: Hunk[] = [];
  let hunk: Hunk | undefined;
  let oldAt = 0;
  let newAt = 0;
  for (const [index, { mark, count }] of runs.entries()) {
    if (mark !== ' ') {
      if (!hunk) {
        const lead = Math.min(CONTEXT, runs[index - 1]?.count ?? 0);
        hunk = { oldStart: oldAt - lead, newStart: newAt - lead, runs: [{ mark: ' ', count: lead }] };
        hunks.push(hunk);
      }
      hunk.runs.push({ mark, count });
    } else if (hunk) {
      const isGap = count <= 2 * CONTEXT && index < runs.length - 1;
      hunk.runs.push({ mark, count: isGap ? count : Math.min(CONTEXT, count) });
      if (!isGap) hunk = undefined;
    }
    if (mark !== '+') oldAt += count;
    if (mark !== '-') newAt += count;
  }
  return hunks;
}

function hunkLines({ oldStart, newStart, runs }: Hunk, old: Lines, fresh: Lines, paint: Paint): string[] {
  const lines: string[] = [];
  let oldAt = oldStart;
  let newAt = newStart;
  for (const { mark, count } of runs) {
    for (let i = 0; i < count; i++) {
      const line = mark === '+' ? fresh.text(newAt) : old.text(oldAt);
      if (mark !== '+') oldAt++;
      if (mark !== '-') newAt++;
      lines.push(paint(mark, mark + line.replace(/\n$/, '')));
      if (!line.endsWith('\n')) lines.push('\\ No newline at end of file');
    }
  }
  return [paint('@', `@@ -${span(oldStart, oldAt)} +${span(newStart, newAt)} @@`), ...lines];
}

function span(start: number, end: number): string {
  const length = end - start;
  return `${length === 0 ? start : start + 1}${length === 1 ? '' : `,${length}`}`;
}

/** Sets aside the equal ends, since most of a transcript never changes, and compares what is between. */
function runsOf(old: Lines, fresh: Lines): Run[] {
  const { head, tail } = sameEnds(old.count, fresh.count, (at, now) => old.bytes(at).equals(fresh.bytes(now)));
  const oldMiddle = old.keys(head, old.count - tail);
  const newMiddle = fresh.keys(head, fresh.count - tail);
  const changes = diffArrays(oldMiddle, newMiddle, { maxEditLength: MAX_CHANGES });
  const middle: Run[] = changes
    ? changes.map(({ added, removed, count }) => ({ mark: added ? '+' : removed ? '-' : ' ', count }))
    : [
        { mark: '-', count: oldMiddle.length },
        { mark: '+', count: newMiddle.length },
      ];
  const runs: Run[] = [{ mark: ' ', count: head }, ...middle, { mark: ' ', count: tail }];
  return runs.filter(({ count }) => count > 0);
}

/** The lines of a file, each with its line end. */
class Lines {
  private readonly starts: number[] = [];

  constructor(private readonly content: Buffer) {
    for (let at = 0; at < content.length; ) {
      this.starts.push(at);
      const end = content.indexOf(LF, at);
      at = end < 0 ? content.length : end + 1;
    }
  }

  get count(): number {
    return this.starts.length;
  }

  bytes(index: number): Buffer {
    return this.content.subarray(this.starts[index], this.starts[index + 1] ?? this.content.length);
  }

  text(index: number): string {
    return this.bytes(index).toString('utf8');
  }

  /** One character a byte, so that lines with invalid UTF-8 compare as what they are. */
  keys(from: number, to: number): string[] {
    return Array.from({ length: to - from }, (_, offset) => this.bytes(from + offset).toString('latin1'));
  }
}
