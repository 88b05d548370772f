import { buildSession, call, type Model, models } from '../../support/build-session';
import { cellCases, nameOf, outOfContext } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const claude = (model: string): Model => ({ ...models.anthropic, model });
const OLD = claude('claude-sonnet-4-5');

/** A session at rest, with or without a thinking level. */
const resting = (model: Model, level?: string) => {
  const session = buildSession({ model });
  if (level !== undefined) session.thinkingLevel(level);
  return session.user('Hi.').assistant('Hello.');
};
const withLevel = (model: Model) => resting(model, 'low');
const off = (model: Model) => resting(model, 'off');

const offCells = cellCases(off, { line: 4, path: '/message/role' }, [
  { note: 'ANT, Claude 4.6, level off', model: models.anthropic, severity: 'hint' },
  ...[
    'claude-opus-4-6',
    'claude-opus-4.6',
    'claude-opus-4-7-20260401',
    'anthropic/claude-sonnet-4.6',
    'claude-5',
    'claude-opus-6',
    'Claude-Haiku-5',
  ].map((model) => ({
    note: 'ANT, a Claude of 4.6 and later, level off',
    model: claude(model),
    severity: 'hint' as const,
  })),
  ...['claude-sonnet-4-5', 'claude-opus-4-5', 'claude-haiku-4-6', 'claude-3-5-sonnet-20241022', 'opus-4-6'].map(
    (model) => ({ note: 'ANT, an older one, level off', model: claude(model) }),
  ),
  { note: 'BED, an older Claude, level off', model: models.bedrock },
  {
    note: 'BED, Claude 4.6, level off',
    model: { ...models.bedrock, model: 'us.anthropic.claude-opus-4-6-v1:0' },
    severity: 'hint',
  },
  { note: 'CHAT, level off', model: models.openrouter },
  { note: 'MIS, level off', model: models.mistral, severity: 'hint' },
]);
const levelCells = cellCases(withLevel, { line: 4, path: '/message/role' }, [
  { note: 'ANT, an older Claude with a level', model: OLD, severity: 'hint' },
  { note: 'ANT, Kimi with a level', model: models.kimiCode, severity: 'hint' },
  { note: 'BED, Claude with a level', model: models.bedrock, severity: 'hint' },
  { note: 'BED, Nova with a level', model: models.bedrockNova, severity: 'hint' },
  { note: 'RSP', model: models.openai },
  { note: 'CHAT', model: models.deepseek },
  { note: 'CHAT, Anthropic at OpenRouter with a level', model: models.openrouter, severity: 'hint' },
  { note: 'CHAT, Gemini at OpenRouter with a level', model: models.openrouterGemini },
  { note: 'CHAT, Claude elsewhere with a level', model: { ...models.deepseek, model: 'anthropic/claude-opus-4.6' } },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral, severity: 'hint' },
  { note: 'MIS, whoever serves it', model: { ...models.openrouter, model: 'mistralai/devstral-2' }, severity: 'hint' },
  { note: 'an api nobody knows', model: { ...models.deepseek, api: 'new-api' } },
  {
    note: 'an api nobody knows at OpenRouter, like CHAT',
    model: { ...models.openrouter, api: 'new-api' },
    severity: 'hint',
  },
  { note: 'the profile does not matter', model: OLD, severity: 'hint', profile: 'pi' },
]);

testRule('trailing-assistant', {
  silent: [
    { name: 'the user has the last word', text: buildSession().user('Hi.').assistant('Hello.').user('Go on.').text() },
    {
      name: 'a tool has the last word',
      text: buildSession()
        .user('Hi.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .text(),
    },
    {
      name: 'a call has the last word',
      text: buildSession()
        .user('Hi.')
        .assistant([call('toolu_1', 'exec', {})])
        .text(),
    },
    {
      name: 'an extension has the last word',
      text: buildSession().user('Hi.').assistant('Hello.').customMessage('note', 'Late.').text(),
    },
    {
      name: 'the level was set and taken back',
      text: buildSession({ model: OLD })
        .thinkingLevel('high')
        .user('Hi.')
        .assistant('Hello.')
        .thinkingLevel('off')
        .text(),
    },
    {
      name: 'a level on a branch that was left',
      text: buildSession({ model: OLD })
        .user('Hi.', { id: 'hi' })
        .thinkingLevel('high')
        .branchFrom('hi')
        .assistant('Hello.')
        .text(),
    },
    {
      name: 'a session that no target is known for',
      text: resting({ api: '', provider: '', model: '' }, 'high').text(),
    },
    ...outOfContext((session) => session.assistant('One.')),
    ...offCells.silent,
    ...levelCells.silent,
  ],
  reports: [
    {
      name: 'a delivered reply: nothing can or need be done',
      text: resting(models.anthropic).text(),
      findings: [{ line: 3, path: '/message/role', targets: [nameOf(models.anthropic)], fixes: [] }],
      fixed: resting(models.anthropic).lines(),
    },
    {
      name: 'a copy of delivered text and records of the runtime behind it do not count',
      text: resting(models.anthropic).transcriptOnly('Hello.').custom('openclaw.cache-ttl', {}).text(),
      findings: [{ line: 3, path: '/message/role', targets: [nameOf(models.anthropic)], fixes: [] }],
    },
    {
      name: 'a shell command that the context leaves out does not count',
      text: resting(models.anthropic)
        .bash('ls', 'a', { message: { excludeFromContext: true } })
        .text(),
      findings: [{ line: 3, path: '/message/role', targets: [nameOf(models.anthropic)], fixes: [] }],
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('Hi.').assistant('Hello.').text(),
      findings: [{ line: 3, path: '/message/role', targets: [nameOf(models.anthropic)], fixes: [] }],
    },
    {
      name: 'a target of the settings that refuses prefill',
      text: resting(models.google).text(),
      targets: ['anthropic:claude-opus-4-6', 'anthropic:claude-3-haiku-20240307', 'mistral:devstral-small'],
      findings: [
        {
          line: 3,
          path: '/message/role',
          targets: ['anthropic/anthropic-messages:claude-opus-4-6', 'mistral/mistral-conversations:devstral-small'],
        },
      ],
    },
    ...offCells.reports,
    ...levelCells.reports,
  ],
});
