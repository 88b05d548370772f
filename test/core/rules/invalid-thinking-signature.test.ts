import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Block,
  buildSession,
  type Model,
  models,
  opaque,
  reasoning,
  text,
  thinking,
} from '../../support/build-session';
import { afterFix, type Cell, cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const BOTH = ['lossy' as const, 'offered safe' as const];
const place = { line: 3, path: '/message/content/0' };

const answering = (content: readonly Block[], writer: Model = models.anthropic, next?: Model) => {
  const session = buildSession({ model: writer }).user('Hi.').assistant(content, { stopReason: 'stop' });
  return (next === undefined ? session : session.modelSnapshot(next)).user('Go on.');
};

const ITEM = JSON.stringify({ type: 'reasoning', id: 'rs_1', summary: [] });
const FIELD = 'reasoning_content';
const BASE64 = opaque('x', 93);
const URL_SAFE = 'ab-_';
const ODD = 'not base64!';

/** What a target says of signatures in its own turns. */
const signatures = (cells: readonly (Cell & { signature: unknown })[]) =>
  cells.map(({ signature, ...cell }) =>
    cellCases(
      (model) => answering([thinking('Hm.', '', { thinkingSignature: signature }), text('Hello.')], model),
      place,
      [{ ...cell, note: `${cell.note} (${JSON.stringify(signature).slice(0, 20)})` }],
    ),
  );
const E = { severity: 'error' } as const;
const anotherItem = { ...JSON.parse(ITEM), type: 'other' };

const own = signatures([
  { note: 'ANT, opaque', model: models.anthropic, signature: BASE64 },
  { note: 'ANT, odd, but nobody can tell', model: models.anthropic, signature: ODD },
  { note: 'ANT, a reasoning item', model: models.anthropic, signature: ITEM, ...E },
  { note: 'ANT, a reasoning item as object', model: models.anthropic, signature: JSON.parse(ITEM), ...E },
  { note: 'ANT, a field name', model: models.anthropic, signature: FIELD, ...E },
  { note: 'ANT, another field name', model: models.minimax, signature: 'reasoning', ...E },
  { note: 'ANT, whatever the profile', model: models.anthropic, signature: FIELD, profile: 'pi', ...E },
  { note: 'BED, Claude, opaque', model: models.bedrock, signature: BASE64 },
  { note: 'BED, Claude, a reasoning item', model: models.bedrock, signature: ITEM, ...E },
  { note: 'BED, Claude, a field name', model: models.bedrock, signature: 'reasoning_text', ...E },
  { note: 'BED, another model', model: models.bedrockNova, signature: FIELD },
  { note: 'RSP, an item', model: models.openai, signature: ITEM },
  { note: 'RSP, an item as object', model: models.openai, signature: JSON.parse(ITEM) },
  { note: 'RSP, any JSON object', model: models.codex, signature: JSON.stringify(anotherItem) },
  { note: 'RSP, base64', model: models.openai, signature: BASE64, ...E },
  { note: 'RSP, a field name', model: models.azure, signature: FIELD, ...E },
  { note: 'RSP, a torn item', model: models.codex, signature: ITEM.slice(0, 20), ...E },
  { note: 'RSP, JSON that is no object', model: models.openai, signature: '["rs_1"]', ...E },
  { note: 'CHAT, a field name', model: models.deepseek, signature: FIELD },
  { note: 'CHAT, anything', model: models.ollama, signature: ODD },
  { note: 'GOO, base64', model: models.google, signature: BASE64 },
  { note: 'GOO, base64 for URLs', model: models.google, signature: URL_SAFE },
  { note: 'GOO, odd', model: models.google, signature: ODD, ...E },
  { note: 'GOO, an item', model: models.vertex, signature: ITEM, ...E },
  { note: 'GOO, a field name', model: models.geminiCli, signature: FIELD, ...E },
  { note: 'GOO, Claude on Antigravity, base64', model: models.antigravityClaude, signature: BASE64 },
  { note: 'GOO, Claude on Antigravity, base64 for URLs', model: models.antigravityClaude, signature: URL_SAFE, ...E },
  { note: 'GOO, Claude on Antigravity, unpadded', model: models.antigravityClaude, signature: 'abcde', ...E },
  {
    note: 'GOO, Gemini on Antigravity, base64 for URLs',
    model: { ...models.antigravityClaude, model: 'gemini-3-pro' },
    signature: URL_SAFE,
  },
  { note: 'MIS, anything', model: models.mistral, signature: ODD },
  { note: 'an api nobody knows', model: { ...models.openai, api: 'new-api' }, signature: ODD },
]);
const foreign = cellCases(
  (model) => answering([thinking('Hm.', FIELD), text('Hello.')], models.deepseek, model),
  place,
  [models.anthropic, models.bedrock, models.openai, models.google].map((model) => ({
    note: "another model's turn is converted on the way",
    model,
  })),
);

const alone = answering([thinking('Hm.', FIELD)]);
const beside = answering([thinking('Hm.', FIELD), text('Hello.')]);
const version1 = buildSession({ version: 1 })
  .user('Hi.')
  .assistant([thinking('Hm.', ITEM), text('Hello.')])
  .user('Ok.');
const content = (session: ReturnType<typeof buildSession>, value: unknown) =>
  session.lines().with(2, set(session.lines()[2], '/message/content', value));
const CLAUDE = [nameOf(models.anthropic)];

testRule('invalid-thinking-signature', {
  silent: [
    {
      name: 'no signature at all, which unsigned-thinking speaks of',
      text: answering([thinking('Hm.', ''), text('Hello.')]).text(),
    },
    {
      name: 'a turn of the same provider with another model',
      text: answering([thinking('Hm.', FIELD), text('Hello.')], models.anthropic, {
        ...models.anthropic,
        model: 'claude-opus-4-6',
      }).text(),
    },
    {
      name: 'a session that no target is known for',
      text: answering([thinking('Hm.', FIELD), text('Hello.')], {
        ...models.anthropic,
        provider: '',
        model: '',
      }).text(),
    },
    ...outOfContext((session) => session.assistant([thinking('Hm.', FIELD), text('Hello.')])),
    ...own.flatMap(({ silent }) => silent),
    ...foreign.silent,
  ],
  reports: [
    {
      name: 'the block goes, the text stays',
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
    {
      name: 'reasoning of an OpenAI model that a proxy passed off as Anthropic',
      text: answering([reasoning('rs_1'), text('Hello.')]).text(),
      findings: [{ ...place, targets: CLAUDE, fixes: ['lossy'] }],
    },
    {
      name: 'several blocks',
      text: answering([thinking('Hm.', FIELD), thinking('So.', ITEM), text('Hello.')]).text(),
      findings: [
        { ...place, targets: CLAUDE, fixes: BOTH },
        { line: 3, path: '/message/content/1', targets: CLAUDE, fixes: BOTH },
      ],
      fixed: content(answering([thinking('Hm.', FIELD), thinking('So.', ITEM), text('Hello.')]), [text('Hello.')]),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: CLAUDE, fixes: BOTH }],
      fixed: content(version1, [text('Hello.')]),
    },
    {
      name: 'of the targets only the one that wrote the turn is named',
      text: beside.text(),
      targets: ['anthropic:claude-opus-4-6', 'google:gemini-3-pro-preview'],
      findings: [{ ...place, targets: CLAUDE }],
    },
    {
      name: 'the model of the settings wrote the turn, another one goes on',
      text: answering([thinking('Hm.', ODD), text('Hello.')], models.google, models.openai).text(),
      targets: [nameOf(models.google)],
      findings: [{ ...place, targets: [nameOf(models.google)] }],
    },
    ...own.flatMap(({ reports }) => reports),
  ],
});

it('turning it into text keeps the words', () => {
  assert.deepEqual(
    afterFix(beside.text(), 'invalid-thinking-signature', { fix: 1 }),
    content(beside, [text('Hm.'), text('Hello.')]),
  );
});
