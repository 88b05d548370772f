import { buildSession, call } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' })
  .assistant('Welcome.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();
/** The same message stored again. */
const again = (line: string, id: string, changes: Readonly<Record<string, unknown>> = {}) => {
  let copy = set(set(line, '/id', id), '/timestamp', '2026-03-02T09:30:00.000Z');
  copy = set(copy, '/message/timestamp', 1772443800000);
  for (const [place, value] of Object.entries(changes)) copy = set(copy, place, value);
  return copy;
};
const offered = ['offered safe'] as const;

const withLeaf = buildSession({ id: 's' })
  .user('One.', { id: 'a' })
  .assistant('1.', { id: 'b' })
  .user('Two.', { id: 'c' })
  .branchFrom('b')
  .user('Two.', { id: 'd' })
  .leaf('d', {}, { id: 'l', parentId: 'd' })
  .leaf('c', {}, { id: 'm', parentId: 'd' })
  .assistant('2.', { id: 'e', parentId: 'm' });

testRule('duplicate-sibling', {
  silent: [
    { name: 'a sound session', text: session.text() },
    {
      name: 'the same text further down the branch',
      text: buildSession().user('Go on.').assistant('Ok.').user('Go on.').assistant('Ok.').text(),
    },
    {
      name: 'the same question asked again, with an answer each',
      text: file(
        header,
        a,
        b,
        c,
        d,
        again(c, 'x'),
        set(set(d, '/id', 'y'), '/parentId', 'x').replace('Welcome', 'Bye'),
      ),
    },
    {
      name: 'another message under the same parent',
      text: file(header, a, b, again(c, 'x', { '/message/content/0/text': 'Thank you' }), c, d),
    },
    {
      name: 'the same text in another role',
      text: file(header, a, b, again(c, 'x', { '/message/role': 'custom', '/message/customType': 'x' }), c, d),
    },
    {
      name: 'the same text from another model',
      text: file(header, a, again(b, 'x', { '/message/model': 'claude-opus-4-6' }), b, c, d),
    },
    {
      name: 'the same text with another provenance',
      text: file(header, a, b, again(c, 'x', { '/message/provenance': { kind: 'external_user' } }), c, d),
    },
    {
      name: 'equal settings, which are no messages',
      text: buildSession().user('Hi.', { id: 'a' }).thinkingLevel('high').branchFrom('a').thinkingLevel('high').text(),
    },
    { name: 'the same entry twice under one id, which is said alone', text: file(header, a, b, c, d, ` ${d}`) },
    {
      name: 'another entry under a taken id, which is said alone',
      text: file(header, a, b, c, d, set(again(c, 'a'), '/parentId', 'b')),
    },
    {
      name: 'equal messages under parents that are not in the file',
      text: file(header, a, b, set(again(c, 'x'), '/parentId', 'gone'), set(c, '/parentId', 'lost'), d),
    },
    {
      name: 'a version 1 file, whose entries are no siblings',
      text: buildSession({ version: 1 }).user('Hi.').user('Hi.').assistant('Hello.').text(),
    },
    {
      name: 'a side message',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .user('Two.', { id: 'x', entry: { appendMode: 'side' } })
        .leaf('b', {}, { id: 'l', parentId: 'x' })
        .user('Two.', { id: 'c', parentId: 'l' })
        .text(),
    },
    { name: 'a copy in a damaged line', text: file(header, a, b, `${again(c, 'x')} x`, c, d) },
  ],
  reports: [
    {
      name: 'a question stored twice by a retry: the copy that nothing continues',
      text: file(header, a, b, again(c, 'x'), c, d),
      findings: [{ line: 4, path: '/message', severity: 'warning', fixes: offered }],
      fixed: file(header, a, b, again(c, 'x'), c, d),
    },
    {
      name: 'the copy stands behind the one that goes on',
      text: file(header, a, b, c, again(c, 'x'), d),
      findings: [{ line: 5, path: '/message', fixes: offered }],
    },
    {
      name: 'an answer stored twice at the end: the last line is the one that goes on',
      text: file(header, a, b, c, d, again(d, 'x')),
      findings: [{ line: 5, path: '/message', fixes: offered }],
    },
    {
      name: 'two dead copies',
      text: file(header, a, b, again(c, 'x'), again(c, 'y'), c, d),
      findings: [
        { line: 4, path: '/message', fixes: offered },
        { line: 5, path: '/message', fixes: offered },
      ],
    },
    {
      name: 'two dead copies on a branch that was left: the first stays',
      text: file(header, a, b, again(c, 'x'), again(c, 'y'), set(c, '/message/content/0/text', 'Something else.'), d),
      findings: [{ line: 5, path: '/message', fixes: offered }],
    },
    {
      name: 'the first message stored twice',
      text: file(header, again(a, 'x'), a, b, c, d),
      findings: [{ line: 2, path: '/message', fixes: offered }],
    },
    {
      name: 'a tool result stored twice: the copy is off the branch',
      text: buildSession()
        .user('List it.')
        .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
        .result('toolu_1', 'x', { id: 'c' })
        .branchFrom('b')
        .result('toolu_1', 'x', { id: 'd' })
        .assistant('Done.')
        .text(),
      findings: [{ line: 4, path: '/message', fixes: offered }],
    },
    {
      name: 'with leaf records: a copy that a record names is a dead end as well',
      text: withLeaf.text(),
      findings: [{ line: 5, path: '/message', fixes: offered }],
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, b, again(c, 'x'), c, d)),
      findings: [{ line: 4, path: '/message' }],
      others: ['text-encoding'],
    },
  ],
});

testFixes('duplicate-sibling', [
  {
    name: 'the dead copy goes, nothing else changes',
    text: file(header, a, b, again(c, 'x'), c, d),
    title: 'Delete the dead copy',
    result: session.text(),
  },
  {
    name: 'an earlier copy of the last line',
    text: file(header, a, b, c, d, again(d, 'x')),
    result: file(header, a, b, c, again(d, 'x')),
  },
  {
    name: 'with leaf records: a record that named the copy names its parent',
    text: withLeaf.text(),
    result: file(...withLeaf.lines().filter((_, nth) => nth !== 4))
      .replace('"id":"l","parentId":"d"', '"id":"l","parentId":"b"')
      .replace('"id":"m","parentId":"d"', '"id":"m","parentId":"b"')
      .replace('"targetId":"d"', '"targetId":"b"'),
  },
]);

testMarks('duplicate-sibling', [
  { name: 'the key of the message', text: file(header, a, b, again(c, 'x'), c, d), marks: ['"message"'] },
]);
