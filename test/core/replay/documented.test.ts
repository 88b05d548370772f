import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Profile } from '../../../core/types';
import { assistantTurn, plain, replayCase, toolResult, userTurn } from '../../support/replay';
import { call, image, text, thinking } from '../../support/session-blocks';

type Target = readonly [provider: string, modelApi: string, modelId: string];

interface Row {
  /** The promise of the page, where the release keeps it as well or where it does not. */
  readonly promise: string;
  readonly target: Target;
  readonly level?: string;
  readonly messages: readonly unknown[];
  readonly documented: readonly unknown[];
  /** What the release sends instead; left out where it does the same. */
  readonly release?: readonly unknown[];
}

const SIGNED = 'c2lnbmF0dXJl';
const MISSING =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.';
const BOOTSTRAP = { role: 'user', content: '(session bootstrap)', timestamp: 1_750_000_000_000 };
const OMITTED = text('[assistant reasoning omitted]');

const asked = (id: string, ...before: readonly unknown[]) => [
  userTurn(),
  assistantTurn([...before, call(id, 'read')]),
  toolResult(id),
];
/** A finished turn with reasoning, and one in progress. */
const reasoned = (old: readonly unknown[]) => [
  userTurn(),
  assistantTurn([...old, text('Done.')]),
  userTurn('And?'),
  assistantTurn([thinking('Now.', 'reasoning'), call('call1', 'read')]),
  toolResult('call1'),
];
const antigravity = (block: unknown, sent: readonly unknown[]): Pick<Row, 'messages' | 'documented' | 'release'> => ({
  messages: [userTurn(), assistantTurn([block]), userTurn('And?')],
  documented: [userTurn(), assistantTurn(sent), userTurn('And?')],
  release: [userTurn(), assistantTurn([block]), userTurn('And?')],
});
const unanswered = (words: string) => ({
  role: 'toolResult',
  toolCallId: 'call1',
  toolName: 'read',
  content: [text(words)],
  isError: true,
  timestamp: 1_750_000_000_000,
});
const prefill = { messages: [userTurn(), assistantTurn([text('The answer')])], stripped: [userTurn()] };

const OPENAI: Target = ['openai', 'openai-responses', 'gpt-5.4'];
const ANTHROPIC: Target = ['anthropic', 'anthropic-messages', 'claude-sonnet-4-5'];
const CLAUDE_ANTIGRAVITY: Target = ['google-antigravity', 'google-gemini-cli', 'claude-sonnet-4-5'];

const ROWS: readonly Row[] = [
  {
    promise: 'an image that is none is replaced by a note for every provider',
    target: ['somebody', 'unheard-of', 'm'],
    messages: [userTurn([image('image/png', '%%%%')])],
    documented: [userTurn([text('[session:history] omitted image payload: invalid base64')])],
  },
  {
    promise: 'blank text goes; blank user turns and empty assistant turns go; an empty result gets a note',
    target: OPENAI,
    messages: [
      userTurn(' '),
      userTurn([text(''), text('a')]),
      assistantTurn([text(' ')]),
      assistantTurn([call('call1', 'read')]),
      toolResult('call1', { content: [] }),
    ],
    documented: [
      userTurn([text('a')]),
      assistantTurn([call('call1', 'read')]),
      toolResult('call1', { content: [text('[empty content omitted]')] }),
    ],
  },
  {
    promise: 'a call without input and arguments goes',
    target: OPENAI,
    messages: [userTurn(), assistantTurn([text('a'), { type: 'toolCall', id: 'call1', name: 'read' }])],
    documented: [userTurn(), assistantTurn([text('a')])],
  },
  {
    promise: 'runtime context is sent with the turn it belongs to alone',
    target: OPENAI,
    messages: [
      { role: 'custom', customType: 'openclaw.runtime-context', content: 'old' },
      userTurn(),
      { role: 'custom', customType: 'openclaw.runtime-context', content: 'new' },
    ],
    documented: [userTurn(), userTurn([text('new')])],
  },
  {
    promise: 'OpenAI keeps call ids on chat completions',
    target: ['openai', 'openai-completions', 'gpt-4o'],
    messages: asked('call_1|fc_1'),
    documented: asked('call_1|fc_1'),
    release: asked('call1fc1'),
  },
  {
    promise: 'Azure keeps call ids',
    target: ['azure-openai-responses', 'azure-openai-responses', 'gpt-5.4'],
    messages: asked('call_1'),
    documented: asked('call_1'),
    release: asked('call1'),
  },
  {
    promise: 'the Responses apis get “aborted” for a missing output',
    target: OPENAI,
    messages: [userTurn(), assistantTurn([call('call1', 'read')]), userTurn('And?')],
    documented: [userTurn(), assistantTurn([call('call1', 'read')]), unanswered('aborted'), userTurn('And?')],
  },
  ...(['openrouter', 'openai'] as const).map(
    (provider): Row => ({
      promise: `Gemma 4 loses historical reasoning behind ${provider}, and keeps that of the tool loop in progress`,
      target: [provider, 'openai-completions', 'google/gemma-4-31b'],
      messages: reasoned([thinking('Old.', 'reasoning')]),
      documented: reasoned([]),
      release: reasoned([thinking('Old.', 'reasoning')]),
    }),
  ),
  {
    promise: 'Gemma 4 loses historical reasoning on ollama’s own api',
    target: ['ollama', 'ollama', 'gemma4:27b'],
    messages: reasoned([thinking('Old.', 'reasoning')]),
    documented: reasoned([]),
    release: reasoned([thinking('Old.', 'reasoning')]),
  },
  {
    promise: 'Antigravity is Google on any api: strict ids and a user turn in front',
    target: ['google-antigravity', 'google-vertex', 'gemini-3-pro'],
    messages: asked('call_1').slice(1),
    documented: [BOOTSTRAP, ...asked('call1').slice(1)],
    release: asked('call_1').slice(1),
  },
  {
    promise: 'thinking of Claude on Antigravity keeps a valid signature in one field',
    target: CLAUDE_ANTIGRAVITY,
    ...antigravity({ type: 'thinking', thinking: 'Hm.', signature: SIGNED }, [
      { type: 'thinking', thinking: 'Hm.', signature: SIGNED, thinkingSignature: SIGNED },
    ]),
  },
  {
    promise: 'thinking of Claude on Antigravity without a valid signature goes, and the turn stays',
    target: CLAUDE_ANTIGRAVITY,
    ...antigravity(thinking('Hm.', 'no base64!'), [OMITTED]),
  },
  {
    promise: 'the first signature present decides on Antigravity, also when it is no valid one',
    target: CLAUDE_ANTIGRAVITY,
    ...antigravity(thinking('Hm.', 'abc', { signature: SIGNED }), [OMITTED]),
  },
  {
    promise: 'unsigned thinking goes for Anthropic, and a note keeps the turn',
    target: ANTHROPIC,
    messages: [userTurn(), assistantTurn([thinking('Hm.', '')]), userTurn([text('And?')])],
    documented: [userTurn(), assistantTurn([OMITTED]), userTurn([text('And?')])],
  },
  {
    promise: 'MiniMax gets user turns in one',
    target: ['minimax', 'anthropic-messages', 'MiniMax-M2'],
    messages: [userTurn('a'), userTurn('b')],
    documented: [userTurn([text('a'), text('b')])],
  },
  ...([ANTHROPIC, ['cloudflare-ai-gateway', 'anthropic-messages', 'claude-sonnet-4-5']] as const).flatMap(
    (target): Row[] => [
      {
        promise: `a prefill for ${target[0]} stays while thinking is off`,
        target,
        messages: prefill.messages,
        documented: prefill.messages,
        release: prefill.stripped,
      },
      {
        promise: `a prefill for ${target[0]} goes while thinking is on`,
        target,
        level: 'low',
        messages: prefill.messages,
        documented: prefill.stripped,
      },
    ],
  ),
  {
    promise: 'a turn at the end goes for Google whatever the level, as in the release',
    target: ['google', 'google-generative-ai', 'gemini-3-pro'],
    messages: prefill.messages,
    documented: prefill.stripped,
  },
  {
    promise: 'Bedrock gets a text for an empty error turn, and no turn that nobody’s model wrote',
    target: ['amazon-bedrock', 'bedrock-converse-stream', 'anthropic.claude-sonnet-4-5'],
    messages: [
      userTurn('a'),
      assistantTurn([], { stopReason: 'error' }),
      userTurn('b'),
      assistantTurn([text('copy')], { provider: 'openclaw', model: 'gateway-injected' }),
      assistantTurn([text(' ')], { stopReason: 'error' }),
    ],
    documented: [
      userTurn('a'),
      assistantTurn([text('[assistant turn failed before producing content]')], { stopReason: 'error' }),
      userTurn('b'),
    ],
  },
  ...['mistralai/mistral-large', 'Devstral-Small', 'pixtral-12b', 'open-mixtral', 'codestral', 'ministral-8b'].map(
    (modelId): Row => ({
      promise: `${modelId} gets ids of nine characters from any provider`,
      target: ['openrouter', 'openai-completions', modelId],
      messages: asked('call_1'),
      documented: asked('78d66c1f7'),
      release: asked('call_1'),
    }),
  ),
  {
    promise: 'thought signatures that are no base64 go for Gemini behind OpenRouter',
    target: ['openrouter', 'openai-completions', 'google/gemini-2.5-pro'],
    messages: [
      userTurn(),
      assistantTurn([text('a', { thoughtSignature: '!' }), text('b', { thoughtSignature: 'aQ' })]),
    ],
    documented: [userTurn(), assistantTurn([text('a'), text('b', { thoughtSignature: 'aQ' })])],
  },
  {
    promise: 'everybody else gets made-up results as well',
    target: ['somebody', 'unheard-of', 'm'],
    messages: [userTurn(), assistantTurn([call('call1', 'read')]), userTurn('And?')],
    documented: [userTurn(), assistantTurn([call('call1', 'read')]), unanswered(MISSING), userTurn('And?')],
  },
];

describe('what the page promises', () => {
  for (const { promise, target, level = 'off', messages, documented, release = documented } of ROWS) {
    const [provider, modelApi, modelId] = target;
    const outgoing = async (profile: Profile) => {
      const result = await replayCase({ provider, modelApi, modelId, messages }, { profile, thinkingLevel: level });
      return plain(result.outgoing);
    };
    it(promise, async () => {
      assert.deepEqual(await outgoing('documented'), documented);
      assert.deepEqual(await outgoing('openclaw-2026.5.7'), release);
    });
  }
});

describe('pi without OpenClaw', () => {
  it('sanitizes nothing and appends nothing, and converts what only pi knows', async () => {
    const [provider, modelApi, modelId] = ANTHROPIC;
    const messages = [
      assistantTurn([thinking('Hm.', ''), text(' ')]),
      userTurn(''),
      { role: 'bashExecution', command: 'ls' },
    ];
    const { sanitized, validated, outgoing, appended } = await replayCase(
      { provider, modelApi, modelId, messages },
      { profile: 'pi' },
    );
    assert.deepEqual(plain(sanitized), messages);
    assert.deepEqual(plain(validated), messages);
    assert.deepEqual(plain(outgoing), [...messages.slice(0, 2), userTurn([text('Ran `ls`\n(no output)')])]);
    assert.deepEqual(appended, []);
  });
});
