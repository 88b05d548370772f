import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, call, models, text } from '../../support/build-session';
import { afterFix, MISSING_RESULT, madeUpResult, newId, outOfContext } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OFFERED = ['offered safe' as const];
const AT = '2026-03-02T09:00:14.000Z';

const running = (model: (typeof models)[keyof typeof models] = models.anthropic, version = 3) =>
  buildSession({ id: 'session-1', model, version })
    .user('Build it.')
    .assistant([text('Building.'), call('toolu_1', 'exec', {})], { id: 'calls', timestamp: AT });
const half = buildSession({ id: 'session-1' })
  .user('Do all.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {}), call('toolu_3', 'read', {})], { id: 'calls' })
  .result('toolu_2', 'b', { id: 'result', timestamp: AT });

testRule('open-call-at-end', {
  silent: [
    { name: 'every call has its result', text: running().result('toolu_1').text() },
    { name: 'the last turn says something', text: buildSession().user('Hi.').assistant('Hello.').text() },
    { name: 'the session went on without the result', text: running().user('Are you there?').text() },
    {
      name: 'the last turn failed with its call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'aborted' })
        .text(),
    },
    {
      name: 'a half-streamed call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}, { partialJson: '{' })], { stopReason: 'aborted' })
        .text(),
    },
    {
      name: 'a call without arguments',
      text: buildSession()
        .user('Do.')
        .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'exec' }], { stopReason: 'toolUse' })
        .text(),
    },
    ...outOfContext((session) => session.assistant([call('toolu_1', 'exec', {})])),
  ],
  reports: [
    {
      name: 'the tool is running, or the agent was killed: nothing is done unless asked',
      text: running().text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: OFFERED }],
      fixed: running().lines(),
    },
    {
      name: 'two of three calls are open',
      text: half.text(),
      findings: [
        { line: 3, path: '/message/content/0/id', fixes: OFFERED },
        { line: 3, path: '/message/content/2/id', fixes: OFFERED },
      ],
    },
    {
      name: 'records of the runtime, an extension and delivered text behind it',
      text: running().custom('openclaw.cache-ttl', {}).customMessage('note', 'Slow.').transcriptOnly('Wait.').text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: OFFERED }],
    },
    {
      name: 'the branch ends there, though the file goes on with another before it',
      text: buildSession()
        .user('Do.', { id: 'question' })
        .assistant('Left.')
        .branchFrom('question')
        .assistant([call('toolu_1', 'exec', {})])
        .text(),
      findings: [{ line: 4, path: '/message/content/0/id', fixes: OFFERED }],
    },
    {
      name: 'a version 1 file, with the profile of pi and other targets',
      text: running(models.anthropic, 1).text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2'],
      findings: [{ line: 3, path: '/message/content/1/id', fixes: OFFERED }],
    },
  ],
});

it('the made-up result is that of a missing one, under an id of its own', () => {
  for (const [model, words] of [
    [models.anthropic, MISSING_RESULT],
    [models.openai, 'aborted'],
  ] as const) {
    const id = newId('session-1', 'open-call-at-end', 'calls', 'toolu_1');
    assert.deepEqual(afterFix(running(model).text(), 'open-call-at-end'), [
      ...running(model).lines(),
      madeUpResult({ id, parentId: 'calls', timestamp: AT }, 'toolu_1', 'exec', words),
    ]);
  }
});

it('it goes behind the results that came', () => {
  const id = newId('session-1', 'open-call-at-end', 'result', 'toolu_3');
  assert.deepEqual(afterFix(half.text(), 'open-call-at-end', { finding: 1 }), [
    ...half.lines(),
    madeUpResult({ id, parentId: 'result', timestamp: AT }, 'toolu_3', 'read'),
  ]);
});

it('a version 1 file gets a line without id and parent', () => {
  assert.deepEqual(afterFix(running(models.anthropic, 1).text(), 'open-call-at-end'), [
    ...running(models.anthropic, 1).lines(),
    madeUpResult({ timestamp: AT }, 'toolu_1', 'exec'),
  ]);
});
