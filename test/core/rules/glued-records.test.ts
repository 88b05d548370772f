import { buildSession, text } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' })
  .assistant('Welcome.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();

testRule('glued-records', {
  silent: [
    { name: 'a sound session', text: session.text() },
    {
      name: 'a text that holds two glued records',
      text: buildSession()
        .user(a + b)
        .text(),
    },
    {
      name: 'an entry that holds whole records as data',
      text: buildSession()
        .user('Hi.')
        .custom('archive', [JSON.parse(a), JSON.parse(b)])
        .text(),
    },
    {
      name: 'a block that holds an object of a record’s shape',
      text: buildSession()
        .user([text('Hi.', { details: JSON.parse(a) })])
        .text(),
    },
    {
      name: 'two objects that are no records, which is a malformed line',
      text: file(header, '{"a":1}{"b":2}', a, b, c, d),
    },
    {
      name: 'a piece of a record in front of a whole one, which is a torn record',
      text: file(header, a, b.slice(0, 50) + c, d),
    },
  ],
  reports: [
    {
      name: 'the next record was appended behind one without a line end',
      text: file(header, a + b, c, d),
      findings: [{ line: 2, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'three records on one line',
      text: file(header, a, b + c + d),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'blanks between the records go',
      text: file(header, `${a}  ${b}\t`, c, d),
      findings: [{ line: 2, path: '' }],
    },
    {
      name: 'two lines with glued records',
      text: file(header, a + b, c + d),
      findings: [
        { line: 2, path: '' },
        { line: 3, path: '' },
      ],
      fixed: session.text(),
    },
    {
      name: 'the header and the first entry on one line: nothing is said about a missing header',
      text: file(header + a, b, c, d),
      findings: [{ line: 1, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'the whole session on one line without a line end',
      text: header + a + b + c + d,
      findings: [{ line: 1, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'the last line: it gets its line end, so that the next record is not glued again',
      text: file(header, a, b) + c + d,
      findings: [{ line: 4, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'an entry in front of the header on the same line: the header moves to the top then',
      text: file(a + header, b, c, d),
      findings: [{ line: 1, path: '' }],
      after: ['header-not-first'],
      fixed: session.text(),
    },
    {
      name: 'the same record twice on one line: the copy goes then',
      text: file(header, a, b + b, c, d),
      findings: [{ line: 3, path: '' }],
      after: ['duplicate-entry-id'],
      fixed: session.text(),
    },
    {
      name: 'two children of one entry on one line',
      text: file(header, a, c.replace('"id":"c","parentId":"b"', '"id":"c","parentId":"a"') + b, d),
      findings: [{ line: 3, path: '' }],
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a + b, c, d)),
      findings: [{ line: 2, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a version 1 file',
      text: (() => {
        const [first = '', second = '', third = ''] = buildSession({ version: 1 })
          .user('Hello.')
          .assistant('Hi.')
          .lines();
        return file(first, second + third);
      })(),
      findings: [{ line: 2, path: '' }],
      fixed: buildSession({ version: 1 }).user('Hello.').assistant('Hi.').text(),
    },
  ],
});

testFixes('glued-records', [
  {
    name: 'a line end is put between the records, and nothing else changes',
    text: file(header, a + b, c, d),
    title: 'Put each record on its own line',
    result: session.text(),
  },
  {
    name: 'blanks between them go with it, blanks around them stay',
    text: file(header, ` ${a}  ${b}\t`, c, d),
    result: file(header, ` ${a}`, `${b}\t`, c, d),
  },
  {
    name: 'each gets the line end of its line',
    text: `${file(header)}${a + b + c}\r\n${file(d)}`,
    result: `${file(header)}${crlf(file(a, b, c))}${file(d)}`,
  },
  {
    name: 'the last line without a line end takes that of the line before it',
    text: crlf(file(header, a, b)) + c + d,
    result: crlf(session.text()),
  },
  { name: 'the only line of a file', text: header + a, result: file(header, a) },
  {
    name: 'behind a byte-order mark',
    text: `\ufeff${file(header + a, b, c, d)}`,
    result: `\ufeff${session.text()}`,
  },
]);

testMarks('glued-records', [
  { name: 'the beginning of the second record', text: file(header, a + b, c, d), marks: [b.slice(0, 60)] },
]);
