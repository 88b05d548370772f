import { buildSession, call, models, thinking } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const SAFE = ['safe' as const];
const ID = '/message/content/0/id';
const exec = (id: string, command = 'ls') => call(id, 'exec', { command });

type Session = ReturnType<typeof buildSession>;

/** Lines of a session with ids written at places, as `line/pointer`. */
const renamed = (session: Session, ids: Readonly<Record<string, string>>) => {
  const lines = session.lines();
  for (const [place, id] of Object.entries(ids)) {
    const line = Number.parseInt(place, 10);
    lines[line - 1] = set(lines[line - 1], place.slice(place.indexOf('/')), id);
  }
  return lines;
};

const inOneTurn = buildSession()
  .user('Do both.')
  .assistant([exec('toolu_01A'), exec('toolu_01A', 'pwd')])
  .result('toolu_01A', 'a')
  .result('toolu_01A', '/')
  .assistant('Done.');
const acrossTurns = buildSession()
  .user('Do both.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')])
  .result('call_0', '/')
  .assistant('Done.');
const threeTimes = buildSession()
  .user('Do all.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd'), exec('call_0', 'id')])
  .result('call_0', '/')
  .result('call_0', 'root')
  .assistant('Done.');
const withSecondResult = buildSession()
  .user('Do both.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')])
  .result('call_0', '/')
  .assistant('Done.');
const olderKey = buildSession()
  .user('Do both.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')])
  .result('call_0', '/', { message: { toolUseId: 'call_0' } })
  .assistant('Done.');
const taken = buildSession()
  .user('Do all.', { id: 'question' })
  .assistant([exec('call02')])
  .branchFrom('question')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')])
  .result('call_0', '/')
  .assistant('Done.');
const kimi = buildSession({ model: models.kimi })
  .user('Read it.')
  .assistant([call('functions.read:0', 'read', {})])
  .result('functions.read:0', 'a')
  .user('Again.')
  .assistant([call('functions.read:0', 'read', {})])
  .result('functions.read:0', 'b')
  .assistant('Read.');
const mistral = buildSession({ model: models.mistral })
  .user('Read it.')
  .assistant([call('abcdefgh1', 'read', {})])
  .result('abcdefgh1', 'a')
  .assistant([call('abcdefgh1', 'read', {})])
  .result('abcdefgh1', 'b')
  .assistant('Read.');
const responses = buildSession({ model: models.openai })
  .user('Read it.')
  .assistant([call('call_1|fc_1', 'read', {})])
  .result('call_1|fc_1', 'a')
  .assistant([call('call_1|fc_1', 'read', {})])
  .result('call_1|fc_1', 'b')
  .assistant('Read.');
const openTwin = buildSession()
  .user('Do both.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')]);
const version1 = buildSession({ version: 1 })
  .user('Do both.')
  .assistant([exec('call_0')])
  .result('call_0', 'a')
  .assistant([exec('call_0', 'pwd')])
  .result('call_0', '/')
  .assistant('Done.');

testRule('duplicate-tool-call-id', {
  silent: [
    {
      name: 'every call has its own id',
      text: buildSession()
        .user('Do.')
        .assistant([exec('toolu_1'), exec('toolu_2')])
        .result('toolu_1')
        .result('toolu_2')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'ids that differ in case or white space',
      text: buildSession()
        .user('Do.')
        .assistant([exec('toolu_a'), exec('toolu_A')])
        .result('toolu_A')
        .result('toolu_a')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a call that failed with its turn was made again under its id',
      text: buildSession()
        .user('Do.')
        .assistant([exec('toolu_1')], { stopReason: 'error' })
        .user('Again.')
        .assistant([exec('toolu_1')])
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'the same call on two branches',
      text: buildSession()
        .user('Do.', { id: 'question' })
        .assistant([exec('toolu_1')])
        .result('toolu_1')
        .branchFrom('question')
        .assistant([exec('toolu_1')])
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a half-streamed call and the same whole',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}, { partialJson: '{"c' })], { stopReason: 'aborted' })
        .user('Again.')
        .assistant([exec('toolu_1')])
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'two calls without an id',
      text: buildSession()
        .user('Do.')
        .assistant([exec(''), exec('')])
        .user('Again.')
        .text(),
    },
    ...outOfContext((session) =>
      session
        .assistant([exec('toolu_1'), exec('toolu_1')])
        .result('toolu_1')
        .result('toolu_1'),
    ),
  ],
  reports: [
    {
      name: 'two calls of one turn: the second and the second result get a fresh id together',
      text: inOneTurn.text(),
      findings: [{ line: 3, path: '/message/content/1/id', severity: 'error', fixes: SAFE }],
      fixed: renamed(inOneTurn, { '3/message/content/1/id': 'toolu01A2', '5/message/toolCallId': 'toolu01A2' }),
    },
    {
      name: 'calls of two turns: a warning at the later one',
      text: acrossTurns.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      fixed: renamed(acrossTurns, { '5/message/content/0/id': 'call02', '6/message/toolCallId': 'call02' }),
    },
    {
      name: 'three calls in two turns: results are matched by order',
      text: threeTimes.text(),
      findings: [
        { line: 5, path: ID, severity: 'warning', fixes: SAFE },
        { line: 5, path: '/message/content/1/id', severity: 'error', fixes: SAFE },
      ],
      fixed: renamed(threeTimes, {
        '5/message/content/0/id': 'call02',
        '6/message/toolCallId': 'call02',
        '5/message/content/1/id': 'call03',
        '7/message/toolCallId': 'call03',
      }),
    },
    {
      name: 'a second result of the first call stays with it',
      text: withSecondResult.text(),
      findings: [{ line: 6, path: ID, severity: 'warning', fixes: SAFE }],
      others: ['duplicate-tool-result'],
    },
    {
      name: 'a result under both keys gets the id in both',
      text: olderKey.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      fixed: renamed(olderKey, {
        '5/message/content/0/id': 'call02',
        '6/message/toolCallId': 'call02',
        '6/message/toolUseId': 'call02',
      }),
    },
    {
      name: 'an id that another branch uses is not given out',
      text: taken.text(),
      findings: [{ line: 6, path: ID, severity: 'warning', fixes: SAFE }],
      // The first 8 hex digits of the SHA-256 of call_0:2 are put behind.
      fixed: renamed(taken, { '6/message/content/0/id': 'call026301cd48', '7/message/toolCallId': 'call026301cd48' }),
    },
    {
      name: 'Kimi numbers the calls of each request from 0: the second gets letters and digits, as on replay',
      text: kimi.text(),
      findings: [{ line: 6, path: ID, severity: 'warning', fixes: SAFE }],
      fixed: renamed(kimi, {
        '6/message/content/0/id': 'functionsread02',
        '7/message/toolCallId': 'functionsread02',
      }),
    },
    {
      name: 'for a Mistral model it has nine letters or digits',
      text: mistral.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      // The first nine letters of abcdefgh1:2 are taken: nine hex digits of the SHA-256 of abcdefgh1:2:0 instead.
      fixed: renamed(mistral, { '5/message/content/0/id': '50c0d90ee', '6/message/toolCallId': '50c0d90ee' }),
    },
    {
      name: 'for an OpenAI Responses model it has a call id and an item id',
      text: responses.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      fixed: renamed(responses, {
        '5/message/content/0/id': 'call12|fc_call12',
        '6/message/toolCallId': 'call12|fc_call12',
      }),
    },
    {
      name: 'the second call is still running',
      text: openTwin.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      others: ['open-call-at-end'],
      fixed: renamed(openTwin, { '5/message/content/0/id': 'call02' }),
    },
    {
      name: 'a call beside signed thinking',
      text: buildSession()
        .user('Do both.')
        .assistant([exec('toolu_1')])
        .result('toolu_1')
        .assistant([thinking('Again.'), exec('toolu_1')])
        .result('toolu_1')
        .assistant('Done.')
        .text(),
      findings: [{ line: 5, path: '/message/content/1/id', severity: 'warning', fixes: SAFE }],
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      fixed: renamed(version1, { '5/message/content/0/id': 'call02', '6/message/toolCallId': 'call02' }),
    },
    {
      name: 'targets and profile do not matter for the finding, a Mistral model among them does for the id',
      text: acrossTurns.text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2', 'openrouter:mistralai/devstral-2'],
      findings: [{ line: 5, path: ID, severity: 'warning', fixes: SAFE }],
      others: ['invalid-tool-call-id'],
    },
  ],
});
