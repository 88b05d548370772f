import { ENTRY_TYPES } from '../session/schema';
import { type Rule, safeFix } from './rule';

export const headerNotFirst: Rule = {
  id: 'header-not-first',
  summary: 'Other records stand before the session header.',
  severity: 'error',
  step: 'entries',
  description:
    'The header must be the first record. Where another one comes first, OpenClaw and pi take the file for empty and overwrite it when they open it. Some forks write a record of their own there, such as a title, which is reported as information.',
  repair: 'Moves the header to the top.',
  *check({ session }) {
    const { header, entries } = session;
    if (header === undefined || header.entriesBefore === 0 || header.facts.id === undefined) return;
    const before = entries.slice(0, header.entriesBefore);
    const isFork = before.every(({ facts }) => facts.type !== '' && !ENTRY_TYPES.has(facts.type));
    yield {
      location: { line: header.line, path: [] },
      severity: isFork ? 'information' : 'error',
      message: isFork
        ? 'Another record stands before the session header, as some forks write it; OpenClaw and pi would take the file for empty and overwrite it.'
        : 'Other records stand before the session header: OpenClaw and pi take the file for empty and overwrite it when they open it.',
      related: [{ location: { line: before[0]!.line, path: [] }, message: 'The first record.' }],
      fixes: header.isRecovered
        ? []
        : [safeFix('Move the header to the top', { kind: 'moveToTop', line: header.line })],
    };
  },
};
