import { CURRENT_VERSION } from '../session/migrate';
import { judgedHeader } from './judged-header';
import type { Rule } from './rule';

export const unknownVersion: Rule = {
  id: 'unknown-version',
  summary: 'The format version is newer than known.',
  severity: 'warning',
  step: 'entries',
  description:
    'The header names a format version that did not exist when this release was made. All other rules stay on, but the format may have changed.',
  repair: 'None.',
  *check({ session }) {
    const { version } = session;
    const header = judgedHeader(session);
    if (header === undefined || version <= CURRENT_VERSION) return;
    yield {
      location: { line: header.line, path: ['version'] },
      message: `Format version ${version} is newer than the ${CURRENT_VERSION} that is known: what is said here may not fit it.`,
    };
  },
};
