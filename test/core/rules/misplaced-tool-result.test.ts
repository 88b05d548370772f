import { buildSession, call, models, text } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const PLACE = '/message/toolCallId';
const SAFE = ['safe' as const];

type Session = ReturnType<typeof buildSession>;

/** Lines of a session by 1-based number, in a new order; a parent is named to re-hang an entry. */
const reordered = (session: Session, ...order: readonly (number | [line: number, parentId: string])[]) =>
  order.map((one) => {
    const [line, parentId] = typeof one === 'number' ? [one] : one;
    const content = session.lines()[line - 1]!;
    return parentId === undefined ? content : set(content, '/parentId', parentId);
  });

const interrupted = buildSession()
  .user('Build it.', { id: 'question' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });
const byExtension = buildSession()
  .user('Build it.', { id: 'question' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .customMessage('note', 'Slow machine.', { id: 'note' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });
const byShell = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .bash('ls', 'a', { id: 'shell' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });
const byAssistant = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .assistant('Building.', { id: 'words' })
  .result('toolu_1', 'built', { id: 'result' })
  .user('Good.', { id: 'good' });
const behindOthers = buildSession()
  .user('Do all.')
  .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {}), call('toolu_3', 'exec', {})], { id: 'calls' })
  .result('toolu_2', 'b', { id: 'r2' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_3', 'c', { id: 'r3' })
  .user('Please.', { id: 'please' })
  .result('toolu_1', 'a', { id: 'r1' })
  .assistant('Done.', { id: 'done' });
const atTheEnd = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'result' });
const withRecords = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .thinkingLevel('high', { id: 'level' })
  .user('Hurry.', { id: 'hurry' })
  .label('calls', 'build', { id: 'label' })
  .result('toolu_1', 'built', { id: 'result' })
  .custom('openclaw.cache-ttl', {}, { id: 'ttl' })
  .assistant('Built.', { id: 'done' });
const branched = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Left.', { id: 'left' })
  .branchFrom('result')
  .assistant('Built.', { id: 'done' });
const lostTwin = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .assistant('Left.', { id: 'left' })
  .branchFrom('calls')
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });
const version1 = buildSession({ version: 1 })
  .user('Start.')
  .assistant([call('toolu_1', 'exec', {})])
  .user('Hurry.')
  .result('toolu_1', 'built')
  .assistant('Built.')
  .entry('compaction', { summary: 'They built.', firstKeptEntryIndex: 3, tokensBefore: 9000 })
  .user('More.')
  .assistant('Done.')
  .entry('compaction', { summary: 'They built it all.', firstKeptEntryIndex: 1, tokensBefore: 9000 })
  .user('Good.');
const olderKey = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .user('Hurry.')
  .result('', 'built', { toolName: 'exec', message: { toolCallId: undefined, toolUseId: 'toolu_1' } })
  .assistant('Built.');
const standIn = buildSession()
  .user('Build it.')
  .assistant([call('toolu_1', 'exec', {})])
  .user('Hurry.')
  .result('toolu_1', 'No result provided', { isError: true })
  .assistant('Nothing came.');
const behindLeafRecord = buildSession()
  .user('Build it.', { id: 'question' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .user('Hurry.', { id: 'hurry' })
  .leaf('hurry', {}, { id: 'leaf' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });
const keptByCompaction = buildSession()
  .user('Start.')
  .assistant('Started.')
  .user('Build it.', { id: 'kept' })
  .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
  .compaction('kept', 'They started.', { id: 'cut' })
  .user('Hurry.', { id: 'hurry' })
  .result('toolu_1', 'built', { id: 'result' })
  .assistant('Built.', { id: 'done' });

testRule('misplaced-tool-result', {
  silent: [
    {
      name: 'a result right behind its call',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'results in another order than their calls',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
        .result('toolu_2')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'records that no model sees between',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { id: 'calls' })
        .label('calls', 'x')
        .custom('openclaw.cache-ttl', {})
        .thinkingLevel('low')
        .sessionInfo('Work')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a shell command that the context leaves out between',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .bash('ls', 'a', { message: { excludeFromContext: true } })
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'delivered text between',
      text: buildSession()
        .user('Do.')
        .assistant([text('Doing.'), call('toolu_1', 'exec', {})])
        .transcriptOnly('Doing.')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'an entry of a type that a newer version added between',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .entry('progress', { percent: 10 })
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a late second result, which goes',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .user('Ok?')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a late result of a failed turn, which goes',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'error' })
        .user('Ok?')
        .result('toolu_1')
        .assistant('Done.')
        .text(),
    },
    ...outOfContext((session) =>
      session
        .assistant([call('toolu_1', 'exec', {})])
        .user('Well?')
        .result('toolu_1')
        .assistant('Done.'),
    ),
  ],
  reports: [
    {
      name: 'the user spoke while the tool ran: the result moves behind its call, what the user said behind it',
      text: interrupted.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(interrupted, 1, 2, 3, [5, 'calls'], [4, 'result'], [6, 'hurry']),
    },
    {
      name: 'an extension spoke while the tool ran',
      text: byExtension.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(byExtension, 1, 2, 3, [5, 'calls'], [4, 'result'], [6, 'note']),
    },
    {
      name: 'the user ran a shell command while the tool ran',
      text: byShell.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(byShell, 1, 2, 3, [5, 'calls'], [4, 'result'], [6, 'shell']),
    },
    {
      name: 'the assistant spoke before the result came',
      text: byAssistant.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(byAssistant, 1, 2, 3, [5, 'calls'], [4, 'result'], [6, 'words']),
    },
    {
      name: 'two late results go behind the one that is there, in the order they stood in',
      text: behindOthers.text(),
      findings: [
        { line: 6, path: PLACE, fixes: SAFE },
        { line: 8, path: PLACE, fixes: SAFE },
      ],
      fixed: reordered(behindOthers, 1, 2, 3, 4, [6, 'r2'], [8, 'r3'], [5, 'r1'], [7, 'hurry'], [9, 'please']),
    },
    {
      name: 'the result is the last entry: the session goes on from what stood before it',
      text: atTheEnd.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(atTheEnd, 1, 2, 3, [5, 'calls'], [4, 'result']),
    },
    {
      name: 'records that no model sees keep their order',
      text: withRecords.text(),
      findings: [{ line: 7, path: PLACE, fixes: SAFE }],
      fixed: reordered(withRecords, 1, 2, 3, [7, 'calls'], [4, 'result'], 5, 6, [8, 'label'], 9),
    },
    {
      name: 'two branches grow from the result',
      text: branched.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: reordered(branched, 1, 2, 3, [5, 'calls'], [4, 'result'], [6, 'hurry'], [7, 'hurry']),
    },
    {
      name: 'a branch that was left at the call stays where it is',
      text: lostTwin.text(),
      findings: [{ line: 6, path: PLACE, fixes: SAFE }],
      fixed: reordered(lostTwin, 1, 2, 3, [6, 'calls'], 4, [5, 'result'], [7, 'hurry']),
    },
    {
      name: 'a version 1 file: the line moves, and the numbers of first kept entries follow',
      text: version1.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
      fixed: (() => {
        const lines = version1.lines();
        // The entry that the first compaction kept from is one line further down now.
        const numbered = lines.with(6, set(lines[6], '/firstKeptEntryIndex', 4));
        return [0, 1, 2, 4, 3, 5, 6, 7, 8, 9, 10].map((index) => numbered[index]!);
      })(),
    },
    {
      name: 'a result under the older key',
      text: olderKey.text(),
      findings: [{ line: 5, path: '/message/toolUseId', fixes: SAFE }],
    },
    {
      name: 'a made-up result moves as well',
      text: standIn.text(),
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
    },
    {
      name: 'a compaction was written between: the call stays in what it keeps',
      text: keptByCompaction.text(),
      findings: [{ line: 8, path: PLACE, fixes: SAFE }],
      fixed: reordered(keptByCompaction, 1, 2, 3, 4, 5, [8, 'calls'], [6, 'result'], 7, [9, 'hurry']),
    },
    {
      name: 'a leaf record stands between: it names what it named',
      text: behindLeafRecord.text(),
      findings: [{ line: 6, path: PLACE, fixes: SAFE }],
      fixed: reordered(behindLeafRecord, 1, 2, 3, [6, 'calls'], [4, 'result'], 5, [7, 'hurry']),
    },
    {
      name: 'targets and profile do not matter',
      text: interrupted.text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2', `google:${models.google.model}`],
      findings: [{ line: 5, path: PLACE, fixes: SAFE }],
    },
  ],
});
