import { buildSession, text } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' })
  .assistant('Welcome.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();

/** A record `x` under `a`, as far as it was written. */
const torn =
  '{"type":"message","id":"x","parentId":"a","timestamp":"2026-03-02T09:00:10.000Z","message":{"role":"assist';
const bytes = (start: string, ...end: readonly number[]) => Buffer.concat([Buffer.from(start), Buffer.from(end)]);

testRule('torn-record', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'a text that shows a torn record', text: buildSession().user(`It says ${torn}`).text() },
    {
      name: 'a whole call whose arguments are a torn record',
      text: buildSession()
        .user([text('Look.')])
        .assistant([text(`{"type":"message",${torn}{"type":"session"}`)])
        .text(),
    },
    { name: 'a cut-off line in the middle, which is a malformed line', text: file(header, a, torn, b, c, d) },
    { name: 'a last line that is no beginning of a record', text: file(header, a, b, c, d, '{"type" "message"}') },
    { name: 'a last line of plain text', text: `${session.text()}Killed` },
    { name: 'two whole records on one line', text: file(header, a, b + c, d) },
    { name: 'a last record without its line end', text: session.text().trimEnd() },
    { name: 'a torn record with zero bytes in it, which go first', text: `${session.text()}${torn}\0\0` },
  ],
  reports: [
    {
      name: 'the last record was cut off by a kill',
      text: session.text() + torn,
      findings: [{ line: 6, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'the last record was cut off, and its line ended',
      text: file(header, a, b, c, d, torn),
      findings: [{ line: 6, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'only blank lines follow the torn record',
      text: `${file(header, a, b, c, d, torn)}\n  \n`,
      findings: [{ line: 6, path: '' }],
      fixed: `${session.text()}\n  \n`,
    },
    ...[
      ['behind its first bracket', '{'],
      ['within a key', '{"ty'],
      ['behind a colon', '{"type":'],
      ['behind a comma', '{"type":"message",'],
      ['within a number', '{"type":"message","message":{"timestamp":17724'],
      ['within a literal', '{"type":"message","message":{"isError":fal'],
      ['within an escape', '{"type":"message","text":"a \\u20'],
      ['behind a backslash', '{"type":"message","text":"a \\'],
      ['before its last bracket', d.slice(0, -1)],
    ].map(([where = '', piece = '']) => ({
      name: `cut off ${where}`,
      text: session.text() + piece,
      findings: [{ line: 6, path: '', fixes: ['lossy'] as const }],
      fixed: session.text(),
    })),
    {
      name: 'cut off within a character: only the torn record is reported',
      text: bytes(`${session.text()}{"type":"message","id":"x","text":"caf`, 0xc3),
      findings: [{ line: 6, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'the whole file is a header and the beginning of an entry',
      text: file(header) + torn,
      findings: [{ line: 2, path: '' }],
      fixed: file(header),
    },
    {
      name: 'a piece in front of a whole record: the record stays, and the child of the lost one is hung up',
      text: file(header, a, torn + set(b, '/parentId', 'x'), c, d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'a piece whose id is lost as well',
      text: file(header, a, `{"type":"mess${set(b, '/parentId', 'x')}`, c, d),
      findings: [{ line: 3, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'a piece in front of a record that is no child of it',
      text: file(header, a, torn + b, c, d),
      findings: [{ line: 3, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'children of the lost record further down follow too',
      text: file(header, a, torn + b, c, set(d, '/parentId', 'x')),
      findings: [{ line: 3, path: '' }],
    },
    {
      name: 'a piece in front of two whole records: each gets its own line',
      text: file(header, a, torn + b + c, d),
      findings: [{ line: 3, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'a whole record with the piece of another behind it',
      text: file(header, a, b + torn, c, d),
      findings: [{ line: 3, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'the piece of the first entry: its child becomes the root',
      text: file(header, a.slice(0, 60) + b, c, d),
      findings: [{ line: 2, path: '' }],
      after: ['assistant-first'],
    },
    {
      name: 'a piece of the header in front of the first entry: the header is missing as well',
      text: file(header.slice(0, 40) + a, b, c, d),
      findings: [{ line: 1, path: '' }],
      others: ['missing-header'],
    },
    {
      name: 'two lines with a piece each',
      text: file(header, torn + a, b, c, torn + d),
      findings: [
        { line: 2, path: '' },
        { line: 5, path: '' },
      ],
      fixed: session.text(),
    },
    {
      name: 'a record torn in the middle and the last one as well',
      text: file(header, torn + a, b, c, d) + torn.replace('"x"', '"y"'),
      findings: [
        { line: 2, path: '' },
        { line: 6, path: '' },
      ],
      fixed: session.text(),
    },
    {
      name: 'the last line is a piece with a whole record behind it and no line end',
      text: file(header, a, b, c) + torn + d,
      findings: [{ line: 5, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'a parent that stands behind its child in the file was cut off',
      text: file(header, a, set(b, '/parentId', 'x'), c, d) + torn,
      findings: [{ line: 6, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'a torn record whose whole parts look like entries is cut off as a whole',
      text: `${session.text()}{"type":"message","id":"x","parentId":"d","message":{"role":"assistant","diagnostics":[{"type":"retry","timestamp":"2026-03-02T09:00:40.000Z"},{"ty`,
      findings: [{ line: 6, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'behind a byte-order mark',
      text: `\ufeff${file(torn + header, a, b, c, d)}`,
      findings: [{ line: 1, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file',
      text: crlf(session.text()) + torn,
      findings: [{ line: 6, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a version 1 file: the piece goes, and the next record needs no parent',
      text: (() => {
        const [first = '', second = '', third = ''] = buildSession({ version: 1 })
          .user('Hello.')
          .assistant('Hi.')
          .lines();
        return file(first, second.slice(0, 30) + second, third) + third.slice(0, 50);
      })(),
      findings: [
        { line: 2, path: '' },
        { line: 4, path: '' },
      ],
      fixed: buildSession({ version: 1 }).user('Hello.').assistant('Hi.').text(),
    },
  ],
});

testFixes('torn-record', [
  {
    name: 'the last piece goes, the line end before it stays',
    text: session.text() + torn,
    title: `Cut the piece off (loses ${torn.length} characters of a torn record)`,
    result: session.text(),
  },
  {
    name: 'the whole record stays on its line and is hung under the nearest earlier entry',
    text: file(header, a, torn + set(b, '/parentId', 'x'), c, d),
    title: `Keep the whole record, cut the piece (loses ${torn.length} characters of a torn record)`,
    result: session.text(),
  },
  {
    name: 'a record that keeps its bytes, however they are written',
    text: file(header, a, `${torn}${b.replace(',"id"', ' ,\t"id"')}  `, c, d),
    result: file(header, a, `${b.replace(',"id"', ' ,\t"id"')}  `, c, d),
  },
  {
    name: 'the lost record was the first entry',
    text: file(header, a.slice(0, 60) + b, c, d),
    result: file(header, set(b, '/parentId', null), c, d),
  },
  {
    name: 'records of one line get the line end of that line',
    text: crlf(file(header, a, torn + b + c, d)),
    result: crlf(session.text()),
  },
]);

testMarks('torn-record', [
  { name: 'the beginning of the piece', text: session.text() + torn, marks: [torn.slice(0, 60)] },
  { name: 'a short piece as a whole', text: file(header, a, `{"type":"mess${b}`, c, d), marks: ['{"type":"mess'] },
  { name: 'the piece behind a record', text: file(header, a, b + torn, c, d), marks: [torn.slice(0, 60)] },
]);
