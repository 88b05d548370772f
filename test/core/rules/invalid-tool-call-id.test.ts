import type { Profile, Severity } from '../../../core';
import { buildSession, call, type Model, models, thinking } from '../../support/build-session';
import { cellCases, nameOf, outOfContext, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const SAFE = ['safe' as const];
const ID = '/message/content/0/id';
const OTHER: Model = { api: 'new-api', provider: 'startup', model: 'one' };
const openaiChat: Model = { ...models.openai, api: 'openai-completions' };
const proxy: Model = { api: 'anthropic-messages', provider: 'my-proxy', model: 'claude-sonnet-4-6' };
const mistralChat: Model = { ...models.mistral, api: 'openai-completions' };
const mistralElsewhere: Model = { ...models.openrouter, model: 'mistralai/devstral-2' };
const mistralOnBedrock: Model = { ...models.bedrock, model: 'mistral.mistral-large-2407-v1:0' };
const azure: Model = { ...models.azure, provider: 'azure-openai' };

/** A call under an id (line 3) by a model that goes on, or from which another took over. */
const calling = (id: string, writer: Model, next?: Model) => {
  const session = buildSession({ model: writer })
    .user('Read it.')
    .assistant([call(id, 'read', { path: 'a' })])
    .result(id, 'text')
    .assistant('Read.');
  return (next === undefined ? session : session.modelChange(next).modelSnapshot(next)).user('Good.');
};

interface IdCell {
  readonly note: string;
  readonly id: string;
  readonly model: Model;
  readonly severity?: Severity;
  readonly profile?: Profile;
}

const own = ({ id, ...cell }: IdCell) =>
  cellCases((model) => calling(id, model), { line: 3, path: ID }, [
    { ...cell, note: `own turn, ${cell.note} (${id.slice(0, 24)})` },
  ]);
/** The same after a switch from a model that is none of the target's. */
const foreign = ({ id, ...cell }: IdCell) =>
  cellCases(
    (model) => calling(id, { api: 'openai-completions', provider: 'xai', model: 'grok-4' }, model),
    { line: 3, path: ID },
    [{ ...cell, note: `another model's turn, ${cell.note} (${id.slice(0, 24)})` }],
  );

const cells = [
  own({ note: 'ANT takes it', id: 'toolu_01-A', model: models.anthropic }),
  own({ note: 'ANT takes 64 characters', id: 'a'.repeat(64), model: models.anthropic }),
  own({ note: 'ANT, replay shortens 65', id: 'a'.repeat(65), model: models.anthropic, severity: 'warning' }),
  own({
    note: 'ANT, replay keeps its own form',
    id: `toolu_${'a'.repeat(59)}`,
    model: models.anthropic,
    severity: 'error',
  }),
  own({ note: 'ANT, replay rewrites it', id: 'call_1|fc_1', model: models.anthropic, severity: 'warning' }),
  own({ note: 'ANT, replay rewrites it', id: 'call_1|fc_1', model: models.minimax, severity: 'warning' }),
  own({ note: 'ANT without ids in its policy', id: 'call_1|fc_1', model: models.kimiCode, severity: 'error' }),
  own({ note: 'ANT without ids in its policy', id: 'call_1|fc_1', model: models.copilotClaude, severity: 'error' }),
  own({ note: "ANT, replay keeps Kimi's form", id: 'functions.read:0', model: proxy, severity: 'error' }),
  own({ note: 'ANT, nothing rewrites', id: 'call_1|fc_1', model: models.anthropic, severity: 'error', profile: 'pi' }),
  foreign({ note: 'ANT', id: 'call_1|fc_1', model: models.anthropic }),
  foreign({ note: 'ANT without ids in its policy', id: 'call_1|fc_1', model: models.kimiCode }),
  foreign({ note: "ANT, Kimi's form", id: 'functions.read:0', model: models.anthropic }),
  foreign({ note: 'ANT, nothing but the api rewrites', id: 'a'.repeat(65), model: models.anthropic, profile: 'pi' }),
  own({ note: 'BED takes it, though replay rewrites it', id: 'tooluse_a-b', model: models.bedrock }),
  own({ note: 'BED, replay rewrites it', id: 'call_1|fc_1', model: models.bedrock, severity: 'warning' }),
  own({ note: 'BED, replay rewrites it', id: 'call.1', model: models.bedrockNova, severity: 'warning' }),
  own({ note: 'BED, nothing rewrites', id: 'call.1', model: models.bedrock, severity: 'error', profile: 'pi' }),
  foreign({ note: 'BED', id: 'call.1', model: models.bedrock }),
  own({ note: 'RSP takes a pair', id: 'call_1|fc_1', model: models.openai }),
  own({ note: 'RSP takes a call id alone', id: 'call_1', model: models.openai }),
  own({ note: 'RSP takes 64 and 64 characters', id: `${'c'.repeat(64)}|fc${'_'.repeat(62)}`, model: models.openai }),
  own({ note: 'RSP, 65 characters', id: 'c'.repeat(65), model: models.openai, severity: 'error' }),
  own({ note: 'RSP, item of 65 characters', id: `c|fc${'_'.repeat(63)}`, model: models.codex, severity: 'error' }),
  own({ note: 'RSP, item of another kind', id: 'call_1|msg_1', model: models.openai, severity: 'error' }),
  own({ note: 'RSP, item with odd characters', id: 'call_1|fc_1|2', model: models.openai, severity: 'error' }),
  own({ note: 'RSP, no call id', id: '|fc_1', model: models.openai, severity: 'error' }),
  own({ note: 'RSP, replay rewrites it', id: 'call_1|msg_1', model: models.azure, severity: 'warning' }),
  own({ note: 'RSP, nothing rewrites', id: 'call_1|msg_1', model: models.azure, severity: 'error', profile: 'pi' }),
  own({ note: 'RSP, Copilot takes any item', id: 'call_1|opaque/item==', model: models.copilot }),
  own({ note: 'RSP, Copilot, 65 characters', id: `${'c'.repeat(65)}|x`, model: models.copilot, severity: 'error' }),
  foreign({ note: 'RSP', id: 'call_1|msg_1', model: models.openai }),
  foreign({ note: 'RSP', id: 'c'.repeat(65), model: models.openai, profile: 'pi' }),
  own({ note: 'CHAT takes 40 characters', id: 'c'.repeat(40), model: models.deepseek }),
  own({ note: 'CHAT takes odd ones', id: 'functions.read:0', model: models.kimi }),
  own({ note: 'CHAT, replay shortens 41', id: 'c'.repeat(41), model: models.deepseek, severity: 'warning' }),
  own({ note: 'CHAT, replay shortens 41', id: 'c'.repeat(41), model: models.ollama, severity: 'warning' }),
  own({ note: 'CHAT without ids in its policy', id: 'c'.repeat(41), model: models.kimi, severity: 'error' }),
  own({ note: 'CHAT without ids in its policy', id: 'c'.repeat(41), model: models.openrouter, severity: 'error' }),
  own({ note: 'CHAT, nothing rewrites', id: 'c'.repeat(41), model: models.deepseek, severity: 'error', profile: 'pi' }),
  own({ note: 'CHAT, OpenAI cuts by itself', id: 'c'.repeat(90), model: openaiChat }),
  foreign({ note: 'CHAT', id: 'c'.repeat(41), model: models.deepseek }),
  foreign({ note: 'CHAT, the api cuts pairs', id: `${'c'.repeat(50)}|fc_1`, model: models.openrouter }),
  foreign({ note: 'CHAT, the api keeps others', id: 'c'.repeat(41), model: models.openrouter, severity: 'error' }),
  own({ note: 'an api nobody knows, like CHAT', id: 'c'.repeat(40), model: OTHER }),
  own({ note: 'an api nobody knows, like CHAT', id: 'c'.repeat(41), model: OTHER, severity: 'error' }),
  own({ note: 'GOO sends no ids', id: 'whatever it is: ü'.repeat(20), model: models.google }),
  own({ note: 'GOO sends no ids', id: 'call_1|fc_1', model: models.vertex, profile: 'pi' }),
  own({ note: 'MIS takes nine', id: 'abcDEF123', model: models.mistral }),
  own({ note: 'MIS, eight', id: 'abcDEF12', model: models.mistral, severity: 'warning' }),
  own({ note: 'MIS, ten', id: 'abcDEF1234', model: models.mistral, severity: 'warning' }),
  own({ note: 'MIS, nine with an odd one', id: 'abcDEF12_', model: mistralChat, severity: 'warning' }),
  own({ note: 'MIS elsewhere takes nine', id: 'abcDEF123', model: mistralElsewhere }),
  own({ note: 'MIS elsewhere, nothing rewrites', id: 'call_1', model: mistralElsewhere, severity: 'error' }),
  own({
    note: 'MIS elsewhere, replay makes another form',
    id: 'tooluse_1',
    model: mistralOnBedrock,
    severity: 'error',
  }),
  own({ note: 'MIS, nothing rewrites', id: 'call_1', model: models.mistral, severity: 'error', profile: 'pi' }),
  own({
    note: 'MIS elsewhere, as the release treats it',
    id: 'call_1',
    model: mistralElsewhere,
    severity: 'error',
    profile: 'openclaw-2026.5.7',
  }),
  foreign({ note: 'MIS', id: 'call_1', model: models.mistral }),
  foreign({ note: 'MIS', id: 'call_1', model: models.mistral, profile: 'pi' }),
  foreign({ note: 'MIS elsewhere', id: 'call_1', model: mistralElsewhere, severity: 'error' }),
];

type Session = ReturnType<typeof buildSession>;

const renamed = (session: Session, id: string) => {
  const lines = session.lines();
  return lines.with(2, set(lines[2], ID, id)).with(3, set(lines[3], '/message/toolCallId', id));
};
const mended = (name: string, id: string, model: Model, fresh: string, severity: Severity, profile?: Profile) => ({
  name,
  text: calling(id, model).text(),
  options: profile === undefined ? {} : { profile },
  findings: [{ line: 3, path: ID, severity, targets: [nameOf(model)], fixes: SAFE }],
  fixed: renamed(calling(id, model), fresh),
});

const collision = buildSession()
  .user('Read both.')
  .assistant([call('a|b', 'read', {}), call('a.b', 'read', {})])
  .result('a.b', 'second')
  .result('a|b', 'first')
  .assistant('Read.');
const collisionFixed = collision.lines();
collisionFixed[2] = set(set(collisionFixed[2], ID, 'ab'), '/message/content/1/id', 'ab2e7336dc');
collisionFixed[3] = set(collisionFixed[3], '/message/toolCallId', 'ab2e7336dc');
collisionFixed[4] = set(collisionFixed[4], '/message/toolCallId', 'ab');

const elsewhere = buildSession()
  .user('Read it.', { id: 'question' })
  .assistant([call('ab', 'read', {})])
  .result('ab', 'text')
  .branchFrom('question')
  .assistant([call('a|b', 'read', {})])
  .result('a|b', 'text')
  .assistant('Read.');
const version1 = buildSession({ version: 1 })
  .user('Read it.')
  .assistant([call('call_1|fc_1', 'read', {})])
  .result('call_1|fc_1', 'text')
  .assistant('Read.');
const unanswered = buildSession()
  .user('Read it.')
  .assistant([call('call:1', 'read', {})]);
const beforeThinking = buildSession()
  .user('Read it.')
  .assistant([thinking('Open it.'), call('call_1|fc_1', 'read', {})])
  .result('call_1|fc_1', 'text')
  .assistant('Read.');
const beforeUnsigned = buildSession()
  .user('Read it.')
  .assistant([thinking('Open it.', ''), call('call_1|fc_1', 'read', {})])
  .result('call_1|fc_1', 'text')
  .assistant('Read.');

testRule('invalid-tool-call-id', {
  silent: [
    {
      name: 'an incomplete call, which has a rule of its own',
      text: buildSession()
        .user('Hi.')
        .assistant([{ type: 'toolCall', id: 'call:1', name: 'read' }], { stopReason: 'toolUse' })
        .text(),
    },
    {
      name: 'a call without an id',
      text: buildSession()
        .user('Hi.')
        .assistant([call('', 'read', {})])
        .text(),
    },
    {
      name: 'a result without its call',
      text: buildSession().user('Hi.').result('call:1', 'late', { toolName: 'read' }).assistant('Hello.').text(),
    },
    {
      name: 'a session that no target is known for',
      text: calling('call:1', { api: '', provider: '', model: '' }).text(),
    },
    ...outOfContext((session) => session.assistant([call('call:1', 'read', {})]).result('call:1')),
    ...cells.flatMap(({ silent }) => silent),
  ],
  reports: [
    ...cells.flatMap(({ reports }) => reports),
    mended('letters and digits are left of it', 'call_1|fc_1', models.anthropic, 'call1fc1', 'warning'),
    mended('it is cut to 40 characters', 'c'.repeat(60), models.openrouter, 'c'.repeat(40), 'error'),
    mended('nothing usable in it', '!!!', models.anthropic, 'sanitizedtoolid', 'warning'),
    mended("Kimi's form for a provider that refuses it", 'functions.read:0', proxy, 'functionsread0', 'error'),
    mended('a Mistral model gets nine: the first nine', 'abcdefghi_1', models.mistral, 'abcdefghi', 'warning'),
    mended('a Mistral model gets nine: a hash of a shorter one', 'call_1', models.mistral, '78d66c1f7', 'warning'),
    mended('a Mistral model elsewhere as well', 'call_1', mistralElsewhere, '78d66c1f7', 'error', 'openclaw-2026.5.7'),
    mended('an item id gets its prefix', 'call_1|msg_1', models.openai, 'call_1|fc_msg_1', 'error'),
    mended('a call id is cut to 64', 'c'.repeat(70), models.codex, 'c'.repeat(64), 'error'),
    mended('odd characters of an item id', 'call.1|fc 1_', models.openai, 'call_1|fc_1', 'error'),
    mended('a provider without item ids', 'call_1|msg_1', azure, 'call_1_msg_1', 'warning'),
    {
      name: 'two ids that come to the same: the second gets a hash of the old one behind it',
      text: collision.text(),
      findings: [
        { line: 3, path: ID, severity: 'warning', targets: [nameOf(models.anthropic)], fixes: SAFE },
        {
          line: 3,
          path: '/message/content/1/id',
          severity: 'warning',
          targets: [nameOf(models.anthropic)],
          fixes: SAFE,
        },
      ],
      fixed: collisionFixed,
    },
    {
      name: 'an id that another branch uses is not given out',
      text: elsewhere.text(),
      findings: [{ line: 5, path: ID, severity: 'warning', targets: [nameOf(models.anthropic)], fixes: SAFE }],
    },
    {
      name: 'a call that still runs',
      text: unanswered.text(),
      findings: [{ line: 3, path: ID, severity: 'warning', targets: [nameOf(models.anthropic)], fixes: SAFE }],
      others: ['open-call-at-end'],
      fixed: unanswered.lines().with(2, set(unanswered.lines()[2], ID, 'call1')),
    },
    {
      name: 'a version 1 file',
      text: version1.text(),
      findings: [{ line: 3, path: ID, severity: 'warning', targets: [nameOf(models.anthropic)], fixes: SAFE }],
      fixed: renamed(version1, 'call1fc1'),
    },
    {
      name: 'replay keeps the calls beside signed thinking as they are: the provider refuses this one',
      text: beforeThinking.text(),
      findings: [
        { line: 3, path: '/message/content/1/id', severity: 'error', targets: [nameOf(models.anthropic)], fixes: SAFE },
      ],
    },
    {
      name: 'unsigned thinking goes before that, and the id is rewritten',
      text: beforeUnsigned.text(),
      findings: [
        {
          line: 3,
          path: '/message/content/1/id',
          severity: 'warning',
          targets: [nameOf(models.anthropic)],
          fixes: SAFE,
        },
      ],
      others: ['unsigned-thinking'],
    },
    {
      name: 'a new id in the form of the own target must suit the others as well',
      text: calling('c'.repeat(70), models.openrouter, models.openai).text(),
      targets: ['openrouter:deepseek/deepseek-v3'],
      findings: [
        {
          line: 3,
          path: ID,
          severity: 'error',
          targets: ['openrouter/openai-completions:deepseek/deepseek-v3'],
          fixes: SAFE,
        },
      ],
      fixed: renamed(calling('c'.repeat(70), models.openrouter, models.openai), 'c'.repeat(40)),
    },
    {
      name: 'the worst of several targets counts; the new id suits all of them',
      text: calling('call:1', models.anthropic).text(),
      targets: ['openrouter:mistralai/devstral-2', 'google:gemini-3-pro-preview', 'openai:gpt-5.2'],
      findings: [
        {
          line: 3,
          path: ID,
          severity: 'error',
          targets: [nameOf(models.anthropic), 'openrouter/openai-completions:mistralai/devstral-2'],
          fixes: SAFE,
        },
      ],
    },
  ],
});
