import type { Segment } from '../jsonl/segments';
import type { SessionText } from '../jsonl/session-text';
import type { SessionEdit } from '../types';

/** White space that JSON allows between its tokens. */
const BLANK = /^[ \t\r\n]*$/;

/** Edits that leave only the whole records of a line, each on a line of its own; what is no damage around them stays. */
export function replaceLine(damage: { line: number; segments: readonly Segment[] }, content: string): SessionEdit[] {
  const { line, segments } = damage;
  const records = segments.filter(({ value }) => value !== undefined);
  const gaps = [...records, undefined].map((record, index) => {
    const before = records[index - 1];
    const start = before?.end ?? (content.startsWith('\ufeff') ? 1 : 0);
    const end = record?.start ?? content.length;
    return { start, end, isBetween: before !== undefined && record !== undefined };
  });
  return gaps.flatMap(({ start, end, isBetween }): SessionEdit[] => {
    if (isBetween) return [{ kind: 'breakLine', line, start, end }];
    return BLANK.test(content.slice(start, end)) ? [] : [{ kind: 'replaceText', line, start, end, text: '' }];
  });
}

/** The line end that a mended last line needs: without it the next record would be glued to it. */
export function finalLineEnd(text: SessionText, line: number): SessionEdit[] {
  return text.lineEnd(line) === '' ? [{ kind: 'finalNewline' }] : [];
}
