import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, call, type Model, models, reasoning, text, thinking } from '../../support/build-session';
import { afterFix, cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OFFERED = ['offered lossy' as const];
const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const place = { line: 3, path: '/message/content/0' };
const NEXT: Model = { ...models.openai, model: 'gpt-5.3' };

/** A turn with reasoning (line 3) of one model, and then another model. */
const switched = (next: Model, writer: Model = models.openai) =>
  buildSession({ model: writer })
    .user('Hi.')
    .assistant([reasoning('rs_1'), text('Hello.')])
    .modelSnapshot(next)
    .user('Again.');

const cells = cellCases(switched, place, [
  { note: 'RSP, another model', model: NEXT, severity: 'information' },
  { note: 'RSP, another provider', model: models.codex, severity: 'information' },
  { note: 'RSP, another provider', model: models.azure, severity: 'information' },
  { note: 'RSP, whatever the profile', model: NEXT, severity: 'information', profile: 'pi' },
  { note: 'RSP, the same model', model: models.openai },
  { note: 'ANT', model: models.anthropic },
  { note: 'BED', model: models.bedrock },
  { note: 'CHAT', model: models.deepseek },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral },
]);

const several = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1'), call('call_1|fc_1', 'exec', {})])
  .result('call_1|fc_1')
  .assistant([text('No reasoning here.')])
  .user('Again.')
  .assistant([reasoning('rs_2'), text('Hello.'), reasoning('rs_3'), text('So.')])
  .user('Switch.')
  .assistant([reasoning('rs_4'), text('Done.')], NEXT)
  .user('Good.');
const twoSwitches = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1'), text('a')])
  .user('Switch.')
  .assistant([reasoning('rs_2'), text('b')], models.codex)
  .user('Switch.')
  .assistant([reasoning('rs_3'), text('c')], NEXT)
  .user('Good.');
const thereAndBack = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1'), text('a')])
  .user('Switch.')
  .assistant([reasoning('rs_2'), text('b')], NEXT)
  .user('Back.')
  .assistant([reasoning('rs_3'), text('c')])
  .user('Good.');
const alone = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1'), reasoning('rs_2')])
  .modelSnapshot(NEXT)
  .user('Again.');

testRule('stale-reasoning', {
  silent: [
    {
      name: 'no switch',
      text: buildSession({ model: models.openai })
        .user('Hi.')
        .assistant([reasoning('rs_1'), text('a')])
        .user('Ok.')
        .assistant([reasoning('rs_2'), text('b')])
        .user('Ok.')
        .text(),
    },
    {
      name: 'thinking of an Anthropic model before the switch',
      text: buildSession()
        .user('Hi.')
        .assistant([thinking('Hm.'), text('a')])
        .modelSnapshot(models.openai)
        .user('Ok.')
        .text(),
    },
    {
      name: 'a switch before the first reasoning',
      text: buildSession({ model: NEXT })
        .user('Hi.')
        .assistant('a', models.openai)
        .user('Ok.')
        .assistant([reasoning('rs_1'), text('b')])
        .user('Ok.')
        .text(),
    },
    {
      name: 'an item that an api of another family stored',
      text: switched(NEXT, { ...models.openai, api: 'openai-completions' }).text(),
    },
    {
      name: 'a session that no target is known for',
      text: buildSession({ model: { ...models.openai, provider: '', model: '' } })
        .user('Hi.')
        .assistant([reasoning('rs_1'), text('a')])
        .text(),
    },
    ...outOfContext((session) => session.assistant([reasoning('rs_1'), text('a')]), {
      model: models.anthropic,
      targets: ['openai:gpt-5.2'],
    }),
    ...cells.silent,
  ],
  reports: [
    {
      name: 'another model goes on: replay leaves the reasoning out, the file keeps it unless asked',
      text: switched(NEXT).text(),
      findings: [{ ...place, targets: [nameOf(NEXT)], fixes: OFFERED }],
      fixed: switched(NEXT).lines(),
    },
    {
      name: 'several turns before one switch give one finding, at the first of them',
      text: several.text(),
      findings: [{ ...place, targets: [nameOf(NEXT)], fixes: OFFERED }],
    },
    {
      name: 'two switches give two findings',
      text: twoSwitches.text(),
      findings: [
        { ...place, targets: [nameOf(NEXT)], fixes: OFFERED },
        { ...place, line: 5, targets: [nameOf(NEXT)], fixes: OFFERED },
      ],
    },
    {
      name: 'there and back: what the model of now wrote is its own',
      text: thereAndBack.text(),
      findings: [{ ...place, line: 5, targets: [nameOf(models.openai)], fixes: OFFERED }],
    },
    {
      name: 'behind another block, in a version 1 file',
      text: buildSession({ version: 1, model: models.openai })
        .user('Hi.')
        .assistant([text('So.'), reasoning('rs_1'), text('a')])
        .modelChange(NEXT)
        .user('Ok.')
        .text(),
      findings: [{ line: 3, path: '/message/content/1', targets: [nameOf(NEXT)], fixes: OFFERED }],
    },
    {
      name: 'targets of the settings',
      text: buildSession({ model: models.openai })
        .user('Hi.')
        .assistant([reasoning('rs_1'), text('a')])
        .user('Ok.')
        .text(),
      targets: ['openai:gpt-5.3', 'anthropic:claude-opus-4-6'],
      findings: [{ ...place, targets: [nameOf(NEXT)], fixes: OFFERED }],
    },
    ...cells.reports,
  ],
});

it('removing it takes all of that model up to the switch', () => {
  const lines = several.lines();
  assert.deepEqual(
    afterFix(several.text(), 'stale-reasoning'),
    lines
      .with(2, set(lines[2], '/message/content', [call('call_1|fc_1', 'exec', {})]))
      .with(6, set(lines[6], '/message/content', [text('Hello.'), text('So.')])),
  );
});

it('removing it from a turn of nothing else leaves a note', () => {
  const lines = alone.lines();
  assert.deepEqual(
    afterFix(alone.text(), 'stale-reasoning'),
    lines.with(2, set(lines[2], '/message/content', OMITTED)),
  );
});
