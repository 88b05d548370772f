import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' });
const [header = '', a = '', b = '', c = ''] = session.lines();
const other = set(header, '/id', 'other');

/** A version 1 file with its header a second time as record 3; the compaction keeps from record 4 on. */
const compacted = (() => {
  const builder = buildSession({ version: 1 });
  return builder
    .user('One.')
    .assistant('1.')
    .raw(builder.lines()[0]!)
    .user('Two.')
    .assistant('2.')
    .entry('compaction', { summary: 'S', firstKeptEntryIndex: 4, tokensBefore: 5 })
    .user('Three.');
})();

testRule('extra-header', {
  silent: [
    { name: 'one header', text: session.text() },
    { name: 'a header in a text', text: buildSession().user(header).text() },
    { name: 'no header at all', text: file(a, b, c) },
    { name: 'a parent session named in the header', text: file(set(header, '/parentSession', '/x.jsonl'), a, b, c) },
  ],
  reports: [
    {
      name: 'the header a second time is deleted',
      text: file(header, a, header, b, c),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the same header written otherwise is equal',
      text: file(header, a, `${header.replace('{', '{ ').replace(',"id":"s"', '').slice(0, -1)},"id":"\\u0073"}`, b, c),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the header of another session stays: what follows may belong to it',
      text: file(header, a, other, b, c),
      findings: [{ line: 3, path: '', fixes: [] }],
      fixed: file(header, a, other, b, c),
    },
    {
      name: 'several of them, equal and not',
      text: file(header, ` ${header}`, a, other, b, header, c),
      findings: [
        { line: 2, path: '', fixes: ['safe'] },
        { line: 4, path: '', fixes: [] },
        { line: 6, path: '', fixes: ['safe'] },
      ],
      fixed: file(header, a, other, b, c),
    },
    {
      name: 'a second header that is the last line, without a line end',
      text: session.text() + header,
      findings: [{ line: 5, path: '' }],
      others: ['missing-final-newline'],
      fixed: session.text(),
    },
    {
      name: 'a whole session written twice: only the copies go, and the branch stays as long as it was',
      text: session.text() + session.text(),
      findings: [{ line: 5, path: '' }],
      others: ['duplicate-entry-id'],
      fixed: session.text(),
    },
    {
      name: 'two files with byte-order marks joined',
      text: `\ufeff${file(header, a)}\ufeff${file(header, b, c)}`,
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a second header of a wrong shape',
      text: file(header, a, set(header, '/timestamp', 5), b, c),
      findings: [{ line: 3, path: '', fixes: [] }],
      others: ['invalid-entry'],
    },
    {
      name: 'two equal headers glued together are taken apart first',
      text: file(header + header, a, b, c),
      findings: [],
      others: ['glued-records'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, header, b, c)),
      findings: [{ line: 3, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a version 1 file counts its headers: what a compaction keeps stays the same',
      text: compacted.text(),
      findings: [{ line: 4, path: '', fixes: ['safe'] }],
      fixed: compacted.lines().flatMap((line, nth) => (nth === 3 ? [] : [line.replace('Index":4', 'Index":3')])),
    },
  ],
});

testFixes('extra-header', [
  {
    name: 'the line goes with its line end',
    text: file(header, a, `${header} `, b, c),
    title: 'Delete the repeated header',
    result: session.text(),
  },
  {
    name: 'in a version 1 file a number before it stays',
    text: compacted.text().replace('Index":4', 'Index":2'),
    result: file(...compacted.lines().filter((_, nth) => nth !== 3)).replace('Index":4', 'Index":2'),
  },
]);

testMarks('extra-header', [
  { name: 'the beginning of the second header', text: file(header, a, header, b, c), marks: ['{"type":"session"'] },
]);
