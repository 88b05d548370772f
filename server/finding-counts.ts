import type { Finding } from '../core';
import type { FindingCounts } from './messages';

export const NO_FINDINGS: FindingCounts = { error: 0, warning: 0, information: 0, hint: 0 };

/** How many findings there are of each severity. */
export function countFindings(findings: readonly Pick<Finding, 'severity'>[]): FindingCounts {
  const counts = { ...NO_FINDINGS };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
