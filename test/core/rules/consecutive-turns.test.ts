import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, call, image, type Model, models, text, thinking, usage } from '../../support/build-session';
import { afterFix, cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const CLAUDE = nameOf(models.anthropic);
const DEEPSEEK = nameOf(models.deepseek);
const MERGE = ['offered safe' as const];

const users = (model: Model = models.anthropic) =>
  buildSession({ model }).user('List it.').user('And count it.').assistant('Two files.');
const assistants = (model: Model) => buildSession({ model }).user('List it.').assistant('a').assistant('b').user('Ok.');

const userCells = cellCases(users, { line: 3, path: '/message/role' }, [
  { note: 'ANT', model: models.anthropic, severity: 'information' },
  { note: 'ANT', model: models.minimax, severity: 'information' },
  { note: 'ANT without turn validation', model: models.kimiCode },
  { note: 'ANT without turn validation', model: models.copilotClaude },
  { note: 'BED', model: models.bedrock, severity: 'information' },
  { note: 'BED', model: models.bedrockNova, severity: 'information' },
  { note: 'RSP', model: models.openai },
  { note: 'CHAT', model: models.deepseek, severity: 'information' },
  { note: 'CHAT', model: models.kimi, severity: 'information' },
  { note: 'CHAT', model: models.ollama, severity: 'information' },
  { note: 'CHAT without turn validation', model: models.openrouter },
  { note: 'CHAT without turn validation', model: { ...models.openai, api: 'openai-completions' } },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral },
  { note: 'MIS behind a server that validates turns', model: { ...models.deepseek, model: 'codestral-2508' } },
  { note: 'an api nobody knows', model: { ...models.deepseek, api: 'new-api' } },
  { note: 'ANT, nothing merges', model: models.anthropic, profile: 'pi' },
  { note: 'CHAT, nothing merges', model: models.deepseek, profile: 'pi' },
  { note: 'ANT, as the release', model: models.anthropic, severity: 'information', profile: 'openclaw-2026.5.7' },
]);
const assistantCells = cellCases(assistants, { line: 4, path: '/message/role' }, [
  { note: 'two assistants, ANT', model: models.anthropic },
  { note: 'two assistants, BED', model: models.bedrock },
  { note: 'two assistants, RSP', model: models.openai },
  { note: 'two assistants, CHAT', model: models.deepseek, severity: 'information' },
  { note: 'two assistants, CHAT', model: models.ollama, severity: 'information' },
  { note: 'two assistants, CHAT without turn validation', model: models.openrouterGemini },
  { note: 'two assistants, GOO', model: models.google, severity: 'information' },
  { note: 'two assistants, GOO', model: models.vertex, severity: 'information' },
  {
    note: 'two assistants, GOO as the release treats it',
    model: { ...models.antigravityClaude, api: 'google-vertex' },
    profile: 'openclaw-2026.5.7',
  },
  {
    note: 'two assistants, GOO as the document promises it',
    model: { ...models.antigravityClaude, api: 'google-vertex' },
    severity: 'information',
  },
  { note: 'two assistants, MIS', model: models.mistral },
  { note: 'two assistants, GOO, nothing merges', model: models.google, profile: 'pi' },
]);

const three = buildSession().user('One.').user('Two.').user('Three.').assistant('Six.');
const aroundFailure = buildSession()
  .user('List it.')
  .assistant('Lis', { stopReason: 'aborted' })
  .user('Again.')
  .assistant('There.');
const afterCompaction = buildSession()
  .user('List it.')
  .assistant('There.')
  .user('And this.', { id: 'kept' })
  .compaction('kept', 'They listed.')
  .user('And that.')
  .assistant('Listed.');
const misplaced = buildSession()
  .user('List it.')
  .assistant([call('toolu_1', 'exec', {})])
  .user('Hurry.')
  .user('Please.')
  .result('toolu_1', 'a\n')
  .user('Well?')
  .assistant('There is a.');
const delivered = buildSession({ model: models.deepseek })
  .user('Report it.')
  .assistant('Reported.')
  .transcriptOnly('Reported.')
  .assistant('Anything else?')
  .user('No.');

testRule('consecutive-turns', {
  silent: [
    { name: 'a turn that failed stands between', text: aroundFailure.text() },
    {
      name: 'a turn that failed before another',
      text: buildSession({ model: models.deepseek })
        .user('Hi.')
        .assistant('He', { stopReason: 'error' })
        .assistant('Hello.')
        .user('Ok.')
        .text(),
    },
    {
      name: 'a message of an extension stands between',
      text: buildSession().user('Hi.').customMessage('note', 'It is late.').user('Well?').assistant('Hello.').text(),
    },
    {
      name: 'a shell command stands between',
      text: buildSession().user('Hi.').bash('ls', 'a').user('Well?').assistant('Hello.').text(),
    },
    {
      name: 'the summary of a compaction stands before a user turn',
      text: buildSession()
        .user('Hi.')
        .assistant('Hello.', { id: 'a' })
        .user('Go.', { id: 'kept' })
        .compaction('kept', 'Greetings.')
        .assistant('Gone.')
        .text(),
    },
    {
      name: 'two results in a row',
      text: buildSession()
        .user('Hi.')
        .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
        .result('toolu_1')
        .result('toolu_2')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'results between two assistant turns',
      text: buildSession({ model: models.google })
        .user('Hi.')
        .assistant([call('x', 'exec', {})])
        .result('x')
        .assistant('Done.')
        .text(),
    },
    { name: 'users around a result that belongs further up', text: misplaced.text() },
    {
      name: 'two roots',
      text: buildSession().user('Hi.').assistant('Hello.').branchFrom(null).user('New.').assistant('Fine.').text(),
    },
    { name: 'a session that no target is known for', text: buildSession().user('Hi.').user('Well?').text() },
    ...outOfContext((session) => session.user('One.').user('Two.')),
    ...userCells.silent,
    ...assistantCells.silent,
  ],
  reports: [
    {
      name: 'two questions in a row: merging is offered, and nothing is done unless asked',
      text: users().text(),
      findings: [{ line: 3, path: '/message/role', targets: [CLAUDE], fixes: MERGE }],
      fixed: users().lines(),
    },
    {
      name: 'three in a row give two findings',
      text: three.text(),
      findings: [
        { line: 3, path: '/message/role', targets: [CLAUDE], fixes: MERGE },
        { line: 4, path: '/message/role', targets: [CLAUDE], fixes: MERGE },
      ],
    },
    {
      name: 'neighbours on both sides of a compaction, which entries keep apart in the file',
      text: afterCompaction.text(),
      findings: [{ line: 6, path: '/message/role', targets: [CLAUDE], fixes: [] }],
    },
    {
      name: 'two assistant turns of one model with nothing but text can be merged',
      text: assistants(models.deepseek).text(),
      findings: [{ line: 4, path: '/message/role', targets: [DEEPSEEK], fixes: MERGE }],
    },
    {
      name: 'two assistant turns of different models stay apart: each has its own author',
      text: buildSession({ model: models.deepseek })
        .user('Hi.')
        .assistant('a', models.google)
        .assistant('b')
        .user('Ok.')
        .text(),
      findings: [{ line: 4, path: '/message/role', targets: [DEEPSEEK], fixes: [] }],
    },
    {
      name: 'thinking stays in the turn it was made in',
      text: buildSession({ model: models.deepseek })
        .user('Hi.')
        .assistant([thinking('Hm.', 'reasoning_content'), text('a')])
        .assistant('b')
        .user('Ok.')
        .text(),
      findings: [{ line: 4, path: '/message/role', targets: [DEEPSEEK], fixes: [] }],
    },
    {
      name: 'a delivered copy between two assistant turns does not keep them apart',
      text: delivered.text(),
      findings: [{ line: 5, path: '/message/role', targets: [DEEPSEEK], fixes: [] }],
    },
    {
      name: 'a label between two questions: no merging, the entries do not hang under each other',
      text: buildSession().user('Hi.', { id: 'hi' }).label('hi', 'start').user('Well?').assistant('Hello.').text(),
      findings: [{ line: 4, path: '/message/role', targets: [CLAUDE], fixes: [] }],
    },
    {
      name: 'another branch grows from the first question: it must not get the second one',
      text: buildSession()
        .user('Hi.', { id: 'hi' })
        .assistant('Hello.')
        .branchFrom('hi')
        .user('Well?')
        .assistant('Hello!')
        .text(),
      findings: [{ line: 4, path: '/message/role', targets: [CLAUDE], fixes: [] }],
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('Hi.').user('Well?').assistant('Hello.').text(),
      findings: [{ line: 3, path: '/message/role', targets: [CLAUDE], fixes: MERGE }],
    },
    {
      name: 'targets of the settings that merge are named, others not',
      text: users(models.openai).text(),
      targets: ['anthropic:claude-opus-4-6', 'google:gemini-3-pro-preview', 'deepseek:deepseek-chat'],
      findings: [
        {
          line: 3,
          path: '/message/role',
          targets: ['anthropic/anthropic-messages:claude-opus-4-6', 'deepseek/openai-completions:deepseek-chat'],
        },
      ],
    },
    ...userCells.reports,
    ...assistantCells.reports,
  ],
});

it('merging two lists keeps the blocks of both, in order, in the first entry', () => {
  const session = buildSession()
    .user([text('See.'), image()])
    .user('This one.')
    .assistant('A picture.');
  const [header = '', first, , last] = session.lines();
  assert.deepEqual(afterFix(session.text(), 'consecutive-turns'), [
    header,
    set(first, '/message/content', [text('See.'), image(), text('This one.')]),
    set(last, '/parentId', (JSON.parse(first!) as { id: string }).id),
  ]);
});

it('merging two plain texts keeps one plain text, with a blank line between', () => {
  const session = buildSession()
    .user('', { id: 'one', message: { content: 'Hi.' } })
    .user('', { message: { content: 'Well?' } })
    .assistant('Hello.');
  const [header = '', first, , last] = session.lines();
  assert.deepEqual(afterFix(session.text(), 'consecutive-turns'), [
    header,
    set(first, '/message/content', 'Hi.\n\nWell?'),
    set(last, '/parentId', 'one'),
  ]);
});

it('merging a plain text and a list gives a list', () => {
  const session = buildSession()
    .user('', { id: 'one', message: { content: 'Hi.' } })
    .user('Well?')
    .assistant('Hello.');
  const [header = '', first, , last] = session.lines();
  assert.deepEqual(afterFix(session.text(), 'consecutive-turns'), [
    header,
    set(first, '/message/content', [text('Hi.'), text('Well?')]),
    set(last, '/parentId', 'one'),
  ]);
});

it('merging two assistant turns takes usage and stop reason of the later one', () => {
  const session = buildSession({ model: models.deepseek })
    .user('Hi.')
    .assistant('a', { id: 'one', stopReason: 'length' })
    .assistant('b', { usage: usage(2000, 10) })
    .user('Ok.');
  const [header = '', question = '', first, , last] = session.lines();
  let merged = set(first, '/message/content', [text('a'), text('b')]);
  merged = set(set(merged, '/message/usage', usage(2000, 10)), '/message/stopReason', 'stop');
  assert.deepEqual(afterFix(session.text(), 'consecutive-turns'), [
    header,
    question,
    merged,
    set(last, '/parentId', 'one'),
  ]);
});
