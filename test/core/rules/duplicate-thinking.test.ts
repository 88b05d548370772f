import {
  type Block,
  buildSession,
  call,
  type Model,
  models,
  opaque,
  reasoning,
  redactedThinking,
  text,
  thinking,
} from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const CLAUDE = [nameOf(models.anthropic)];
const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const SAFE = ['safe' as const];
const place = { line: 5, path: '/message/content/0' };

/** Two turns (lines 3 and 5); another model may take over. */
const twice = (first: readonly Block[], second: readonly Block[], writer: Model = models.anthropic, next?: Model) => {
  const session = buildSession({ model: writer })
    .user('Hi.')
    .assistant(first, { stopReason: 'stop' })
    .user('Again.')
    .assistant(second, { stopReason: 'stop' });
  return (next === undefined ? session : session.modelSnapshot(next)).user('Go on.');
};
const thought = [thinking('Greet.'), text('Hello.')];
const item = [reasoning('rs_1'), text('Hello.')];

const signed = cellCases((model) => twice(thought, thought, models.anthropic, model), place, [
  { note: 'ANT', model: models.anthropic, severity: 'error' },
  { note: 'ANT', model: models.kimiCode, severity: 'error' },
  { note: 'ANT, whatever the profile', model: models.anthropic, severity: 'error', profile: 'pi' },
  { note: 'BED, Claude', model: models.bedrock, severity: 'error' },
  { note: 'BED, another model', model: models.bedrockNova },
  { note: 'RSP', model: models.openai },
  { note: 'CHAT', model: models.openrouter },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral },
]);
const items = cellCases((model) => twice(item, item, models.openai, model), place, [
  { note: 'item, RSP', model: models.openai, severity: 'error' },
  { note: 'item, RSP, whatever the profile', model: models.openai, severity: 'error', profile: 'pi' },
  { note: 'item, ANT', model: models.anthropic },
  { note: 'item, BED', model: models.bedrock },
  { note: 'item, CHAT', model: models.deepseek },
  { note: 'item, GOO', model: models.google },
  { note: 'item, MIS', model: models.mistral },
]);

const plain = twice(thought, thought);
const alone = twice(thought, [thinking('Greet.')]);
const beforeCall = buildSession()
  .user('Hi.')
  .assistant([thinking('Look.'), call('toolu_1', 'exec', {})])
  .result('toolu_1')
  .assistant([thinking('Look.'), call('toolu_2', 'exec', {})])
  .result('toolu_2')
  .assistant('Done.');
const three = buildSession()
  .user('Hi.')
  .assistant(thought)
  .user('Again.')
  .assistant(thought)
  .user('Again.')
  .assistant(thought)
  .user('Stop.');
const sameItem = twice(item, [reasoning('rs_1', 'With a summary.'), text('Again.')], models.openai);
const version1 = buildSession({ version: 1 }).user('Hi.').assistant(thought).user('Again.').assistant(thought);
const content = (session: ReturnType<typeof buildSession>, line: number, value: unknown) =>
  session.lines().with(line - 1, set(session.lines()[line - 1], '/message/content', value));

testRule('duplicate-thinking', {
  silent: [
    {
      name: 'each thought has its own signature',
      text: twice(thought, [thinking('Greet again.'), text('Hello.')]).text(),
    },
    {
      name: 'the same words under two signatures',
      text: twice([thinking('Hm.', opaque('a'))], [thinking('Hm.', opaque('b'))]).text(),
    },
    {
      name: 'the same signature twice in one turn',
      text: buildSession()
        .user('Hi.')
        .assistant([...thought, ...thought])
        .text(),
    },
    {
      name: 'the field name that every chat-completions turn holds',
      text: twice(
        [thinking('Hm.', 'reasoning_content'), text('a')],
        [thinking('So.', 'reasoning_content'), text('b')],
        models.deepseek,
        models.anthropic,
      ).text(),
    },
    {
      name: 'thinking without signatures',
      text: twice([thinking('Hm.', ''), text('a')], [thinking('Hm.', ''), text('b')]).text(),
    },
    {
      name: 'thought signatures of a Google model',
      text: twice(thought, thought, models.google, models.anthropic).text(),
    },
    { name: 'two items of one reasoning', text: twice(item, [reasoning('rs_2'), text('b')], models.openai).text() },
    {
      name: 'the same turn on two branches',
      text: buildSession()
        .user('Hi.', { id: 'question' })
        .assistant(thought)
        .branchFrom('question')
        .assistant(thought)
        .user('Ok.')
        .text(),
    },
    {
      name: 'a thought that a compaction summarised away',
      text: buildSession()
        .user('Hi.')
        .assistant(thought)
        .user('Again.', { id: 'kept' })
        .assistant(thought)
        .compaction('kept', 'Greetings.')
        .user('Ok.')
        .text(),
    },
    {
      name: 'a session that no target is known for',
      text: twice(thought, thought, { ...models.anthropic, provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant(thought).user('Again.').assistant(thought)),
    ...signed.silent,
    ...items.silent,
  ],
  reports: [
    {
      name: 'the later block goes, the text beside it stays',
      text: plain.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: SAFE }],
      fixed: content(plain, 5, [text('Hello.')]),
    },
    {
      name: 'nothing else in the later turn: a note takes its place',
      text: alone.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: SAFE }],
      fixed: content(alone, 5, OMITTED),
    },
    {
      name: 'in front of a call',
      text: beforeCall.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: SAFE }],
      fixed: content(beforeCall, 5, [call('toolu_2', 'exec', {})]),
    },
    {
      name: 'three times: the first stays',
      text: three.text(),
      findings: [
        { ...place, targets: CLAUDE, fixes: SAFE },
        { ...place, line: 7, targets: CLAUDE, fixes: SAFE },
      ],
    },
    {
      name: 'redacted thinking, in whichever form',
      text: twice(
        [redactedThinking(opaque('x')), text('a')],
        [{ type: 'redacted_thinking', data: opaque('x') }, text('b')],
      ).text(),
      findings: [{ ...place, targets: CLAUDE, fixes: SAFE }],
    },
    {
      name: 'a turn of Anthropic and one of Bedrock',
      text: buildSession()
        .user('Hi.')
        .assistant(thought)
        .user('Again.')
        .assistant(thought, models.bedrock)
        .user('Ok.')
        .text(),
      findings: [{ ...place, targets: [nameOf(models.bedrock)], fixes: SAFE }],
    },
    {
      name: 'a reasoning item is known by its id, whatever else it holds',
      text: sameItem.text(),
      findings: [{ ...place, targets: [nameOf(models.openai)], fixes: SAFE }],
      fixed: content(sameItem, 5, [text('Again.')]),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: SAFE }],
      fixed: content(version1, 5, [text('Hello.')]),
    },
    {
      name: 'targets of the settings',
      text: twice(thought, thought, models.anthropic, models.google).text(),
      targets: ['anthropic:claude-opus-4-6', 'openai:gpt-5.2', 'amazon-bedrock:anthropic.claude-opus-4-6-v1'],
      findings: [
        {
          ...place,
          targets: [
            'anthropic/anthropic-messages:claude-opus-4-6',
            'amazon-bedrock/bedrock-converse-stream:anthropic.claude-opus-4-6-v1',
          ],
        },
      ],
    },
    ...signed.reports,
    ...items.reports,
  ],
});
