import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Block,
  buildSession,
  call,
  type Model,
  models,
  opaque,
  redactedThinking,
  text,
  thinking,
} from '../../support/build-session';
import { afterFix, cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const CLAUDE = [nameOf(models.anthropic)];
const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const BOTH = ['lossy' as const, 'offered safe' as const];
const unsigned = thinking('Greet back.', '');

/** A turn (line 3) and the next question; another model may take over. */
const answering = (content: readonly Block[], writer: Model = models.anthropic, next?: Model) => {
  const session = buildSession({ model: writer }).user('Hi.').assistant(content, { stopReason: 'stop' });
  return (next === undefined ? session : session.modelSnapshot(next)).user('Go on.');
};
const place = { line: 3, path: '/message/content/0' };

/** The turn was written by an api that signs. */
const signing = cellCases((model) => answering([unsigned, text('Hello.')], models.anthropic, model), place, [
  { note: 'signing api, ANT', model: models.anthropic, severity: 'error' },
  { note: 'signing api, ANT', model: models.minimax, severity: 'error' },
  { note: 'signing api, ANT', model: models.copilotClaude, severity: 'error' },
  { note: 'signing api, ANT, whatever the profile', model: models.anthropic, severity: 'error', profile: 'pi' },
  { note: 'signing api, ANT, but Kimi signs nothing', model: models.kimiCode },
  { note: 'signing api, ANT, but Kimi signs nothing', model: { ...models.kimiCode, provider: 'kimi-coding' } },
  { note: 'signing api, BED, Claude', model: models.bedrock, severity: 'error' },
  { note: 'signing api, BED, another model', model: models.bedrockNova },
  { note: 'signing api, RSP', model: models.openai },
  { note: 'signing api, CHAT', model: models.openrouter },
  { note: 'signing api, GOO', model: models.google },
  { note: 'signing api, GOO, Gemini on Antigravity', model: { ...models.antigravityClaude, model: 'gemini-3-pro' } },
  { note: 'signing api, GOO, Claude on Antigravity', model: models.antigravityClaude, severity: 'error' },
  {
    note: 'signing api, GOO, Claude on the api of Antigravity',
    model: { api: 'google-antigravity', provider: 'my-proxy', model: 'claude-opus-4-5' },
    severity: 'error',
  },
  { note: 'signing api, MIS', model: models.mistral },
]);
/** The turn was written by an api that signs nothing. */
const other = cellCases((model) => answering([unsigned, text('Hello.')], models.deepseek, model), place, [
  { note: 'other api, ANT', model: models.anthropic, severity: 'information' },
  { note: 'other api, ANT', model: models.minimax, severity: 'information' },
  { note: 'other api, ANT without signatures in its policy', model: models.kimiCode },
  { note: 'other api, ANT without signatures in its policy', model: models.copilotClaude },
  { note: 'other api, ANT, nothing keeps signatures', model: models.anthropic, profile: 'pi' },
  { note: 'other api, ANT', model: models.anthropic, severity: 'information', profile: 'openclaw-2026.5.7' },
  { note: 'other api, BED, Claude', model: models.bedrock, severity: 'information' },
  { note: 'other api, BED, another model', model: models.bedrockNova },
  { note: 'other api, RSP', model: models.openai },
  { note: 'other api, CHAT', model: models.deepseek },
  { note: 'other api, GOO, Claude on Antigravity', model: models.antigravityClaude },
  { note: 'other api, MIS', model: models.mistral },
]);
const bedrockTurn = cellCases((model) => answering([unsigned, text('Hello.')], models.bedrock, model), place, [
  { note: 'a turn of Bedrock', model: models.bedrock, severity: 'error' },
  { note: 'a turn of Bedrock', model: models.anthropic, severity: 'error' },
]);

const beside = answering([unsigned, text('Hello.')]);
const alone = answering([unsigned]);
const redacted = answering([{ type: 'redacted_thinking' }, text('Hello.')]);
const two = answering([unsigned, thinking('Or not.', ' '), text('Hello.')]);
const oldClaude = answering([unsigned, thinking('Signed.')], {
  ...models.anthropic,
  model: 'claude-3-7-sonnet-20250219',
}).assistant('Go where?');
const version1 = buildSession({ version: 1 })
  .user('Hi.')
  .assistant([unsigned, text('Hello.')])
  .user('Go on.');

const content = (session: ReturnType<typeof buildSession>, value: unknown) =>
  session.lines().with(2, set(session.lines()[2], '/message/content', value));

testRule('unsigned-thinking', {
  silent: [
    { name: 'signed thinking', text: answering([thinking('Greet.'), text('Hello.')]).text() },
    { name: 'signed thinking without words', text: answering([thinking('', opaque('x')), text('Hello.')]).text() },
    {
      name: 'a signature under an older key',
      text: answering([{ type: 'thinking', thinking: 'Greet.', signature: opaque('x') }, text('Hello.')]).text(),
    },
    {
      name: 'a signature under an older key beside an empty one',
      text: answering([thinking('Greet.', '', { signature: opaque('x') }), text('Hello.')]).text(),
    },
    {
      name: 'redacted thinking with its payload',
      text: answering([
        redactedThinking(opaque('x')),
        { type: 'redacted_thinking', data: opaque('y') },
        text('Hello.'),
      ]).text(),
    },
    {
      name: 'thinking of a user',
      text: buildSession()
        .user([unsigned, text('Hi.')])
        .assistant('Hello.')
        .text(),
    },
    {
      name: 'a session that no target is known for',
      text: answering([unsigned, text('Hello.')], { ...models.anthropic, provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant([unsigned, text('Hello.')])),
    ...signing.silent,
    ...other.silent,
    ...bedrockTurn.silent,
  ],
  reports: [
    {
      name: 'the stream was cut before the signature: the block goes, the text stays',
      text: beside.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: BOTH }],
      fixed: content(beside, [text('Hello.')]),
    },
    {
      name: 'nothing else in the turn: a note takes its place',
      text: alone.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: BOTH }],
      fixed: content(alone, OMITTED),
    },
    ...(
      [
        ['missing', undefined],
        ['null', null],
        ['blank', ' \n'],
        ['a number', 5],
      ] as const
    ).map(([name, thinkingSignature]) => ({
      name: `a signature that is ${name}`,
      text: answering([thinking('Greet.', '', { thinkingSignature }), text('Hello.')]).text(),
      findings: [{ ...place, targets: CLAUDE, fixes: BOTH }],
    })),
    {
      name: 'redacted thinking without its payload can only go',
      text: redacted.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: ['lossy'] }],
      fixed: content(redacted, [text('Hello.')]),
    },
    {
      name: 'redacted thinking in the other form',
      text: answering([redactedThinking(''), text('Hello.')]).text(),
      findings: [{ ...place, targets: CLAUDE, fixes: ['lossy'] }],
    },
    {
      name: 'unsigned thinking without words can only go',
      text: answering([thinking(' ', ''), text('Hello.')]).text(),
      findings: [{ ...place, targets: CLAUDE, fixes: ['lossy'] }],
    },
    {
      name: 'two blocks of one turn',
      text: two.text(),
      findings: [
        { ...place, targets: CLAUDE, fixes: BOTH },
        { line: 3, path: '/message/content/1', targets: CLAUDE, fixes: BOTH },
      ],
      fixed: content(two, [text('Hello.')]),
    },
    {
      name: 'a turn of nothing but unsigned blocks becomes one note',
      text: answering([unsigned, thinking('Or not.', '')]).text(),
      findings: [
        { ...place, targets: CLAUDE, fixes: BOTH },
        { line: 3, path: '/message/content/1', targets: CLAUDE, fixes: BOTH },
      ],
      fixed: content(answering([unsigned, thinking('Or not.', '')]), OMITTED),
    },
    {
      name: 'a turn that failed, in front of a call, and at the end',
      text: buildSession()
        .user('Hi.')
        .assistant([unsigned], { stopReason: 'error' })
        .user('Hi?')
        .assistant([unsigned, call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .assistant([unsigned, text('Hello.')])
        .text(),
      findings: [3, 5, 7].map((line) => ({ ...place, line, targets: CLAUDE, fixes: BOTH })),
    },
    {
      name: 'beside thinking that an old Claude loses on replay a note takes its place: nothing else would be left',
      text: oldClaude.text(),
      findings: [{ ...place, targets: ['anthropic/anthropic-messages:claude-3-7-sonnet-20250219'], fixes: BOTH }],
      fixed: content(oldClaude, [...OMITTED, thinking('Signed.')]),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: BOTH }],
      fixed: content(version1, [text('Hello.')]),
    },
    {
      name: 'a target of the settings that needs signatures; the own one does not',
      text: answering([unsigned, text('Hello.')], models.kimiCode).text(),
      targets: ['anthropic:claude-opus-4-6', 'google:gemini-3-pro-preview', 'bedrock:anthropic.claude-3-haiku'],
      findings: [
        {
          ...place,
          targets: [
            'anthropic/anthropic-messages:claude-opus-4-6',
            'bedrock/bedrock-converse-stream:anthropic.claude-3-haiku',
          ],
        },
      ],
    },
    ...signing.reports,
    ...other.reports,
    ...bedrockTurn.reports,
  ],
});

it('turning it into text keeps the words, in the place of the block', () => {
  assert.deepEqual(
    afterFix(beside.text(), 'unsigned-thinking', { fix: 1 }),
    content(beside, [text('Greet back.'), text('Hello.')]),
  );
  assert.deepEqual(afterFix(alone.text(), 'unsigned-thinking', { fix: 1 }), content(alone, [text('Greet back.')]));
});
