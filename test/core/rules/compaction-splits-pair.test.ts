import { buildSession, call, models, text } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

/** A turn with two calls, and a compaction that keeps from `anchor` on. */
const cut = (anchor: string, options: Parameters<typeof buildSession>[0] = {}) =>
  buildSession({ id: 's', ...options })
    .user('List both.', { id: 'a' })
    .assistant([text('Listing.'), call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})], { id: 'b' })
    .result('toolu_1', 'one\n', { id: 'c' })
    .result('toolu_2', 'two\n', { id: 'd' })
    .assistant('Two files.', { id: 'e' })
    .compaction(anchor, 'They listed.', { id: 'k' })
    .user('Thanks.', { id: 'f' });
/** The same in version 1, where records are counted, the header first. */
const counted = (index: number) =>
  buildSession({ version: 1 })
    .user('List both.')
    .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})])
    .result('toolu_1', 'one\n')
    .result('toolu_2', 'two\n')
    .assistant('Two files.')
    .entry('compaction', { summary: 'They listed.', firstKeptEntryIndex: index, tokensBefore: 5 })
    .user('Thanks.');

testRule('compaction-splits-pair', {
  silent: [
    ...['a', 'b', 'e'].map((anchor) => ({ name: `keeps from ${anchor} on`, text: cut(anchor).text() })),
    { name: 'a cut that is named nowhere, which is said alone', text: cut('gone').text() },
    {
      name: 'the cut of an earlier compaction',
      text: cut('c').assistant('Bye.', { id: 'g' }).compaction('f', 'More.').user('Back.').text(),
    },
    {
      name: 'a result first whose call is nowhere, which is an orphan',
      text: buildSession()
        .user('Hi.')
        .assistant('Hello.')
        .result('toolu_9', 'x', { id: 'c' })
        .compaction('c', 'S')
        .user('Go on.')
        .text(),
    },
    {
      name: 'a result first whose call is in a turn that failed, which is an orphan',
      text: buildSession()
        .user('Hi.')
        .assistant([call('toolu_1', 'exec', {})], { stopReason: 'error' })
        .result('toolu_1', 'x', { id: 'c' })
        .compaction('c', 'S')
        .user('Go on.')
        .text(),
    },
    {
      name: 'a result first whose call is on another branch, which is an orphan',
      text: buildSession()
        .user('Hi.', { id: 'a' })
        .assistant([call('toolu_1', 'exec', {})])
        .branchFrom('a')
        .assistant('No.')
        .result('toolu_1', 'x', { id: 'c' })
        .compaction('c', 'S')
        .user('Go on.')
        .text(),
    },
    ...[1, 2, 5].map((index) => ({ name: `version 1 keeps from record ${index} on`, text: counted(index).text() })),
    {
      name: 'the compaction stands in a damaged line',
      text: file(
        ...cut('c')
          .lines()
          .map((line, nth) => (nth === 6 ? `${line} x` : line)),
      ),
    },
  ],
  reports: [
    {
      name: 'the cut falls between a turn and its results: one finding, no orphans',
      text: cut('c').text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
      fixed: cut('b').text(),
    },
    {
      name: 'the cut falls between two results of a turn',
      text: cut('d').text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
      fixed: cut('b').text(),
    },
    {
      name: 'a setting stands between the cut and the result',
      text: buildSession()
        .user('List it.', { id: 'a' })
        .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
        .thinkingLevel('high', { id: 't' })
        .result('toolu_1', 'one\n')
        .assistant('One.')
        .compaction('t', 'S')
        .user('Thanks.')
        .text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
    },
    {
      name: 'a delivered reply, which no provider sees, stands between',
      text: buildSession()
        .user('List it.', { id: 'a' })
        .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
        .transcriptOnly('Wait.', { id: 't' })
        .result('toolu_1', 'one\n')
        .assistant('One.')
        .compaction('t', 'S')
        .user('Thanks.')
        .text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
    },
    {
      name: 'results of calls and an orphan among them: the orphan is reported beside',
      text: buildSession()
        .user('List it.')
        .assistant([call('toolu_1', 'exec', {}), call('toolu_2', 'exec', {})], { id: 'b' })
        .result('toolu_1', 'one\n', { id: 'c' })
        .result('toolu_9', 'nine\n')
        .result('toolu_2', 'two\n')
        .assistant('Two.')
        .compaction('c', 'S')
        .user('Thanks.')
        .text(),
      findings: [{ line: 8, path: '/firstKeptEntryId' }],
      others: ['orphan-tool-result'],
    },
    {
      name: 'the call stands before an earlier compaction, which kept it',
      text: buildSession()
        .user('List it.', { id: 'a' })
        .assistant([call('toolu_1', 'exec', {})], { id: 'b' })
        .compaction('a', 'S one.')
        .result('toolu_1', 'one\n', { id: 'c' })
        .assistant('One.')
        .compaction('c', 'S two.')
        .user('Thanks.')
        .text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
    },
    ...[3, 4].map((index) => ({
      name: `version 1 keeps from record ${index} on`,
      text: counted(index).text(),
      findings: [{ line: 7, path: '/firstKeptEntryIndex', fixes: ['safe'] as const }],
      fixed: counted(2).text(),
    })),
    {
      name: 'without any target: the session was not answered yet',
      text: buildSession({ model: models.openai })
        .user('List it.')
        .assistant([call('call_1|fc_1', 'exec', {})], { id: 'b' })
        .result('call_1|fc_1', 'one\n', { id: 'c' })
        .compaction('c', 'S')
        .text(),
      options: { profile: 'pi' },
      findings: [{ line: 5, path: '/firstKeptEntryId' }],
    },
    {
      name: 'a CRLF file',
      text: crlf(cut('c').text()),
      findings: [{ line: 7, path: '/firstKeptEntryId' }],
      others: ['text-encoding'],
      fixed: cut('b').text(),
    },
  ],
});

testFixes('compaction-splits-pair', [
  {
    name: 'back to the entry with the call, and nothing else changes',
    text: cut('d').text(),
    title: 'Keep from the call in line 3 on',
    result: cut('b').text(),
  },
  { name: 'version 1 counts records', text: counted(4).text(), result: counted(2).text() },
]);

testMarks('compaction-splits-pair', [{ name: 'the id it names', text: cut('c').text(), marks: ['"c"'] }]);
