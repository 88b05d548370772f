import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, call, image, models, text } from '../../support/build-session';
import { afterFix, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const PLACE = '/message/toolCallId';
const GONE = { toolName: 'fetch' };
const LOSSY = ['lossy' as const];

const afterFailure = buildSession()
  .user('Fetch it.', { id: 'question' })
  .assistant('Fetching.', { id: 'failed', stopReason: 'error', message: { errorMessage: 'stream closed' } })
  .result('toolu_1', 'late', { ...GONE, id: 'late' })
  .user('Are you there?', { id: 'again' });
const ofFailedTurn = (stopReason: string) =>
  buildSession()
    .user('Fetch it.')
    .assistant([text('Fetching.'), call('toolu_1', 'fetch', { url: 'a' })], { stopReason, id: 'failed' })
    .result('toolu_1', 'aborted', { isError: true })
    .user('Again.', { id: 'again' });
const emptyId = buildSession().user('Hi.').result('', 'late', GONE).assistant('Hello.');
const noId = buildSession()
  .user('Hi.')
  .result('', 'late', { ...GONE, message: { toolCallId: undefined } })
  .assistant('Hello.');
const otherKey = buildSession()
  .user('Hi.')
  .result('', 'late', { ...GONE, message: { toolCallId: undefined, toolUseId: 'toolu_9' } })
  .assistant('Hello.');
const before = buildSession()
  .user('Fetch it.')
  .result('toolu_1', 'early', GONE)
  .assistant([call('toolu_1', 'fetch', {})])
  .user('Well?');
const withoutText = buildSession()
  .user('Hi.')
  .result('toolu_9', [image()], GONE)
  .result('toolu_8', '', { ...GONE, toolName: 'other' })
  .assistant('Hello.');
const retried = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})], { stopReason: 'error' })
  .user('Again.')
  .assistant([call('toolu_1', 'fetch', {})])
  .result('toolu_1', 'fetched')
  .assistant('Fetched.');
const twoRoots = buildSession()
  .user('Fetch it.', { id: 'question' })
  .assistant('Fetching.', { id: 'answer' })
  .result('toolu_1', 'late', { ...GONE, id: 'late' })
  .user('Left.', { id: 'left' })
  .branchFrom('late')
  .user('Go on.', { id: 'on' });
const atTheEnd = buildSession()
  .user('Fetch it.', { id: 'question' })
  .assistant('Fet', { id: 'failed', stopReason: 'error' })
  .branchFrom('question')
  .assistant('Left alone.', { id: 'left' })
  .branchFrom('failed')
  .result('toolu_1', 'late', { ...GONE, id: 'late' });
const version1 = buildSession({ version: 1 })
  .user('Fetch it.')
  .result('toolu_1', 'late', GONE)
  .user('Again.')
  .assistant('Fetched.')
  .entry('compaction', { summary: 'They fetched.', firstKeptEntryIndex: 3, tokensBefore: 9000 })
  .user('More.')
  .assistant('Done.')
  .entry('compaction', { summary: 'They fetched and more.', firstKeptEntryIndex: 2, tokensBefore: 9000 })
  .user('Good.');
const keptFirst = buildSession()
  .user('Fetch it.')
  .result('toolu_1', 'late', { ...GONE, id: 'late' })
  .user('Again.', { id: 'again' })
  .assistant('Fetched.')
  .compaction('late', 'They fetched.')
  .user('Good.');
const cutByCompaction = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})])
  .result('toolu_1', 'fetched', { id: 'result' })
  .assistant('Fetched.')
  .compaction('result', 'They fetched.')
  .user('Good.');
const unanswered = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {}), call('toolu_2', 'exec', {})], { id: 'calls' })
  .result('toolu_2', 'b\n')
  .result('toolu_x', 'fetched', { ...GONE, id: 'stray' })
  .assistant('Fetched.');
const furtherDown = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})], { id: 'calls' })
  .user('Well?', { id: 'well' })
  .result('toolu_x', 'fetched', { ...GONE, id: 'stray' })
  .assistant('Fetched.', { id: 'done' });
const twoFit = buildSession()
  .user('Fetch both.')
  .assistant([call('toolu_1', 'fetch', {}), call('toolu_2', 'fetch', {})])
  .result('toolu_x', 'fetched', GONE)
  .assistant('Fetched.');
const snakeCase = buildSession()
  .user('Fetch it.')
  .assistant([{ type: 'tool_use', id: 'toolu_1', name: 'fetch', input: {} }], { stopReason: 'toolUse' })
  .result('toolu_1', 'fetched', GONE)
  .assistant('Fetched.');
const finishedThenFailed = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})])
  .assistant([call('toolu_1', 'fetch', {})], { stopReason: 'error' })
  .result('toolu_1', 'fetched')
  .assistant('Fetched.');
const tornCall = buildSession()
  .user('Fetch it.')
  .assistant([text('Fetching.'), call('toolu_1', 'fetch', {}, { partialJson: '{"u' })], {
    id: 'failed',
    stopReason: 'aborted',
  })
  .result('toolu_1', 'fetched')
  .user('Again.');
const stopped = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})], { stopReason: 'stop' })
  .result('toolu_x', 'fetched', GONE)
  .assistant('Fetched.');
const silent = buildSession()
  .user('Fetch it.')
  .assistant([call('toolu_1', 'fetch', {})])
  .result('toolu_x', '', GONE)
  .assistant('Fetched.');
const unusual = buildSession()
  .user('Fetch it.')
  .result('toolu_9', [text(''), text('late')], { toolName: 'none' })
  .assistant('Fetched.');

const without = (
  session: ReturnType<typeof buildSession>,
  line: number,
  changes: Readonly<Record<number, string>> = {},
) => session.lines().flatMap((content, index) => (index + 1 === line ? [] : [changes[index + 1] ?? content]));
const rehung = (session: ReturnType<typeof buildSession>, line: number, parentId: string | null) =>
  set(session.lines()[line - 1], '/parentId', parentId);

testRule('orphan-tool-result', {
  silent: [
    {
      name: 'a result right behind its call',
      text: buildSession()
        .user('List it.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', 'a\n')
        .text(),
    },
    {
      name: 'results in another order than their calls',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
        .result('toolu_2')
        .result('toolu_1')
        .text(),
    },
    {
      name: 'a result that names its call by the older key',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('', 'ok', { toolName: 'exec', message: { toolCallId: undefined, toolUseId: 'toolu_1' } })
        .text(),
    },
    {
      name: 'a result that comes late, which is misplaced',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .user('Well?')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'the second result of a call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    { name: 'a failed call that was made again under the same id, and answered', text: retried.text() },
    { name: 'a call under the id of one that failed later: the finished one counts', text: finishedThenFailed.text() },
    { name: 'a result whose call a compaction summarised away', text: cutByCompaction.text() },
    {
      name: 'the stand-in of a half-streamed call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}, { partialJson: '{"c' })], { stopReason: 'aborted' })
        .result('toolu_1', 'aborted', { isError: true })
        .user('Again.')
        .text(),
    },
    {
      name: 'an older call name',
      text: buildSession()
        .user('Do.')
        .assistant(
          [
            { type: 'toolUse', id: 'toolu_1', name: 'exec', input: {} },
            { type: 'functionCall', id: 'toolu_2', name: 'exec', arguments: {} },
          ],
          { stopReason: 'toolUse' },
        )
        .result('toolu_1', 'a', { toolName: 'exec' })
        .result('toolu_2', 'b', { toolName: 'exec' })
        .text(),
    },
    ...outOfContext((session) => session.result('toolu_gone', 'late', { toolName: 'exec' }).assistant('Hm.')),
  ],
  reports: [
    {
      name: 'a result whose call was never written is taken out, and its children move to its parent',
      text: afterFailure.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      fixed: without(afterFailure, 4, { 5: rehung(afterFailure, 5, 'failed') }),
    },
    ...['error', 'aborted'].map((stopReason) => ({
      name: `a result of a call in a turn that ended in ${stopReason}, which is left out of requests`,
      text: ofFailedTurn(stopReason).text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      fixed: without(ofFailedTurn(stopReason), 4, { 5: rehung(ofFailedTurn(stopReason), 5, 'failed') }),
    })),
    {
      name: 'a result with an empty id answers nothing',
      text: emptyId.text(),
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
    },
    {
      name: 'a result without an id answers nothing',
      text: noId.text(),
      findings: [{ line: 3, path: '/message', fixes: LOSSY }],
    },
    {
      name: 'a result under the older key',
      text: otherKey.text(),
      findings: [{ line: 3, path: '/message/toolUseId', fixes: LOSSY }],
    },
    {
      name: 'a result in front of its call does not answer it',
      text: before.text(),
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
      others: ['missing-tool-result'],
    },
    {
      name: 'results that hold no text, each with its own fix',
      text: withoutText.text(),
      findings: [
        { line: 3, path: PLACE, fixes: LOSSY },
        { line: 4, path: PLACE, fixes: LOSSY },
      ],
      fixed: [
        ...withoutText.lines().slice(0, 2),
        set(withoutText.lines()[4], '/parentId', (JSON.parse(withoutText.lines()[1]!) as { id: string }).id),
      ],
    },
    {
      name: 'nothing is said about the text or the tool name of a result that goes',
      text: unusual.text(),
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
    },
    {
      name: 'the children on all branches move to its parent',
      text: twoRoots.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      fixed: without(twoRoots, 4, { 5: rehung(twoRoots, 5, 'answer'), 6: rehung(twoRoots, 6, 'answer') }),
    },
    {
      name: 'a result at the very end: the session goes on where it did, though another branch now ends the file',
      text: atTheEnd.text(),
      findings: [{ line: 5, path: PLACE, fixes: LOSSY }],
      fixed: [0, 1, 3, 2].map((index) => atTheEnd.lines()[index]!),
    },
    {
      name: 'a version 1 file loses the line, and the numbers of first kept entries follow',
      text: version1.text(),
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
      fixed: without(version1, 3, { 6: set(version1.lines()[5], '/firstKeptEntryIndex', 2) }),
    },
    {
      name: 'a compaction that kept from the result on keeps from the next entry on',
      text: keptFirst.text(),
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
      fixed: without(keptFirst, 3, {
        4: rehung(keptFirst, 4, (JSON.parse(keptFirst.lines()[1]!) as { id: string }).id),
        6: set(keptFirst.lines()[5], '/firstKeptEntryId', 'again'),
      }),
    },
    {
      name: 'the one unanswered call of the same tool can take it',
      text: unanswered.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['lossy', 'offered safe'] }],
      others: ['missing-tool-result'],
    },
    {
      name: 'the unanswered call stands further up: the result moves there as well',
      text: furtherDown.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['lossy', 'offered safe'] }],
      others: ['missing-tool-result'],
    },
    {
      name: 'two unanswered calls of the tool: it could belong to either',
      text: twoFit.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      others: ['missing-tool-result'],
    },
    {
      name: 'a result that holds no text answers no call',
      text: silent.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      others: ['missing-tool-result'],
    },
    {
      name: 'the call in the failed turn was half-streamed: without its result it goes as well',
      text: tornCall.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
      fixed: [
        ...tornCall.lines().slice(0, 2),
        set(tornCall.lines()[2], '/message/content', [text('Fetching.')]),
        rehung(tornCall, 5, 'failed'),
      ],
    },
    {
      name: 'linking it to a call of a turn that stopped sets the stop reason',
      text: stopped.text(),
      findings: [{ line: 4, path: PLACE, fixes: ['lossy', 'offered safe'] }],
      others: ['missing-tool-result'],
    },
    {
      name: 'a call in the words of another format is invisible to the runtimes, and so its result is alone',
      text: snakeCase.text(),
      findings: [{ line: 4, path: PLACE, fixes: LOSSY }],
    },
    {
      name: 'targets and profile do not matter',
      text: emptyId.text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2', `google:${models.google.model}`],
      findings: [{ line: 3, path: PLACE, fixes: LOSSY }],
    },
  ],
});

it('linking a result writes the id of the call into it, and nothing else', () => {
  assert.deepEqual(
    afterFix(unanswered.text(), 'orphan-tool-result', { fix: 1 }),
    unanswered.lines().with(4, set(unanswered.lines()[4], PLACE, 'toolu_1')),
  );
});

it('linking a result that stands further down moves it behind the call', () => {
  const [header = '', question = '', calls = '', well, stray, done] = furtherDown.lines();
  assert.deepEqual(afterFix(furtherDown.text(), 'orphan-tool-result', { fix: 1 }), [
    header,
    question,
    calls,
    set(set(stray, PLACE, 'toolu_1'), '/parentId', 'calls'),
    set(well, '/parentId', 'stray'),
    set(done, '/parentId', 'well'),
  ]);
});

it('linking a result to a call of a turn that stopped makes it a turn that stopped for tool use', () => {
  const lines = stopped.lines();
  assert.deepEqual(
    afterFix(stopped.text(), 'orphan-tool-result', { fix: 1 }),
    lines.with(2, set(lines[2], '/message/stopReason', 'toolUse')).with(3, set(lines[3], PLACE, 'toolu_1')),
  );
});
