import {
  type Block,
  buildSession,
  call,
  type Model,
  models,
  reasoning,
  redactedThinking,
  text,
  thinking,
} from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const OMITTED = [{ type: 'text', text: '[assistant reasoning omitted]' }];
const LOSSY = ['lossy' as const];
const place = { line: 3, path: '/message/content' };

const oldClaude: Model = { ...models.anthropic, model: 'claude-3-7-sonnet-20250219' };
const gemma = (provider: string, api = 'openai-completions'): Model => ({
  api,
  provider,
  model: 'google/gemma-4-31b-it',
});

/** A turn of nothing but thinking (line 3), and one that answers; another model may take over. */
const pondering = (content: readonly Block[], writer: Model = oldClaude, next?: Model) => {
  const session = buildSession({ model: writer }).user('Hi.').assistant(content, { stopReason: 'stop' }).user('Well?');
  return (next === undefined ? session : session.modelSnapshot(next)).assistant('Hello.', next).user('Ok.');
};

const cells = cellCases((model) => pondering([thinking('Hm.')], models.anthropic, model), place, [
  { note: 'ANT, an old Claude', model: oldClaude, severity: 'warning' },
  { note: 'ANT, an old Claude behind a gateway', model: { ...oldClaude, provider: 'my-proxy' }, severity: 'warning' },
  { note: 'ANT, any Claude at Copilot', model: models.copilotClaude, severity: 'warning' },
  { note: 'ANT, Claude 4', model: models.anthropic },
  { note: 'ANT, no Claude', model: models.minimax },
  { note: 'ANT, an old Claude, nothing is stripped', model: oldClaude, profile: 'pi' },
  {
    note: 'BED, an old Claude',
    model: { ...models.bedrock, model: 'anthropic.claude-3-5-sonnet' },
    severity: 'warning',
  },
  { note: 'BED, Claude 4', model: models.bedrock },
  { note: 'BED, no Claude', model: models.bedrockNova },
  {
    note: 'RSP, though Copilot drops the thinking of Claude',
    model: { ...models.copilot, model: 'claude-sonnet-4.5' },
  },
  { note: 'CHAT, Gemma 4', model: gemma('my-server'), severity: 'warning' },
  { note: 'CHAT, Gemma 4', model: gemma('moonshot'), severity: 'warning' },
  {
    note: 'CHAT, Claude at Copilot',
    model: { ...models.copilotClaude, api: 'openai-completions' },
    severity: 'warning',
  },
  { note: 'CHAT, another model', model: models.deepseek },
  { note: 'CHAT, Gemma 4, as the document promises', model: gemma('ollama', 'ollama'), severity: 'warning' },
  { note: 'CHAT, Gemma 4, as the document promises', model: gemma('openrouter'), severity: 'warning' },
  { note: 'CHAT, Gemma 4, as the release treats it', model: gemma('ollama', 'ollama'), profile: 'openclaw-2026.5.7' },
  { note: 'CHAT, Gemma 4, as the release treats it', model: gemma('openrouter'), profile: 'openclaw-2026.5.7' },
  { note: 'GOO', model: models.google },
  { note: 'MIS', model: models.mistral },
  { note: 'an api nobody knows', model: { ...models.copilotClaude, api: 'new-api' } },
]);

const OLD = [nameOf(oldClaude)];
const plain = pondering([thinking('Hm.')]);
const several = pondering([thinking('Hm.'), redactedThinking('b3BhcXVl')]);
const version1 = buildSession({ version: 1, model: oldClaude })
  .user('Hi.')
  .assistant([thinking('Hm.')])
  .user('Well?')
  .assistant('Hello.');
const content = (session: ReturnType<typeof buildSession>, value: unknown) =>
  session.lines().with(2, set(session.lines()[2], '/message/content', value));

testRule('thinking-only-turn', {
  silent: [
    { name: 'thinking and an answer', text: pondering([thinking('Hm.'), text('Hello?')]).text() },
    {
      name: 'thinking and blank text, which blank-text-block speaks of',
      text: pondering([thinking('Hm.'), text('')]).text(),
    },
    {
      name: 'thinking and a call',
      text: buildSession({ model: oldClaude })
        .user('Hi.')
        .assistant([thinking('Hm.'), call('toolu_1', 'exec', {})])
        .result('toolu_1')
        .assistant('Hello.')
        .text(),
    },
    {
      name: 'the last assistant turn, which keeps its thinking',
      text: buildSession({ model: oldClaude })
        .user('Hi.')
        .assistant([thinking('Hm.')])
        .user('Well?')
        .text(),
    },
    { name: 'no content at all', text: pondering([]).text() },
    { name: 'unsigned thinking, which has a rule of its own', text: pondering([thinking('Hm.', '')]).text() },
    { name: 'a signature the target cannot take', text: pondering([thinking('Hm.', 'reasoning_content')]).text() },
    { name: 'signed and unsigned thinking', text: pondering([thinking('Hm.'), thinking('So.', '')]).text() },
    {
      name: 'reasoning of an OpenAI model that nothing follows',
      text: pondering([reasoning('rs_1')], models.openai).text(),
      targets: ['anthropic:claude-3-7-sonnet-20250219'],
    },
    {
      name: 'a session that no target is known for',
      text: pondering([thinking('Hm.')], { ...oldClaude, provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant([thinking('Hm.')]).user('Well?'), { model: oldClaude }),
    ...cells.silent,
  ],
  reports: [
    {
      name: 'replay puts a note there every time: now it stands in the file',
      text: plain.text(),
      findings: [{ ...place, targets: OLD, fixes: LOSSY }],
      fixed: content(plain, OMITTED),
    },
    {
      name: 'several blocks of thinking become one note',
      text: several.text(),
      findings: [{ ...place, targets: OLD, fixes: LOSSY }],
      fixed: content(several, OMITTED),
    },
    {
      name: 'the last turn that counts is the last with a list of blocks',
      text: buildSession({ model: oldClaude })
        .user('Hi.')
        .assistant([thinking('Hm.')])
        .user('Well?')
        .assistant([thinking('So.')])
        .user('Ok.')
        .assistant([], { message: { content: 'Hello.' } })
        .user('Good.')
        .text(),
      findings: [{ ...place, targets: OLD, fixes: LOSSY }],
    },
    {
      name: 'Gemma 4 loses it even in the last turn, which is no tool loop',
      text: buildSession({ model: gemma('my-server') })
        .user('Hi.')
        .assistant([thinking('Hm.', 'reasoning_content')])
        .user('Well?')
        .text(),
      findings: [{ ...place, targets: [nameOf(gemma('my-server'))], fixes: LOSSY }],
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ ...place, targets: OLD, fixes: LOSSY }],
      fixed: content(version1, OMITTED),
    },
    {
      name: 'a target of the settings that strips',
      text: pondering([thinking('Hm.')], models.anthropic).text(),
      targets: ['github-copilot:claude-opus-4.6', 'openai:gpt-5.2'],
      findings: [{ ...place, targets: ['github-copilot/anthropic-messages:claude-opus-4.6'], fixes: LOSSY }],
    },
    ...cells.reports,
  ],
});
