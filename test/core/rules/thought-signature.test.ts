import {
  buildSession,
  call,
  image,
  type Members,
  type Model,
  models,
  text,
  thinking,
} from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const LOSSY = ['lossy' as const];
const GOOGLE = [nameOf(models.google)];
const BAD = 'msg_0/1 of OpenAI';
const DETAIL = JSON.stringify({ type: 'reasoning.encrypted', id: 'rs_1', data: 'xyz' });
const place = { line: 3, path: '/message/content/0/thoughtSignature' };

const signing = (extra: Members, model: Model = models.google) =>
  buildSession({ model })
    .user('Do.')
    .assistant([call('abcDEF123', 'exec', {}, extra)])
    .result('abcDEF123')
    .assistant('Done.')
    .user('Good.');

const cells = cellCases((model) => signing({ thoughtSignature: BAD }, model), place, [
  { note: 'GOO', model: models.google, severity: 'warning' },
  { note: 'GOO', model: models.vertex, severity: 'warning' },
  { note: 'GOO, Claude on Antigravity', model: models.antigravityClaude, severity: 'warning' },
  { note: 'GOO, whatever the profile', model: models.google, severity: 'warning', profile: 'pi' },
  { note: 'CHAT, Gemini at OpenRouter', model: models.openrouterGemini, severity: 'warning' },
  {
    note: 'CHAT, Gemini at Kilocode',
    model: { ...models.openrouterGemini, provider: 'kilocode' },
    severity: 'warning',
  },
  { note: 'CHAT, Gemini at OpenRouter, nothing is checked', model: models.openrouterGemini, profile: 'pi' },
  { note: 'CHAT, Gemini elsewhere', model: { ...models.openrouterGemini, provider: 'my-proxy' } },
  { note: 'CHAT, another model at OpenRouter', model: models.openrouter },
  { note: 'CHAT', model: models.deepseek },
  { note: 'ANT', model: models.anthropic },
  { note: 'BED', model: models.bedrock },
  { note: 'RSP', model: models.openai },
  { note: 'MIS', model: models.mistral },
]);
const details = cellCases((model) => signing({ thoughtSignature: DETAIL }, model), place, [
  { note: 'a reasoning detail, GOO', model: models.google, severity: 'warning' },
  { note: 'a reasoning detail, CHAT, which stored it there', model: models.openrouterGemini },
]);

const bad = signing({ thoughtSignature: BAD });
const snake = signing({ thought_signature: BAD });
const both = signing({ thoughtSignature: BAD, thought_signature: 5 });
const everywhere = buildSession({ model: models.google })
  .user('Do.')
  .assistant([
    thinking('Hm.', 'c2lnbmVk', { thoughtSignature: BAD }),
    text('Doing.', { thoughtSignature: BAD }),
    call('x', 'exec', {}, { thoughtSignature: BAD }),
  ])
  .result('x')
  .assistant('Done.');
const version1 = buildSession({ version: 1, model: models.google })
  .user('Hi.')
  .assistant([text('Hello.', { thoughtSignature: BAD })])
  .user('Ok.');
const without = (session: ReturnType<typeof buildSession>, ...places: readonly string[]) =>
  places.reduce((lines, at) => lines.with(2, set(lines[2], at, undefined)), session.lines());

testRule('thought-signature', {
  silent: [
    ...['abcd', 'abc=', 'aQ', 'ab_-', 'a b c d', 'msg_abcd'].map((signature) => ({
      name: `base64, or what passes for it: ${signature}`,
      text: signing({ thoughtSignature: signature, thought_signature: signature }).text(),
    })),
    { name: 'no signature', text: signing({ thoughtSignature: null }).text() },
    {
      name: 'a signature of a user turn',
      text: buildSession({ model: models.google })
        .user([text('Hi.', { thoughtSignature: BAD }), image()])
        .assistant('Hello.')
        .text(),
    },
    {
      name: 'a copy of delivered text',
      text: buildSession({ model: models.google })
        .user('Hi.')
        .transcriptOnly([text('Hello.', { thoughtSignature: BAD })])
        .user('Ok.')
        .text(),
    },
    {
      name: 'a session that no target is known for',
      text: signing({ thoughtSignature: BAD }, { ...models.google, provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant([text('Hello.', { thoughtSignature: BAD })]), {
      model: models.google,
    }),
    ...cells.silent,
    ...details.silent,
  ],
  reports: [
    {
      name: 'the signature goes with its comma, the call stays',
      text: bad.text(),
      findings: [{ ...place, targets: GOOGLE, fixes: LOSSY }],
      fixed: without(bad, '/message/content/0/thoughtSignature'),
    },
    {
      name: 'under the older key',
      text: snake.text(),
      findings: [{ line: 3, path: '/message/content/0/thought_signature', targets: GOOGLE, fixes: LOSSY }],
      fixed: without(snake, '/message/content/0/thought_signature'),
    },
    ...['abcde', 'ab==', 'a+_b', '', 7].map((signature) => ({
      name: `not base64: ${JSON.stringify(signature)}`,
      text: signing({ thoughtSignature: signature }).text(),
      findings: [{ ...place, targets: GOOGLE, fixes: LOSSY }],
    })),
    {
      name: 'under both keys of one block',
      text: both.text(),
      findings: [
        { ...place, targets: GOOGLE, fixes: LOSSY },
        { line: 3, path: '/message/content/0/thought_signature', targets: GOOGLE, fixes: LOSSY },
      ],
      fixed: without(both, '/message/content/0/thoughtSignature', '/message/content/0/thought_signature'),
    },
    {
      name: 'on every kind of block',
      text: everywhere.text(),
      findings: [0, 1, 2].map((index) => ({
        line: 3,
        path: `/message/content/${index}/thoughtSignature`,
        targets: GOOGLE,
        fixes: LOSSY,
      })),
      fixed: without(everywhere, ...[0, 1, 2].map((index) => `/message/content/${index}/thoughtSignature`)),
    },
    {
      name: 'in a turn that failed',
      text: buildSession({ model: models.google })
        .user('Hi.')
        .assistant([text('Hel', { thoughtSignature: BAD })], { stopReason: 'error' })
        .user('Ok.')
        .text(),
      findings: [{ ...place, targets: GOOGLE, fixes: LOSSY }],
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: GOOGLE, fixes: LOSSY }],
      fixed: without(version1, '/message/content/0/thoughtSignature'),
    },
    {
      name: 'a reasoning detail for targets of the settings: only Google cannot read it',
      text: signing({ thoughtSignature: DETAIL }, models.openrouterGemini).text(),
      targets: ['google:gemini-3-pro-preview', 'kilocode:google/gemini-3-pro'],
      findings: [{ ...place, targets: GOOGLE, fixes: LOSSY }],
    },
    ...cells.reports,
    ...details.reports,
  ],
});
