import type { FindingCounts } from '../server/messages';

/** "3 errors, 1 warning"; hints are left out unless they are all there is. */
export function countsText({ error, warning, information, hint }: FindingCounts): string {
  const parts = [
    count(error, 'error'),
    count(warning, 'warning'),
    count(information, 'information', 'information'),
  ].filter((part) => part !== '');
  if (parts.length > 0) return parts.join(', ');
  return count(hint, 'hint') || 'no problems';
}

/** "1 file", "2 files"; nothing for 0. */
export function count(number: number, one: string, many = `${one}s`): string {
  if (number === 0) return '';
  return `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
}

/** The sum of counts. */
export function addCounts(a: FindingCounts, b: FindingCounts): FindingCounts {
  return {
    error: a.error + b.error,
    warning: a.warning + b.warning,
    information: a.information + b.information,
    hint: a.hint + b.hint,
  };
}

export const NO_COUNTS: FindingCounts = { error: 0, warning: 0, information: 0, hint: 0 };
