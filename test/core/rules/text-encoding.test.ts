import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' });
const [header = '', a = '', b = '', c = ''] = session.lines();
const BOM = '\ufeff';
const at = a.indexOf('it.');

/** The session with bytes in place of the words of its first question. */
const withBytes = (...bytes: readonly number[]) => {
  const [before = '', after = ''] = session.text().split('List it.');
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};
const withText = (text: string) => session.text().replace('List it.', text);

testRule('text-encoding', {
  silent: [
    { name: 'LF line ends and plain UTF-8', text: session.text() },
    { name: 'characters of all planes', text: Buffer.from(withText('naïve 你好 🙂 \u{10ffff}')) },
    { name: 'a byte-order mark within a text', text: withText(`a${BOM}b`) },
    { name: 'escaped separators', text: withText('a\\u2028b\\u2029c') },
    { name: 'replacement characters that are stored as such', text: Buffer.from(withText('\ufffd')) },
    { name: 'half a character in an editor, which no file on disk holds', text: withText('a\ud83d') },
    { name: 'the next line character', text: withText('a\u0085b') },
    { name: 'escaped carriage returns', text: withText('a\\r\\nb') },
  ],
  reports: [
    {
      name: 'a byte-order mark begins the file',
      text: BOM + session.text(),
      findings: [{ line: 1, path: '', severity: 'warning', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a byte-order mark begins a file that was read as bytes',
      text: Buffer.from(BOM + session.text()),
      findings: [{ line: 1, path: '', severity: 'warning' }],
      fixed: session.text(),
    },
    {
      name: 'a byte-order mark in front of a later record hides it from every reader',
      text: file(header, a, BOM + b, c),
      findings: [{ line: 3, path: '', severity: 'error', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a byte-order mark behind nothing but blank lines is trimmed like one at the start',
      text: `\n \n${BOM}${session.text()}`,
      findings: [{ line: 3, path: '', severity: 'warning' }],
      fixed: `\n \n${session.text()}`,
    },
    {
      name: 'a byte-order mark on a blank line hides nothing',
      text: file(header, a, BOM, b, c),
      findings: [{ line: 3, path: '', severity: 'warning' }],
      fixed: file(header, a, '', b, c),
    },
    {
      name: 'two files with marks joined: the first mark is a warning, the second an error',
      text: BOM + session.text() + BOM + file(a.replace('"a"', '"x"').replace('null', '"c"')),
      findings: [
        { line: 1, path: '', severity: 'warning' },
        { line: 5, path: '', severity: 'error' },
      ],
      others: ['consecutive-turns'],
    },
    {
      name: 'a tool put a second mark in front of the first: one finding',
      text: BOM + BOM + session.text(),
      findings: [{ line: 1, path: '', severity: 'warning' }],
      fixed: session.text(),
    },
    {
      name: 'a raw line separator',
      text: withText('a\u2028b'),
      findings: [{ line: 2, path: '', severity: 'warning', fixes: ['safe'] }],
      fixed: withText('a\\u2028b'),
    },
    {
      name: 'several separators in a line are one finding',
      text: withText('a\u2028b\u2029\u2029c'),
      findings: [{ line: 2, path: '' }],
      fixed: withText('a\\u2028b\\u2029\\u2029c'),
    },
    {
      name: 'bytes of another encoding',
      text: withBytes(0x63, 0x61, 0x66, 0xe9),
      findings: [{ line: 2, path: '', severity: 'warning', fixes: ['lossy'] }],
      fixed: withText('caf\ufffd'),
    },
    {
      name: 'a character cut off within its bytes',
      text: withBytes(0x61, 0xf0, 0x9f, 0x98),
      findings: [{ line: 2, path: '' }],
      fixed: withText('a\ufffd'),
    },
    {
      name: 'a surrogate pair written as two encoded halves: one replacement for each invalid byte, as decoders do',
      text: withBytes(0xed, 0xa0, 0xbd, 0xed, 0xb9, 0x82),
      findings: [{ line: 2, path: '' }],
      fixed: withText('\ufffd'.repeat(6)),
    },
    {
      name: 'an overlong encoding and bytes that never occur',
      text: withBytes(0xc0, 0xaf, 0x20, 0xff, 0x20, 0xf5, 0x80),
      findings: [{ line: 2, path: '' }],
      fixed: withText('\ufffd\ufffd \ufffd \ufffd\ufffd'),
    },
    {
      name: 'a cut-off character in front of a whole one',
      text: withBytes(0xc3, 0xc3, 0xa9, 0xe2, 0x82, 0xf0, 0x9f, 0x99, 0x82),
      findings: [{ line: 2, path: '' }],
      fixed: withText('\ufffdé\ufffd🙂'),
    },
    {
      name: 'CRLF line ends are an information',
      text: crlf(session.text()),
      findings: [{ line: 1, path: '', severity: 'information', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'mixed line ends are one finding, at the first CRLF',
      text: `${file(header, a)}${crlf(file(b))}${file(c)}`,
      findings: [{ line: 3, path: '', severity: 'information' }],
      fixed: session.text(),
    },
    {
      name: 'CRLF on a blank line',
      text: `${file(header, a)}\r\n${file(b, c)}`,
      findings: [{ line: 3, path: '', severity: 'information' }],
      fixed: file(header, a, '', b, c),
    },
    {
      name: 'a CRLF file whose last line has no line end',
      text: crlf(session.text()).slice(0, -2),
      findings: [{ line: 1, path: '', severity: 'information' }],
      others: ['missing-final-newline'],
      fixed: session.text(),
    },
    {
      name: 'all of it at once',
      text: Buffer.concat([
        Buffer.from(crlf(BOM + file(header))),
        Buffer.from(a.slice(0, at)),
        Buffer.from([0xff]),
        Buffer.from(`${a.slice(at)}\n`),
        Buffer.from(file(b.replace('One', 'One\u2028'), c)),
      ]),
      findings: [
        { line: 1, path: '', severity: 'warning' },
        { line: 1, path: '', severity: 'information' },
        { line: 2, path: '', severity: 'warning' },
        { line: 3, path: '', severity: 'warning' },
      ],
      fixed: file(header, `${a.slice(0, at)}\ufffd${a.slice(at)}`, b.replace('One', 'One\\u2028'), c),
    },
    {
      name: 'beside other damage of the line: both are mended',
      text: file(header, `${BOM}${a}${b}`, c),
      findings: [{ line: 2, path: '', severity: 'error' }],
      others: ['glued-records'],
      fixed: session.text(),
    },
    {
      name: 'a record torn within a character: bytes of whole records are reported, those of the piece are not',
      text: Buffer.concat([
        withBytes(0xff),
        Buffer.from('{"type":"message","id":"x","text":"caf'),
        Buffer.from([0xc3]),
      ]),
      findings: [{ line: 2, path: '' }],
      others: ['torn-record'],
      fixed: withText('\ufffd'),
    },
  ],
});

testFixes('text-encoding', [
  {
    name: 'the byte-order mark goes, all else stays',
    text: BOM + crlf(session.text()),
    title: 'Remove the byte-order mark',
    result: crlf(session.text()),
  },
  {
    name: 'a second mark goes with the first',
    text: BOM + BOM + session.text(),
    result: session.text(),
  },
  {
    name: 'the raw separators become escapes',
    text: withText('\u2029a\u2028'),
    title: 'Escape the separators',
    result: withText('\\u2029a\\u2028'),
  },
  {
    name: 'invalid bytes become replacement characters, one for each invalid sequence',
    text: withBytes(0xe9, 0x20, 0xe2, 0x82),
    title: 'Replace 3 invalid bytes by U+FFFD',
    result: withText('\ufffd \ufffd'),
  },
  {
    name: 'every line end becomes LF, also those of blank and damaged lines',
    text: crlf(file(header, '', a, 'Killed', b, c)),
    title: 'Make every line end LF',
    result: file(header, '', a, 'Killed', b, c),
  },
  {
    name: 'a lone carriage return is no line end and stays',
    text: crlf(session.text()).replace('\r\n', '\r \r\n'),
    result: session.text().replace('\n', '\r \n'),
  },
  {
    name: 'a missing line end at the end stays missing',
    text: crlf(session.text()).slice(0, -2),
    result: session.text().slice(0, -1),
  },
]);

testMarks('text-encoding', [
  { name: 'the byte-order mark', text: BOM + session.text(), marks: [BOM] },
  { name: 'the first separator', text: withText('a\u2029b\u2028'), marks: ['\u2029'] },
  { name: 'the last character before a CRLF', text: crlf(session.text()), marks: ['}'] },
  { name: 'the invalid bytes', text: withBytes(0x61, 0xff, 0xfe, 0x62), marks: ['\udcff\udcfe'] },
]);
