import { buildSession, call, text, thinking } from '../../support/build-session';
import { file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('HALF', { id: 'a' })
  .assistant(
    [thinking('Hm.'), text('One.'), text('HALF'), call('toolu_1', 'exec', { list: ['x', { deep: 'HALF' }] })],
    { id: 'b' },
  )
  .result('toolu_1', 'HALF', { id: 'c', details: { stdout: 'HALF' } })
  .assistant('Done.', { id: 'd' });
const sound = session.text().replaceAll('HALF', 'ok');
const [header = '', a = '', b = '', c = '', d = ''] = sound.split('\n');

/** The session with one of its texts replaced; JSON escapes stay as they are. */
const withText = (nth: number, value: string) => {
  let count = 0;
  return session.text().replaceAll('HALF', () => (count++ === nth ? value : 'ok'));
};
const places = [
  { line: 2, path: '/message/content/0/text' },
  { line: 3, path: '/message/content/2/text' },
  { line: 3, path: '/message/content/3/arguments/list/1/deep' },
  { line: 4, path: '/message/content/0/text' },
  { line: 4, path: '/message/details/stdout' },
];

testRule('lone-surrogate', {
  silent: [
    { name: 'a whole pair of escapes', text: withText(0, 'a \\ud83d\\ude42 b') },
    { name: 'a whole pair in upper case', text: withText(0, '\\uD83D\\uDE42') },
    { name: 'two pairs in a row', text: withText(0, '\\ud83d\\ude42\\ud83d\\ude42') },
    { name: 'a character written raw', text: withText(0, '🙂') },
    { name: 'an escaped backslash in front of what looks like an escape', text: withText(0, '\\\\ud83d') },
    { name: 'an escape of another character', text: withText(0, '\\ue000\\uffff\\u0041') },
    { name: 'the replacement character itself', text: withText(0, '\ufffd') },
    { name: 'a damaged line, which is mended first', text: file(header, `${a.replace('ok', '\\ud83d')} x`, b, c, d) },
  ],
  reports: [
    ...places.map((place, nth) => ({
      name: `half of a pair in line ${place.line}, ${place.path}`,
      text: withText(nth, 'a \\ud83d b'),
      findings: [{ ...place, fixes: ['lossy'] as const }],
      fixed: withText(nth, 'a \ufffd b'),
    })),
    {
      name: 'a second half without the first',
      text: withText(0, '\\ude42'),
      findings: [places[0]!],
      fixed: withText(0, '\ufffd'),
    },
    {
      name: 'both halves in the wrong order are two findings',
      text: withText(0, '\\ude42\\ud83d'),
      findings: [places[0]!, places[0]!],
      fixed: withText(0, '\ufffd\ufffd'),
    },
    {
      name: 'two first halves and a second: only the one that pairs with nothing',
      text: withText(0, '\\ud83d\\ud83d\\ude42'),
      findings: [places[0]!],
      fixed: withText(0, '\ufffd\\ud83d\\ude42'),
    },
    {
      name: 'halves that something separates do not pair',
      text: withText(0, '\\ud83d \\ude42'),
      findings: [places[0]!, places[0]!],
      fixed: withText(0, '\ufffd \ufffd'),
    },
    {
      name: 'in several places of a line and on several lines: all in one pass',
      text: session.text().replaceAll('HALF', 'a \\uD83D b'),
      findings: places,
      fixed: session.text().replaceAll('HALF', 'a \ufffd b'),
    },
    {
      name: 'in the header',
      text: file(header.replace('demo', '\\udc00'), a, b, c, d),
      findings: [{ line: 1, path: '/cwd' }],
    },
    {
      name: 'in a key',
      text: file(header, a, b, c.replace('"stdout"', '"\\ud83d"'), d),
      findings: [{ line: 4, path: '/message/details/\ud83d' }],
    },
    {
      name: 'behind a byte-order mark',
      text: `\ufeff${file(header.replace('demo', '\\udc00'), a, b, c, d)}`,
      findings: [{ line: 1, path: '/cwd' }],
      others: ['text-encoding'],
    },
    {
      name: 'on an abandoned branch and in an unknown entry: the file is judged as it is',
      text: buildSession()
        .user('Hi.', { id: 'root' })
        .user('x', { message: { content: 'HALF' } })
        .branchFrom('root')
        .assistant('Hello.')
        .entry('note', { text: 'HALF' })
        .text()
        .replaceAll('HALF', '\\ud83d'),
      findings: [
        { line: 3, path: '/message/content' },
        { line: 5, path: '/text' },
      ],
    },
    {
      name: 'beside a record that is cut off',
      text: withText(0, '\\ud83d') + a.slice(0, 60),
      findings: [places[0]!],
      others: ['torn-record'],
      fixed: withText(0, '\ufffd'),
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('HALF').text().replace('HALF', '\\ud83d'),
      findings: [places[0]!],
    },
  ],
});

testFixes('lone-surrogate', [
  {
    name: 'the character itself takes the place of the escape',
    text: withText(1, 'a\\uD83Db'),
    title: 'Replace the half character by U+FFFD (loses the half)',
    result: withText(1, 'a\ufffdb'),
  },
  {
    name: 'each half by itself',
    text: withText(0, '\\ude42\\ud83d'),
    finding: 1,
    result: withText(0, '\\ude42\ufffd'),
  },
]);

testMarks('lone-surrogate', [
  {
    name: 'the escape',
    text: withText(0, 'a \\uD83D \\ud83d\\ude42 \\udC00'),
    marks: ['\\uD83D', '\\udC00'],
  },
]);
