import { buildSession } from '../../support/build-session';
import { outOfContext } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const delivered = buildSession().user('Report.').assistant('Reported.').transcriptOnly('Reported.').user('Thanks.');
const both = buildSession()
  .transcriptOnly('Good morning!')
  .user('Hi.')
  .transcriptOnly('Busy.', { model: 'gateway-injected' })
  .assistant('Hello.');

testRule('transcript-only-turn', {
  silent: [
    { name: 'turns that a model wrote', text: buildSession().user('Hi.').assistant('Hello.').text() },
    {
      name: 'a model of that name from somebody else',
      text: buildSession().user('Hi.').assistant('Hello.', { model: 'delivery-mirror' }).text(),
    },
    {
      name: 'another model of that provider',
      text: buildSession().user('Hi.').assistant('Hello.', { provider: 'openclaw' }).text(),
    },
    { name: 'the profile of pi, which knows no such turns', text: delivered.text(), options: { profile: 'pi' } },
    ...outOfContext((session) => session.transcriptOnly('Sent.')),
  ],
  reports: [
    {
      name: 'a copy of delivered text',
      text: delivered.text(),
      findings: [{ line: 4, path: '/message/model', fixes: [] }],
      fixed: delivered.lines(),
    },
    {
      name: 'a text of the gateway, and a copy before the first turn',
      text: both.text(),
      findings: [
        { line: 2, path: '/message/model', fixes: [] },
        { line: 4, path: '/message/model', fixes: [] },
      ],
    },
    {
      name: 'a session that no target is known for, as the release reads it',
      text: buildSession().user('Hi.').transcriptOnly('Sent.').text(),
      options: { profile: 'openclaw-2026.5.7' },
      findings: [{ line: 3, path: '/message/model', fixes: [] }],
    },
    {
      name: 'a version 1 file',
      text: buildSession({ version: 1 }).user('Hi.').transcriptOnly('Sent.').text(),
      findings: [{ line: 3, path: '/message/model', fixes: [] }],
    },
    {
      name: 'a copy that a compaction keeps',
      text: buildSession()
        .user('Hi.')
        .assistant('Hello.')
        .transcriptOnly('Hello.', { id: 'copy' })
        .compaction('copy', 'Greetings.')
        .user('Go on.')
        .text(),
      findings: [{ line: 4, path: '/message/model', fixes: [] }],
    },
  ],
});
