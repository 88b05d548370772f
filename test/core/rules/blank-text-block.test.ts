import { buildSession, call, image, type Model, models, reasoning, text, thinking } from '../../support/build-session';
import { outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OMITTED = { type: 'text', text: '[empty content omitted]' };
const oldClaude: Model = { ...models.anthropic, model: 'claude-3-5-sonnet-20241022' };

const beforeCall = buildSession()
  .user('List it.')
  .assistant([thinking('A call.'), text('\n\n'), call('toolu_1', 'exec', { command: 'ls' })])
  .result('toolu_1', 'a\n')
  .assistant('There is a.');
const besidePicture = buildSession()
  .user([text(''), image()])
  .assistant('A grey picture.');
const inResult = buildSession()
  .user('Show it.')
  .assistant([call('toolu_1', 'view', {})])
  .result('toolu_1', [image(), text(' ')])
  .assistant('Grey.');
const alone = buildSession().user('Hi.').assistant('').user('Hello?');
const aloneTwice = buildSession()
  .user('Hi.')
  .assistant([text(''), text('\n')])
  .user('Hello?');
const atBothEnds = buildSession()
  .user('Hi.')
  .assistant([text(''), text('Hello.'), text(''), text('')])
  .user('Hm.');
const behindReasoning = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([reasoning('rs_1'), text('')])
  .user('Hello?');
const beforeReasoning = buildSession({ model: models.openai })
  .user('Hi.')
  .assistant([text(''), reasoning('rs_1'), text('Hello.')])
  .user('Hm.');
const behindThinking = buildSession()
  .user('Hi.')
  .assistant([thinking('Greet.'), text('')])
  .user('Hello?');
const behindOldThinking = buildSession({ model: oldClaude })
  .user('Hi.')
  .assistant([thinking('Greet.'), text('')])
  .user('Hello?')
  .assistant('Hello.')
  .user('Good.');
const zeroStop = buildSession()
  .user('Hi.')
  .assistant([text('')], { usage: { input: 0, output: 0, totalTokens: 0 } })
  .user('Hello?');
const brokenOff = buildSession()
  .user('Hi.')
  .assistant([text('Hello'), text('')], { stopReason: 'aborted' })
  .user('Go on.');
const version1 = buildSession({ version: 1 })
  .user('Hi.')
  .assistant([text(''), text('Hello.')])
  .user('Good.');
const orphan = buildSession()
  .user('Fetch it.')
  .result('toolu_gone', [text(''), text('late')], { toolName: 'fetch' })
  .assistant('Fetched.');
const halfStreamed = buildSession()
  .user('Fetch it.')
  .assistant([text('Fetching.'), call('toolu_1', 'fetch', {}, { partialJson: '{"url":"htt' })], {
    stopReason: 'aborted',
  })
  .result('toolu_1', [text(''), text('aborted')])
  .user('Again.');
const incompleteWithResult = buildSession()
  .user('Fetch it.')
  .assistant([{ type: 'toolCall', id: 'toolu_1', name: 'fetch' }], { stopReason: 'toolUse' })
  .result('toolu_1', [text(''), text('fetched')])
  .assistant('Done.');

const FIX = ['safe' as const];

testRule('blank-text-block', {
  silent: [
    {
      name: 'text, and thinking whose own text is blank',
      text: buildSession()
        .user('Hi.')
        .assistant([thinking('', 'c2ln'), text('Hello.')])
        .text(),
    },
    {
      name: 'a failed turn of blank text, which empty-error-turn speaks of',
      text: buildSession()
        .user('Hi.')
        .assistant([text('')], { stopReason: 'error' })
        .text(),
    },
    {
      name: 'an aborted turn of blank text',
      text: buildSession()
        .user('Hi.')
        .assistant([text('')], { stopReason: 'aborted' })
        .text(),
    },
    {
      name: 'a blank user turn, which has a rule of its own',
      text: buildSession()
        .user([text(''), text(' ')])
        .text(),
    },
    {
      name: 'a silent command, which empty-tool-result speaks of',
      text: buildSession()
        .user('Do.')
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', [text(''), text('')])
        .assistant('Done.')
        .text(),
    },
    {
      name: 'a silent command for a target that does not mind',
      text: buildSession({ model: models.openai })
        .user('Do.')
        .assistant([call('call_1|fc_1', 'exec', {})])
        .result('call_1|fc_1', '')
        .assistant('Done.')
        .text(),
    },
    { name: 'an empty list that cost tokens', text: buildSession().user('Hi.').assistant([]).text() },
    {
      name: 'an empty copy of delivered text',
      text: buildSession()
        .user('Hi.')
        .transcriptOnly([text('')])
        .text(),
    },
    { name: 'a result without its call, which goes as a whole', text: orphan.text() },
    { name: 'the stand-in result of a half-streamed call', text: halfStreamed.text() },
    { name: 'the result of a call that lacks its arguments', text: incompleteWithResult.text() },
    ...outOfContext((session) => session.assistant([text(''), text('Hello.')])),
  ],
  reports: [
    {
      name: 'blank text between thinking and a call goes with its comma, the rest stays as it was',
      text: beforeCall.text(),
      findings: [{ line: 3, path: '/message/content/1/text', fixes: FIX }],
      fixed: beforeCall.lines().with(2, set(beforeCall.lines()[2], '/message/content/1', undefined)),
    },
    {
      name: 'blank text in front of a picture of the user',
      text: besidePicture.text(),
      findings: [{ line: 2, path: '/message/content/0/text', fixes: FIX }],
      fixed: besidePicture.lines().with(1, set(besidePicture.lines()[1], '/message/content/0', undefined)),
    },
    {
      name: 'blank text behind a picture in a result',
      text: inResult.text(),
      findings: [{ line: 4, path: '/message/content/1/text', fixes: FIX }],
      fixed: inResult.lines().with(3, set(inResult.lines()[3], '/message/content/1', undefined)),
    },
    {
      name: 'blank text alone in a turn that did not fail gets the omitted-content text',
      text: alone.text(),
      findings: [{ line: 3, path: '/message/content/0/text', fixes: FIX }],
      fixed: alone.lines().with(2, set(alone.lines()[2], '/message/content', [OMITTED])),
    },
    {
      name: 'two blank texts and nothing else become one omitted-content text',
      text: aloneTwice.text(),
      findings: [
        { line: 3, path: '/message/content/0/text', fixes: FIX },
        { line: 3, path: '/message/content/1/text', fixes: FIX },
      ],
      fixed: aloneTwice.lines().with(2, set(aloneTwice.lines()[2], '/message/content', [OMITTED])),
    },
    {
      name: 'a stop that cost nothing with one blank text',
      text: zeroStop.text(),
      findings: [{ line: 3, path: '/message/content/0/text', fixes: FIX }],
      fixed: zeroStop.lines().with(2, set(zeroStop.lines()[2], '/message/content', [OMITTED])),
    },
    {
      name: 'several blank texts around the one that counts',
      text: atBothEnds.text(),
      findings: [0, 2, 3].map((index) => ({ line: 3, path: `/message/content/${index}/text`, fixes: FIX })),
      fixed: atBothEnds.lines().with(2, set(atBothEnds.lines()[2], '/message/content', [text('Hello.')])),
    },
    {
      name: 'blank text beside what an aborted turn had said',
      text: brokenOff.text(),
      findings: [{ line: 3, path: '/message/content/1/text', fixes: FIX }],
      fixed: brokenOff.lines().with(2, set(brokenOff.lines()[2], '/message/content', [text('Hello')])),
    },
    {
      name: 'blank text behind signed thinking goes, the thinking stays alone',
      text: behindThinking.text(),
      findings: [{ line: 3, path: '/message/content/1/text', fixes: FIX }],
      fixed: behindThinking.lines().with(2, set(behindThinking.lines()[2], '/message/content/1', undefined)),
    },
    {
      name: 'blank text that OpenAI needs behind its reasoning is filled instead: the reasoning must not stand alone',
      text: behindReasoning.text(),
      findings: [{ line: 3, path: '/message/content/1/text', fixes: FIX }],
      fixed: behindReasoning.lines().with(2, set(behindReasoning.lines()[2], '/message/content/1', OMITTED)),
    },
    {
      name: 'blank text in front of reasoning that has its answer behind it',
      text: beforeReasoning.text(),
      findings: [{ line: 3, path: '/message/content/0/text', fixes: FIX }],
      fixed: beforeReasoning.lines().with(2, set(beforeReasoning.lines()[2], '/message/content/0', undefined)),
    },
    {
      name: 'blank text behind thinking that an old Claude loses on replay is filled instead: nothing else would be left',
      text: behindOldThinking.text(),
      findings: [{ line: 3, path: '/message/content/1/text', fixes: FIX }],
      fixed: behindOldThinking.lines().with(2, set(behindOldThinking.lines()[2], '/message/content/1', OMITTED)),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 3, path: '/message/content/0/text', fixes: FIX }],
      fixed: version1.lines().with(2, set(version1.lines()[2], '/message/content/0', undefined)),
    },
    {
      name: 'a session that no target is known for, with the profile of pi',
      text: buildSession()
        .user([text(' '), text('Hi.')])
        .text(),
      options: { profile: 'pi' },
      findings: [{ line: 2, path: '/message/content/0/text', fixes: FIX }],
    },
  ],
});
