import { buildSession, call, models, text } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const EXEC = call('toolu_1', 'exec', { command: 'ls' });

const callLost = buildSession().user('List it.').assistant('I will.', { stopReason: 'toolUse' }).user('Well?');
const stopWithResult = buildSession()
  .user('List it.')
  .assistant([EXEC], { stopReason: 'stop' })
  .result('toolu_1', 'a\n')
  .assistant('There is a.');
const stopWithStandIn = buildSession()
  .user('List it.')
  .assistant([EXEC], { stopReason: 'stop' })
  .result('toolu_1', 'No result provided', { isError: true })
  .assistant('Nothing came.');
const oneOfTwo = buildSession()
  .user('List it.')
  .assistant([EXEC, call('toolu_2', 'exec', {})], { stopReason: 'stop' })
  .result('toolu_2', 'b\n');
const plainString = buildSession()
  .user('List it.')
  .assistant('', { stopReason: 'toolUse', message: { content: 'I will.' } })
  .user('Well?');
const noContent = buildSession().user('List it.').assistant([], { stopReason: 'toolUse' }).user('Well?');
const several = buildSession()
  .user('List it.')
  .assistant('I will.', { stopReason: 'toolUse' })
  .user('Well?')
  .assistant([EXEC], { stopReason: 'stop' })
  .result('toolu_1', 'a\n')
  .assistant('There is a.', { stopReason: 'toolUse' });
const version1 = buildSession({ version: 1 }).user('List it.').assistant('I will.', { stopReason: 'toolUse' });

const reason = (session: ReturnType<typeof buildSession>, reasons: Readonly<Record<number, string>>) =>
  session.lines().map((line, index) => {
    const fitting = reasons[index + 1];
    return fitting === undefined ? line : set(line, '/message/stopReason', fitting);
  });

testRule('stop-reason-mismatch', {
  silent: [
    {
      name: 'a call that stopped for tool use, and an answer that stopped',
      text: buildSession().user('Hi.').assistant([EXEC]).result('toolu_1').assistant('Done.').text(),
    },
    {
      name: 'a call without result in a turn that stopped',
      text: buildSession().user('Hi.').assistant([EXEC], { stopReason: 'stop' }).text(),
    },
    {
      name: 'a call that reached the length limit, and has a result',
      text: buildSession().user('Hi.').assistant([EXEC], { stopReason: 'length' }).result('toolu_1').text(),
    },
    {
      name: 'a failed turn with a call',
      text: buildSession().user('Hi.').assistant([EXEC], { stopReason: 'error' }).text(),
    },
    {
      name: 'an aborted turn without one',
      text: buildSession().user('Hi.').assistant('I w', { stopReason: 'aborted' }).text(),
    },
    {
      name: 'a stop reason nobody knows',
      text: buildSession().user('Hi.').assistant('Hm.', { stopReason: 'refusal' }).text(),
    },
    {
      name: 'a foreign block that is a call',
      text: buildSession()
        .user('Hi.')
        .assistant([{ type: 'tool_use', id: 'x', name: 'exec', input: {} }], { stopReason: 'toolUse' })
        .text(),
    },
    {
      name: 'a turn whose only call is incomplete',
      text: buildSession()
        .user('Hi.')
        .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'exec' }], { stopReason: 'stop' })
        .result('toolu_1', 'a\n', { toolName: 'exec' })
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a copy of delivered text',
      text: buildSession().user('Hi.').transcriptOnly('Sent.', { stopReason: 'toolUse' }).text(),
    },
    ...outOfContext((session) => session.assistant('I will.', { stopReason: 'toolUse' })),
  ],
  reports: [
    {
      name: 'a turn stopped for tool use, but its call was lost',
      text: callLost.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(callLost, { 3: 'stop' }),
    },
    {
      name: 'a turn stopped, but its call has a result',
      text: stopWithResult.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(stopWithResult, { 3: 'toolUse' }),
    },
    {
      name: 'a turn stopped, but its call has a made-up result',
      text: stopWithStandIn.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(stopWithStandIn, { 3: 'toolUse' }),
    },
    {
      name: 'one of two calls is answered so far',
      text: oneOfTwo.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      others: ['open-call-at-end'],
      fixed: reason(oneOfTwo, { 3: 'toolUse' }),
    },
    {
      name: 'a plain text as older sessions hold it',
      text: plainString.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(plainString, { 3: 'stop' }),
    },
    {
      name: 'a turn without any content',
      text: noContent.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(noContent, { 3: 'stop' }),
    },
    {
      name: 'several turns, each by what it holds',
      text: several.text(),
      findings: [3, 5, 7].map((line) => ({ line, path: '/message/stopReason' })),
      fixed: reason(several, { 3: 'stop', 5: 'toolUse', 7: 'stop' }),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 3, path: '/message/stopReason', fixes: ['safe'] }],
      fixed: reason(version1, { 3: 'stop' }),
    },
    {
      name: 'a session that no target is known for, with the profile of pi',
      text: buildSession({ model: { api: '', provider: '', model: '' } })
        .user('Hi.')
        .assistant([text('I will.')], { stopReason: 'toolUse' })
        .text(),
      options: { profile: 'pi' },
      findings: [{ line: 3, path: '/message/stopReason' }],
    },
    {
      name: 'targets do not matter',
      text: callLost.text(),
      targets: ['openai:gpt-5.2', `mistral:${models.mistral.model}`],
      findings: [{ line: 3, path: '/message/stopReason' }],
    },
  ],
});
