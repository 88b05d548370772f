import { buildSession, call, image, pictures, text } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const SAFE = ['safe' as const];
const place = { line: 2, path: '/message/content/1/mimeType' };
const types = Object.keys(pictures) as (keyof typeof pictures)[];

const declared = (mimeType: unknown, type: keyof typeof pictures, version = 3) =>
  buildSession({ version })
    .user([text('See.'), image(type, pictures[type], { fileName: 'a', mimeType })])
    .assistant('I see.');
const corrected = (session: ReturnType<typeof buildSession>, type: string, line = 2, at = place.path) =>
  session.lines().with(line - 1, set(session.lines()[line - 1], at, type));

const inResult = buildSession()
  .user('Look.')
  .assistant([call('toolu_1', 'view', {})])
  .result('toolu_1', [image('image/jpeg', pictures['image/png'])])
  .assistant('Hm.');
const inExtension = buildSession()
  .user('Look.')
  .customMessage('camera', [image('image/jpeg', pictures['image/png'])])
  .assistant('Hm.');
const several = buildSession()
  .user([image('image/png', pictures['image/gif']), image(), image('image/gif', pictures['image/webp'])])
  .assistant('Hm.');

testRule('image-mime-mismatch', {
  silent: [
    ...types.map((type) => ({ name: `${type} as declared`, text: declared(type, type).text() })),
    { name: 'the other spelling of JPEG', text: declared('image/jpg', 'image/jpeg').text() },
    {
      name: 'data that is no picture, which invalid-image speaks of',
      text: buildSession()
        .user([image('image/png', 'x')])
        .assistant('Hm.')
        .text(),
    },
    ...outOfContext((session) => session.user([image('image/jpeg', pictures['image/png'])]).assistant('I see.')),
  ],
  reports: [
    ...types.flatMap((type) =>
      types
        .filter((other) => other !== type)
        .map((other) => ({
          name: `${type} declared as ${other}`,
          text: declared(other, type).text(),
          findings: [{ ...place, fixes: SAFE }],
          fixed: corrected(declared(other, type), type),
        })),
    ),
    {
      name: 'a type that is none of a picture',
      text: declared('application/octet-stream', 'image/png').text(),
      findings: [{ ...place, fixes: SAFE }],
      fixed: corrected(declared('application/octet-stream', 'image/png'), 'image/png'),
    },
    {
      name: 'no type: it is added last in the block',
      text: declared(undefined, 'image/webp').text(),
      findings: [{ ...place, path: '/message/content/1', fixes: SAFE }],
      fixed: corrected(declared(undefined, 'image/webp'), 'image/webp'),
    },
    {
      name: 'in the result of a tool',
      text: inResult.text(),
      findings: [{ line: 4, path: '/message/content/0/mimeType', fixes: SAFE }],
      fixed: corrected(inResult, 'image/png', 4, '/message/content/0/mimeType'),
    },
    {
      name: 'in a message of an extension',
      text: inExtension.text(),
      findings: [{ line: 3, path: '/content/0/mimeType', fixes: SAFE }],
      fixed: corrected(inExtension, 'image/png', 3, '/content/0/mimeType'),
    },
    {
      name: 'several pictures of one turn',
      text: several.text(),
      findings: [
        { line: 2, path: '/message/content/0/mimeType', fixes: SAFE },
        { line: 2, path: '/message/content/2/mimeType', fixes: SAFE },
      ],
      fixed: several
        .lines()
        .with(
          1,
          set(
            set(several.lines()[1], '/message/content/0/mimeType', 'image/gif'),
            '/message/content/2/mimeType',
            'image/webp',
          ),
        ),
    },
    {
      name: 'a version 1 file, with the profile of pi',
      text: declared('image/gif', 'image/png', 1).text(),
      options: { profile: 'pi' },
      findings: [{ ...place, fixes: SAFE }],
      fixed: corrected(declared('image/gif', 'image/png', 1), 'image/png'),
    },
    {
      name: 'a session that no target is known for',
      text: buildSession()
        .user([text('See.'), image('image/gif', pictures['image/png'])])
        .text(),
      findings: [{ ...place, fixes: SAFE }],
    },
  ],
});
