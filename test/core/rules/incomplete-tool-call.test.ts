import { type Block, buildSession, call, models, reasoning, text, thinking } from '../../support/build-session';
import { madeUpResult, newId, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OMITTED = [{ type: 'text', text: '[tool calls omitted]' }];

type Session = ReturnType<typeof buildSession>;

/** A turn with a call (line 3), then an answer. */
const calling = (block: Block, stopReason = 'toolUse') =>
  buildSession()
    .user('Fetch it.')
    .assistant([text('Fetching.'), block], { id: 'calls', stopReason })
    .user('Again.', { id: 'again' });
const answered = (block: Block) =>
  buildSession()
    .user('Fetch it.')
    .assistant([text('Fetching.'), block], { stopReason: 'toolUse' })
    .result('toolu_1', 'fetched', { toolName: 'fetch' })
    .assistant('Fetched.');

const removed = (session: Session, content: unknown = [text('Fetching.')], stopReason?: string) => {
  const line = set(session.lines()[2], '/message/content', content);
  return session.lines().with(2, stopReason === undefined ? line : set(line, '/message/stopReason', stopReason));
};
const withArguments = (session: Session, block: number, value: unknown) =>
  session.lines().with(2, set(session.lines()[2], `/message/content/${block}/arguments`, value));

const bare = { type: 'toolCall', id: 'toolu_1', name: 'fetch' };
const torn = call('toolu_1', 'fetch', { url: 'a' }, { partialJson: '{"url":"a' });
const whole = { ...bare, partialJson: '{"url":"a","depth":[1,2]}' };

const cutOff = calling(torn, 'aborted');
const cutOffAlone = buildSession().user('Fetch it.').assistant([torn], { stopReason: 'error' }).user('Again.');
const cutOffWithStandIn = buildSession()
  .user('Fetch it.')
  .assistant([text('Fetching.'), torn], { id: 'calls', stopReason: 'aborted' })
  .result('toolu_1', 'aborted', { id: 'standin', isError: true })
  .user('Again.', { id: 'again' });
const nullInput = answered({ ...bare, input: null, arguments: null });
const recoverableWithStandIn = buildSession()
  .user('Fetch it.')
  .assistant([whole], { stopReason: 'toolUse' })
  .result('toolu_1', 'No result provided', { toolName: 'fetch', isError: true })
  .user('Again.');
const recoverableAtEnd = buildSession().user('Fetch it.').assistant([whole], { stopReason: 'toolUse' });
const recoverableFailed = buildSession()
  .user('Fetch it.')
  .assistant([whole], { id: 'calls', stopReason: 'error' })
  .result('toolu_1', 'No result provided', { toolName: 'fetch', isError: true })
  .user('Again.', { id: 'again' });
const recoverableMissing = buildSession({ id: 'session-1' })
  .user('Fetch it.')
  .assistant([whole], { id: 'calls', stopReason: 'toolUse', timestamp: '2026-03-02T09:00:14.000Z' })
  .user('Again.', { id: 'again' });
const notArguments = calling({ ...bare, partialJson: '["url"]' });
const nothingStreamed = calling(call('toolu_1', 'fetch', {}, { partialJson: '' }), 'aborted');
const nameless = calling({ type: 'toolCall', id: 'toolu_1', arguments: {} });
const withoutId = calling({ type: 'toolCall', name: 'fetch', arguments: {} });
const unusable = answered(call('toolu_1', 'fetch the page', {}));
const several = buildSession()
  .user('Fetch all.')
  .assistant([text('Fetching.'), torn, call('toolu_2', 'fetch', {}, { partialJson: '{' })], { stopReason: 'error' })
  .user('Again.');
const besideSound = buildSession()
  .user('Fetch all.')
  .assistant([bare, call('toolu_2', 'read', {})], { stopReason: 'toolUse' })
  .result('toolu_2', 'read')
  .assistant('Read.');
const behindReasoning = buildSession({ model: models.openai })
  .user('Fetch it.')
  .assistant([reasoning('rs_1'), call('call_1|fc_1', 'fetch', {}, { partialJson: '{"u' })], { stopReason: 'aborted' })
  .user('Again.');
const snakeCase = calling({ type: 'tool_use', call_id: 'toolu_1', name: 'fetch' });
const version1 = buildSession({ version: 1 })
  .user('Fetch it.')
  .assistant([text('Fetching.'), torn], { stopReason: 'aborted' })
  .result('toolu_1', 'aborted', { isError: true })
  .user('Again.')
  .assistant('Fetched.')
  .entry('compaction', { summary: 'They fetched.', firstKeptEntryIndex: 4, tokensBefore: 9000 })
  .user('More.')
  .assistant('Done.')
  .entry('compaction', { summary: 'They fetched it all.', firstKeptEntryIndex: 1, tokensBefore: 9000 })
  .user('Good.');

testRule('incomplete-tool-call', {
  silent: [
    { name: 'a call with arguments', text: answered(call('toolu_1', 'fetch', {})).text() },
    { name: 'a call whose arguments are under input', text: answered({ ...bare, input: {} }).text() },
    { name: 'arguments of an odd kind, which are there', text: answered({ ...bare, arguments: '' }).text() },
    {
      name: 'a whole call that still carries its partial JSON',
      text: answered(call('toolu_1', 'fetch', { url: 'a' }, { partialJson: '{"url":"a"}' })).text(),
    },
    {
      name: 'the same in a turn that was aborted',
      text: calling(call('toolu_1', 'fetch', { url: 'a' }, { partialJson: '{"url":"a"}' }), 'aborted').text(),
    },
    { name: 'torn partial JSON in a turn that was finished', text: answered(torn).text() },
    {
      name: 'a torn call with a real result, which is an orphan',
      text: buildSession()
        .user('Fetch it.')
        .assistant([torn], { stopReason: 'aborted' })
        .result('toolu_1', 'fetched')
        .user('Ok.')
        .text(),
    },
    {
      name: 'a name with colons, dots and dashes',
      text: answered(call('toolu_1', 'functions.mcp:fetch-page_2', {})).text(),
    },
    { name: 'a name with white space around', text: answered(call('toolu_1', ' fetch ', {})).text() },
    { name: 'a name of 64 characters', text: answered(call('toolu_1', 'f'.repeat(64), {})).text() },
    {
      name: 'a foreign call that keeps its id elsewhere',
      text: calling({ type: 'tool_use', call_id: 'x', name: 'fetch', input: {} }).text(),
    },
    ...outOfContext((session) => session.assistant([torn], { stopReason: 'aborted' })),
  ],
  reports: [
    {
      name: 'the stream broke in the middle of the arguments: the call goes, the text stays',
      text: cutOff.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(cutOff),
    },
    {
      name: 'a half-streamed call alone leaves a note',
      text: cutOffAlone.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['lossy'] }],
      fixed: removed(cutOffAlone, OMITTED),
    },
    {
      name: 'its made-up result goes with it',
      text: cutOffWithStandIn.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(cutOffWithStandIn)
        .toSpliced(3, 1)
        .with(3, set(cutOffWithStandIn.lines()[4], '/parentId', 'calls')),
    },
    {
      name: 'the stream broke before the first argument',
      text: nothingStreamed.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(nothingStreamed),
    },
    {
      name: 'a call without arguments that was answered gets empty ones',
      text: answered(bare).text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['safe'] }],
      fixed: withArguments(answered(bare), 1, {}),
    },
    {
      name: 'arguments and input that are null count as none',
      text: nullInput.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['safe'] }],
      fixed: withArguments(nullInput, 1, {}),
    },
    {
      name: 'a call without arguments that was never answered goes, and the turn stops',
      text: calling(bare).text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(calling(bare), undefined, 'stop'),
    },
    {
      name: 'the arguments stand whole in the partial JSON: they are recovered, the made-up result stays',
      text: recoverableWithStandIn.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['safe'] }],
      fixed: withArguments(recoverableWithStandIn, 0, { url: 'a', depth: [1, 2] }),
    },
    {
      name: 'a recovered call at the end of the session waits for its result',
      text: recoverableAtEnd.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['safe'] }],
      fixed: withArguments(recoverableAtEnd, 0, { url: 'a', depth: [1, 2] }),
    },
    {
      name: 'a recovered call in the middle is answered by an error result',
      text: recoverableMissing.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['safe'] }],
      fixed: (() => {
        const lines = withArguments(recoverableMissing, 0, { url: 'a', depth: [1, 2] });
        const id = newId('session-1', 'missing-tool-result', 'calls', 'toolu_1');
        const link = { id, parentId: 'calls', timestamp: '2026-03-02T09:00:14.000Z' };
        return [...lines.slice(0, 3), madeUpResult(link, 'toolu_1', 'fetch'), set(lines[3], '/parentId', id)];
      })(),
    },
    {
      name: 'a recovered call in a failed turn loses its made-up result: the turn is left out of requests',
      text: recoverableFailed.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['safe'] }],
      fixed: (() => {
        const lines = withArguments(recoverableFailed, 0, { url: 'a', depth: [1, 2] });
        return [...lines.slice(0, 3), set(lines[4], '/parentId', 'calls')];
      })(),
    },
    {
      name: 'whole partial JSON that is no arguments does not count',
      text: notArguments.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(notArguments, undefined, 'stop'),
    },
    {
      name: 'a call without a name',
      text: nameless.text(),
      findings: [{ line: 3, path: '/message/content/1', fixes: ['lossy'] }],
      fixed: removed(nameless, undefined, 'stop'),
    },
    ...[' ', 'fetch page', 'fetch/page', 'f'.repeat(65), 'größe'].map((name) => ({
      name: `a name no tool can have: "${name.slice(0, 12)}"`,
      text: calling(call('toolu_1', name, {})).text(),
      findings: [{ line: 3, path: '/message/content/1', fixes: ['lossy' as const] }],
    })),
    {
      name: 'a call under an unusable name goes with its result, real or not',
      text: unusable.text(),
      findings: [{ line: 3, path: '/message/content/1', fixes: ['lossy'] }],
    },
    {
      name: 'a call without an id, and one with a blank id',
      text: withoutId.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(withoutId, undefined, 'stop'),
    },
    {
      name: 'a call with a blank id',
      text: calling(call(' ', 'fetch', {})).text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
    },
    {
      name: 'two half-streamed calls of one turn',
      text: several.text(),
      findings: [
        { line: 3, path: '/message/content/1/name', fixes: ['lossy'] },
        { line: 3, path: '/message/content/2/name', fixes: ['lossy'] },
      ],
      fixed: removed(several),
    },
    {
      name: 'a sound call beside it keeps its result and the stop reason',
      text: besideSound.text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['lossy'] }],
      fixed: removed(besideSound, [call('toolu_2', 'read', {})]),
    },
    {
      name: 'a call behind the reasoning of an OpenAI model leaves a note there, since reasoning must not stand alone',
      text: behindReasoning.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: removed(behindReasoning, [reasoning('rs_1'), ...OMITTED]),
    },
    {
      name: 'a call behind signed thinking leaves the thinking',
      text: buildSession()
        .user('Do.')
        .assistant([thinking('So.'), torn], { stopReason: 'aborted' })
        .user('Again.')
        .text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
    },
    {
      name: 'a foreign call without input',
      text: snakeCase.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
    },
    {
      name: 'an answered call in a failed turn: with its arguments it is a failed call like any other',
      text: buildSession()
        .user('Fetch it.')
        .assistant([bare], { stopReason: 'error' })
        .result('toolu_1', 'fetched', { toolName: 'fetch' })
        .user('Again.')
        .text(),
      findings: [{ line: 3, path: '/message/content/0/name', fixes: ['safe'] }],
      after: ['orphan-tool-result'],
    },
    {
      name: 'a version 1 file: the numbers of first kept entries follow',
      text: version1.text(),
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
      fixed: (() => {
        const lines = removed(version1);
        return lines.with(6, set(lines[6], '/firstKeptEntryIndex', 3)).toSpliced(3, 1);
      })(),
    },
    {
      name: 'targets and profile do not matter',
      text: cutOff.text(),
      options: { profile: 'pi' },
      targets: ['openai:gpt-5.2', `google:${models.google.model}`],
      findings: [{ line: 3, path: '/message/content/1/name', fixes: ['lossy'] }],
    },
  ],
});
