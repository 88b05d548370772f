import { buildSession, image, type Members, text } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const CONTINUE = '(continue)';
const LIST = [{ type: 'text', text: CONTINUE }];

/** An answered question, and what the user sent next (line 4). */
function sending(message: Members) {
  return buildSession().user('Hi.').assistant('Hello.').user('', { message }).assistant('Yes?');
}

const blocks = [
  ['a list with one empty text', [text('')]],
  ['a list of texts of white space', [text(' '), text('\n\t'), text('\u00a0')]],
  ['an empty list', []],
] as const;
const strings = [
  ['an empty string', ''],
  ['a string of white space', ' \n '],
] as const;

const several = buildSession().user('').assistant('Yes?').user([]).assistant('Yes?').user('Ah, here.');
const version1 = buildSession({ version: 1 }).user('Hi.').assistant('Hello.').user([]).assistant('Yes?');
const interSession = buildSession()
  .user('', { message: { provenance: { kind: 'inter_session' } } })
  .assistant('Ok.');

testRule('blank-user-turn', {
  silent: [
    { name: 'a user turn that says something', text: sending({ content: '.' }).text() },
    { name: 'a picture without words', text: sending({ content: [image()] }).text() },
    { name: 'a blank text beside a picture', text: sending({ content: [text(''), image()] }).text() },
    {
      name: 'a block of a kind that only a newer version knows',
      text: sending({ content: [{ type: 'audio' }] }).text(),
    },
    {
      name: 'a user turn without content, which invalid-entry speaks of',
      text: sending({ content: undefined }).text(),
    },
    { name: 'a blank assistant turn', text: buildSession().user('Hi.').assistant('').text() },
    { name: 'a blank message of an extension', text: buildSession().user('Hi.').customMessage('note', '').text() },
    ...outOfContext((session) => session.user('').assistant('Yes?')),
  ],
  reports: [
    ...blocks.map(([name, content]) => ({
      name: `${name} becomes a list with ${CONTINUE}`,
      text: sending({ content }).text(),
      findings: [{ line: 4, path: '/message/content', fixes: ['safe' as const] }],
      fixed: sending({ content: LIST }).lines(),
    })),
    ...strings.map(([name, content]) => ({
      name: `${name} becomes the string ${CONTINUE}`,
      text: sending({ content }).text(),
      findings: [{ line: 4, path: '/message/content', fixes: ['safe' as const] }],
      fixed: sending({ content: CONTINUE }).lines(),
    })),
    {
      name: 'the very first turn and a later one, in one go',
      text: several.text(),
      findings: [
        { line: 2, path: '/message/content', fixes: ['safe'] },
        { line: 4, path: '/message/content', fixes: ['safe'] },
      ],
      fixed: several
        .lines()
        .map((line, index) => ([1, 3].includes(index) ? set(line, '/message/content', LIST) : line)),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 4, path: '/message/content', fixes: ['safe'] }],
      fixed: version1.lines().with(3, set(version1.lines()[3], '/message/content', LIST)),
    },
    {
      name: 'a blank turn of another session keeps its provenance',
      text: interSession.text(),
      findings: [{ line: 2, path: '/message/content', fixes: ['safe'] }],
      others: [],
    },
    {
      name: 'a session that no target is known for',
      text: buildSession().user('').text(),
      findings: [{ line: 2, path: '/message/content', fixes: ['safe'] }],
    },
    {
      name: 'the turn at the very end, where only a line end is written behind it',
      text: buildSession().user('Hi.').assistant('Hello.').user('').text(),
      findings: [{ line: 4, path: '/message/content', fixes: ['safe'] }],
    },
    {
      name: 'the profile of pi',
      text: sending({ content: '' }).text(),
      options: { profile: 'pi' },
      findings: [{ line: 4, path: '/message/content', fixes: ['safe'] }],
    },
  ],
});
