import {
  type Block,
  buildSession,
  call,
  type Model,
  models,
  reasoning,
  text,
  thinking,
} from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const LOSSY = ['lossy' as const];
const place = { line: 3, path: '/message/content/0' };
const OPENAI = [nameOf(models.openai)];

const stopped = (content: readonly Block[], writer: Model = models.openai, next?: Model) => {
  const session = buildSession({ model: writer })
    .user('Hi.')
    .assistant(content, { stopReason: 'aborted', message: { errorMessage: 'Request was aborted.' } });
  return (next === undefined ? session : session.modelSnapshot(next)).user('Again.');
};

const cells = cellCases((model) => stopped([reasoning('rs_1')], model), place, [
  { note: 'RSP', model: models.openai, severity: 'error' },
  { note: 'RSP', model: models.codex, severity: 'error' },
  { note: 'RSP', model: models.azure, severity: 'error' },
  { note: 'RSP', model: models.copilot, severity: 'error' },
  { note: 'RSP, whatever the profile', model: models.openai, severity: 'error', profile: 'pi' },
  { note: 'CHAT', model: models.deepseek },
  { note: 'MIS', model: models.mistral },
  { note: 'an api nobody knows', model: { ...models.openai, api: 'new-api' } },
]);
const foreign = cellCases((model) => stopped([reasoning('rs_1')], models.openai, model), place, [
  { note: 'after a switch, RSP', model: models.codex },
  { note: 'after a switch, RSP', model: { ...models.openai, model: 'gpt-5.3' } },
  { note: 'after a switch, ANT', model: models.anthropic },
  { note: 'after a switch, BED', model: models.bedrock },
  { note: 'after a switch, GOO', model: models.google },
]);

const alone = stopped([reasoning('rs_1')]);
const behindText = stopped([text('Hello.'), reasoning('rs_1')]);
const chain = stopped([reasoning('rs_1'), reasoning('rs_2')]);
const version1 = buildSession({ version: 1, model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1')])
  .user('Ok.');
const asObject = stopped([
  { type: 'thinking', thinking: '', thinkingSignature: { id: 'rs_1', type: 'reasoning.encrypted' } },
]);
const content = (session: ReturnType<typeof buildSession>, value: unknown) =>
  session.lines().with(2, set(session.lines()[2], '/message/content', value));

testRule('orphan-reasoning', {
  silent: [
    { name: 'text follows', text: stopped([reasoning('rs_1'), text('Hello.')]).text() },
    { name: 'blank text follows', text: stopped([reasoning('rs_1'), text('')]).text() },
    { name: 'a call follows', text: stopped([reasoning('rs_1'), call('call_1|fc_1', 'exec', {})]).text() },
    {
      name: 'two items in a row, and text behind both',
      text: stopped([reasoning('rs_1'), reasoning('rs_2'), text('Hello.')]).text(),
    },
    {
      name: 'a block that only a newer version knows follows',
      text: stopped([reasoning('rs_1'), { type: 'audio' }]).text(),
    },
    {
      name: 'an item under another kind of id',
      text: stopped([{ type: 'thinking', thinking: '', thinkingSignature: '{"id":"x_1","type":"reasoning"}' }]).text(),
    },
    { name: 'thinking without an item', text: stopped([thinking('Hm.', '')]).text() },
    {
      name: 'a session that no target is known for',
      text: stopped([reasoning('rs_1')], { ...models.openai, provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant([reasoning('rs_1')]), { model: models.openai }),
    ...cells.silent,
    ...foreign.silent,
  ],
  reports: [
    {
      name: 'the turn was stopped after it had reasoned: a note takes the place of the reasoning',
      text: alone.text(),
      findings: [{ ...place, targets: OPENAI, fixes: LOSSY }],
      fixed: content(alone, OMITTED),
    },
    {
      name: 'reasoning behind the text',
      text: behindText.text(),
      findings: [{ line: 3, path: '/message/content/1', targets: OPENAI, fixes: LOSSY }],
      fixed: content(behindText, [text('Hello.')]),
    },
    {
      name: 'several items in a row',
      text: chain.text(),
      findings: [
        { ...place, targets: OPENAI, fixes: LOSSY },
        { line: 3, path: '/message/content/1', targets: OPENAI, fixes: LOSSY },
      ],
      fixed: content(chain, OMITTED),
    },
    {
      name: 'only what stands behind the last content',
      text: stopped([reasoning('rs_1'), text('Hello.'), reasoning('rs_2')]).text(),
      findings: [{ line: 3, path: '/message/content/2', targets: OPENAI, fixes: LOSSY }],
    },
    {
      name: 'an item as an object, of a kind of reasoning',
      text: asObject.text(),
      findings: [{ ...place, targets: OPENAI, fixes: LOSSY }],
    },
    {
      name: 'a turn that stopped by itself, at the end of the session',
      text: buildSession({ model: models.openai })
        .user('Hi.')
        .assistant([reasoning('rs_1')])
        .text(),
      findings: [{ ...place, targets: OPENAI, fixes: LOSSY }],
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: OPENAI, fixes: LOSSY }],
      fixed: content(version1, OMITTED),
    },
    {
      name: 'a target of the settings that wrote the turn',
      text: stopped([reasoning('rs_1')], models.openai, models.anthropic).text(),
      targets: [nameOf(models.openai)],
      findings: [{ ...place, targets: OPENAI, fixes: LOSSY }],
    },
    ...cells.reports,
    ...foreign.reports,
  ],
});
