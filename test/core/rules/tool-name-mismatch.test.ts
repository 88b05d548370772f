import { buildSession, call, models } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const PLACE = '/message/toolName';

const named = (callName: string, toolName: string | undefined, version = 3) =>
  buildSession({ version })
    .user('Read it.')
    .assistant([call('toolu_1', callName, {})])
    .result('toolu_1', 'text', { message: { toolName } })
    .assistant('Read.');
const mended = (session: ReturnType<typeof named>, ...lines: readonly number[]) =>
  session.lines().map((line, index) => (lines.includes(index + 1) ? set(line, PLACE, 'read') : line));

const misplaced = buildSession()
  .user('Read it.')
  .assistant([call('toolu_1', 'read', {})])
  .user('Hurry.')
  .result('toolu_1', 'text', { toolName: 'exec' })
  .assistant('Read.');
const several = buildSession()
  .user('Read both.')
  .assistant([call('toolu_1', 'read', {}), call('toolu_2', 'read', {})])
  .result('toolu_2', 'b', { toolName: 'exec' })
  .result('toolu_1', 'a', { toolName: 'Read' })
  .assistant('Read.');
const spaced = named('read', 'exec').text().replace('"toolName":"exec","content"', '"toolName" : "exec" , "content"');

testRule('tool-name-mismatch', {
  silent: [
    { name: 'the same name', text: named('read', 'read').text() },
    { name: 'white space around either', text: named(' read', 'read ').text() },
    { name: 'no name at all, which invalid-entry speaks of', text: named('read', undefined).text() },
    {
      name: 'a result without its call',
      text: buildSession().user('Hi.').result('toolu_9', 'late', { toolName: 'exec' }).assistant('Hello.').text(),
    },
    {
      name: 'a result of a failed call',
      text: buildSession()
        .user('Hi.')
        .assistant([call('toolu_1', 'read', {})], { stopReason: 'error' })
        .result('toolu_1', 'late', { toolName: 'exec' })
        .user('Hello.')
        .text(),
    },
    {
      name: 'a result of a call without arguments',
      text: buildSession()
        .user('Hi.')
        .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'read' }], { stopReason: 'toolUse' })
        .result('toolu_1', 'text', { toolName: 'exec' })
        .assistant('Hello.')
        .text(),
    },
    ...outOfContext((session) =>
      session.assistant([call('toolu_1', 'read', {})]).result('toolu_1', 'a', { toolName: 'exec' }),
    ),
  ],
  reports: [
    {
      name: 'the result says another tool',
      text: named('read', 'exec').text(),
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
      fixed: mended(named('read', 'exec'), 4),
    },
    {
      name: 'the result says no tool',
      text: named('read', '').text(),
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
      fixed: mended(named('read', ''), 4),
    },
    {
      name: 'the name of the call is written without the white space around it',
      text: named(' read ', 'exec').text(),
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
      fixed: mended(named(' read ', 'exec'), 4),
    },
    {
      name: 'capitals make another name; several results in one go',
      text: several.text(),
      findings: [
        { line: 4, path: PLACE, fixes: ['safe'] },
        { line: 5, path: PLACE, fixes: ['safe'] },
      ],
      fixed: mended(several, 4, 5),
    },
    {
      name: 'a result that comes late as well',
      text: misplaced.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      others: ['misplaced-tool-result'],
    },
    {
      name: 'only the name changes, in a line that was written with spaces',
      text: spaced,
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
      fixed: spaced.replace('"toolName" : "exec" , ', '"toolName" : "read" , '),
    },
    {
      name: 'a version 1 file',
      text: named('read', 'exec', 1).text(),
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
      fixed: mended(named('read', 'exec', 1), 4),
    },
    {
      name: 'targets and profile do not matter',
      text: named('read', 'exec').text(),
      options: { profile: 'pi' },
      targets: [`google:${models.google.model}`],
      findings: [{ line: 4, path: PLACE, fixes: ['safe'] }],
    },
  ],
});
