import { isEqualJson } from '../jsonl/equal-json';
import { headerValue } from './judged-header';
import { type Rule, safeFix } from './rule';

export const extraHeader: Rule = {
  id: 'extra-header',
  summary: 'A second session header.',
  severity: 'error',
  step: 'entries',
  description:
    'A file holds one session. A second header comes from two files that were joined, or from a tool that restarted the session; readers ignore it, and what follows it may belong to another conversation.',
  repair: 'Deletes it when it equals the first; else there is none.',
  *check({ session }) {
    const { header, extraHeaders } = session;
    if (header === undefined) return;
    const first = headerValue(session, header);
    for (const extra of extraHeaders) {
      const { line, isRecovered } = extra;
      const isEqual = !isRecovered && isEqualJson(headerValue(session, extra), first);
      yield {
        location: { line, path: [] },
        message: isEqual
          ? 'The session header stands here a second time.'
          : 'A second session header: readers ignore it, and what follows may belong to another session.',
        related: [{ location: { line: header.line, path: [] }, message: 'The first header.' }],
        fixes: isEqual ? [safeFix('Delete the repeated header', { kind: 'deleteLine', line })] : [],
      };
    }
  },
};
