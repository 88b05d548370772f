import { createHash } from 'node:crypto';
import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' }).user('List it.', { id: 'a' }).assistant('One file.', { id: 'b' });
const [header = '', a = '', b = ''] = session.lines();
const entriesV1 = buildSession({ version: 1 }).user('Hello.').assistant('Hi.').lines().slice(1);

const time = '2026-03-02T09:00:07.000Z';
const recovered = (line: string) => `recovered-${createHash('sha256').update(line).digest('hex').slice(0, 8)}`;
const inserted = (id: string) => `{"type":"session","version":3,"id":"${id}","timestamp":"${time}"}`;
const uuid = '5f0c1b7e-9a43-4c52-8d6e-0d2f6b1a9c37';

/** A path and the session id that it gives. */
const names: readonly [path: string, id: string][] = [
  [`/home/me/.openclaw/agents/main/sessions/${uuid}.jsonl`, uuid],
  [`C:\\Users\\me\\.openclaw\\agents\\main\\sessions\\${uuid}.jsonl`, uuid],
  [`${uuid}.jsonl`, uuid],
  ['sessions/my.session-1_x.jsonl', 'my.session-1_x'],
  [`sessions/${uuid}-topic-42.jsonl`, uuid],
  [`sessions/${uuid}-topic-a%20b.jsonl`, uuid],
  [`/home/me/.pi/agent/sessions/--home-me--/2026-01-02T03-04-05-678Z_${uuid}.jsonl`, uuid],
  [`sessions/${uuid}.checkpoint.0d2f6b1a-9c37-4c52-8d6e-5f0c1b7e9a43.jsonl`, uuid],
  [`sessions/${uuid}.jsonl.reset.2026-01-02T03-04-05.678Z`, uuid],
  [`sessions/${uuid}.jsonl.deleted.2026-01-02T03-04-05.678Z`, uuid],
  [`sessions/${uuid}.jsonl.bak-1234-1772442007000`, uuid],
  ['sessions/not a session id.jsonl', recovered(a)],
  [`sessions/${'x'.repeat(129)}.jsonl`, recovered(a)],
  ['sessions/.jsonl', recovered(a)],
  ['sessions/notes.txt', recovered(a)],
];

testRule('missing-header', {
  silent: [
    { name: 'a sound session', text: session.text() },
    {
      name: 'blank lines and junk in front of the header, which the loader skips',
      text: file('', 'Killed', header, a, b),
    },
    { name: 'the header shares its line with the first entry', text: file(header + a, b) },
    { name: 'zero bytes in the header', text: file(`\0${header}`, a, b) },
    { name: 'a header of another version', text: file(set(header, '/version', 7), a, b) },
    {
      name: 'a header without version and cwd',
      text: file(set(set(header, '/version', undefined), '/cwd', undefined), ...entriesV1),
    },
    { name: 'a header behind the entries', text: file(a, header, b) },
    {
      name: 'in a session folder a file without a single record',
      text: '\n',
      options: { fileName: `/home/me/.openclaw/agents/main/sessions/${uuid}.jsonl` },
    },
  ],
  reports: [
    {
      name: 'the header is lost: one is inserted, its id made from the first entry',
      text: file(a, b),
      findings: [{ line: 1, path: '', fixes: ['safe'] }],
      fixed: file(inserted(recovered(a)), a, b),
    },
    {
      name: 'the header line is junk: both are reported',
      text: file('{"type":"session",', a, b),
      findings: [{ line: 2, path: '' }],
      others: ['malformed-line'],
      fixed: file(inserted(recovered(a)), a, b),
    },
    {
      name: 'the file begins in the middle: its first parent is gone as well',
      text: file(b, set(set(a, '/id', 'c'), '/parentId', 'b')),
      findings: [{ line: 1, path: '' }],
      others: ['dangling-parent', 'assistant-first'],
      after: ['orphan-tool-result'],
    },
    {
      name: 'a header without an id gets one',
      text: file(set(header, '/id', undefined), a, b),
      findings: [{ line: 1, path: '/id', fixes: ['safe'] }],
      fixed: file(set(set(header, '/id', undefined), '/id', recovered(a)), a, b),
    },
    {
      name: 'a header whose id is a number',
      text: file(set(header, '/id', 5), a, b),
      findings: [{ line: 1, path: '/id' }],
      fixed: file(set(header, '/id', recovered(a)), a, b),
    },
    {
      name: 'a header whose id is empty',
      text: file(set(header, '/id', ''), a, b),
      findings: [{ line: 1, path: '/id' }],
      fixed: file(set(header, '/id', recovered(a)), a, b),
    },
    {
      name: 'nothing else is said about a header without an id: not its version, its fields or its place',
      text: file(a, '{"type":"session","version":2,"timestamp":5,"cwd":7}', b),
      findings: [{ line: 2, path: '/id' }],
      after: ['invalid-entry'],
    },
    {
      name: 'a header without an id behind the entries: it gets one and moves to the top in one fix',
      text: file(a, set(header, '/id', undefined), b),
      findings: [{ line: 2, path: '/id', fixes: ['safe'] }],
      fixed: file(set(set(header, '/id', undefined), '/id', recovered(a)), a, b),
    },
    {
      name: 'a header without an id whose version is unknown',
      text: file(set(set(header, '/id', undefined), '/version', 9), a, b),
      findings: [{ line: 1, path: '/id' }],
      after: ['unknown-version'],
    },
    {
      name: 'a header that is alone in its file and has no id',
      text: file('{"type":"session","version":3,"cwd":"/workspace"}'),
      findings: [{ line: 1, path: '/id' }],
    },
    {
      name: 'a version 1 file, known by its place: the new header names no version',
      text: file(...entriesV1),
      options: { fileName: `/home/me/.pi/agent/sessions/--w--/2026-01-02T03-04-05-678Z_${uuid}.jsonl` },
      findings: [{ line: 1, path: '' }],
      fixed: file(`{"type":"session","id":"${uuid}","timestamp":"${time}"}`, ...entriesV1),
    },
    {
      name: 'the first timestamp that is there is taken',
      text: file(set(a, '/timestamp', 5), b),
      options: { treatAsTranscript: true },
      findings: [{ line: 1, path: '' }],
      others: ['invalid-entry'],
    },
    {
      name: 'a lost header and a torn last record',
      text: file(a, b) + a.slice(0, 50),
      findings: [{ line: 1, path: '' }],
      others: ['torn-record'],
      fixed: file(inserted(recovered(a)), a, b),
    },
    {
      name: 'a lost header and glued first records: the header is missed at the first whole line',
      text: file(a + b, set(set(a, '/id', 'c'), '/parentId', 'b')),
      findings: [{ line: 2, path: '' }],
      others: ['glued-records'],
      fixed: file(inserted(recovered(a)), a, b, set(set(a, '/id', 'c'), '/parentId', 'b')),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(a, b)),
      findings: [{ line: 1, path: '' }],
      others: ['text-encoding'],
    },
  ],
});

testFixes('missing-header', [
  {
    name: 'its timestamp is that of the first entry that has one',
    text: file(set(a, '/timestamp', 5), b),
    options: { fileName: 'x.jsonl', treatAsTranscript: true },
    result: file(
      '{"type":"session","version":3,"id":"x","timestamp":"2026-03-02T09:00:14.000Z"}',
      set(a, '/timestamp', 5),
      b,
    ),
  },
  {
    name: 'compact, with the type first, in front of everything',
    text: file('', a, b),
    title: `Insert a session header with the id ${recovered(a)}`,
    result: file(inserted(recovered(a)), '', a, b),
  },
  ...names.map(([fileName, id]) => ({
    name: `the id from the file name ${fileName.length > 70 ? `…${fileName.slice(-70)}` : fileName}`,
    text: file(a, b),
    options: { fileName },
    result: file(inserted(id), a, b),
  })),
  {
    name: 'the id of a header that lacks it comes from the file name as well and goes last',
    text: file('{ "type":"session", "version":3 }', a, b),
    options: { fileName: `${uuid}.jsonl` },
    title: `Give the header the id ${uuid}`,
    result: file(`{ "type":"session", "version":3,"id":"${uuid}" }`, a, b),
  },
  {
    name: 'an id of another type is replaced in its place',
    text: file(header.replace('"s"', 'null'), a, b),
    result: file(header.replace('"s"', `"${recovered(a)}"`), a, b),
  },
  {
    name: 'a header without an id behind the entries goes to the top with it',
    text: file(a, '{"type":"session","version":3}', b),
    result: file(`{"type":"session","version":3,"id":"${recovered(a)}"}`, a, b),
  },
  {
    name: 'alone in its file its id is made from its own line',
    text: file('{"type":"session","version":3,"cwd":"/workspace"}'),
    result: file(
      `{"type":"session","version":3,"cwd":"/workspace","id":"${recovered('{"type":"session","version":3,"cwd":"/workspace"}')}"}`,
    ),
  },
  {
    name: 'no version where no entry has an id',
    text: file(...entriesV1),
    options: { treatAsTranscript: true },
    result: file(`{"type":"session","id":"${recovered(entriesV1[0]!)}","timestamp":"${time}"}`, ...entriesV1),
  },
  {
    name: 'no timestamp where no entry has one',
    text: file(...entriesV1.map((line) => set(line, '/timestamp', undefined))),
    options: { treatAsTranscript: true, fileName: 'x.jsonl' },
    result: file('{"type":"session","id":"x"}', ...entriesV1.map((line) => set(line, '/timestamp', undefined))),
  },
  {
    name: 'CRLF where the file has it',
    text: crlf(file(a, b)),
    result: crlf(file(inserted(recovered(a)), a, b)),
  },
  {
    name: 'behind a byte-order mark',
    text: `\ufeff${file(a, b)}`,
    options: { fileName: 'x.jsonl' },
    result: `\ufeff${file(inserted('x'), a, b)}`,
  },
]);

testMarks('missing-header', [
  { name: 'the beginning of the first entry', text: file(a, b), marks: ['{"type":"message"'] },
  { name: 'the id that is none', text: file(header.replace('"s"', '17'), a, b), marks: ['17'] },
  {
    name: 'the beginning of the header where it has no id',
    text: file('{"type":"session","version":3}', a, b),
    marks: ['{"type":"session"'],
  },
]);
