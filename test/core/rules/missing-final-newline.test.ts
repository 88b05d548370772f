import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' }).user('List it.', { id: 'a' }).assistant('One file.', { id: 'b' });
const [header = '', a = '', b = ''] = session.lines();
const unended = session.text().slice(0, -1);

testRule('missing-final-newline', {
  silent: [
    { name: 'a line end behind the last record', text: session.text() },
    { name: 'CRLF behind the last record', text: crlf(session.text()) },
    { name: 'blank lines behind the last record', text: `${session.text()}\n\n` },
    { name: 'blanks without a line end behind the last record', text: `${session.text()}   ` },
    { name: 'a torn record as last line', text: session.text() + b.slice(0, 50) },
    { name: 'zero bytes behind the last record', text: `${unended}\0\0` },
    { name: 'glued records as last line', text: file(header) + a + b },
    { name: 'a split record as last lines', text: `${file(header, a)}${b.replace('One', 'One\n')}` },
    { name: 'a last line that is no record', text: `${session.text()}Killed` },
  ],
  reports: [
    {
      name: 'the last record has no line end',
      text: unended,
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a file of nothing but a header',
      text: header,
      findings: [{ line: 1, path: '' }],
      fixed: file(header),
    },
    {
      name: 'the header comes last: it moves to the top first',
      text: file(a, b) + header,
      findings: [{ line: 3, path: '' }],
      others: ['header-not-first'],
      fixed: session.text(),
    },
    {
      name: 'an entry of an unknown type is a record as well',
      text: session.entry('note', { text: 'x' }).text().slice(0, -1),
      findings: [{ line: 4, path: '' }],
    },
    {
      name: 'other findings in the last line are mended beside it',
      text: `${file(header, a)}${b.replace('One', '\\ud83d One')}`,
      findings: [{ line: 3, path: '' }],
      others: ['lone-surrogate'],
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('Hello.').text().trimEnd(),
      findings: [{ line: 2, path: '' }],
      fixed: buildSession({ version: 1 }).user('Hello.').text(),
    },
  ],
});

testFixes('missing-final-newline', [
  { name: 'LF in an LF file', text: file(header, a) + b, title: 'Add the line end', result: file(header, a, b) },
  { name: 'CRLF in a CRLF file', text: crlf(file(header, a)) + b, result: crlf(file(header, a, b)) },
  {
    name: 'in a mixed file that of the line before',
    text: `${header}\r\n${a}\n${b}`,
    result: `${header}\r\n${a}\n${b}\n`,
  },
  { name: 'LF where no other line is', text: header, result: file(header) },
  { name: 'blanks behind the record stay', text: `${file(header, a)}${b}  `, result: file(header, a, `${b}  `) },
]);

testMarks('missing-final-newline', [{ name: 'the last character', text: unended, marks: ['}'] }]);
