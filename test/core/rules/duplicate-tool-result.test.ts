import { buildSession, call, models } from '../../support/build-session';
import { MISSING_RESULT, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const PLACE = '/message/toolCallId';

type Session = ReturnType<typeof buildSession>;

const reordered = (session: Session, ...order: readonly (number | [line: number, parentId: string])[]) =>
  order.map((one) => {
    const [line, parentId] = typeof one === 'number' ? [one] : one;
    const content = session.lines()[line - 1]!;
    return parentId === undefined ? content : set(content, '/parentId', parentId);
  });

const asking = () =>
  buildSession()
    .user('Build it.', { id: 'question' })
    .assistant([call('toolu_1', 'exec', {})], { id: 'calls' });
const madeUp = (session: Session, id: string, words = 'No result provided') =>
  session.result('toolu_1', words, { id, isError: true });

const standInFirst = madeUp(asking(), 'r1')
  .result('toolu_1', 'built', { id: 'r2' })
  .assistant('Built.', { id: 'done' });
const standInLast = madeUp(asking().result('toolu_1', 'built', { id: 'r1' }), 'r2').assistant('Built.', { id: 'done' });
const twoStandIns = madeUp(madeUp(asking(), 'r1'), 'r2', 'aborted').assistant('Nothing came.', { id: 'done' });
const equal = asking()
  .result('toolu_1', 'built', { id: 'r1' })
  .result('toolu_1', 'built', { id: 'r2' })
  .assistant('Built.', { id: 'done' });
const different = asking()
  .result('toolu_1', 'built', { id: 'r1' })
  .result('toolu_1', 'built twice', { id: 'r2' })
  .assistant('Built.', { id: 'done' });
const failedOnce = asking()
  .result('toolu_1', 'built', { id: 'r1' })
  .result('toolu_1', 'built', { id: 'r2', isError: true })
  .assistant('Built.', { id: 'done' });
const late = madeUp(asking(), 'r1')
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'r2' })
  .assistant('Built.', { id: 'done' });
const lateBesideOthers = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'read', {})], { id: 'calls' })
  .result('toolu_1', MISSING_RESULT, { id: 'r1', isError: true })
  .result('toolu_2', 'b', { id: 'other' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'r2' })
  .assistant('Built.', { id: 'done' });
const three = madeUp(asking(), 'r1')
  .result('toolu_1', 'built', { id: 'r2' })
  .result('toolu_1', 'built again', { id: 'r3' })
  .assistant('Built.', { id: 'done' });
const branched = asking()
  .result('toolu_1', 'built', { id: 'r1' })
  .result('toolu_1', 'built', { id: 'r2' })
  .assistant('Left.', { id: 'left' })
  .branchFrom('r2')
  .assistant('Built.', { id: 'done' });
const atTheEnd = asking().result('toolu_1', 'built', { id: 'r1' }).result('toolu_1', 'built', { id: 'r2' });
const version1 = buildSession({ version: 1 })
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .result('toolu_1', 'built')
  .result('toolu_1', 'built')
  .user('Good.')
  .assistant('Fine.')
  .entry('compaction', { summary: 'They built.', firstKeptEntryIndex: 5, tokensBefore: 9000 })
  .user('More.')
  .assistant('Done.')
  .entry('compaction', { summary: 'They built it all.', firstKeptEntryIndex: 1, tokensBefore: 9000 })
  .user('Good.');
const sameIdTwice = buildSession()
  .user('Do both.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_1', 'exec', {})])
  .result('toolu_1', 'a')
  .result('toolu_1', 'b')
  .assistant('Done.');

testRule('duplicate-tool-result', {
  silent: [
    { name: 'one result for each call', text: asking().result('toolu_1').assistant('Built.').text() },
    { name: 'two calls with one id have a result each', text: sameIdTwice.text() },
    {
      name: 'calls of two turns with one id have a result each',
      text: asking()
        .result('toolu_1')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .assistant('Built.')
        .text(),
    },
    {
      name: 'results of a failed turn, which go for another reason',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'error' })
        .result('toolu_1')
        .result('toolu_1')
        .user('Again.')
        .text(),
    },
    {
      name: 'results of a call without arguments',
      text: buildSession()
        .user('Do.')
        .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'exec' }], { stopReason: 'toolUse' })
        .result('toolu_1', 'a', { toolName: 'exec' })
        .result('toolu_1', 'b', { toolName: 'exec' })
        .user('Ok.')
        .text(),
    },
    {
      name: 'one result on each branch',
      text: asking()
        .result('toolu_1')
        .assistant('Left.')
        .branchFrom('calls')
        .result('toolu_1')
        .assistant('Built.')
        .text(),
    },
    ...outOfContext((session) =>
      session
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .result('toolu_1'),
    ),
  ],
  reports: [
    {
      name: 'a made-up result in front of the real one goes, though the finding stands at the second',
      text: standInFirst.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(standInFirst, 1, 2, 3, [5, 'calls'], 6),
    },
    {
      name: 'a made-up result behind the real one goes',
      text: standInLast.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(standInLast, 1, 2, 3, 4, [6, 'r1']),
    },
    {
      name: 'of two made-up results the later goes',
      text: twoStandIns.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(twoStandIns, 1, 2, 3, 4, [6, 'r1']),
    },
    {
      name: 'a result that was written twice: the later goes, and nothing is lost',
      text: equal.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(equal, 1, 2, 3, 4, [6, 'r1']),
    },
    {
      name: 'two real results that differ: the later goes, and its text is lost',
      text: different.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['lossy'] }],
      fixed: reordered(different, 1, 2, 3, 4, [6, 'r1']),
    },
    {
      name: 'two real results, of which one says that the tool failed, differ',
      text: failedOnce.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['lossy'] }],
    },
    {
      name: 'the real result came after the user had spoken: it takes the place of the made-up one',
      text: late.text(),
      findings: [{ line: 6, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(late, 1, 2, 3, [6, 'calls'], [5, 'r2'], [7, 'hurry']),
    },
    {
      name: 'it goes behind the other results of the turn',
      text: lateBesideOthers.text(),
      findings: [{ line: 7, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(lateBesideOthers, 1, 2, 3, [5, 'calls'], [7, 'other'], [6, 'r2'], [8, 'hurry']),
    },
    {
      name: 'a made-up result and two real ones: the first real one stays',
      text: three.text(),
      findings: [
        { line: 5, path: PLACE, fixes: ['safe'] },
        { line: 6, path: PLACE, fixes: ['lossy'] },
      ],
      fixed: reordered(three, 1, 2, 3, [5, 'calls'], [7, 'r2']),
    },
    {
      name: 'the children on all branches move up',
      text: branched.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(branched, 1, 2, 3, 4, [6, 'r1'], [7, 'r1']),
    },
    {
      name: 'the repeated result is the last entry',
      text: atTheEnd.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: reordered(atTheEnd, 1, 2, 3, 4),
    },
    {
      name: 'a version 1 file: the line goes, and the numbers of first kept entries follow',
      text: version1.text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
      fixed: (() => {
        const lines = version1.lines();
        return lines.with(7, set(lines[7], '/firstKeptEntryIndex', 4)).toSpliced(4, 1);
      })(),
    },
    ...[
      'aborted',
      'No result provided',
      'Tool result missing: no result was recorded for this call',
      '[openclaw] missing tool result in session history.',
    ].map((words) => ({
      name: `"${words}" is made up, even in front`,
      text: madeUp(asking(), 'r1', words).result('toolu_1', 'built').assistant('Built.').text(),
      findings: [{ line: 5, path: PLACE, fixes: ['safe' as const] }],
    })),
    ...(
      [
        ['it is no error', 'No result provided', false],
        ['its words are its own', 'No result provided.', true],
      ] as const
    ).map(([name, words, isError]) => ({
      name: `a result is real when ${name}`,
      text: asking().result('toolu_1', words, { isError }).result('toolu_1', 'built').assistant('Built.').text(),
      findings: [{ line: 5, path: PLACE, fixes: ['lossy' as const] }],
    })),
    {
      name: 'the older key',
      text: asking()
        .result('toolu_1', 'built')
        .result('', 'built', { toolName: 'exec', message: { toolCallId: undefined, toolUseId: 'toolu_1' } })
        .assistant('Built.')
        .text(),
      findings: [{ line: 5, path: '/message/toolUseId', fixes: ['safe'] }],
    },
    {
      name: 'targets and profile do not matter',
      text: equal.text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2', `google:${models.google.model}`],
      findings: [{ line: 5, path: PLACE, fixes: ['safe'] }],
    },
  ],
});
