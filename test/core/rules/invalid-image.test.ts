import { buildSession, call, image, models, pictures, text } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const LOSSY = ['lossy' as const];
const PNG = pictures['image/png'];
const place = { line: 2, path: '/message/content/1/data' };

const EMPTY = '[session:history] omitted empty image payload';
const BASE64 = '[session:history] omitted image payload: invalid base64';
const UNKNOWN = '[session:history] omitted image payload: Error: Input buffer contains unsupported image format';

const showing = (data: unknown, mimeType = 'image/png') =>
  buildSession()
    .user([text('See.'), image(mimeType, '', { data })])
    .assistant('I see.');
const replaced = (session: ReturnType<typeof buildSession>, line: number, at: string, words: string) =>
  session.lines().with(line - 1, set(session.lines()[line - 1], at, { type: 'text', text: words }));
const cases = [
  ['nothing', '', EMPTY],
  ['white space', ' \n', EMPTY],
  ['null', null, EMPTY],
  ['a data URL', `data:image/png;base64,${PNG}`, BASE64],
  ['the alphabet of URLs', 'iVBORw0KGgo_-A==', BASE64],
  ['base64 without its padding', PNG.replace(/=+$/, '').slice(0, -1), BASE64],
  ['base64 that was cut off', PNG.slice(0, 21), BASE64],
  ['padding in the middle', 'iVBO=w0K', BASE64],
  ['three padding characters', 'iVBOR===', BASE64],
  ['a web address', 'https://example.org/a.png', BASE64],
  ['bytes of no picture', Buffer.from('not a picture at all').toString('base64'), UNKNOWN],
  ['a kind of picture no provider takes', Buffer.from('BM6\0\0\0\0\0\0\0\x36\0\0\0').toString('base64'), UNKNOWN],
  ['a picture cut off in its signature', PNG.slice(0, 8), UNKNOWN],
] as const;

const inResult = buildSession()
  .user('Look.')
  .assistant([call('toolu_1', 'view', {})])
  .result('toolu_1', [image('image/png', 'x')])
  .assistant('Hm.');
const inExtension = buildSession()
  .user('Look.')
  .customMessage('camera', [image('image/png', 'x')])
  .assistant('Hm.');
const several = buildSession()
  .user([image('image/png', ''), image(), image('image/png', 'x')])
  .assistant('Hm.');
const version1 = buildSession({ version: 1 })
  .user([text('See.'), image('image/png', 'x')])
  .assistant('Hm.');

testRule('invalid-image', {
  silent: [
    ...Object.keys(pictures).map((type) => ({
      name: `a picture of type ${type}`,
      text: buildSession()
        .user([image(type)])
        .assistant('I see.')
        .text(),
    })),
    {
      name: 'white space inside and around the data',
      text: showing(` ${PNG.slice(0, 8)}\n${PNG.slice(8)}\r\n`).text(),
    },
    { name: 'the wrong type, which image-mime-mismatch speaks of', text: showing(PNG, 'image/jpeg').text() },
    {
      name: 'a picture whose pixels are broken: nobody decodes them',
      text: showing(
        Buffer.concat([Buffer.from(PNG, 'base64').subarray(0, 40), Buffer.alloc(20)]).toString('base64'),
      ).text(),
    },
    {
      name: 'a block that is no picture',
      text: buildSession()
        .user([{ type: 'file', data: 'x' }])
        .assistant('I see.')
        .text(),
    },
    ...outOfContext((session) => session.user([image('image/png', '')]).assistant('I see.')),
  ],
  reports: [
    ...cases.map(([name, data, words]) => ({
      name: `${name} in place of a picture`,
      text: showing(data).text(),
      findings: [{ ...place, fixes: LOSSY }],
      fixed: replaced(showing(data), 2, '/message/content/1', words),
    })),
    {
      name: 'no data at all',
      text: showing(undefined).text(),
      findings: [{ ...place, path: '/message/content/1', fixes: LOSSY }],
      fixed: replaced(showing(undefined), 2, '/message/content/1', EMPTY),
    },
    {
      name: 'in the result of a tool',
      text: inResult.text(),
      findings: [{ line: 4, path: '/message/content/0/data', fixes: LOSSY }],
      fixed: replaced(inResult, 4, '/message/content/0', BASE64),
    },
    {
      name: 'in a message of an extension',
      text: inExtension.text(),
      findings: [{ line: 3, path: '/content/0/data', fixes: LOSSY }],
      fixed: replaced(inExtension, 3, '/content/0', BASE64),
    },
    {
      name: 'several pictures, one of them sound',
      text: several.text(),
      findings: [
        { line: 2, path: '/message/content/0/data', fixes: LOSSY },
        { line: 2, path: '/message/content/2/data', fixes: LOSSY },
      ],
      fixed: several
        .lines()
        .with(
          1,
          set(several.lines()[1], '/message/content', [
            { type: 'text', text: EMPTY },
            image(),
            { type: 'text', text: BASE64 },
          ]),
        ),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, fixes: LOSSY }],
      fixed: replaced(version1, 2, '/message/content/1', BASE64),
    },
    {
      name: 'a session that no target is known for, with the profile of pi',
      text: buildSession()
        .user([text('See.'), image('image/png', 'x')])
        .text(),
      options: { profile: 'pi' },
      findings: [{ ...place, fixes: LOSSY }],
    },
    {
      name: 'a model without pictures',
      text: showing('x').text(),
      targets: [`mistral:${models.mistral.model}`],
      findings: [{ ...place, fixes: LOSSY }],
    },
  ],
});
