import { buildSession, call, type Model, models } from '../../support/build-session';
import { cellCases, nameOf, newId, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const GOOGLE = nameOf(models.google);

const beginning = (model: Model = models.google) =>
  buildSession({ id: 'session-1', model })
    .assistant('Welcome.', { id: 'welcome', timestamp: '2026-03-02T09:00:07.000Z' })
    .user('Hi.')
    .assistant('Hello.')
    .user('Go on.');

const cells = cellCases(beginning, { line: 2, path: '/message/role' }, [
  { note: 'ANT', model: models.anthropic, severity: 'warning' },
  { note: 'ANT', model: models.kimiCode, severity: 'warning' },
  { note: 'BED', model: models.bedrock, severity: 'error' },
  { note: 'BED', model: models.bedrockNova, severity: 'error' },
  { note: 'RSP', model: models.openai },
  { note: 'CHAT', model: models.deepseek, severity: 'warning' },
  { note: 'CHAT', model: models.ollama, severity: 'warning' },
  { note: 'CHAT without turn ordering', model: models.openrouter },
  { note: 'GOO', model: models.google, severity: 'error' },
  { note: 'GOO', model: models.vertex, severity: 'error' },
  { note: 'GOO', model: models.antigravityClaude, severity: 'error', profile: 'openclaw-2026.5.7' },
  { note: 'MIS', model: models.mistral },
  { note: 'an api nobody knows', model: { ...models.deepseek, api: 'new-api' } },
  { note: 'ANT', model: models.anthropic, severity: 'warning', profile: 'pi' },
  { note: 'BED', model: models.bedrock, severity: 'error', profile: 'pi' },
  { note: 'CHAT, nothing orders turns', model: models.deepseek, profile: 'pi' },
  { note: 'GOO', model: models.google, severity: 'error', profile: 'pi' },
]);

const bootstrap = (id: string, parentId: string | null, timestamp: string, time: number) =>
  JSON.stringify({
    type: 'message',
    id,
    parentId,
    timestamp,
    message: { role: 'user', content: '(session bootstrap)', timestamp: time },
  });

const mended = (session: ReturnType<typeof buildSession>) => {
  const id = newId('session-1', 'assistant-first', 'welcome');
  const [header = '', first, ...rest] = session.lines();
  const time = Date.parse('2026-03-02T09:00:07.000Z');
  return [header, bootstrap(id, null, '2026-03-02T09:00:07.000Z', time), set(first, '/parentId', id), ...rest];
};

const behindSettings = buildSession({ id: 'session-1', model: models.google })
  .modelChange(models.google, { id: 'model' })
  .transcriptOnly('Good morning!', { id: 'greeting' })
  .assistant('Welcome.', { id: 'welcome', message: { timestamp: undefined } })
  .user('Hi.');
const version1 = buildSession({ version: 1, model: models.google }).assistant('Welcome.').user('Hi.');
const taken = buildSession({ id: 'session-1', model: models.google })
  .assistant('Welcome.', { id: 'welcome' })
  .user('Hi.', { id: newId('session-1', 'assistant-first', 'welcome') });
const behindOrphan = buildSession({ model: models.google })
  .result('x', 'late', { toolName: 'exec' })
  .assistant('Fetched.')
  .user('Good.');
const twoBranches = buildSession({ id: 'session-1', model: models.google })
  .assistant('Welcome.', { id: 'welcome' })
  .user('Left.', { id: 'left' })
  .branchFrom('welcome')
  .user('Hi.', { id: 'hi' });
const failed = buildSession({ model: models.google }).assistant('Wel', { stopReason: 'error' }).user('Hi.');

testRule('assistant-first', {
  silent: [
    { name: 'the user begins', text: buildSession({ model: models.google }).user('Hi.').assistant('Hello.').text() },
    {
      name: 'delivered text stands in front of the user',
      text: buildSession({ model: models.google }).transcriptOnly('Morning!').user('Hi.').assistant('Hello.').text(),
    },
    {
      name: 'a message of an extension begins',
      text: buildSession({ model: models.google }).customMessage('note', 'Be kind.').assistant('Hello.').text(),
    },
    {
      name: 'a summary begins',
      text: buildSession({ model: models.google })
        .user('Hi.')
        .assistant('Hello.', { id: 'kept' })
        .compaction('kept', 'Greetings.')
        .user('Go on.')
        .text(),
    },
    {
      name: 'the summary of a branch begins',
      text: buildSession({ model: models.google }).branchSummary('root', 'They greeted.').assistant('Hello.').text(),
    },
    {
      name: 'the bootstrap stands there',
      text: mended(beginning())
        .map((line) => `${line}\n`)
        .join(''),
    },
    { name: 'nothing but a header', text: buildSession().text() },
    ...outOfContext((session) => session.assistant('One.').assistant('Two.'), { model: models.bedrock }),
    ...cells.silent,
  ],
  reports: [
    {
      name: 'a short user entry goes in front, with the time of the turn it stands before',
      text: beginning().text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      fixed: mended(beginning()),
    },
    {
      name: 'it goes directly before the first assistant turn, behind settings and delivered text',
      text: behindSettings.text(),
      findings: [{ line: 4, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      fixed: [
        ...behindSettings.lines().slice(0, 3),
        bootstrap(
          newId('session-1', 'assistant-first', 'welcome'),
          'greeting',
          '2026-03-02T09:00:21.000Z',
          Date.parse('2026-03-02T09:00:21.000Z'),
        ),
        set(behindSettings.lines()[3], '/parentId', newId('session-1', 'assistant-first', 'welcome')),
        ...behindSettings.lines().slice(4),
      ],
    },
    {
      name: 'an id that is taken in the file is drawn again',
      text: taken.text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      fixed: [
        taken.lines()[0]!,
        bootstrap(
          newId('session-1', 'assistant-first', 'welcome', '2'),
          null,
          '2026-03-02T09:00:07.000Z',
          Date.parse('2026-03-02T09:00:07.000Z'),
        ),
        set(taken.lines()[1], '/parentId', newId('session-1', 'assistant-first', 'welcome', '2')),
        taken.lines()[2]!,
      ],
    },
    {
      name: 'a version 1 file gets a line without id and parent',
      text: version1.text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      fixed: [
        version1.lines()[0]!,
        JSON.stringify({
          type: 'message',
          timestamp: '2026-03-02T09:00:07.000Z',
          message: {
            role: 'user',
            content: '(session bootstrap)',
            timestamp: Date.parse('2026-03-02T09:00:07.000Z'),
          },
        }),
        ...version1.lines().slice(1),
      ],
    },
    {
      name: 'a result without its call in front does not hide that the assistant begins',
      text: behindOrphan.text(),
      findings: [{ line: 3, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      others: ['orphan-tool-result'],
    },
    {
      name: 'both branches of the first turn keep it',
      text: twoBranches.text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
      fixed: mended(twoBranches),
    },
    {
      name: 'a turn that failed begins',
      text: failed.text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
    },
    {
      name: 'a call begins',
      text: buildSession({ model: models.google })
        .assistant([call('x', 'exec', {})])
        .result('x')
        .user('Hi.')
        .text(),
      findings: [{ line: 2, path: '/message/role', targets: [GOOGLE], fixes: ['safe'] }],
    },
    {
      name: 'the worst of several targets counts, and all of them are named',
      text: beginning(models.openai).text(),
      targets: ['anthropic:claude-opus-4-6', 'amazon-bedrock:amazon.nova-pro-v1:0', 'mistral:devstral-small'],
      findings: [
        {
          line: 2,
          path: '/message/role',
          severity: 'error',
          targets: [
            'anthropic/anthropic-messages:claude-opus-4-6',
            'amazon-bedrock/bedrock-converse-stream:amazon.nova-pro-v1:0',
          ],
        },
      ],
    },
    ...cells.reports,
  ],
});
