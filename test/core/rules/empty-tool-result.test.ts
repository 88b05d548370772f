import { buildSession, call, image, type Members, type Model, models, text } from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const PLACEHOLDER = [{ type: 'text', text: '[empty content omitted]' }];
const CLAUDE = nameOf(models.anthropic);

/** A command whose result (line 4) is what the test says. */
function running(message: Members, model: Model = models.anthropic) {
  return buildSession({ model })
    .user('Make the folder.')
    .assistant([call('abcdefgh1', 'exec', { command: 'mkdir out' })])
    .result('abcdefgh1', '', { message })
    .assistant('Made.');
}

const mended = (content: unknown) => running({ content: content === undefined ? undefined : PLACEHOLDER });
const several = buildSession()
  .user('Make both.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
  .result('toolu_1', '')
  .result('toolu_2', [])
  .assistant('Made.');
const version1 = buildSession({ version: 1 })
  .user('Make it.')
  .assistant([call('toolu_1', 'exec', {})])
  .result('toolu_1', '')
  .assistant('Made.');
const orphan = buildSession().user('Hi.').result('toolu_gone', '', { toolName: 'exec' }).assistant('Hello.');
const halfStreamed = buildSession()
  .user('Fetch it.')
  .assistant([text('Fetching.'), call('toolu_1', 'fetch', {}, { partialJson: '{"u' })], { stopReason: 'error' })
  .result('toolu_1', '')
  .user('Again.');
const noCompletion = running({ content: undefined }).lines();

const cells = cellCases((model) => running({}, model), { line: 4, path: '/message/content' }, [
  { note: 'ANT', model: models.anthropic, severity: 'error' },
  { note: 'ANT', model: models.kimiCode, severity: 'error' },
  { note: 'BED', model: models.bedrock, severity: 'error' },
  { note: 'BED', model: models.bedrockNova, severity: 'error' },
  { note: 'ANT, whatever the profile', model: models.anthropic, severity: 'error', profile: 'pi' },
  { note: 'RSP', model: models.openai },
  { note: 'CHAT', model: models.deepseek },
  { note: 'CHAT', model: models.ollama },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral },
  { note: 'MIS, on an api of Anthropic', model: { ...models.anthropic, model: 'mistral-large-2' } },
  { note: 'an api nobody knows', model: { ...models.openai, api: 'new-api' } },
]);

testRule('empty-tool-result', {
  silent: [
    { name: 'a command that printed something', text: running({ content: [text('ok')] }).text() },
    { name: 'a picture and blank text', text: running({ content: [image(), text('')] }).text() },
    { name: 'a picture alone', text: running({ content: [image()] }).text() },
    { name: 'the placeholder', text: running({ content: PLACEHOLDER }).text() },
    { name: 'a result without its call, which goes as a whole', text: orphan.text() },
    { name: 'the result of a half-streamed call, which goes with it', text: halfStreamed.text() },
    {
      name: 'a session that no target is known for',
      text: buildSession({ model: { api: '', provider: '', model: '' } })
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', '')
        .assistant('Done.')
        .text(),
    },
    ...outOfContext((session) => session.assistant([call('toolu_1', 'exec', {})]).result('toolu_1', '')),
    ...cells.silent,
  ],
  reports: [
    ...(
      [
        ['one empty text', [text('')]],
        ['texts of white space', [text(' '), text('\n')]],
        ['an empty list', []],
        ['an empty string', ''],
        ['a string of white space', ' \n'],
      ] as const
    ).map(([name, content]) => ({
      name: `${name} becomes a list with the placeholder`,
      text: running({ content }).text(),
      findings: [{ line: 4, path: '/message/content', targets: [CLAUDE], fixes: ['safe' as const] }],
      fixed: mended(content).lines(),
    })),
    {
      name: 'content that is missing altogether is added last in the message',
      text: running({ content: undefined }).text(),
      findings: [{ line: 4, path: '/message', targets: [CLAUDE], fixes: ['safe'] }],
      fixed: noCompletion.with(3, set(noCompletion[3], '/message/content', PLACEHOLDER)),
    },
    {
      name: 'content that is null',
      text: running({ content: null }).text(),
      findings: [{ line: 4, path: '/message', targets: [CLAUDE], fixes: ['safe'] }],
      fixed: running({ content: PLACEHOLDER }).lines(),
    },
    {
      name: 'a failed command that printed nothing',
      text: running({ isError: true }).text(),
      findings: [{ line: 4, path: '/message/content', targets: [CLAUDE], fixes: ['safe'] }],
    },
    {
      name: 'both results of one turn, in one go',
      text: several.text(),
      findings: [
        { line: 4, path: '/message/content', targets: [CLAUDE] },
        { line: 5, path: '/message/content', targets: [CLAUDE] },
      ],
      fixed: several
        .lines()
        .map((line, index) => ([3, 4].includes(index) ? set(line, '/message/content', PLACEHOLDER) : line)),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 4, path: '/message/content', targets: [CLAUDE] }],
      fixed: version1.lines().with(3, set(version1.lines()[3], '/message/content', PLACEHOLDER)),
    },
    {
      name: 'a session of another model that Anthropic or Bedrock shall continue: the finding names both',
      text: running({}, models.google).text(),
      targets: ['anthropic:claude-sonnet-4-6', 'openai:gpt-5.2', 'amazon-bedrock:amazon.nova-pro-v1:0'],
      findings: [
        {
          line: 4,
          path: '/message/content',
          targets: [
            'anthropic/anthropic-messages:claude-sonnet-4-6',
            'amazon-bedrock/bedrock-converse-stream:amazon.nova-pro-v1:0',
          ],
        },
      ],
    },
    ...cells.reports,
  ],
});
