import type { Profile, Severity } from '../../../core';
import { buildSession, image, type Model, models, pictures, pngBytes, text } from '../../support/build-session';
import { cellCases, nameOf, outOfContext } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const place = { line: 2, path: '/message/content/1/data' };
const CLAUDE = [nameOf(models.anthropic)];
const FIVE_MB = 5_242_880;

/** A picture of which only the header is honest. */
const sized = (width: number, height: number) => {
  const bytes = pngBytes(1, 1);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return image('image/png', bytes.toString('base64'));
};
const weighing = (bytes: number) => {
  const head = pngBytes(1, 1);
  return image('image/png', Buffer.concat([head, Buffer.alloc(bytes - head.length)]).toString('base64'));
};
const small = (count: number) => Array.from({ length: count }, () => image('image/gif', pictures['image/gif']));

const showing = (picture: ReturnType<typeof image>, model: Model = models.anthropic) =>
  buildSession({ model })
    .user([text('See.'), picture])
    .assistant('I see.');
/** One big picture in front of as many small ones as make up the number. */
const among = (count: number, picture: ReturnType<typeof image>, model: Model = models.anthropic) =>
  buildSession({ model })
    .user([text('See.'), picture])
    .assistant('I see.')
    .user(small(count - 1))
    .assistant('I see them all.');

const cellsOf = (
  picture: ReturnType<typeof image>,
  what: string,
  rows: readonly [note: string, model: Model, severity?: Severity | undefined, profile?: Profile][],
) =>
  cellCases((model) => showing(picture, model), place, [
    ...rows.map(([note, model, severity, profile]) => ({
      note: `${what}, ${note}`,
      model,
      ...(severity && { severity }),
      ...(profile && { profile }),
    })),
  ]);

const cells = [
  cellsOf(sized(8000, 10), 'a side of 8000', [
    ['ANT', models.anthropic, 'information'],
    ['BED, Claude', models.bedrock, 'information'],
    ['BED, another model', models.bedrockNova, 'information'],
    ['MIS', models.mistral, 'information'],
    ['RSP', models.openai, 'information'],
    ['CHAT', models.deepseek, 'information'],
    ['GOO', models.google, 'information'],
    ['an api nobody knows', { ...models.openai, api: 'new-api' }, 'information'],
    ['ANT, nothing shrinks', models.anthropic, undefined, 'pi'],
    ['RSP, nothing shrinks', models.openai, undefined, 'pi'],
  ]),
  cellsOf(sized(10, 8001), 'a side of 8001', [
    ['ANT', models.anthropic, 'error'],
    ['ANT', models.kimiCode, 'error'],
    ['ANT, whatever the profile', models.anthropic, 'error', 'pi'],
    ['BED, Claude', models.bedrock, 'error'],
    ['BED, another model', models.bedrockNova, 'information'],
    ['MIS', models.mistral, 'error'],
    ['MIS, whatever the profile', models.mistral, 'error', 'pi'],
    ['RSP', models.openai, 'information'],
    ['CHAT', models.ollama, 'information'],
    ['GOO', models.vertex, 'information'],
    ['GOO, nothing shrinks', models.vertex, undefined, 'pi'],
  ]),
  cellsOf(sized(1200, 1200), 'sides of 1200', [
    ['ANT', models.anthropic],
    ['RSP', models.openai],
    ['MIS', models.mistral],
  ]),
  cellsOf(sized(1201, 10), 'a side of 1201', [
    ['ANT', models.anthropic, 'information'],
    ['ANT, as the release treats it', models.anthropic, 'information', 'openclaw-2026.5.7'],
    ['GOO', models.google, 'information'],
    ['MIS', models.mistral, 'information'],
    ['CHAT, nothing shrinks', models.deepseek, undefined, 'pi'],
  ]),
  cellsOf(weighing(FIVE_MB), '5 MB', [
    ['ANT', models.anthropic],
    ['RSP', models.openai],
  ]),
  cellsOf(weighing(FIVE_MB + 1), '5 MB and a byte', [
    ['ANT', models.anthropic, 'error'],
    ['BED, Claude', models.bedrock, 'error'],
    ['BED, another model', models.bedrockNova, 'information'],
    ['MIS', models.mistral, 'information'],
    ['RSP', models.openai, 'information'],
    ['ANT, whatever the profile', models.anthropic, 'error', 'pi'],
    ['MIS, nothing shrinks', models.mistral, undefined, 'pi'],
  ]),
];

const hundred = buildSession().user(small(100)).assistant('I see.');
const tooMany = buildSession().user(small(60)).assistant('Go on.').user(small(43)).assistant('Enough.');
const nine = buildSession({ model: models.mistral })
  .user(small(5))
  .assistant('Go on.')
  .user([text('These, too.'), ...small(5)])
  .assistant('Enough.');
const hiddenByCompaction = buildSession()
  .user([text('See.'), sized(3000, 10)])
  .assistant('I see.')
  .user('Go on.', { id: 'kept' })
  .assistant('Gone.')
  .compaction('kept', 'They looked.')
  .user('Good.');

testRule('oversize-image', {
  silent: [
    { name: 'a small picture', text: showing(image()).text() },
    { name: 'a picture of unknown size', text: showing(sized(0, 0)).text() },
    {
      name: 'a wide picture below a limit of the settings',
      text: showing(sized(2000, 2000)).text(),
      options: { imageMaxDimension: 2000 },
    },
    { name: '100 pictures', text: hundred.text() },
    {
      name: '8 pictures for Mistral',
      text: buildSession({ model: models.mistral }).user(small(8)).assistant('Hm.').text(),
    },
    {
      name: '101 pictures for a target that does not count',
      text: buildSession({ model: models.openai }).user(small(101)).assistant('Hm.').text(),
    },
    {
      name: 'a side of 2000 among 21 pictures, while nothing shrinks',
      text: among(21, sized(2000, 10)).text(),
      options: { profile: 'pi' },
    },
    {
      name: 'a side of 2001 among 20 pictures, while nothing shrinks',
      text: among(20, sized(10, 2001)).text(),
      options: { profile: 'pi' },
    },
    {
      name: 'a session that no target is known for',
      text: buildSession()
        .user([sized(9000, 10)])
        .text(),
    },
    { name: 'a picture that a compaction summarised away', text: hiddenByCompaction.text() },
    ...outOfContext((session) => session.user([sized(9000, 10)]).assistant('I see.')),
    ...cells.flatMap(({ silent }) => silent),
  ],
  reports: [
    ...cells.flatMap(({ reports }) => reports),
    {
      name: 'a side over a limit of the settings',
      text: showing(sized(801, 10)).text(),
      options: { imageMaxDimension: 800.9 },
      findings: [{ ...place, severity: 'information', targets: CLAUDE }],
    },
    {
      name: 'more than 25 million pixels, though no side is over its limit',
      text: showing(sized(5001, 5000)).text(),
      options: { imageMaxDimension: 6000 },
      findings: [{ ...place, severity: 'information', targets: CLAUDE }],
    },
    {
      name: 'a side of 2001 among 21 pictures: Anthropic refuses it',
      text: among(21, sized(10, 2001)).text(),
      findings: [{ ...place, severity: 'error', targets: CLAUDE }],
    },
    {
      name: 'a side of 2001 among 21 pictures: Claude on Bedrock refuses it',
      text: among(21, sized(2001, 10), models.bedrock).text(),
      options: { profile: 'pi' },
      findings: [{ ...place, severity: 'error', targets: [nameOf(models.bedrock)] }],
    },
    {
      name: 'a side of 2001 among 21 pictures: others do not mind',
      text: among(21, sized(2001, 10), models.bedrockNova).text(),
      findings: [{ ...place, severity: 'information', targets: [nameOf(models.bedrockNova)] }],
    },
    {
      name: 'the 101st picture is one too many: no fix, for it is no fault of that one',
      text: tooMany.text(),
      findings: [{ line: 4, path: '/message/content/40/data', severity: 'error', targets: CLAUDE, fixes: [] }],
      fixed: tooMany.lines(),
    },
    {
      name: 'the 9th picture is one too many for Mistral',
      text: nine.text(),
      findings: [
        {
          line: 4,
          path: '/message/content/4/data',
          severity: 'error',
          targets: [nameOf(models.mistral)],
          fixes: [],
        },
      ],
    },
    {
      name: 'several pictures of one session',
      text: buildSession({ model: models.google })
        .user([text('See.'), sized(1500, 10)])
        .customMessage('camera', [sized(10, 1500)])
        .assistant('I see.')
        .text(),
      findings: [
        { ...place, severity: 'information', targets: [nameOf(models.google)] },
        { line: 3, path: '/content/0/data', severity: 'information', targets: [nameOf(models.google)] },
      ],
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 })
        .user([text('See.'), sized(9000, 10)])
        .assistant('I see.')
        .text(),
      findings: [{ ...place, severity: 'error', targets: CLAUDE }],
    },
    {
      name: 'the worst of several targets counts, and all of them are named',
      text: showing(sized(9000, 10), models.google).text(),
      targets: ['mistral:pixtral-large', 'openai:gpt-5.2'],
      findings: [
        {
          ...place,
          severity: 'error',
          targets: [nameOf(models.google), 'mistral/mistral-conversations:pixtral-large', nameOf(models.openai)],
        },
      ],
    },
  ],
});
