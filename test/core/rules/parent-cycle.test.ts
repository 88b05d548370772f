import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' })
  .assistant('Welcome.', { id: 'd' })
  .user('Go on.', { id: 'e' });
const [header = '', a = '', b = '', c = '', d = '', e = ''] = session.lines();
const hang = (line: string, parent: unknown) => set(line, '/parentId', parent);

testRule('parent-cycle', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'parents that stand later in the file', text: file(header, e, d, c, b, a) },
    { name: 'every other parent stands later', text: file(header, b, a, d, c, e) },
    { name: 'a version 1 file does not read parents', text: file(set(header, '/version', 1), hang(a, 'b'), b, c) },
    {
      name: 'an entry that names itself by an id another one has before it',
      text: file(header, a, set(hang(b, 'a'), '/id', 'a')),
    },
    {
      name: 'a chain of leaf records back and forth',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('a', {}, { id: 'l' })
        .leaf('b', {}, { id: 'm', parentId: 'l' })
        .user('Two.', { id: 'c', parentId: 'm' })
        .text(),
    },
  ],
  reports: [
    {
      name: 'an entry is its own parent',
      text: file(header, a, b, hang(c, 'c'), d, e),
      findings: [{ line: 4, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the first entry is its own parent: it becomes a root',
      text: file(header, hang(a, 'a'), b, c, d, e),
      findings: [{ line: 2, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'two entries are each other’s parent',
      text: file(header, a, hang(b, 'c'), c, d, e),
      findings: [{ line: 3, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a loop of all entries is one finding, at the first',
      text: file(header, hang(a, 'e'), b, c, d, e),
      findings: [{ line: 2, path: '/parentId' }],
      fixed: session.text(),
    },
    {
      name: 'the branch runs into a loop that it is no part of',
      text: file(header, a, hang(b, 'c'), c, d, e),
      findings: [{ line: 3, path: '/parentId' }],
      fixed: session.text(),
    },
    {
      name: 'a loop beside the active branch',
      text: file(header, a, set(hang(b, 'y'), '/id', 'x'), set(hang(c, 'x'), '/id', 'y'), b, c, d, e),
      findings: [{ line: 3, path: '/parentId' }],
    },
    {
      name: 'two loops are two findings',
      text: file(header, hang(a, 'b'), b, hang(c, 'd'), d, e),
      findings: [
        { line: 2, path: '/parentId' },
        { line: 4, path: '/parentId' },
      ],
      fixed: session.text(),
    },
    {
      name: 'the first entry of the file closes the loop and becomes a root, though it is an answer',
      text: file(header, b, hang(a, 'c'), c, d, e),
      findings: [{ line: 2, path: '/parentId' }],
      others: ['assistant-first'],
    },
    {
      name: 'a loop with a branch behind it',
      text: file(header, a, hang(b, 'd'), c, d, set(hang(a, 'c'), '/id', 'x'), e),
      findings: [{ line: 3, path: '/parentId' }],
      fixed: file(header, a, b, c, d, set(hang(a, 'c'), '/id', 'x'), e),
    },
    {
      name: 'with leaf records',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b', parentId: 'c' })
        .user('Two.', { id: 'c', parentId: 'b' })
        .leaf('c', {}, { id: 'l' })
        .assistant('2.', { id: 'd', parentId: 'l' })
        .text(),
      findings: [{ line: 3, path: '/parentId', fixes: ['safe'] }],
    },
    {
      name: 'beside a lost parent',
      text: file(header, hang(a, 'b'), b, c, hang(d, 'gone'), e),
      findings: [{ line: 2, path: '/parentId' }],
      others: ['dangling-parent'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, hang(b, 'c'), c, d, e)),
      findings: [{ line: 3, path: '/parentId' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
  ],
});

testFixes('parent-cycle', [
  {
    name: 'the first entry of the loop hangs under the one before it, the others keep their parents',
    text: file(header, a, hang(b, 'e'), c, d, e),
    title: 'Hang the entry under the one in line 2',
    result: session.text(),
  },
  {
    name: 'the entry before it is none of its own descendants',
    text: file(header, a, set(hang(e, 'c'), '/id', 'x'), hang(b, 'c'), c),
    result: file(header, a, set(hang(e, 'c'), '/id', 'x'), b, c),
  },
  {
    name: 'a root where none is',
    text: file(header, hang(a, 'c'), b, c),
    title: 'Make the entry a root',
    result: file(header, a, b, c),
  },
]);

testMarks('parent-cycle', [
  { name: 'the link of the first entry', text: file(header, a, hang(b, 'e'), c, d, e), marks: ['"e"'] },
]);
