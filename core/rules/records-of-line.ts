import type { Segment } from '../jsonl/segments';
import type { SessionText } from '../jsonl/session-text';
import type { SessionEdit } from '../types';

/** Edits that leave only the whole records of a line, each on a line of its own. */
export function replaceLine(damage: { line: number; segments: readonly Segment[] }, content: string): SessionEdit[] {
  const { line, segments } = damage;
  const records = segments.filter(({ value }) => value !== undefined);
  const gaps = [...records, undefined].map((record, index) => {
    const before = records[index - 1];
    const start = before?.end ?? 0;
    const end = record?.start ?? content.length;
    return { start, end, isBetween: before !== undefined && record !== undefined };
  });
  return gaps.flatMap(({ start, end, isBetween }): SessionEdit[] => {
    if (isBetween) return [{ kind: 'breakLine', line, start, end }];
    return start < end ? [{ kind: 'replaceText', line, start, end, text: '' }] : [];
  });
}

/** The line end that a mended last line needs: without it the next record would be glued to it. */
export function finalLineEnd(text: SessionText, line: number): SessionEdit[] {
  return text.lineEnd(line) === '' ? [{ kind: 'finalNewline' }] : [];
}
