import { buildSession, call } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

/** Two questions with answers, a compaction that keeps from `anchor` on, and a third. */
const compacted = (anchor: unknown) =>
  buildSession({ id: 's' })
    .user('One.', { id: 'a' })
    .assistant('1.', { id: 'b' })
    .user('Two.', { id: 'c' })
    .assistant('2.', { id: 'd' })
    .compaction('c', 'They counted.', { id: 'k', entry: { firstKeptEntryId: anchor } })
    .user('Three.', { id: 'e' })
    .assistant('3.', { id: 'f' });
/** The same in version 1, where records are counted, the header first. */
const counted = (index: unknown) =>
  buildSession({ version: 1 })
    .user('One.')
    .assistant('1.')
    .user('Two.')
    .assistant('2.')
    .entry('compaction', { summary: 'They counted.', firstKeptEntryIndex: index, tokensBefore: 5 })
    .user('Three.')
    .assistant('3.');
const lines = compacted('c').lines();

testRule('compaction-anchor', {
  silent: [
    ...['a', 'b', 'c', 'd'].map((anchor) => ({ name: `keeps from ${anchor} on`, text: compacted(anchor).text() })),
    {
      name: 'a second compaction counts, not the first',
      text: compacted('gone').compaction('e', 'More.').user('Four.').assistant('4.').text(),
    },
    {
      name: 'a compaction on a branch that was left',
      text: buildSession().user('One.', { id: 'a' }).compaction('gone', 'S').branchFrom('a').assistant('1.').text(),
    },
    {
      name: 'a setting as the first that is kept',
      text: buildSession()
        .user('One.')
        .assistant('1.')
        .thinkingLevel('high', { id: 't' })
        .user('Two.')
        .compaction('t', 'S')
        .user('Three.')
        .text(),
    },
    ...[1, 2, 3, 4].map((index) => ({ name: `version 1 keeps from record ${index} on`, text: counted(index).text() })),
    {
      name: 'the first kept entry stands in a damaged line',
      text: file(...lines.map((line, nth) => (nth === 3 ? `${line} x` : line))),
    },
    {
      name: 'the compaction stands in a damaged line',
      text: file(
        ...compacted('gone')
          .lines()
          .map((line, nth) => (nth === 5 ? `${line} x` : line)),
      ),
    },
    {
      name: 'entries before a broken link, which is said alone',
      text: file(...lines.map((line, nth) => (nth === 4 ? set(line, '/parentId', 'gone') : line))),
    },
  ],
  reports: [
    {
      name: 'it names no entry: what no summary covers is gone',
      text: compacted('gone').text(),
      findings: [{ line: 6, path: '/firstKeptEntryId', fixes: ['safe'] }],
      fixed: compacted('c').text(),
    },
    {
      name: 'it names nothing at all',
      text: compacted(undefined).text(),
      findings: [{ line: 6, path: '', fixes: ['safe'] }],
    },
    {
      name: 'it names the empty text',
      text: compacted('').text(),
      findings: [{ line: 6, path: '', fixes: ['safe'] }],
      fixed: compacted('c').text(),
    },
    {
      name: 'it names a number',
      text: compacted(3).text(),
      findings: [{ line: 6, path: '' }],
      fixed: compacted('c').text(),
    },
    {
      name: 'it names itself',
      text: compacted('k').text(),
      findings: [{ line: 6, path: '/firstKeptEntryId' }],
      fixed: compacted('c').text(),
    },
    {
      name: 'it names an entry behind it',
      text: compacted('e').text(),
      findings: [{ line: 6, path: '/firstKeptEntryId' }],
      fixed: compacted('c').text(),
    },
    {
      name: 'it names an entry of another branch',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .user('Aside.', { id: 'x' })
        .branchFrom('b')
        .user('Two.', { id: 'c' })
        .assistant('2.')
        .compaction('x', 'S')
        .user('Three.')
        .text(),
      findings: [{ line: 7, path: '/firstKeptEntryId', fixes: ['safe'] }],
    },
    {
      name: 'the compaction is the last entry',
      text: file(...compacted('gone').lines().slice(0, 6)),
      findings: [{ line: 6, path: '/firstKeptEntryId' }],
      fixed: file(...lines.slice(0, 6)),
    },
    {
      name: 'the nearest user turn is before the calls and results of the last one',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.')
        .user('Two.', { id: 'c' })
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', 'x')
        .bash('ls', 'x')
        .customMessage('note', 'x')
        .compaction('gone', 'S')
        .assistant('2.')
        .text(),
      findings: [{ line: 9, path: '/firstKeptEntryId', fixes: ['safe'] }],
    },
    {
      name: 'no user turn before it: nothing can be named',
      text: buildSession().thinkingLevel('high').compaction('gone', 'S').user('One.').text(),
      findings: [{ line: 3, path: '/firstKeptEntryId', fixes: [] }],
    },
    {
      name: 'the second compaction is broken, the first is not',
      text: compacted('c').compaction('gone', 'More.', { id: 'm' }).user('Four.').assistant('4.').text(),
      findings: [{ line: 9, path: '/firstKeptEntryId' }],
      fixed: compacted('c').compaction('e', 'More.', { id: 'm' }).user('Four.').assistant('4.').text(),
    },
    ...[0, 5, 6, 99, -1].map((index) => ({
      name: `version 1 names record ${index}, which is the header or no earlier entry`,
      text: counted(index).text(),
      findings: [{ line: 6, path: '/firstKeptEntryIndex', fixes: ['safe'] as const }],
      fixed: counted(3).text(),
    })),
    {
      name: 'version 1 names none',
      text: counted(undefined).text(),
      findings: [{ line: 6, path: '', fixes: ['safe'] }],
    },
    {
      name: 'faults in what is kept again may show',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant([call('toolu_1', 'exec', {})])
        .user('Two.')
        .assistant([call('toolu_2', 'exec', {})])
        .compaction('gone', 'S')
        .user('Three.')
        .assistant('3.')
        .text(),
      findings: [{ line: 6, path: '/firstKeptEntryId' }],
      after: ['missing-tool-result'],
    },
    {
      name: 'a CRLF file',
      text: crlf(compacted('gone').text()),
      findings: [{ line: 6, path: '/firstKeptEntryId' }],
      others: ['text-encoding'],
      fixed: compacted('c').text(),
    },
  ],
});

testFixes('compaction-anchor', [
  {
    name: 'the nearest entry before it that starts a user turn',
    text: compacted('gone').text(),
    title: 'Keep from the user turn in line 4 on',
    result: compacted('c').text(),
  },
  {
    name: 'a key that is missing goes last',
    text: compacted(undefined).text(),
    result: file(
      ...compacted(undefined)
        .lines()
        .map((line, nth) => (nth === 5 ? `${line.slice(0, -1)},"firstKeptEntryId":"c"}` : line)),
    ),
  },
  { name: 'version 1 counts records', text: counted(99).text(), result: counted(3).text() },
  {
    name: 'version 1 counts every header in front',
    text: (() => {
      const [first = '', ...rest] = counted(99).lines();
      return file(first, ` ${first}`, ...rest);
    })(),
    result: (() => {
      const [first = '', ...rest] = counted(4).lines();
      return file(first, ` ${first}`, ...rest);
    })(),
  },
]);

testMarks('compaction-anchor', [
  { name: 'the id', text: compacted('gone').text(), marks: ['"gone"'] },
  { name: 'the number', text: counted(99).text(), marks: ['99'] },
]);
