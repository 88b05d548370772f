import { buildSession, call } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('First line\nsecond line', { id: 'a' })
  .assistant([call('toolu_1', 'exec', { command: 'ls' })], { id: 'b' })
  .result('toolu_1', 'one\n\n\ntwo\n', { id: 'c' })
  .assistant('Two files.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();

/** A record whose escaped line breaks were written raw. */
const raw = (record: string, lineBreak = '\n') => record.replaceAll('\\n', lineBreak);
const pretty = (record: string) => JSON.stringify(JSON.parse(record), null, 2);

testRule('split-record', {
  silent: [
    { name: 'escaped line breaks in texts', text: session.text() },
    { name: 'blank lines between records', text: file(header, '', a, ' ', b, c, '', d) },
    {
      name: 'the beginning of a record with whole records behind it, which is a malformed line',
      text: file(header, a.slice(0, 100), a, b, c, d),
    },
    {
      name: 'a break behind a backslash, which belongs to no escape: malformed lines',
      text: file(header, a.replace('\\n', '\\\n'), b, c, d),
    },
    {
      name: 'a break that tore a few characters away: malformed lines',
      text: file(header, a.slice(0, 100), a.slice(102).replace('"}', '}'), b, c, d),
    },
    { name: 'two parts that make an object but no record', text: file(header, '{"a":', '1}', a, b, c, d) },
  ],
  reports: [
    {
      name: 'a raw line break inside a text',
      text: file(header, raw(a), b, c, d),
      findings: [{ line: 2, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'several breaks, blank lines among them, are one finding at the first line',
      text: file(header, a, b, raw(c), d),
      findings: [{ line: 4, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'two split records',
      text: file(header, raw(a), b, raw(c), d),
      findings: [
        { line: 2, path: '' },
        { line: 5, path: '' },
      ],
      fixed: session.text(),
    },
    {
      name: 'the last record of the file, without a line end',
      text: file(header, a, b) + raw(c),
      findings: [{ line: 4, path: '' }],
      fixed: file(header, a, b, c),
    },
    {
      name: 'a pretty-printed record: breaks between tokens are mere white space',
      text: file(header, a, pretty(b), c, d),
      findings: [{ line: 3, path: '' }],
    },
    {
      name: 'the header is split: nothing is said about a missing one',
      text: file(pretty(header), a, b, c, d),
      findings: [{ line: 1, path: '' }],
    },
    {
      name: 'a CRLF file: in the pass before, all line ends become LF',
      text: crlf(file(header, raw(a), b, c, d)),
      findings: [{ line: 2, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a raw CRLF in an LF file is kept in the text',
      text: file(header, raw(a, '\r\n'), b, c, d),
      findings: [{ line: 2, path: '' }],
      others: ['text-encoding'],
      fixed: file(header, a.replace('\\n', '\\r\\n'), b, c, d),
    },
    {
      name: 'behind a byte-order mark',
      text: `\ufeff${file(header.replace(',"id"', ',\n"id"'), a, b, c, d)}`,
      findings: [{ line: 1, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'half a character and a raw separator in it are there after the join as well',
      text: file(header, raw(a).replace('First', '\\ud83d \u2028'), b, c, d),
      findings: [{ line: 2, path: '' }],
      others: ['text-encoding'],
      after: ['lone-surrogate'],
      fixed: file(header, a.replace('First', '\ufffd \\u2028'), b, c, d),
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('one\ntwo').assistant('three').text().replace('\\n', '\n'),
      findings: [{ line: 2, path: '' }],
      fixed: buildSession({ version: 1 }).user('one\ntwo').assistant('three').text(),
    },
  ],
});

testFixes('split-record', [
  {
    name: 'the break is written as an escape, every other byte stays',
    text: file(header, raw(a), b, c, d),
    title: 'Join lines 2 to 3',
    result: session.text(),
  },
  {
    name: 'white space at the ends of the lines belongs to the text',
    text: file(header, a.replace('\\n', ' \n\t '), b, c, d).replace('\t', ' '),
    result: file(header, a.replace('\\n', ' \\n  '), b, c, d),
  },
  {
    name: 'a break between tokens goes without trace, the indentation stays',
    text: file(header, a.replace(',"id"', ',\n  "id"'), b, c, d),
    result: file(header, a.replace(',"id"', ',  "id"'), b, c, d),
  },
  {
    name: 'in a CRLF file the break is one of two characters, and the record keeps its line end',
    text: crlf(file(header, raw(a), b, c, d)),
    result: crlf(file(header, a.replace('\\n', '\\r\\n'), b, c, d)),
  },
  {
    name: 'LF and CRLF mixed in one record',
    text: file(header, a, b, c.replace('one\\n\\n\\n', 'one\n\r\n\n'), d),
    result: file(header, a, b, c.replace('one\\n\\n\\n', 'one\\n\\r\\n\\n'), d),
  },
  {
    name: 'a last line without a line end gets one',
    text: file(header, a, b) + raw(c),
    result: file(header, a, b, c),
  },
]);

testMarks('split-record', [
  { name: 'the beginning of the first line', text: file(header, raw(a), b, c, d), marks: [a.slice(0, 60)] },
  { name: 'a short first line as a whole', text: file(header, pretty(a), b, c, d), marks: ['{'] },
  {
    name: 'every record of a pretty-printed file in a session folder',
    text: file(...[header, a, b, c, d].map(pretty)),
    options: { fileName: '/home/me/.openclaw/agents/main/sessions/1.jsonl' },
    marks: ['{', '{', '{', '{', '{'],
  },
]);
