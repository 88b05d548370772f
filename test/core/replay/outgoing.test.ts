/** What is done behind validation and before every call of the model (`replay.md`, parts C and D). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Pass } from '../../../core/replay/pass';
import { CHECK, FINISH } from '../../../core/replay/stages';
import {
  assistantTurn,
  plain,
  type ReplayOptions,
  replayCase,
  runPasses,
  toolResult,
  userTurn,
} from '../../support/replay';
import { call, reasoning, text, thinking } from '../../support/session-blocks';

type Target = readonly [provider: string, modelApi: string, modelId: string];

interface Case {
  readonly what: string;
  readonly target?: Target;
  readonly messages: readonly unknown[];
  /** Left out: as given. */
  readonly sent?: readonly unknown[];
  readonly options?: ReplayOptions;
  readonly tools?: readonly string[];
  /** Only these are run; left out: all, and what is sent counts. */
  readonly passes?: readonly Pass[];
}

const OPENAI: Target = ['openai', 'openai-responses', 'gpt-5.4'];
const ANTHROPIC: Target = ['anthropic', 'anthropic-messages', 'claude-sonnet-4-5'];
const OLD_CLAUDE: Target = ['anthropic', 'anthropic-messages', 'claude-3-5-sonnet-20241022'];
const BEDROCK: Target = ['amazon-bedrock', 'bedrock-converse-stream', 'amazon.nova-pro'];
const GOOGLE: Target = ['google', 'google-generative-ai', 'gemini-3-pro'];
const CHAT: Target = ['homebox', 'openai-completions', 'llama-3.3-70b'];
const GEMMA: Target = ['homebox', 'openai-completions', 'gemma-4-26b'];
const PLAIN: Target = ['somebody', 'unheard-of', 'm'];

const POLL = '[OpenClaw heartbeat poll]';
const CONTEXT = { role: 'custom', customType: 'openclaw.runtime-context', content: 'secret' };
const named = (name: string, ...blocks: readonly unknown[]) => [
  userTurn(),
  assistantTurn([...blocks, call('call1', name)]),
  toolResult('call1', { toolName: name }),
];
const embedded = (id: string | undefined, key = 'tool_use_id') =>
  userTurn([text('a'), { type: 'toolResult', ...(id !== undefined && { [key]: id }), content: 'Done.' }]);

const TABLES: Readonly<Record<string, readonly Case[]>> = {
  'heartbeats (behind pass 19)': [
    {
      what: 'a question and an empty answer go',
      messages: [userTurn(POLL), assistantTurn([text('HEARTBEAT_OK')]), userTurn()],
      sent: [userTurn()],
    },
    {
      what: 'markup around the token counts for nothing',
      messages: [userTurn([text(POLL)]), assistantTurn([text('**HEARTBEAT_OK**.')]), userTurn()],
      sent: [userTurn()],
    },
    {
      what: 'so do 300 other characters',
      messages: [userTurn(POLL), assistantTurn([text(`HEARTBEAT_OK ${'x'.repeat(300)}`)]), userTurn()],
      sent: [userTurn()],
    },
    {
      what: 'a long answer stays',
      messages: [userTurn(POLL), assistantTurn([text(`HEARTBEAT_OK ${'x'.repeat(301)}`)]), userTurn()],
    },
    {
      what: 'a token in the middle is no answer',
      messages: [userTurn(POLL), assistantTurn([text('All HEARTBEAT_OK here')]), userTurn()],
    },
    {
      what: 'an answer with a call stays',
      messages: [userTurn(POLL), assistantTurn([text('HEARTBEAT_OK'), call('call1', 'read')]), toolResult('call1')],
    },
    {
      what: 'the list of tasks is a question, too',
      messages: [
        userTurn(
          'Run the following periodic tasks (only those due based on their intervals):\n- x\nAfter completing all due tasks, reply HEARTBEAT_OK.',
        ),
        assistantTurn([text('HEARTBEAT_OK')]),
        userTurn(),
      ],
      sent: [userTurn()],
    },
    {
      what: 'an answer that is not right behind it stays',
      messages: [userTurn(POLL), userTurn(), assistantTurn([text('HEARTBEAT_OK')]), userTurn()],
    },
    {
      what: 'a history of nothing else is kept as it was loaded',
      messages: [userTurn(POLL), assistantTurn([text('HEARTBEAT_OK')])],
    },
  ],
  'history limit (pass 20a)': [
    {
      what: 'the last user turns and what follows them stay',
      messages: [userTurn('a'), assistantTurn([text('x')]), userTurn('b'), assistantTurn([text('y')]), userTurn('c')],
      sent: [userTurn('b'), assistantTurn([text('y')]), userTurn('c')],
      options: { historyLimit: 2 },
    },
    {
      what: 'with a summary in front nothing is cut as long as the limit is not passed',
      messages: [assistantTurn([text('x')]), userTurn('a'), userTurn('b')],
      options: { historyLimit: 2 },
    },
    { what: 'no limit cuts nothing', messages: [userTurn('a'), userTurn('b')], options: { historyLimit: 0 } },
  ],
  'pairing again (pass 20b)': [
    {
      what: 'a result whose call did not survive validation goes',
      target: ['moonshot', 'openai-completions', 'kimi-k2'],
      messages: [userTurn('a'), assistantTurn([text('x'), call(' call1 ', 'read')]), userTurn('b')],
      sent: [userTurn('a'), assistantTurn([text('x')]), userTurn('b')],
    },
  ],
  'runtime context and conversion (pass 21)': [
    { what: 'context of an earlier turn goes', messages: [CONTEXT, userTurn()], sent: [userTurn()] },
    {
      what: 'context of the turn in progress is sent',
      messages: [userTurn(), CONTEXT],
      sent: [userTurn(), userTurn([text('secret')])],
    },
    {
      what: 'without a user turn all context goes, and other custom messages stay',
      messages: [CONTEXT, { role: 'custom', customType: 'note', content: [text('Note.')] }],
      sent: [userTurn([text('Note.')])],
    },
    {
      what: 'summaries and shell runs become user turns, hidden ones and unknown roles go',
      messages: [
        { role: 'compactionSummary', summary: 'S.', timestamp: 1 },
        { role: 'bashExecution', command: 'ls', output: 'a', exitCode: 2, timestamp: 2 },
        { role: 'bashExecution', command: 'secret', excludeFromContext: true },
        { role: 'odd', content: 'x' },
      ],
      sent: [
        userTurn(
          [
            text(
              'The conversation history before this point was compacted into the following summary:\n\n<summary>\nS.\n</summary>',
            ),
          ],
          { timestamp: 1 },
        ),
        userTurn([text('Ran `ls`\n```\na\n```\n\nCommand exited with code 2')], { timestamp: 2 }),
      ],
    },
  ],
  'call inputs once more (pass 22)': [
    {
      what: 'a name that differs in case is sent as the tool is spelled',
      messages: named('Exec'),
      sent: [...named('exec').slice(0, 2), toolResult('call1', { toolName: 'Exec' })],
      tools: ['exec'],
    },
    {
      what: 'a signed turn with such a name goes whole, and its result with it',
      target: ANTHROPIC,
      messages: [...named('Exec', thinking('Hm.', 'c2ln')), userTurn([text('And?')])],
      sent: [userTurn([text('Go.'), text('And?')])],
      tools: ['exec'],
    },
    {
      what: 'a signed turn whose calls are sound stays',
      target: ANTHROPIC,
      messages: [...named('exec', thinking('Hm.', 'c2ln')), userTurn()],
      tools: ['exec'],
    },
    {
      what: 'a call with its id in another field goes',
      messages: [
        userTurn(),
        assistantTurn([text('a'), { type: 'toolCall', call_id: 'call1', name: 'read', arguments: {} }]),
      ],
      sent: [userTurn(), assistantTurn([text('a')])],
    },
    {
      what: 'a turn of nothing else goes with it',
      messages: [userTurn(), assistantTurn([{ type: 'toolCall', call_id: 'call1', name: 'read', arguments: {} }])],
      sent: [userTurn()],
    },
    {
      what: 'calls as other agents spell them are left alone',
      messages: [userTurn(), assistantTurn([{ type: 'tool_use', id: 'a', name: 'read', input: {} }])],
    },
    {
      what: 'calls of failed turns keep their results',
      passes: CHECK,
      messages: [
        userTurn(),
        assistantTurn([call('a', 'read'), call('', 'read')], { stopReason: 'error' }),
        toolResult('a'),
      ],
      sent: [userTurn(), assistantTurn([call('a', 'read')], { stopReason: 'error' }), toolResult('a')],
    },
  ],
  'results inside user turns (pass 23)': [
    {
      what: 'one that the turn before asks for stays',
      passes: CHECK,
      target: CHAT,
      messages: [userTurn(), assistantTurn([call('call1', 'read')]), embedded(' call1 ')],
    },
    {
      what: 'so it does under another name of its id',
      passes: CHECK,
      target: CHAT,
      messages: [userTurn(), assistantTurn([call('call1', 'read')]), embedded('call1', 'toolCallId')],
    },
    ...[embedded(undefined), embedded('call2'), embedded('call1', 'callId')].map(
      (turn): Case => ({
        what: `one that nothing asks for goes (${JSON.stringify(turn.content)})`,
        passes: CHECK,
        target: CHAT,
        messages: [userTurn(), assistantTurn([call('call1', 'read')]), turn],
        sent: [userTurn(), assistantTurn([call('call1', 'read')]), userTurn([text('a')])],
      }),
    ),
    {
      what: 'none stays behind a signed turn, and a note keeps the user’s',
      passes: CHECK,
      target: ANTHROPIC,
      messages: [
        userTurn(),
        assistantTurn([thinking('Hm.', 'c2ln'), call('call1', 'read')]),
        userTurn([{ type: 'tool', toolUseId: 'call1' }]),
      ],
      sent: [
        userTurn(),
        assistantTurn([thinking('Hm.', 'c2ln'), call('call1', 'read')]),
        userTurn([text('[tool results omitted]')]),
      ],
    },
    {
      what: 'a target that validates nothing gets it as it is',
      passes: CHECK,
      target: OPENAI,
      messages: [userTurn(), embedded('call2')],
    },
  ],
  'turns at the end (pass 24)': [
    ...[ANTHROPIC, BEDROCK, GOOGLE, CHAT].map(
      (target): Case => ({
        what: `they are cut for ${target[0]} in the release`,
        target,
        messages: [userTurn(), assistantTurn([text('a')]), assistantTurn([thinking('Hm.', 'c2ln'), text('b')])],
        sent: [userTurn()],
      }),
    ),
    {
      what: 'one with a call stays',
      passes: CHECK,
      target: CHAT,
      messages: [userTurn(), assistantTurn([text('a'), call('call1', 'read')])],
    },
    {
      what: 'they stay for a target that validates nothing',
      target: OPENAI,
      messages: [userTurn(), assistantTurn([text('a')])],
    },
  ],
  'turns in order once more (pass 25)': [
    {
      what: 'user turns that a dropped turn leaves side by side are joined',
      target: CHAT,
      messages: [
        userTurn('a'),
        assistantTurn([{ type: 'toolCall', call_id: 'call1', name: 'read', arguments: {} }]),
        userTurn('b'),
      ],
      sent: [userTurn([text('a'), text('b')])],
    },
  ],
  'reasoning and ids once more (pass 26)': [
    {
      what: 'reasoning that lost its call behind it goes on the Responses apis',
      target: OPENAI,
      messages: [
        userTurn(),
        assistantTurn([
          text('a'),
          reasoning('rs_1'),
          { type: 'toolCall', call_id: 'call1', name: 'read', arguments: {} },
        ]),
      ],
      sent: [userTurn(), assistantTurn([text('a')])],
    },
    {
      what: 'a call keeps its item id as long as its reasoning is there',
      target: OPENAI,
      messages: [
        userTurn(),
        assistantTurn([reasoning('rs_1'), call('call_1|fc_1', 'read')]),
        toolResult('call_1|fc_1'),
      ],
    },
    {
      what: 'ids are cleaned, and results that lose their call go',
      passes: FINISH,
      target: CHAT,
      messages: [userTurn(), assistantTurn([call('call_1', 'read')]), toolResult('call_1'), toolResult('other')],
      sent: [userTurn(), assistantTurn([call('call1', 'read')]), toolResult('call1')],
    },
    {
      what: 'Gemma 4 keeps the reasoning of its first step alone',
      target: GEMMA,
      messages: [
        userTurn(),
        assistantTurn([thinking('a', 'x'), call('a1', 'read')]),
        toolResult('a1'),
        assistantTurn([thinking('b', 'x'), call('b1', 'read')]),
        toolResult('b1'),
      ],
      sent: [
        userTurn(),
        assistantTurn([thinking('a', 'x'), call('a1', 'read')]),
        toolResult('a1'),
        assistantTurn([call('b1', 'read')]),
        toolResult('b1'),
      ],
    },
    {
      what: 'a Claude before 4 keeps the thinking of its last turn alone',
      passes: FINISH,
      target: OLD_CLAUDE,
      messages: [userTurn(), assistantTurn([thinking('a', 'x')]), userTurn(), assistantTurn([thinking('b', 'x')])],
      sent: [
        userTurn(),
        assistantTurn([text('[assistant reasoning omitted]')]),
        userTurn(),
        assistantTurn([thinking('b', 'x')]),
      ],
    },
  ],
};

for (const [title, cases] of Object.entries(TABLES)) {
  describe(title, () => {
    for (const { what, target = PLAIN, messages, sent = messages, options, tools, passes } of cases) {
      it(what, async () => {
        const [provider, modelApi, modelId] = target;
        const input = { provider, modelApi, modelId, messages, ...(tools && { allowedToolNames: tools }) };
        const result = passes ? await runPasses(passes, input, options) : (await replayCase(input, options)).outgoing;
        assert.deepEqual(plain(result), sent);
      });
    }
  });
}
