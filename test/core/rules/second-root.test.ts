import { buildSession, call, models } from '../../support/build-session';
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

/** A root of some kind behind a whole conversation, and an answer under it. */
const restart = (entry: (builder: ReturnType<typeof buildSession>) => unknown) => {
  const builder = buildSession({ id: 's' }).user('One.', { id: 'a' }).assistant('1.', { id: 'b' }).branchFrom(null);
  entry(builder);
  return builder.user('Two.').assistant('2.').text();
};

testRule('second-root', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'the first message edited: a user message that begins anew', text: file(header, a, b, hang(c, null), d) },
    {
      name: 'a summary of the branch that was left',
      text: restart((to) => to.branchSummary('root', 'They said one.')),
    },
    { name: 'settings that begin anew', text: restart((to) => to.modelChange(models.anthropic)) },
    { name: 'a thinking level', text: restart((to) => to.thinkingLevel('high')) },
    { name: 'data of an extension', text: restart((to) => to.custom('model-snapshot', {})) },
    { name: 'a label', text: restart((to) => to.label('a', 'x')) },
    { name: 'a name', text: restart((to) => to.sessionInfo('x')) },
    { name: 'an entry of an unknown type', text: restart((to) => to.entry('checkpoint')) },
    {
      name: 'a message of an unknown role, which never enters the context',
      text: restart((to) => to.message({ role: 'narrator' })),
    },
    { name: 'roots off the active branch', text: file(header, set(hang(b, null), '/id', 'x'), a, b, c, d) },
    { name: 'the first entry is an answer', text: file(header, hang(b, null), c, d) },
    { name: 'blank lines and junk before the first entry', text: file(header, '', 'Killed', a, b, c, d) },
    { name: 'a version 1 file does not read parents', text: file(set(header, '/version', 1), a, hang(b, null), c, d) },
    { name: 'a parent that is lost, which is said alone', text: file(header, a, hang(b, 'gone'), c, d) },
    { name: 'a loop, which is said alone', text: file(header, a, hang(b, 'b'), c, d) },
    { name: 'a parent of another type, which is an invalid entry', text: file(header, a, hang(b, 7), c, d) },
    { name: 'an id that is taken, which is said alone', text: file(header, a, b, c, set(hang(d, null), '/id', 'b')) },
    { name: 'all entries before it are its descendants', text: file(header, b, c, d, a) },
    {
      name: 'with leaf records an entry without the key continues the leaf',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b')
        .assistant('2.', { entry: { parentId: undefined } })
        .text(),
    },
    {
      name: 'a record of a fork without id and parent at the end',
      text: `${session.text()}{"type":"title","title":"x"}\n`,
    },
  ],
  reports: [
    {
      name: 'an answer without parent takes the question off the branch',
      text: file(header, a, b, c, hang(d, null)),
      findings: [{ line: 5, path: '/parentId', severity: 'warning', fixes: ['safe'] }],
      fixed: session.text(),
    },
    ...(
      [
        ['a tool result', (to) => to.result('toolu_1', 'x')],
        ['a shell run', (to) => to.bash('ls', 'x')],
        ['a message of an extension', (to) => to.customMessage('note', 'x')],
        ['a compaction', (to) => to.compaction('a', 'They said one.')],
      ] satisfies [string, (builder: ReturnType<typeof buildSession>) => unknown][]
    ).map(([what, entry]) => ({
      name: `${what} without parent`,
      text: restart(entry),
      findings: [{ line: 4, path: '/parentId', severity: 'warning' as const, fixes: ['safe'] as const }],
      others: what === 'a tool result' ? ['orphan-tool-result'] : [],
    })),
    {
      name: 'a user message that lacks the key altogether is no deliberate restart',
      text: file(header, a, b, hang(c, undefined), d),
      findings: [{ line: 4, path: '', severity: 'warning', fixes: ['safe'] }],
    },
    {
      name: 'neither is a setting that lacks it',
      text: restart((to) => to.thinkingLevel('high', { entry: { parentId: undefined } })),
      findings: [{ line: 4, path: '', severity: 'warning' }],
    },
    {
      name: 'only the root of the active branch counts',
      text: file(header, a, set(hang(b, null), '/id', 'x'), b, c, hang(d, null)),
      findings: [{ line: 6, path: '/parentId' }],
    },
    {
      name: 'a result whose call it leaves behind: the call is not missed again',
      text: buildSession({ id: 's' })
        .user('List it.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', 'x', { parentId: null })
        .assistant('Done.')
        .text(),
      findings: [{ line: 4, path: '/parentId' }],
    },
    {
      name: 'behind nothing but settings',
      text: buildSession().modelChange(models.anthropic).branchFrom(null).assistant('Hello.').text(),
      findings: [{ line: 3, path: '/parentId' }],
      after: ['assistant-first'],
    },
    {
      name: 'with leaf records: an answer under null',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b', {}, { id: 'l' })
        .assistant('2.', { id: 'c', parentId: null })
        .text(),
      findings: [{ line: 5, path: '/parentId' }],
      after: ['consecutive-turns'],
    },
    {
      name: 'beside a damaged line before it',
      text: file(header, a, b, 'Killed', c, hang(d, null)),
      findings: [{ line: 6, path: '/parentId' }],
      others: ['malformed-line'],
      fixed: session.text(),
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, b, c, hang(d, null))),
      findings: [{ line: 5, path: '/parentId' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
  ],
});

testFixes('second-root', [
  {
    name: 'it hangs under the entry before it in the file',
    text: file(header, a, b, c, hang(d, null)),
    title: 'Hang the entry under the one in line 4',
    result: session.text(),
  },
  {
    name: 'a key that is missing goes last',
    text: file(header, a, b, hang(c, undefined), d),
    result: file(header, a, b, `${hang(c, undefined).slice(0, -1)},"parentId":"b"}`, d),
  },
  {
    name: 'never under one of its own descendants',
    text: file(header, a, b, d, hang(c, undefined)),
    result: file(header, a, b, d, `${hang(c, undefined).slice(0, -1)},"parentId":"b"}`),
  },
]);

testMarks('second-root', [
  { name: 'the link', text: file(header, a, b, c, hang(d, null)), marks: ['null'] },
  {
    name: 'the beginning of the entry where the key is missing',
    text: file(header, a, b, hang(c, undefined), d),
    marks: ['{"type":"message"'],
  },
]);
