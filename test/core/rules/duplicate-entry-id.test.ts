import { buildSession, call } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { newId, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
  .result('toolu_1', 'one\n', { id: 'c' })
  .assistant('One file.', { id: 'd' })
  .user('Thanks.', { id: 'e' });
const [header = '', a = '', b = '', c = '', d = '', e = ''] = session.lines();

const fresh = (...parts: readonly string[]) => newId('s', 'duplicate-entry-id', ...parts);
/** The thanks under an id that is taken. */
const taken = (id: string) => set(e, '/id', id);
const rename = (line: string, id: string) => set(line, '/id', id);
const hang = (line: string, parent: string | null) => set(line, '/parentId', parent);

const compacted = buildSession({ id: 's' })
  .user('One.', { id: 'a' })
  .assistant('1.', { id: 'b' })
  .user('Two.', { id: 'c' })
  .compaction('c', 'S', { id: 'k' })
  .assistant('2.', { id: 'd' })
  .user('Three.', { id: 'c' });

/** A question that took the id of an answer, and a leaf record that points at it. */
const leafs = (id: string) =>
  buildSession({ id: 's' })
    .user('One.', { id: 'a' })
    .assistant('1.', { id: 'b' })
    .user('Two.', { id, parentId: 'b' })
    .leaf(id, {}, { id: 'l', parentId: id })
    .assistant('2.', { id: 'c', parentId: 'l' })
    .text();
/** A question that took the id of one on another branch, and a compaction that keeps from it on. */
const keeping = (id: string) =>
  buildSession({ id: 's' })
    .user('One.', { id: 'a' })
    .user('Aside.', { id: 'b' })
    .user('Two.', { id, parentId: 'a' })
    .assistant('2.', { id: 'c', parentId: id })
    .compaction(id, 'S', { id: 'k' })
    .user('Three.', { id: 'd' })
    .text();

testRule('duplicate-entry-id', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'ids that differ by case', text: file(header, a, b, c, d, taken('D')) },
    { name: 'a header and an entry of one id', text: file(set(header, '/id', 'a'), a, b, c, d, e) },
    { name: 'entries without ids', text: file(header, a, b, c, d, rename(e, '')) },
    {
      name: 'ids of a version 1 file, which nobody reads',
      text: file(set(header, '/version', 1), a, b, c, d, taken('a')),
    },
    { name: 'call ids, which are others', text: file(header, a, b, c, d, taken('toolu_1')) },
  ],
  reports: [
    {
      name: 'the last entry a second time',
      text: file(header, a, b, c, d, e, e),
      findings: [{ line: 7, path: '/id', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'an entry in the middle a second time, in place',
      text: file(header, a, b, b, c, d, e),
      findings: [{ line: 4, path: '/id', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the same entry written with other spaces and another order of keys is equal',
      text: file(
        header,
        a,
        b,
        c,
        d,
        e,
        ` ${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(e)).reverse()))}`,
      ),
      findings: [{ line: 7, path: '/id', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'three times: each copy goes',
      text: file(header, a, b, c, d, e, ` ${e}`, `  ${e}`),
      findings: [
        { line: 7, path: '/id', fixes: ['safe'] },
        { line: 8, path: '/id', fixes: ['safe'] },
      ],
      fixed: session.text(),
    },
    {
      name: 'the last entries a second time, written by two processes',
      text: file(header, a, b, c, d, e, ` ${d}`, ` ${e}`),
      findings: [
        { line: 7, path: '/id' },
        { line: 8, path: '/id' },
      ],
      fixed: session.text(),
    },
    {
      name: 'the whole conversation a second time: the branch is as long as before',
      text: file(header, a, b, c, d, e, ...[a, b, c, d, e].map((line) => ` ${line}`)),
      findings: [7, 8, 9, 10, 11].map((line) => ({ line, path: '/id' })),
      fixed: session.text(),
    },
    {
      name: 'an old entry written again at the end: the conversation goes on from there, as it did',
      text: file(header, a, b, c, d, e, ` ${c}`),
      findings: [{ line: 7, path: '/id' }],
      others: [],
      // The copy was the leaf; what it copies becomes it.
      fixed: file(header, a, b, d, e, c),
    },
    {
      name: 'another entry took the id: the later one gets a fresh id, and what follows it hangs there',
      text: file(header, a, b, c, rename(d, 'c'), hang(e, 'c')),
      findings: [{ line: 5, path: '/id', fixes: ['safe'] }],
      fixed: file(header, a, b, c, rename(d, fresh('c')), hang(e, fresh('c'))),
    },
    {
      name: 'three entries of one id: two fresh ones, each with its own children',
      text: file(header, a, rename(b, 'a'), hang(rename(c, 'a'), 'a'), hang(d, 'a'), e),
      findings: [
        { line: 3, path: '/id' },
        { line: 4, path: '/id' },
      ],
      fixed: file(
        header,
        a,
        rename(b, fresh('a')),
        hang(rename(c, fresh('a', '2')), fresh('a')),
        hang(d, fresh('a', '2')),
        e,
      ),
    },
    {
      name: 'the later entry is the last one and has no children',
      text: file(header, a, b, c, d, taken('a')),
      findings: [{ line: 6, path: '/id' }],
      fixed: file(header, a, b, c, d, taken(fresh('a'))),
    },
    {
      name: 'nothing is said about the twin’s place: not a lost parent',
      text: file(header, a, b, c, d, hang(taken('a'), 'gone')),
      findings: [{ line: 6, path: '/id' }],
      after: ['dangling-parent'],
      fixed: file(header, a, b, c, d, taken(fresh('a'))),
    },
    {
      name: 'nothing is said about the twin’s place: not a missing parent',
      text: file(header, a, b, c, hang(rename(d, 'a'), null), hang(e, 'a')),
      findings: [{ line: 5, path: '/id' }],
      after: ['second-root'],
      fixed: file(header, a, b, c, rename(d, fresh('a')), hang(e, fresh('a'))),
    },
    {
      name: 'nothing is said about the twin’s place: not that its message stands there twice',
      text: file(header, a, b, c, d, ` ${d}`, e),
      findings: [{ line: 6, path: '/id' }],
      fixed: session.text(),
    },
    {
      name: 'nothing is said about a compaction that names the id the later entry took',
      text: compacted.text(),
      findings: [{ line: 7, path: '/id' }],
    },
    {
      name: 'an id that the fresh one would take is in use',
      text: file(header, rename(a, fresh('c')), hang(b, fresh('c')), c, rename(d, 'c'), hang(e, 'c')),
      findings: [{ line: 5, path: '/id' }],
      fixed: file(
        header,
        rename(a, fresh('c')),
        hang(b, fresh('c')),
        c,
        rename(d, fresh('c', '2')),
        hang(e, fresh('c', '2')),
      ),
    },
    {
      name: 'a child in front of both entries means the first of them',
      text: file(
        header,
        a,
        hang(rename(e, 'x'), 'd'),
        b,
        c,
        d,
        rename(hang(d, 'c'), 'd').replace('One file.', 'No file.'),
      ),
      findings: [{ line: 7, path: '/id' }],
    },
    {
      name: 'a repeated entry of any type, also of one that nobody knows',
      text: file(
        header,
        a,
        '{"type":"note","id":"x","parentId":"a","timestamp":"2026-03-02T09:00:10.000Z"}',
        ' {"type":"note","id":"x","parentId":"a","timestamp":"2026-03-02T09:00:10.000Z"}',
        hang(b, 'x'),
        c,
        d,
        e,
      ),
      findings: [{ line: 4, path: '/id', fixes: ['safe'] }],
    },
    {
      name: 'a copy in a damaged line is taken apart first',
      text: file(header, a, b, c, d, e + e),
      findings: [],
      others: ['glued-records'],
      fixed: session.text(),
    },
    {
      name: 'a leaf record written twice',
      text: buildSession({ id: 's' })
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('a', {}, { id: 'l', parentId: 'b' })
        .raw('{"type":"leaf","id":"l","parentId":"b","timestamp":"2026-03-02T09:00:21.000Z","targetId":"a"}')
        .assistant('One.', { id: 'c', parentId: 'l' })
        .text(),
      findings: [{ line: 5, path: '/id', fixes: ['safe'] }],
    },
    {
      name: 'with leaf records: the target of one keeps its place',
      text: buildSession({ id: 's' })
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .user('Two.', { id: 'b' })
        .leaf('b', {}, { id: 'l' })
        .assistant('2.', { id: 'c', parentId: 'l' })
        .text(),
      findings: [{ line: 4, path: '/id', fixes: ['safe'] }],
    },
    {
      name: 'with leaf records: a record that means the later entry follows it',
      text: leafs('b'),
      findings: [{ line: 4, path: '/id' }],
      fixed: leafs(fresh('b')),
    },
    {
      name: 'a compaction that keeps from the later entry on follows it',
      text: keeping('b'),
      findings: [{ line: 4, path: '/id' }],
      fixed: keeping(fresh('b')),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, b, c, d, e, ` ${e}`)),
      findings: [{ line: 7, path: '/id' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'the copy is the last line and has no line end',
      text: session.text() + e,
      findings: [{ line: 7, path: '/id' }],
      others: ['missing-final-newline'],
      fixed: session.text(),
    },
  ],
});

testFixes('duplicate-entry-id', [
  {
    name: 'the later of two equal entries goes, its children find the first',
    text: file(header, a, b, ` ${b}`, c, d, e),
    title: 'Delete the repeated entry',
    result: session.text(),
  },
  {
    name: 'the id changes, and nothing else in the line',
    text: file(header, a, b, c, rename(d, 'c').replace('"id":"c"', '"id" : "c" '), hang(e, 'c')),
    title: 'Give this entry a fresh id',
    result: file(header, a, b, c, d.replace('"id":"d"', `"id" : "${fresh('c')}" `), hang(e, fresh('c'))),
  },
  {
    name: 'only the children of the later entry follow',
    text: file(header, a, b, c, rename(hang(e, 'b'), 'x'), hang(rename(d, 'b'), 'c'), hang(e, 'b')),
    result: file(header, a, b, c, rename(hang(e, 'b'), 'x'), rename(d, fresh('b')), hang(e, fresh('b'))),
  },
]);

testMarks('duplicate-entry-id', [{ name: 'the id', text: file(header, a, b, c, d, taken('a')), marks: ['"a"'] }]);
