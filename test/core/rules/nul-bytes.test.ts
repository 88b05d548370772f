import { buildSession, call } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
  .result('toolu_1', 'one\ntwo\n', { id: 'c' })
  .assistant('Two files.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();
const nul = (count: number) => '\0'.repeat(count);

const lostRecord = file(header, a, nul(40), c.replace('"parentId":"b"', '"parentId":"gone"'), d);

testRule('nul-bytes', {
  silent: [
    { name: 'a sound session', text: session.text() },
    {
      name: 'an escaped zero character in a text, which is plain JSON',
      text: buildSession().user('cut -d "\0" \\0 \\u0000').text(),
    },
    { name: 'lines of nothing but white space', text: file(header, '', a, '  \t', b, c, d) },
  ],
  reports: [
    {
      name: 'a run of zero bytes behind the last line is cut, and the line end before it stays',
      text: session.text() + nul(700),
      findings: [{ line: 6, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'zero bytes behind the last record, which then gets its line end',
      text: file(header, a, b, c) + d + nul(3),
      findings: [{ line: 5, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'zero bytes in front of a record and on two lines: one finding a line',
      text: file(header, nul(2) + a, b, `${c}${nul(1)}`, d),
      findings: [
        { line: 2, path: '' },
        { line: 4, path: '' },
      ],
      fixed: session.text(),
    },
    {
      name: 'several runs in one line are one finding and go together',
      text: file(header, a, `${nul(2)}${b.slice(0, 20)}${nul(1)}${b.slice(20)}${nul(4)}`, c, d),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a line of zero bytes before the header',
      text: file(nul(8), header, a, b, c, d),
      findings: [{ line: 1, path: '' }],
      fixed: file('', header, a, b, c, d),
    },
    {
      name: 'zero bytes in the header: nothing is said about a missing one',
      text: file(header.slice(0, 30) + nul(5) + header.slice(30), a, b, c, d),
      findings: [{ line: 1, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'zero bytes behind the byte-order mark',
      text: `\ufeff${nul(2)}${session.text()}`,
      findings: [{ line: 1, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a record overwritten with zero bytes: its children hang under the nearest earlier entry',
      text: lostRecord,
      findings: [{ line: 3, path: '' }],
      // The lost record held the call.
      others: ['orphan-tool-result'],
    },
    {
      name: 'a record overwritten that was the first: its child becomes the root',
      text: file(header, nul(9), set(b, '/parentId', 'gone'), c, d),
      findings: [{ line: 2, path: '' }],
      // The question is lost.
      others: ['assistant-first'],
    },
    {
      name: 'zero bytes between a torn record and a whole one: both damages are mended in turn',
      text: file(
        header,
        a,
        `{"type":"message","id":"x","par${nul(6)}${b.replace('"parentId":"a"', '"parentId":"x"')}`,
        c,
        d,
      ),
      findings: [{ line: 3, path: '' }],
      after: ['torn-record'],
      fixed: session.text(),
    },
    {
      name: 'zero bytes between two whole records',
      text: file(header, `${a}${nul(6)}${b}`, c, d),
      findings: [{ line: 2, path: '' }],
      after: ['glued-records'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file keeps its line ends',
      text: crlf(session.text()) + nul(12),
      findings: [{ line: 6, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a version 1 file',
      text: `${buildSession({ version: 1 }).user('Hello.').assistant('Hi.').text()}${nul(4)}`,
      findings: [{ line: 4, path: '' }],
    },
  ],
});

testFixes('nul-bytes', [
  {
    name: 'one byte in a text: the text closes up',
    text: file(header, a.replace('List', `Li${nul(1)}st`), b, c, d),
    title: 'Cut 1 zero byte',
    result: session.text(),
  },
  {
    name: 'a line of nothing else stays as a blank line',
    text: file(header, a, nul(4), b, c, d),
    title: 'Cut 4 zero bytes',
    result: file(header, a, '', b, c, d),
  },
  {
    name: 'behind the last line nothing is left, not even a line end',
    text: session.text() + nul(4),
    result: session.text(),
  },
  {
    name: 'behind the last record of a CRLF file the line end is CRLF',
    text: crlf(file(header, a, b, c)) + d + nul(4),
    result: crlf(session.text()),
  },
  {
    name: 'children of a lost record are hung up in the same fix',
    text: lostRecord,
    result: file(header, a, '', set(c, '/parentId', 'a'), d),
  },
  {
    name: 'where nothing stands before the lost record its child becomes a root',
    text: file(header, nul(9), set(b, '/parentId', 'gone'), c, d),
    result: file(header, '', set(b, '/parentId', null), c, d),
  },
]);

testMarks('nul-bytes', [
  {
    name: 'the first run',
    text: file(header, `${a}${nul(3)}`, `${b}${nul(2)} ${nul(1)}`, c, d),
    marks: [nul(3), nul(2)],
  },
  { name: 'no more than sixty of a long run', text: session.text() + nul(5000), marks: [nul(60)] },
]);
