import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

/** A compaction that keeps from `c` on, and a second one with this summary that keeps from `anchor` on. */
const twice = (summary: string, anchor = 'e', first = 'c') =>
  buildSession({ id: 's' })
    .user('One.', { id: 'a' })
    .assistant('1.', { id: 'b' })
    .user('Two.', { id: 'c' })
    .assistant('2.', { id: 'd' })
    .compaction(first, 'They said one.', { id: 'k' })
    .user('Three.', { id: 'e' })
    .assistant('3.', { id: 'f' })
    .compaction(anchor, summary, { id: 'm' })
    .user('Four.', { id: 'g' });
/** The same in version 1, where records are counted, the header first. */
const counted = (summary: string, index: number) =>
  buildSession({ version: 1 })
    .user('One.')
    .assistant('1.')
    .user('Two.')
    .assistant('2.')
    .entry('compaction', { summary: 'They said one.', firstKeptEntryIndex: 3, tokensBefore: 5 })
    .user('Three.')
    .assistant('3.')
    .entry('compaction', { summary, firstKeptEntryIndex: index, tokensBefore: 5 })
    .user('Four.');

testRule('compaction-gap', {
  silent: [
    { name: 'a second compaction with a summary of its own', text: twice('They said one, two.').text() },
    {
      name: 'a blank summary of the only compaction',
      text: buildSession()
        .user('One.')
        .assistant('1.')
        .user('Two.', { id: 'c' })
        .compaction('c', '')
        .user('Three.')
        .text(),
    },
    { name: 'a blank summary that keeps what the first kept', text: twice('', 'c').text() },
    { name: 'a blank summary that keeps more than the first', text: twice('', 'a').text() },
    { name: 'the same summary, and nothing was dropped', text: twice('They said one.', 'c').text() },
    {
      name: 'only a setting was dropped',
      text: buildSession()
        .user('One.')
        .thinkingLevel('high', { id: 't' })
        .user('Two.', { id: 'c' })
        .compaction('t', 'S')
        .assistant('2.')
        .compaction('c', 'S')
        .user('Three.')
        .text(),
    },
    { name: 'the summary differs by a character', text: twice('They said one. ').text() },
    { name: 'a first kept entry that is nowhere, which is said alone', text: twice('', 'gone').text() },
    { name: 'the first compaction kept nothing', text: twice('', 'e', 'gone').text() },
    { name: 'version 1, with a summary of its own', text: counted('They said one, two.', 6).text() },
    {
      name: 'the second compaction stands in a damaged line',
      text: file(
        ...twice('')
          .lines()
          .map((line, nth) => (nth === 8 ? `${line} x` : line)),
      ),
    },
    {
      name: 'compactions on two branches',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .compaction('a', 'S')
        .branchFrom('b')
        .user('Two.', { id: 'c' })
        .compaction('c', 'S')
        .user('Three.')
        .text(),
    },
  ],
  reports: [
    {
      name: 'the second summary is blank: what the first kept is gone',
      text: twice('').text(),
      findings: [{ line: 9, path: '/firstKeptEntryId', severity: 'warning', fixes: ['safe'] }],
      fixed: twice('', 'c').text(),
    },
    {
      name: 'the second summary is white space',
      text: twice(' \n').text(),
      findings: [{ line: 9, path: '/firstKeptEntryId', fixes: ['safe'] }],
      fixed: twice(' \n', 'c').text(),
    },
    {
      name: 'the second summary is the first word for word',
      text: twice('They said one.').text(),
      findings: [{ line: 9, path: '/firstKeptEntryId', fixes: ['safe'] }],
      fixed: twice('They said one.', 'c').text(),
    },
    {
      name: 'only the answer was dropped',
      text: twice('', 'd').text(),
      findings: [{ line: 9, path: '/firstKeptEntryId' }],
      fixed: twice('', 'c').text(),
    },
    {
      name: 'no summary at all',
      text: twice('x').text().replace('"summary":"x",', ''),
      findings: [{ line: 9, path: '/firstKeptEntryId' }],
      others: ['invalid-entry'],
    },
    {
      name: 'three compactions: the last two count',
      text: twice('They said one, two.', 'e')
        .assistant('4.', { id: 'h' })
        .compaction('g', '', { id: 'n' })
        .user('Five.')
        .text(),
      findings: [{ line: 12, path: '/firstKeptEntryId' }],
      fixed: twice('They said one, two.', 'e')
        .assistant('4.', { id: 'h' })
        .compaction('e', '', { id: 'n' })
        .user('Five.')
        .text(),
    },
    {
      name: 'version 1',
      text: counted('', 6).text(),
      findings: [{ line: 9, path: '/firstKeptEntryIndex', severity: 'warning', fixes: ['safe'] }],
      fixed: counted('', 3).text(),
    },
    {
      name: 'the first compaction kept an answer and what follows',
      text: file(
        ...twice('')
          .lines()
          .map((line, nth) => (nth === 5 ? set(line, '/firstKeptEntryId', 'd') : line)),
      ),
      findings: [{ line: 9, path: '/firstKeptEntryId' }],
      fixed: file(
        ...twice('', 'd')
          .lines()
          .map((line, nth) => (nth === 5 ? set(line, '/firstKeptEntryId', 'd') : line)),
      ),
    },
    {
      name: 'a CRLF file',
      text: crlf(twice('').text()),
      findings: [{ line: 9, path: '/firstKeptEntryId' }],
      others: ['text-encoding'],
      fixed: twice('', 'c').text(),
    },
  ],
});

testFixes('compaction-gap', [
  {
    name: 'the first entry that the earlier compaction kept',
    text: twice('').text(),
    title: 'Keep from line 4 on, as before',
    result: twice('', 'c').text(),
  },
  {
    name: 'version 1 counts records',
    text: counted('They said one.', 6).text(),
    result: counted('They said one.', 3).text(),
  },
]);

testMarks('compaction-gap', [{ name: 'the id it names', text: twice('').text(), marks: ['"e"'] }]);
