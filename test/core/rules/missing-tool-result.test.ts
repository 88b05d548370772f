import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, call, type Model, models, reasoning, text, thinking } from '../../support/build-session';
import { afterFix, MISSING_RESULT, madeUpResult, newId, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const ID = 'missing-tool-result';
const FIXES = ['safe' as const, 'offered lossy' as const];
const AT = '2026-03-02T09:00:14.000Z';
const OMITTED = [{ type: 'text', text: '[tool calls omitted]' }];

/** A call (line 3) that is never answered. */
const killed = (model: Model = models.anthropic) =>
  buildSession({ id: 'session-1', model })
    .user('Build it.', { id: 'question' })
    .assistant([text('Building.'), call('toolu_1', 'exec', { command: 'make' })], { id: 'calls', timestamp: AT })
    .user('Are you there?', { id: 'again' })
    .assistant('Yes.');

const answered = (session: ReturnType<typeof killed>, words: string) => {
  const lines = session.lines();
  const id = newId('session-1', ID, 'calls', 'toolu_1');
  return [
    ...lines.slice(0, 3),
    madeUpResult({ id, parentId: 'calls', timestamp: AT }, 'toolu_1', 'exec', words),
    set(lines[3], '/parentId', id),
    ...lines.slice(4),
  ];
};

const RESULT_AT = '2026-03-02T09:00:21.000Z';
const oneOfThree = buildSession({ id: 'session-1' })
  .user('Do all.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'read', {}), call('toolu_3', ' write ', {})], {
    id: 'calls',
  })
  .result('toolu_2', 'b', { id: 'result', timestamp: RESULT_AT })
  .custom('openclaw.cache-ttl', {}, { id: 'note' })
  .user('Well?', { id: 'again' });
const oneOfThreeFixed = (() => {
  const lines = oneOfThree.lines();
  const [first, third] = ['toolu_1', 'toolu_3'].map((name) => newId('session-1', ID, 'result', name));
  return [
    ...lines.slice(0, 4),
    madeUpResult({ id: first!, parentId: 'result', timestamp: RESULT_AT }, 'toolu_1', 'exec'),
    madeUpResult({ id: third!, parentId: first!, timestamp: RESULT_AT }, 'toolu_3', 'write'),
    set(lines[4], '/parentId', third),
    lines[5]!,
  ];
})();

const branched = buildSession({ id: 'session-1' })
  .user('Build it.', { id: 'question' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls', timestamp: AT })
  .result('toolu_1', 'built', { id: 'left' })
  .assistant('Built.')
  .branchFrom('calls')
  .user('Stop.', { id: 'stop' });
const branchedFixed = (() => {
  const lines = branched.lines();
  const id = newId('session-1', ID, 'calls', 'toolu_1');
  return [
    ...lines.slice(0, 3),
    madeUpResult({ id, parentId: 'calls', timestamp: AT }, 'toolu_1', 'exec'),
    ...lines.slice(3, 5),
    set(lines[5], '/parentId', id),
  ];
})();

const version1 = buildSession({ version: 1 })
  .user('Start.')
  .assistant('Started.')
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { timestamp: AT, message: { timestamp: 1700000000000 } })
  .user('Are you there?')
  .assistant('Yes.')
  .entry('compaction', { summary: 'They built.', firstKeptEntryIndex: 6, tokensBefore: 9000 })
  .user('More.')
  .assistant('More built.')
  .entry('compaction', { summary: 'They built and more.', firstKeptEntryIndex: 3, tokensBefore: 9000 })
  .user('Good.');
const version1Fixed = (() => {
  const lines = version1.lines();
  return [
    ...lines.slice(0, 5),
    madeUpResult({ timestamp: AT, time: 1700000000000 }, 'toolu_1', 'exec'),
    ...lines.slice(5, 7),
    set(lines[7], '/firstKeptEntryIndex', 7),
    ...lines.slice(8),
  ];
})();

const beforeAssistant = buildSession({ id: 'session-1' })
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .assistant('Built, I think.');
const beforeFailure = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .assistant('Bu', { stopReason: 'error' });
const afterEarlyResult = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
  .result('toolu_1')
  .user('Well?')
  .assistant([call('toolu_3', 'exec', {})])
  .user('Stop.');
const lengthLimit = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { stopReason: 'length' })
  .user('Again.');
const besideSideMessage = buildSession({ id: 'session-1' })
  .user('Hi.')
  .assistant('Hello.', { id: 'hello' })
  .leaf('hello')
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls', timestamp: AT })
  .user('A note.', { entry: { appendMode: 'side' } })
  .user('Well?');
const stopped = buildSession({ id: 'session-1' })
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls', stopReason: 'stop', timestamp: AT })
  .user('Well?');
const reused = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .result('toolu_1')
  .assistant([call('toolu_1', 'exec', {})])
  .user('Well?');
const unknownOwn = { api: 'openai-codex-responses', provider: '', model: '' };

testRule(ID, {
  silent: [
    {
      name: 'every call is answered, in whatever order',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
        .result('toolu_2')
        .result('toolu_1')
        .user('Ok.')
        .text(),
    },
    {
      name: 'the session is running',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .text(),
    },
    {
      name: 'the session is running, an extension spoke meanwhile',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .customMessage('note', 'Slow.')
        .text(),
    },
    {
      name: 'the call failed with its turn',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'error' })
        .user('Again.')
        .text(),
    },
    {
      name: 'the call was aborted with its turn',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'aborted' })
        .user('Again.')
        .text(),
    },
    {
      name: 'the result comes late, which is misplaced',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .user('Well?')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a half-streamed call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}, { partialJson: '{' })], { stopReason: 'aborted' })
        .user('Again.')
        .text(),
    },
    {
      name: 'a call without arguments',
      text: buildSession()
        .user('Do.')
        .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'exec' }], { stopReason: 'toolUse' })
        .user('Again.')
        .text(),
    },
    {
      name: 'delivered text between a call and its result',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .transcriptOnly('Doing.')
        .result('toolu_1')
        .user('Ok.')
        .text(),
    },
    ...outOfContext((session) => session.assistant([call('toolu_1', 'exec', {})]).user('Well?')),
  ],
  reports: [
    {
      name: 'the agent was killed and the session went on: an error result goes behind the call',
      text: killed().text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(), MISSING_RESULT),
    },
    ...[models.openai, models.codex, models.azure, models.copilot].map((model) => ({
      name: `on an api of OpenAI Responses it says aborted: ${model.api} of ${model.provider}`,
      text: killed(model).text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(model), 'aborted'),
    })),
    ...[models.google, models.deepseek, models.bedrock].map((model) => ({
      name: `on any other api it says where it comes from: ${model.api}`,
      text: killed(model).text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(model), MISSING_RESULT),
    })),
    {
      name: 'the words are those of the model that goes on, not of the one that called',
      text: killed().modelChange(models.openai).text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed().modelChange(models.openai), 'aborted'),
    },
    {
      name: 'targets of the settings have no say in the words',
      text: killed().text(),
      targets: ['openai:gpt-5.2'],
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(), MISSING_RESULT),
    },
    {
      name: 'without a target the api of the last assistant turn decides',
      text: killed(unknownOwn).text(),
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(unknownOwn), 'aborted'),
    },
    {
      name: 'two of three are missing: they go behind the result that is there, in the order of the calls',
      text: oneOfThree.text(),
      findings: [
        { line: 3, path: '/message/content/0/id', fixes: FIXES },
        { line: 3, path: '/message/content/2/id', fixes: FIXES },
      ],
      fixed: oneOfThreeFixed,
    },
    {
      name: 'the branch that was left keeps its own result',
      text: branched.text(),
      findings: [{ line: 3, path: '/message/content/0/id', fixes: FIXES }],
      fixed: branchedFixed,
    },
    {
      name: 'a version 1 file gets a line without id and parent, and the numbers of first kept entries follow',
      text: version1.text(),
      findings: [{ line: 5, path: '/message/content/0/id', fixes: FIXES }],
      fixed: version1Fixed,
    },
    {
      name: 'another assistant turn came instead of the result',
      text: beforeAssistant.text(),
      findings: [{ line: 3, path: '/message/content/0/id', fixes: FIXES }],
    },
    {
      name: 'a turn that failed came instead of the result',
      text: beforeFailure.text(),
      findings: [{ line: 3, path: '/message/content/0/id', fixes: FIXES }],
    },
    {
      name: 'calls of several turns',
      text: afterEarlyResult.text(),
      findings: [
        { line: 3, path: '/message/content/1/id', fixes: FIXES },
        { line: 6, path: '/message/content/0/id', fixes: FIXES },
      ],
    },
    {
      name: 'a call of a turn that reached the length limit',
      text: lengthLimit.text(),
      findings: [{ line: 3, path: '/message/content/0/id', fixes: FIXES }],
    },
    {
      name: 'a second call under an id that was answered before',
      text: reused.text(),
      findings: [{ line: 5, path: '/message/content/0/id', fixes: FIXES }],
      others: ['duplicate-tool-call-id'],
    },
    {
      name: 'a turn that stopped with its call stops for tool use then',
      text: stopped.text(),
      findings: [{ line: 3, path: '/message/content/0/id', fixes: FIXES }],
      fixed: (() => {
        const lines = stopped.lines();
        const id = newId('session-1', ID, 'calls', 'toolu_1');
        return [
          ...lines.slice(0, 2),
          set(lines[2], '/message/stopReason', 'toolUse'),
          madeUpResult({ id, parentId: 'calls', timestamp: AT }, 'toolu_1', 'exec'),
          set(lines[3], '/parentId', id),
        ];
      })(),
    },
    {
      name: 'a side message hangs under the call: it stays there, the branch goes through the result',
      text: besideSideMessage.text(),
      findings: [{ line: 6, path: '/message/content/0/id', fixes: FIXES }],
      fixed: (() => {
        const lines = besideSideMessage.lines();
        const id = newId('session-1', ID, 'calls', 'toolu_1');
        return [
          ...lines.slice(0, 6),
          madeUpResult({ id, parentId: 'calls', timestamp: AT }, 'toolu_1', 'exec'),
          lines[6]!,
          set(lines[7], '/parentId', id),
        ];
      })(),
    },
    {
      name: 'the profile of pi',
      text: killed().text(),
      options: { profile: 'pi' },
      findings: [{ line: 3, path: '/message/content/1/id', fixes: FIXES }],
      fixed: answered(killed(), MISSING_RESULT),
    },
  ],
});

function removed(
  session: ReturnType<typeof buildSession>,
  line: number,
  content: unknown,
  stopReason: string,
): string[] {
  const lines = session.lines();
  return lines.with(
    line - 1,
    set(set(lines[line - 1], '/message/content', content), '/message/stopReason', stopReason),
  );
}

it('removing the last call of a turn takes its stop reason along', () => {
  assert.deepEqual(afterFix(killed().text(), ID, { fix: 1 }), removed(killed(), 3, [text('Building.')], 'stop'));
});

it('removing the only block leaves a note', () => {
  assert.deepEqual(afterFix(beforeAssistant.text(), ID, { fix: 1 }), removed(beforeAssistant, 3, OMITTED, 'stop'));
});

it('removing a call that stands beside blank text only leaves a note', () => {
  const session = buildSession()
    .user('Do.')
    .assistant([text('\n'), call('toolu_1', 'exec', {})])
    .user('Well?');
  assert.deepEqual(afterFix(session.text(), ID, { fix: 1 }), removed(session, 3, OMITTED, 'stop'));
});

it('removing one of several calls leaves the stop reason', () => {
  const [first, second] = [call('toolu_2', 'read', {}), call('toolu_3', ' write ', {})];
  assert.deepEqual(afterFix(oneOfThree.text(), ID, { fix: 1 }), removed(oneOfThree, 3, [first, second], 'toolUse'));
});

it('removing the last call of a turn that reached the length limit leaves the stop reason', () => {
  assert.deepEqual(afterFix(lengthLimit.text(), ID, { fix: 1 }), removed(lengthLimit, 3, OMITTED, 'length'));
});

it('removing a call behind thinking leaves the thinking', () => {
  const session = buildSession()
    .user('Do.')
    .assistant([thinking('So.'), call('toolu_1', 'exec', {})])
    .user('Well?');
  assert.deepEqual(afterFix(session.text(), ID, { fix: 1 }), removed(session, 3, [thinking('So.')], 'stop'));
});

for (const [name, model, block] of [
  ['reasoning of an OpenAI model', models.openai, reasoning('rs_1')],
  ['thinking that an old Claude loses', { ...models.anthropic, model: 'claude-3-7-sonnet-20250219' }, thinking('So.')],
] as const) {
  it(`removing the call behind ${name} leaves a note there, since it must not stand alone`, () => {
    const session = buildSession({ model })
      .user('Do.')
      .assistant([block, call('toolu_1', 'exec', {})])
      .user('Well?')
      .assistant('Done.');
    assert.deepEqual(afterFix(session.text(), ID, { fix: 1 }), removed(session, 3, [block, ...OMITTED], 'stop'));
  });
}
