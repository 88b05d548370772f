import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { newId, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' }).user('List it.', { id: 'a' }).assistant('One file.', { id: 'b' });
const [header = '', a = '', b = ''] = session.lines();

const version1 = buildSession({ id: 's', version: 1 })
  .user('One.')
  .message({ role: 'hookMessage', customType: 'note', content: 'Hm.', display: true })
  .entry('compaction', { summary: 'S', firstKeptEntryIndex: 2, tokensBefore: 5 })
  .user('Two.');
const version2 = buildSession({ id: 's', version: 2 })
  .user('One.')
  .message({ role: 'hookMessage', customType: 'note', content: 'Hm.', display: true })
  .assistant('Done.');

/** The id that a migration gives the entry with this number. */
const id = (number: number) => newId('s', 'outdated-version', String(number));
/** A line with new members behind the others. */
const plus = (line: string, members: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ ...JSON.parse(line), ...members });

const [headerV1 = '', one = '', hook = '', compaction = '', two = ''] = version1.lines();
const migrated = (anchor: Readonly<Record<string, unknown>>, cut = compaction) => [
  plus(headerV1, { version: 3 }),
  plus(one, { id: id(0), parentId: null }),
  plus(set(hook, '/message/role', 'custom'), { id: id(1), parentId: id(0) }),
  plus(set(cut, '/firstKeptEntryIndex', undefined), { id: id(2), parentId: id(1), ...anchor }),
  plus(two, { id: id(3), parentId: id(2) }),
];
const withIndex = (index: unknown) => set(compaction, '/firstKeptEntryIndex', index);
const offered = ['offered safe'] as const;

testRule('outdated-version', {
  silent: [
    { name: 'version 3', text: session.text() },
    { name: 'a version that is newer than known', text: file(set(header, '/version', 4), a, b) },
    { name: 'no header', text: file(a, b) },
    {
      name: 'a version that is no number, which is an invalid entry',
      text: file(set(header, '/version', 'two'), a, b),
    },
    { name: 'a header behind an entry, which is said alone', text: file(a, set(header, '/version', 2), b) },
    {
      name: 'a header without an id, which is said alone',
      text: file(set(set(header, '/id', undefined), '/version', 2), a, b),
    },
    { name: 'a header in a damaged line', text: file(set(header, '/version', 2) + a, b) },
  ],
  reports: [
    {
      name: 'version 1, as a number',
      text: file(set(headerV1, '/version', 1), one, hook, compaction, two),
      findings: [{ line: 1, path: '/version', fixes: offered }],
    },
    {
      name: 'no version at all is version 1',
      text: version1.text(),
      findings: [{ line: 1, path: '', fixes: offered }],
      fixed: version1.text(),
    },
    {
      name: 'version 2, which OpenClaw writes: never migrated unasked',
      text: version2.text(),
      findings: [{ line: 1, path: '/version', fixes: offered }],
      fixed: version2.text(),
    },
    {
      name: 'a version between',
      text: file(set(header, '/version', 2.5), a, b),
      findings: [{ line: 1, path: '/version', fixes: offered }],
    },
    {
      name: 'version 0',
      text: file(set(headerV1, '/version', 0), one, two),
      findings: [{ line: 1, path: '/version', fixes: offered }],
    },
    {
      name: 'a file with damaged lines is mended before it is migrated',
      text: `${version2.text()}Killed\n`,
      findings: [{ line: 1, path: '/version', fixes: [] }],
      others: ['malformed-line'],
      fixed: version2.text(),
    },
    {
      name: 'a version 1 file with faults in its turns',
      text: buildSession({ version: 1 }).user('').assistant('Hi.').text(),
      findings: [{ line: 1, path: '', fixes: offered }],
      others: ['blank-user-turn'],
    },
    {
      name: 'a CRLF file',
      text: crlf(version1.text()),
      findings: [{ line: 1, path: '', fixes: offered }],
      others: ['text-encoding'],
    },
    {
      name: 'in the profile of pi as well',
      text: version2.text(),
      options: { profile: 'pi' },
      findings: [{ line: 1, path: '/version' }],
    },
  ],
});

testFixes('outdated-version', [
  {
    name: 'version 1 gets ids made from entry numbers, a chain of parents and the current role names',
    text: version1.text(),
    title: 'Migrate to version 3',
    result: file(...migrated({ firstKeptEntryId: id(1) })),
  },
  {
    name: 'the first kept entry by number counts the header',
    text: file(headerV1, one, hook, withIndex(1), two),
    result: file(...migrated({ firstKeptEntryId: id(0) }, withIndex(1))),
  },
  ...[0, 3, 4, 9, -1, 1.5].map((index) => ({
    name: `number ${index} names the header or no earlier entry: nothing is kept`,
    text: file(headerV1, one, hook, withIndex(index), two),
    result: file(...migrated({}, withIndex(index))),
  })),
  {
    name: 'a number that is none stays',
    text: file(headerV1, one, hook, withIndex('2'), two),
    result: file(
      ...migrated({}).map((line, nth) => (nth === 3 ? plus(withIndex('2'), { id: id(2), parentId: id(1) }) : line)),
    ),
  },
  {
    name: 'ids that a version 1 file already has are overwritten in their place',
    text: file(
      headerV1,
      '{"type":"label","id":"x","parentId":"y","timestamp":"2026-03-02T09:00:07.000Z","targetId":"z"}',
      two,
    ),
    result: file(
      plus(headerV1, { version: 3 }),
      `{"type":"label","id":"${id(0)}","parentId":null,"timestamp":"2026-03-02T09:00:07.000Z","targetId":"z"}`,
      plus(two, { id: id(1), parentId: id(0) }),
    ),
  },
  {
    name: 'an id that is taken in the file is not given again',
    text: file(headerV1, plus(one, { id: id(1) }), two),
    result: file(
      plus(headerV1, { version: 3 }),
      plus(one, { id: id(0), parentId: null }),
      plus(two, { id: newId('s', 'outdated-version', '1', '2'), parentId: id(0) }),
    ),
  },
  {
    name: 'every header gets the version, and counts where numbers count',
    text: file(headerV1, one, headerV1, hook, withIndex(3), two),
    result: (() => {
      const [first = '', ...rest] = migrated({ firstKeptEntryId: id(1) }, withIndex(3));
      return file(first, rest[0]!, first, ...rest.slice(1));
    })(),
  },
  {
    name: 'the number may stand anywhere in its entry',
    text: file(
      headerV1,
      one,
      hook,
      '{"type":"compaction","firstKeptEntryIndex" : 2 ,"timestamp":"2026-03-02T09:00:21.000Z","summary":"S"}',
      two,
    ),
    result: file(
      ...migrated({}).map((line, nth) =>
        nth === 3
          ? `{"type":"compaction","timestamp":"2026-03-02T09:00:21.000Z","summary":"S","id":"${id(2)}","parentId":"${id(1)}","firstKeptEntryId":"${id(1)}"}`
          : line,
      ),
    ),
  },
  {
    name: 'version 2 gets the current role name, and the rest keeps its bytes',
    text: version2.text().replaceAll(',"content"', ' ,"content"'),
    result: version2
      .text()
      .replaceAll(',"content"', ' ,"content"')
      .replace('"version":2', '"version":3')
      .replace('"hookMessage"', '"custom"'),
  },
  {
    name: 'a version 1 file that is empty but for its header',
    text: file(headerV1),
    result: file(plus(headerV1, { version: 3 })),
  },
  {
    name: 'line ends stay',
    text: crlf(version1.text()),
    result: crlf(file(...migrated({ firstKeptEntryId: id(1) }))),
  },
]);

testMarks('outdated-version', [
  { name: 'the version', text: version2.text(), marks: ['2'] },
  { name: 'the beginning of a header that names none', text: version1.text(), marks: ['{"type":"session"'] },
]);
