import { buildSession } from '../../support/build-session';
import { file, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const noon = '2026-03-02T12:00:00.000Z';
/** An answer so many milliseconds after its question. */
const answeredAfter = (milliseconds: number) =>
  buildSession()
    .user('Hi.', { timestamp: noon })
    .assistant('Hello.', { timestamp: new Date(Date.parse(noon) + milliseconds).toISOString() })
    .text();
const withTime = (timestamp: unknown) =>
  buildSession().user('Hi.').assistant('Hello.', { entry: { timestamp } }).text();
const branches = buildSession()
  .user('One.', { id: 'a', timestamp: '2026-03-02T10:00:00.000Z' })
  .assistant('1.', { id: 'b', timestamp: noon })
  .branchFrom('a')
  .assistant('One.', { id: 'c', timestamp: '2026-03-02T11:00:00.000Z' })
  .user('Two.', { id: 'd', timestamp: '2026-03-02T11:30:00.000Z' });
const [header = '', a = '', b = '', c = '', d = ''] = branches.lines();

testRule('timestamp-order', {
  silent: [
    { name: 'later than its parent', text: answeredAfter(5000) },
    { name: 'at the same time', text: answeredAfter(0) },
    { name: 'a minute earlier to the millisecond: clocks differ', text: answeredAfter(-60_000) },
    { name: 'earlier than the line before, which is not its parent', text: branches.text() },
    { name: 'a parent further down in the file', text: file(header, a, d, c, b) },
    { name: 'an offset in place of Z', text: withTime('2026-03-02T18:00:00+05:00') },
    { name: 'a date without a time', text: withTime('2026-03-03') },
    { name: 'a timestamp that is no text, which is an invalid entry', text: withTime(1) },
    { name: 'no timestamp, which is an invalid entry', text: withTime(undefined) },
    {
      name: 'a parent that is lost',
      text: file(header, a, set(set(b, '/parentId', 'gone'), '/timestamp', '2020-01-01T00:00:00.000Z')),
    },
    {
      name: 'a header from the future',
      text: buildSession({ start: noon }).header({ timestamp: '2030-01-01T00:00:00.000Z' }).text(),
    },
  ],
  reports: [
    {
      name: 'more than a minute older than its parent',
      text: answeredAfter(-60_001),
      findings: [{ line: 3, path: '/timestamp', severity: 'hint', fixes: [] }],
      fixed: answeredAfter(-60_001),
    },
    {
      name: 'the offset counts',
      text: buildSession()
        .user('Hi.', { timestamp: noon })
        .assistant('x', { entry: { timestamp: '2026-03-02T12:30:00+01:00' } })
        .text(),
      findings: [{ line: 3, path: '/timestamp' }],
    },
    ...['yesterday', '', '2026-13-45T00:00:00.000Z'].map((timestamp) => ({
      name: `a timestamp that does not parse: "${timestamp}"`,
      text: withTime(timestamp),
      findings: [{ line: 3, path: '/timestamp', fixes: [] }],
    })),
    {
      name: 'a child of an entry whose timestamp does not parse is not compared',
      text: buildSession()
        .user('Hi.', { entry: { timestamp: 'x' } })
        .assistant('Hello.')
        .text(),
      findings: [{ line: 2, path: '/timestamp' }],
    },
    {
      name: 'on an abandoned branch',
      text: file(header, a, set(b, '/timestamp', '2026-03-02T09:00:00.000Z'), c, d),
      findings: [{ line: 3, path: '/timestamp' }],
    },
    {
      name: 'in a version 1 file the entry before is the parent',
      text: buildSession({ version: 1 }).user('Hi.', { timestamp: noon }).assistant('Hello.').text(),
      findings: [{ line: 3, path: '/timestamp' }],
    },
    {
      name: 'behind a leaf record the parent is where the record points',
      text: buildSession()
        .user('Hi.', { id: 'a', timestamp: noon })
        .assistant('Hello.', { id: 'b', timestamp: '2026-03-02T12:10:00.000Z' })
        .leaf('a', {}, { id: 'l', timestamp: '2026-03-02T12:20:00.000Z' })
        .user('Ho.', { parentId: 'l', timestamp: '2026-03-02T11:00:00.000Z' })
        .text(),
      findings: [{ line: 5, path: '/timestamp' }],
    },
  ],
});

testMarks('timestamp-order', [{ name: 'the timestamp', text: withTime('yesterday'), marks: ['"yesterday"'] }]);
