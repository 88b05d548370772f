import { buildSession, models } from '../../support/build-session';
import { file, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const builder = buildSession({ id: 's' })
  .user('Hi.', { id: 'a' })
  .entry('checkpoint', { files: 3 }, { id: 'b' })
  .assistant('Hello.', { id: 'c' });
const none: readonly [] = [];

testRule('unknown-entry-type', {
  silent: [
    {
      name: 'every type and role of the format',
      text: buildSession()
        .modelChange(models.anthropic)
        .thinkingLevel('high')
        .sessionInfo('Name')
        .user('Hi.', { id: 'a' })
        .bash('ls', 'x')
        .assistant('Hello.')
        .custom('openclaw.cache-ttl')
        .customMessage('note', 'x')
        .compaction('a', 'S')
        .branchSummary('root', 'S')
        .label('a', 'x')
        .text(),
    },
    {
      name: 'extension messages of version 2',
      text: buildSession({ version: 2 })
        .user('Hi.')
        .message({ role: 'hookMessage', customType: 'x', content: 'y' })
        .text(),
    },
    {
      name: 'leaf records of later releases',
      text: buildSession().user('Hi.', { id: 'a' }).assistant('Hello.').leaf('a').user('Ho.').text(),
    },
    {
      name: 'an object without a type, which is an invalid entry',
      text: `${buildSession().user('Hi.').text()}{"note":1}\n`,
    },
    {
      name: 'a content block of an unknown type',
      text: buildSession()
        .user([{ type: 'audio', data: '' }])
        .text(),
    },
    {
      name: 'a message without a role, which is an invalid entry',
      text: buildSession().user('Hi.').message({ content: 'x' }).text(),
    },
    {
      name: 'a damaged line, which is mended first',
      text: file(...builder.lines().map((line, nth) => (nth === 2 ? `${line} x` : line))),
    },
  ],
  reports: [
    {
      name: 'a type that a fork or a newer version added',
      text: builder.text(),
      findings: [{ line: 3, path: '/type', severity: 'hint', fixes: none }],
      fixed: builder.text(),
    },
    {
      name: 'a record without id and parent, as a fork writes it behind its header',
      text: buildSession().raw('{"type":"title","title":"x"}').user('Hi.').assistant('Hello.').text(),
      findings: [{ line: 2, path: '/type', fixes: none }],
    },
    {
      name: 'the same record at the end: the branch is not cut off',
      text: buildSession().user('Hi.').assistant('Hello.').raw('{"type":"title","title":"x"}').text(),
      findings: [{ line: 4, path: '/type', fixes: none }],
    },
    {
      name: 'a role that a fork or a newer version added',
      text: buildSession().user('Hi.').message({ role: 'narrator', content: 'x' }).assistant('Hello.').text(),
      findings: [{ line: 3, path: '/message/role', severity: 'hint', fixes: none }],
    },
    {
      name: 'types differ by case',
      text: buildSession().user('Hi.').entry('Message', {}).assistant('Hello.').text(),
      findings: [{ line: 3, path: '/type' }],
    },
    {
      name: 'names that every object has',
      text: buildSession()
        .user('Hi.')
        .entry('constructor', {})
        .message({ role: 'toString', content: 'x' })
        .assistant('Hello.')
        .text(),
      findings: [
        { line: 3, path: '/type' },
        { line: 4, path: '/message/role' },
      ],
    },
    {
      name: 'off the branch and in a version 1 file as well',
      text: buildSession({ version: 1 }).user('Hi.').entry('checkpoint').assistant('Hello.').text(),
      findings: [{ line: 3, path: '/type' }],
    },
  ],
});

testMarks('unknown-entry-type', [
  { name: 'the type', text: builder.text(), marks: ['"checkpoint"'] },
  {
    name: 'the key of a type that is very long',
    text: buildSession().user('Hi.').entry('x'.repeat(80)).text(),
    marks: ['"type"'],
  },
]);
