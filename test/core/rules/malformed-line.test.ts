import { buildSession } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant('One file.', { id: 'b' })
  .user('Thanks.', { id: 'c' })
  .assistant('Welcome.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();

/** A line of junk between the first question and its answer. */
const junk = [
  ['JSON null, which makes the loader throw', 'null'],
  ['a number', '42'],
  ['a string', '"text"'],
  ['a list', '[1,2]'],
  ['an empty list', '[]'],
  ['true', 'true'],
  ['plain text', 'Killed: 9'],
  ['a log line', '2026-03-02T09:00:10Z INFO compacting'],
  ['a comment', '// edited by hand'],
  ['a conflict marker', '<<<<<<< HEAD'],
  ['a comma behind the last member', '{"type":"label","id":"x",}'],
  ['single quotes', "{'type':'label'}"],
  ['two objects that are no records', '{"a":1}{"b":2}'],
  ['an object with text behind it that is no record', '{"a":1} done'],
  ['a raw tab in a string', '{"type":"label","label":"a\tb"}'],
  ['a lone carriage return in a string', '{"type":"label","label":"a\rb"}'],
  ['a separator between tokens', '{"type":\u00a0"label"}'],
  ['the beginning of a record that others follow', '{"type":"message","id":"x","parentId":"a","mess'],
  ['the end of a record', '"text":"late"}],"timestamp":1}}'],
] as const;

testRule('malformed-line', {
  silent: [
    { name: 'a sound session', text: session.text() },
    { name: 'blank lines', text: file(header, '', a, '   ', b, '\t', c, d, '') },
    { name: 'white space around a record', text: file(header, ` ${a}`, `\t${b}  `, c, d) },
    { name: 'an object without a type, which is an invalid entry', text: file(header, a, '{}', b, c, d) },
    { name: 'an object of no known type', text: file(header, a, '{"level":"info"}', b, c, d) },
    { name: 'a byte-order mark in front of a record', text: file(header, a, `\ufeff${b}`, c, d) },
    { name: 'zero bytes on the line', text: file(header, a, 'Killed\0', b, c, d) },
    { name: 'the last line is the beginning of a record', text: `${session.text()}{"type":"message","id":"x"` },
    { name: 'a record over several lines', text: file(header, a.replace('List', 'List\n'), b, c, d) },
    { name: 'records on one line', text: file(header, a + b, c, d) },
    { name: 'a torn record in front of a whole one', text: file(header, a.slice(0, 50) + a, b, c, d) },
    {
      name: 'JSON nested very deeply',
      text: file(
        header,
        set(a, '/deep', 0).replace('"deep":0', `"deep":${'['.repeat(5000)}${']'.repeat(5000)}`),
        b,
        c,
        d,
      ),
    },
  ],
  reports: [
    ...junk.map(([name, line]) => ({
      name: `${name}: the line is deleted`,
      text: file(header, a, line, b, c, d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] as const }],
      fixed: session.text(),
    })),
    {
      name: 'junk on the first line: the loader skips it, the header is still the first record',
      text: file('Script started', header, a, b, c, d),
      findings: [{ line: 1, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'junk on the last line, without a line end',
      text: `${session.text()}Killed`,
      findings: [{ line: 6, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'several lines of junk are reported one by one',
      text: file(header, '<<<<<<< HEAD', a, '=======', b, c, d, '>>>>>>> other'),
      findings: [2, 4, 8].map((line) => ({ line, path: '' })),
      fixed: session.text(),
    },
    {
      name: 'a record damaged beyond reading, its id still there: its children hang under the nearest earlier entry',
      text: file(header, a, set(b, '/id', 'x').replace('"role"', 'role'), set(c, '/parentId', 'x'), d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] }],
      fixed: file(header, a, set(c, '/parentId', 'a'), d),
    },
    {
      name: 'children further down that name the damaged record follow too',
      text: file(
        header,
        a,
        set(b, '/id', 'x').replace('"role"', 'role'),
        set(c, '/parentId', 'a'),
        set(d, '/parentId', 'x'),
      ),
      findings: [{ line: 3, path: '' }],
    },
    {
      name: 'a record damaged beyond reading, its id too: the entry right behind it is its child',
      text: file(header, a, 'ge","id":"', set(c, '/parentId', 'gone'), d),
      findings: [{ line: 3, path: '' }],
      fixed: file(header, a, set(c, '/parentId', 'a'), d),
    },
    {
      name: 'the first entry is damaged: nothing is said about the parent of its child, which becomes the root',
      text: file(header, a.replace('"role"', 'role'), b, c, d),
      findings: [{ line: 2, path: '' }],
      // The question is lost.
      others: ['assistant-first'],
    },
    {
      name: 'a whole record with text behind it: the record stays',
      text: file(header, a, `${b} done`, c, d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'a log prefix in front of a record: no record was torn, and the record stays',
      text: file(header, a, `INFO: ${b}`, c, d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'records in a list: each gets its own line',
      text: file(header, a, `[${b},${c}]`, d),
      findings: [{ line: 3, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'a comma behind each record',
      text: file(header, `${a},`, `${b},`, c, d),
      findings: [2, 3].map((line) => ({ line, path: '' })),
      fixed: session.text(),
    },
    {
      name: 'text behind the last record, which has no line end: it gets one',
      text: `${file(header, a, b, c)}${d},`,
      findings: [{ line: 5, path: '' }],
      fixed: session.text(),
    },
    {
      name: 'text behind the header: the header stays',
      text: file(`${header},`, a, b, c, d),
      findings: [{ line: 1, path: '', fixes: ['lossy'] }],
      fixed: session.text(),
    },
    {
      name: 'the header is damaged beyond reading: it is missing as well',
      text: file(header.replace('"version"', 'version'), a, b, c, d),
      findings: [{ line: 1, path: '' }],
      others: ['missing-header'],
    },
    {
      name: 'a CRLF file',
      text: crlf(file(header, a, 'Killed', b, c, d)),
      findings: [{ line: 3, path: '' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('Hello.').raw('Killed').assistant('Hi.').text(),
      findings: [{ line: 3, path: '' }],
      fixed: buildSession({ version: 1 }).user('Hello.').assistant('Hi.').text(),
    },
    {
      name: 'in a session folder a file of nothing but junk',
      text: 'Killed\n',
      options: { fileName: '/home/me/.openclaw/agents/main/sessions/1.jsonl' },
      findings: [{ line: 1, path: '' }],
      fixed: '',
    },
  ],
});

testFixes('malformed-line', [
  {
    name: 'the line goes with its line end, and the title says how much is lost',
    text: file(header, a, 'Killed: 9', b, c, d),
    title: 'Delete line 3 (loses 9 characters)',
    result: session.text(),
  },
  {
    name: 'a last line without a line end leaves the one before it',
    text: `${session.text()}Killed`,
    result: session.text(),
  },
  {
    name: 'a line that ends in CRLF goes with it',
    text: `${file(header, a)}Killed\r\n${file(b, c, d)}`,
    result: session.text(),
  },
  {
    name: 'the text around a record is cut, blanks and all',
    text: file(header, a, `${b} done`, c, d),
    title: 'Keep the record, cut the text around it (loses that text)',
    result: session.text(),
  },
  {
    name: 'the child of a lost first entry becomes a root in the same fix',
    text: file(header, a.replace('"role"', 'role'), b, c, d),
    result: file(header, set(b, '/parentId', null), c, d),
  },
  {
    name: 'children of a lost record are hung up in the same fix, the rest of their bytes stays',
    text: file(header, a, 'ge","id":"', c.replace('"parentId":"b"', '"parentId" : "gone" '), d),
    result: file(header, a, c.replace('"parentId":"b"', '"parentId" : "a" '), d),
  },
]);

testMarks('malformed-line', [
  { name: 'a short line without the blanks around it', text: file(header, a, '  Killed ', b, c, d), marks: ['Killed'] },
  {
    name: 'the beginning of a long line',
    text: file(header, a, `INFO ${'x'.repeat(500)}`, b, c, d),
    marks: [`INFO ${'x'.repeat(55)}`],
  },
]);
