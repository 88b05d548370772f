import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' }).user('List it.', { id: 'a' }).assistant('One file.', { id: 'b' });
const [header = '', a = '', b = ''] = session.lines();
const title = '{"type":"title","title":"A fork"}';

testRule('header-not-first', {
  silent: [
    { name: 'the header is the first line', text: session.text() },
    { name: 'blank lines in front of the header', text: file('', '  ', header, a, b) },
    {
      name: 'lines that are no record in front of the header: the loader skips them',
      text: file('Killed', 'null', header, a, b),
    },
    { name: 'a second header at the end', text: file(header, a, b, header) },
    {
      name: 'a header without an id behind an entry, which is a missing header',
      text: file(a, set(header, '/id', undefined), b),
    },
    { name: 'the header is glued to the first entry', text: file(header + a, b) },
  ],
  reports: [
    {
      name: 'an entry stands in front of the header',
      text: file(a, header, b),
      findings: [{ line: 2, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the header comes last',
      text: file(a, b, header),
      findings: [{ line: 3, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'the header comes last and has no line end',
      text: file(a, b) + header,
      findings: [{ line: 3, path: '' }],
      others: ['missing-final-newline'],
      fixed: session.text(),
    },
    {
      name: 'a record of a fork in front of the header is an information',
      text: file(title, header, a, b),
      findings: [{ line: 2, path: '', severity: 'information', fixes: ['safe'] }],
      fixed: file(header, title, a, b),
    },
    {
      name: 'a record of a fork and an entry in front of the header',
      text: file(title, a, header, b),
      findings: [{ line: 3, path: '', severity: 'error' }],
      fixed: file(header, title, a, b),
    },
    {
      name: 'an object without a type in front of the header',
      text: file('{"note":"x"}', header, a, b),
      findings: [{ line: 2, path: '', severity: 'error' }],
      others: ['invalid-entry'],
    },
    {
      name: 'nothing else is said about the header: not its version',
      text: file(a, set(header, '/version', 2), b),
      findings: [{ line: 2, path: '' }],
      fixed: file(set(header, '/version', 2), a, b),
    },
    {
      name: 'nothing else is said about the header: not a version that is unknown',
      text: file(a, set(header, '/version', 9), b),
      findings: [{ line: 2, path: '' }],
      after: ['unknown-version'],
    },
    {
      name: 'nothing else is said about the header: not the type of its fields',
      text: file(a, set(header, '/cwd', 5), b),
      findings: [{ line: 2, path: '' }],
      after: ['invalid-entry'],
    },
    {
      name: 'a second header behind it is another fault',
      text: file(a, header, b, header),
      findings: [{ line: 2, path: '' }],
      others: ['extra-header'],
      fixed: session.text(),
    },
    {
      name: 'entries glued together in front of the header',
      text: file(a + b, header),
      findings: [{ line: 2, path: '' }],
      others: ['glued-records'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(a, header, b)),
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
        return file(second, first, third);
      })(),
      findings: [{ line: 2, path: '' }],
      fixed: buildSession({ version: 1 }).user('Hello.').assistant('Hi.').text(),
    },
  ],
});

testFixes('header-not-first', [
  {
    name: 'the header keeps its bytes',
    text: file(a, header.replaceAll(',', ' , '), b),
    title: 'Move the header to the top',
    result: file(header.replaceAll(',', ' , '), a, b),
  },
  {
    name: 'it goes in front of blank lines and junk',
    text: file('', 'Killed', a, header, b),
    result: file(header, '', 'Killed', a, b),
  },
  { name: 'a last line without a line end', text: file(a, b) + header, result: file(header, a, b) },
  {
    name: 'the byte-order mark stays the first character',
    text: `\ufeff${file(a, header, b)}`,
    result: `\ufeff${file(header, a, b)}`,
  },
  { name: 'CRLF stays CRLF', text: crlf(file(a, header, b)), result: crlf(file(header, a, b)) },
  {
    name: 'a byte-order mark in front of the header itself does not hide it at the top',
    text: file(a, `\ufeff${header}`, b),
    result: `\ufeff${file(header, a, b)}`,
  },
]);

testMarks('header-not-first', [
  { name: 'the beginning of the header', text: file(a, header, b), marks: ['{"type":"session"'] },
]);
