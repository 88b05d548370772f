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
const hang = (line: string, parent: unknown) => set(line, '/parentId', parent);
const rename = (line: string, id: string) => set(line, '/id', id);

const cutCall = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
  .result('toolu_1', 'one\n', { id: 'c', parentId: 'gone' })
  .assistant('One file.', { id: 'd' });

testRule('dangling-parent', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'a parent that stands later in the file', text: file(header, b, a, d, c) },
    { name: 'a deliberate restart', text: file(header, a, b, hang(c, null), d) },
    { name: 'a branch from an earlier entry', text: file(header, a, b, rename(hang(c, 'a'), 'x'), c, d) },
    {
      name: 'a version 1 file does not read parents',
      text: file(set(header, '/version', 1), a, hang(b, 'gone'), c, d),
    },
    { name: 'a parent that is a number, which is an invalid entry', text: file(header, a, b, hang(c, 5), d) },
    {
      name: 'a leaf record as parent',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b', {}, { id: 'l' })
        .user('Two.', { parentId: 'l' })
        .text(),
    },
    // Parents lost in a damaged line.
    { name: 'a parent in a damaged line that can still be read', text: file(header, a, `${b} x`, c, d) },
    {
      name: 'a parent in a damaged line whose id can still be read',
      text: file(header, a, b.replace('"role"', 'role'), c, d),
    },
    {
      name: 'a parent whose id is lost in the damaged line before',
      text: file(header, a, 'Killed', hang(c, 'gone'), d),
    },
    { name: 'a parent torn off in front of its child', text: file(header, a, b.slice(0, 60) + c, d) },
    { name: 'a parent overwritten with zero bytes', text: file(header, a, '\0\0\0', c, d) },
    {
      name: 'a parent in a damaged line with nothing before it',
      text: file(header, a.replace('"role"', 'role'), b, c, d),
    },
    { name: 'a parent whose id is lost in the damaged first line', text: file(header, 'Killed', b, c, d) },
    {
      name: 'a parent lost in the first of several damaged lines',
      text: file(header, a, b.replace('"role"', 'role'), 'Killed', c, d),
    },
    {
      name: 'a later entry that names the lost record',
      text: file(header, a, b.replace('"role"', 'role'), hang(c, 'a'), hang(d, 'b')),
    },
    {
      name: 'a parent in the torn last line',
      text: `${file(header, a, b, hang(c, 'x'), d)}{"type":"message","id":"x","par`,
    },
    { name: 'the later of two entries with one id', text: file(header, a, b, c, d, hang(a, 'gone')) },
  ],
  reports: [
    {
      name: 'the parent is not in the file: the entry hangs under the one before it',
      text: file(header, a, b, hang(c, 'gone'), d),
      findings: [{ line: 4, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'the parent’s record is missing altogether',
      text: file(header, a, c, d),
      findings: [{ line: 3, path: '/parentId' }],
      fixed: file(header, a, hang(c, 'a'), d),
      after: ['consecutive-turns'],
    },
    {
      name: 'the first entry names a parent: it becomes a root',
      text: file(header, hang(a, 'gone'), b, c, d),
      findings: [{ line: 2, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'an empty parent names nothing either',
      text: file(header, a, b, hang(c, ''), d),
      findings: [{ line: 4, path: '/parentId' }],
      fixed: session.text(),
    },
    {
      name: 'two of them',
      text: file(header, a, hang(b, 'gone'), c, hang(d, 'lost')),
      findings: [
        { line: 3, path: '/parentId' },
        { line: 5, path: '/parentId' },
      ],
      fixed: session.text(),
    },
    {
      name: 'on an abandoned branch as well',
      text: file(header, a, rename(hang(c, 'gone'), 'x'), b, c, d),
      findings: [{ line: 3, path: '/parentId' }],
    },
    {
      name: 'the entry before it in the file is its own child: the one before that',
      text: file(header, a, b, hang(d, 'c'), hang(c, 'gone')),
      findings: [{ line: 5, path: '/parentId' }],
      fixed: file(header, a, b, d, c),
    },
    {
      name: 'all entries before it are its descendants: it becomes a root',
      text: file(header, b, d, c, hang(a, 'gone')),
      findings: [{ line: 5, path: '/parentId' }],
      fixed: file(header, b, d, c, a),
    },
    {
      name: 'a file cut off at its beginning: history that the fix brings back may have faults of its own',
      text: cutCall.text(),
      findings: [{ line: 4, path: '/parentId' }],
      fixed: cutCall.text().replace('"gone"', '"b"'),
    },
    {
      name: 'a result whose call is in no line of the file lost it for good',
      text: file(
        header,
        a,
        set(set(c, '/parentId', 'gone'), '/message', {
          role: 'toolResult',
          toolCallId: 'toolu_1',
          toolName: 'exec',
          content: [],
          isError: false,
          timestamp: 1,
        }),
      ),
      findings: [{ line: 3, path: '/parentId' }],
      others: ['orphan-tool-result'],
    },
    {
      name: 'neither a side message nor a leaf record is the entry before',
      text: buildSession({ id: 's' })
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .user('Aside.', { id: 'x', entry: { appendMode: 'side' } })
        .leaf('b', {}, { id: 'l', parentId: 'x' })
        .user('Two.', { id: 'c', parentId: 'gone' })
        .assistant('2.', { id: 'd' })
        .text(),
      findings: [{ line: 6, path: '/parentId', fixes: ['safe'] }],
    },
    {
      name: 'beside a damaged line that lost another record',
      text: file(header, a, 'Killed', b, hang(c, 'gone'), d),
      findings: [{ line: 5, path: '/parentId' }],
      others: ['malformed-line'],
      fixed: session.text(),
    },
    {
      name: 'a blank line between the damaged one and the entry: nothing ties them',
      text: file(header, a, b, 'Killed', '', hang(c, 'gone'), d),
      findings: [{ line: 6, path: '/parentId' }],
      others: ['malformed-line'],
      fixed: file(header, a, b, '', c, d),
    },
    {
      name: 'a loop that begins with it is none',
      text: file(header, a, b, hang(c, 'gone'), d, rename(hang(a, 'd'), 'e')),
      findings: [{ line: 4, path: '/parentId' }],
    },
    {
      name: 'a version 2 file',
      text: file(set(header, '/version', 2), a, b, hang(c, 'gone'), d),
      findings: [{ line: 4, path: '/parentId' }],
      fixed: file(set(header, '/version', 2), a, b, c, d),
    },
    {
      name: 'no header',
      text: file(a, b, hang(c, 'gone'), d),
      findings: [{ line: 3, path: '/parentId' }],
      others: ['missing-header'],
    },
    {
      name: 'a CRLF file without a line end at its end',
      text: crlf(file(header, a, b, hang(c, 'gone'), d)).slice(0, -2),
      findings: [{ line: 4, path: '/parentId' }],
      others: ['missing-final-newline', 'text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'behind a byte-order mark',
      text: `\ufeff${file(header, a, b, hang(c, 'gone'), d)}`,
      findings: [{ line: 4, path: '/parentId' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
  ],
});

testFixes('dangling-parent', [
  {
    name: 'only the value of the link changes',
    text: file(header, a, b, hang(c, 'gone').replace('"parentId":"gone"', '"parentId" : "gone" '), d),
    title: 'Hang the entry under the one in line 3',
    result: file(header, a, b, c.replace('"parentId":"b"', '"parentId" : "b" '), d),
  },
  {
    name: 'null where nothing stands before',
    text: file(header, hang(a, 'gone'), b, c, d),
    title: 'Make the entry a root',
    result: session.text(),
  },
  {
    name: 'an id with quotes and backslashes is written as JSON',
    text: file(header, a, rename(b, 'x"\\y'), hang(c, 'gone'), d),
    result: file(header, a, rename(b, 'x"\\y'), hang(c, 'x"\\y'), d),
  },
]);

testMarks('dangling-parent', [{ name: 'the link', text: file(header, a, b, hang(c, 'gone'), d), marks: ['"gone"'] }]);
