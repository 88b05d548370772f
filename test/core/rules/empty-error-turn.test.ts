import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildSession, type Content, call, text, thinking, usage } from '../../support/build-session';
import { afterFix, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const FAILURE = [{ type: 'text', text: '[assistant turn failed before producing content]' }];
const FAILED = { stopReason: 'error', message: { errorMessage: '529 overloaded_error' } };

/** A question, a turn that failed in line 3, and another question. */
function failing(content: Content, options: Parameters<ReturnType<typeof buildSession>['assistant']>[1] = FAILED) {
  return buildSession().user('Deploy it.').assistant(content, options).user('Are you there?');
}

const emptyList = failing([]);
const blankText = failing([text(''), text(' \n\t')]);
const blankString = failing([], { ...FAILED, message: { ...FAILED.message, content: '  ' } });
const withoutContent = failing([], { ...FAILED, message: { ...FAILED.message, content: undefined } });
const nullContent = failing([], { ...FAILED, message: { ...FAILED.message, content: null } });
const emptyStop = failing([], { usage: usage(0, 0) });
const aborted = failing([], { stopReason: 'aborted', message: { errorMessage: 'Request was aborted.' } });
const oneByOne = buildSession()
  .user('Deploy it.')
  .assistant([], FAILED)
  .user('Again.')
  .assistant([text('')], FAILED)
  .user('Again.')
  .assistant([], { stopReason: 'aborted' })
  .assistant('Deployed.');
const version1 = buildSession({ version: 1 })
  .user('Deploy it.')
  .assistant([], FAILED)
  .user('Again.')
  .assistant('Deployed.')
  .entry('compaction', { summary: 'They deployed.', firstKeptEntryIndex: 2, tokensBefore: 9000 })
  .user('Good.');
const withoutTarget = failing([], { ...FAILED, api: '', provider: '', model: '' });
const branched = buildSession()
  .user('Deploy it.', { id: 'question' })
  .assistant([], { ...FAILED, id: 'failed' })
  .user('Another try.', { id: 'left' })
  .branchFrom('failed')
  .user('Again.', { id: 'again' });

const mended = (session: ReturnType<typeof buildSession>, ...lines: readonly number[]) =>
  session.lines().map((line, index) => (lines.includes(index + 1) ? set(line, '/message/content', FAILURE) : line));

testRule('empty-error-turn', {
  silent: [
    { name: 'a failed turn that said something before it broke off', text: failing('Deploying').text() },
    { name: 'a failed turn that made a call', text: failing([call('toolu_1', 'exec', {})]).text() },
    { name: 'a failed turn that holds thinking', text: failing([thinking('Hm.'), text('')]).text() },
    { name: 'the failure text that the repair puts there', text: mended(emptyList, 3).join('\n') },
    {
      name: 'an empty stop that cost tokens: providers never see it',
      text: failing([], { stopReason: 'stop' }).text(),
    },
    { name: 'an empty stop of unknown cost', text: failing([], { usage: {} }).text() },
    {
      name: 'blank text in a stop without tokens, which blank-text-block speaks of',
      text: failing([text('')], { usage: usage(0, 0) }).text(),
    },
    {
      name: 'an empty copy of delivered text',
      text: buildSession().user('Hi.').transcriptOnly([]).user('Hello?').text(),
    },
    { name: 'an empty user turn', text: buildSession().user([]).assistant('Yes?').text() },
    ...outOfContext((session) => session.assistant([], FAILED)),
  ],
  reports: [
    {
      name: 'a request that failed at once left an empty list, which gets the failure text',
      text: emptyList.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(emptyList, 3),
    },
    {
      name: 'blank text only is as good as nothing, however many blocks of it there are',
      text: blankText.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(blankText, 3),
    },
    {
      name: 'a blank string becomes a list with the failure text',
      text: blankString.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(blankString, 3),
    },
    {
      name: 'content that is missing altogether is added last in the message',
      text: withoutContent.text(),
      findings: [{ line: 3, path: '/message', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(withoutContent, 3),
    },
    {
      name: 'content that is null counts as missing',
      text: nullContent.text(),
      findings: [{ line: 3, path: '/message', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(nullContent, 3),
    },
    {
      name: 'an empty stop that cost no token is a failure too, and keeps its stop reason',
      text: emptyStop.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(emptyStop, 3),
    },
    ...[{ total: 0 }, { input: 0, output: 0 }, { total_tokens: 0, input: 0 }].map((shape) => ({
      name: `an empty stop whose cost is written as ${JSON.stringify(shape)}`,
      text: failing([], { usage: shape }).text(),
      findings: [{ line: 3, path: '/message/content' }],
    })),
    {
      name: 'an aborted turn without content is a hint, and nothing is done about it unless asked',
      text: aborted.text(),
      findings: [{ line: 3, path: '/message/content', severity: 'hint', fixes: ['offered safe', 'offered lossy'] }],
      fixed: aborted.lines(),
    },
    {
      name: 'an aborted turn of blank text, and one without content',
      text: buildSession()
        .user('Deploy it.')
        .assistant([text('\n')], { stopReason: 'aborted' })
        .user('Again.')
        .assistant([], { stopReason: 'aborted', message: { content: undefined } })
        .user('Again.')
        .text(),
      findings: [
        { line: 3, path: '/message/content', severity: 'hint' },
        { line: 5, path: '/message', severity: 'hint' },
      ],
    },
    {
      name: 'several failed turns each get the text in one go, the aborted one is left',
      text: oneByOne.text(),
      findings: [
        { line: 3, path: '/message/content' },
        { line: 5, path: '/message/content' },
        { line: 7, path: '/message/content', severity: 'hint' },
      ],
      fixed: mended(oneByOne, 3, 5),
    },
    {
      name: 'a version 1 file: the failed turn is mended in place, and its compaction counts on',
      text: version1.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(version1, 3),
    },
    {
      name: 'a session that no target is known for',
      text: withoutTarget.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
    },
    {
      name: 'a failed turn that two branches grow from',
      text: branched.text(),
      findings: [{ line: 3, path: '/message/content', fixes: ['safe', 'offered lossy'] }],
      fixed: mended(branched, 3),
    },
    ...(['documented', 'openclaw-2026.5.7', 'pi'] as const).map((profile) => ({
      name: `profile ${profile}`,
      text: emptyList.text(),
      options: { profile },
      findings: [{ line: 3, path: '/message/content' }],
    })),
  ],
});

it('deleting the failed turn hangs the entries of every branch under its parent', () => {
  const [header = '', question = '', , left, again] = branched.lines();
  assert.deepEqual(afterFix(branched.text(), 'empty-error-turn', { fix: 1 }), [
    header,
    question,
    set(left, '/parentId', 'question'),
    set(again, '/parentId', 'question'),
  ]);
});

it('deleting a turn from a version 1 file lets the first kept entry of a compaction follow', () => {
  const lines = version1.lines();
  const kept = set(lines[5], '/firstKeptEntryIndex', 2);
  assert.deepEqual(afterFix(version1.text(), 'empty-error-turn', { fix: 1 }), [
    ...lines.slice(0, 2),
    ...lines.slice(3, 5),
    kept,
    ...lines.slice(6),
  ]);
});
