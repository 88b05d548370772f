/** Counts in words. */
import type { Severity } from '../../core';
import type { Summary } from '../report';

/** `1 error`, `2 errors`. */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** `2 errors, 1 hint`, or `no problems`. */
export function problemCounts(summary: Summary): string {
  const counts: readonly [number, Severity][] = [
    [summary.errors, 'error'],
    [summary.warnings, 'warning'],
    [summary.informations, 'information'],
    [summary.hints, 'hint'],
  ];
  const words = counts.flatMap(([count, word]) =>
    count === 0 ? [] : [word === 'information' ? `${count} information` : plural(count, word)],
  );
  return words.length === 0 ? 'no problems' : words.join(', ');
}

/** `2 errors, 1 hint in 3 files`. */
export function countsOf(summary: Summary): string {
  return `${problemCounts(summary)} in ${plural(summary.files, 'file')}`;
}
