import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unavailableShrinker } from '../../../core/images/shrinker';
import { replay } from '../../../core/replay/pipeline';
import { traceContext } from '../../../core/replay/trace-context';
import { parseSessionText } from '../../../core/session/context';
import { assistantTurn, describeChange, NOW, replayCase, toolResult, userTurn } from '../../support/replay';
import { call, image, reasoning, text, thinking } from '../../support/session-blocks';

type Target = readonly [provider: string, modelApi: string, modelId: string];

const OPENAI: Target = ['openai', 'openai-responses', 'gpt-5.4'];
const ANTHROPIC: Target = ['anthropic', 'anthropic-messages', 'claude-sonnet-4-5'];
const CHAT: Target = ['homebox', 'openai-completions', 'llama-3.3-70b'];
const MISTRAL: Target = ['mistral', 'openai-completions', 'mistral-large'];
const MIRROR = { provider: 'openclaw', model: 'delivery-mirror' };
const FROM = { provenance: { kind: 'inter_session', sourceTool: 'sessions_send' } };

describe('what replay tells of its changes', () => {
  const cases: readonly {
    readonly what: string;
    readonly target?: Target;
    readonly messages: readonly unknown[];
    /** `pass what index:path` each. */
    readonly changes: readonly string[];
    /** A part of the first one’s sentence. */
    readonly says?: RegExp;
  }[] = [
    { what: 'nothing where nothing is done', messages: [userTurn('a')], changes: [] },
    {
      what: 'the text that got a marker',
      messages: [userTurn([image(), text('a')], FROM)],
      changes: ['inter-session replaced 0:/messages/0/content'],
    },
    {
      what: 'the blank block, and the turn that is a copy',
      messages: [userTurn([text('a'), text(' ')]), assistantTurn([text('b')], MIRROR), userTurn('c')],
      changes: ['turn-normalisation removed 0:/messages/0/content/1', 'turn-normalisation removed 1:/messages/1'],
      says: /blank/,
    },
    {
      what: 'the text of a block that lost metadata',
      messages: [userTurn(), assistantTurn([text('[Mon 2026-01-02 10:00 UTC] hi')])],
      changes: ['turn-normalisation replaced 1:/messages/1/content/0/text'],
    },
    {
      what: 'the key of a signature, at the place the block had before others went',
      target: ['openrouter', 'openai-completions', 'google/gemini-2.5-pro'],
      messages: [userTurn(), assistantTurn([text(' '), text('a', { thoughtSignature: '!' })])],
      changes: [
        'thought-signatures removed 1:/messages/1/content/1/thoughtSignature',
        'blank-text removed 1:/messages/1/content/0',
      ],
      says: /openrouter could not read/,
    },
    {
      what: 'the image that cannot be sent',
      messages: [userTurn([text('a'), image('image/png', '%%%')])],
      changes: ['images replaced 0:/messages/0/content/1'],
      says: /its data is no valid base64/,
    },
    {
      what: 'the thinking without a signature, and the note in its place',
      target: ANTHROPIC,
      messages: [userTurn(), assistantTurn([thinking('Hm.', '')]), userTurn()],
      changes: [
        'unsigned-thinking removed 1:/messages/1/content/0',
        'unsigned-thinking inserted 1:/messages/1/content',
      ],
      says: /has no signature, and anthropic refuses/,
    },
    {
      what: 'the call that is not whole, with what it lacks',
      messages: [userTurn(), assistantTurn([text('a'), { type: 'toolCall', id: 'a', name: 'read' }])],
      changes: ['call-inputs removed 1:/messages/1/content/1'],
      says: /has no arguments/,
    },
    {
      what: 'results that go, move up, and are made up',
      messages: [
        userTurn(),
        assistantTurn([text('a'), call('a', 'read'), call('b', 'read')]),
        userTurn('b'),
        toolResult('a'),
        toolResult('c'),
        userTurn('c'),
      ],
      changes: [
        'pairing moved 3:/messages/3',
        'pairing removed 4:/messages/4',
        'pairing inserted 1:/messages/1/content/2',
      ],
    },
    {
      what: 'reasoning that leads to nothing, and the item id that depends on it',
      target: OPENAI,
      messages: [
        userTurn(),
        assistantTurn([call('call_1|fc_1', 'read'), reasoning('rs_1')]),
        toolResult('call_1|fc_1'),
      ],
      changes: [
        'openai-reasoning removed 1:/messages/1/content/1',
        'openai-call-pairs replaced 1:/messages/1/content/0/id',
        'openai-call-pairs replaced 2:/messages/2/toolCallId',
      ],
      says: /Nothing follows this reasoning/,
    },
    {
      what: 'ids of calls and results, with the old and the new one',
      target: MISTRAL,
      messages: [userTurn(), assistantTurn([call('call_1', 'read')]), toolResult('call_1', { details: {} })],
      changes: [
        'call-ids replaced 1:/messages/1/content/0/id',
        'call-ids replaced 2:/messages/2/toolCallId',
        'result-details removed 2:/messages/2/details',
      ],
      says: /call_1 becomes 78d66c1f7: mistral gets ids of exactly nine/,
    },
    {
      what: 'token counts, at the turn where there are none',
      messages: [userTurn(), assistantTurn([text('a')], { usage: undefined })],
      changes: ['usage-snapshots replaced 1:/messages/1'],
    },
    {
      what: 'the turn put in front, and the turns joined',
      target: CHAT,
      messages: [assistantTurn([text('a')]), assistantTurn([text('b')]), userTurn('c'), userTurn('d')],
      changes: [
        'assistant-first inserted 0:/messages/0',
        'merge-assistants merged 1:/messages/1',
        'merge-users merged 3:/messages/3',
      ],
      says: /homebox wants a history to begin with one/,
    },
  ];
  for (const { what, target = ['somebody', 'unheard-of', 'm'], messages, changes, says } of cases) {
    it(what, async () => {
      const [provider, modelApi, modelId] = target;
      const result = await replayCase({ provider, modelApi, modelId, messages: JSON.parse(JSON.stringify(messages)) });
      assert.deepEqual(result.changes.map(describeChange), changes);
      if (says) assert.match(result.changes[0]?.message ?? '', says);
    });
  }
});

describe('where messages come from', () => {
  const line = (value: object) => JSON.stringify(value);
  const entry = (id: string, parentId: string | null, rest: object) =>
    line({ id, parentId, timestamp: '2026-01-01T00:00:00.000Z', ...rest });
  const FILE = [
    '',
    line({ type: 'session', version: 3, id: 's', timestamp: '2026-01-01T00:00:00.000Z' }),
    entry('a', null, { type: 'message', message: userTurn([text('Old.')]) }),
    'no JSON',
    entry('k', 'a', { type: 'compaction', summary: 'S.', firstKeptEntryId: 'b', tokensBefore: 9 }),
    '',
    entry('b', 'k', { type: 'message', message: userTurn([text('New.')]) }),
    entry('c', 'b', { type: 'custom_message', customType: 'note', content: 'Note.', display: true }),
    entry('d', 'c', { type: 'message', message: assistantTurn([text('a'), call('call_1', 'read')]) }),
    '',
  ].join('\n');

  it('a file’s messages know their line, their entry and the place in it', () => {
    const { messages } = traceContext(parseSessionText(FILE));
    assert.deepEqual(
      messages.map(({ sources: [source] }) => [source?.index, source?.line, source?.entry, source?.path]),
      [
        [0, 4, 'k', []],
        [1, 6, 'b', ['message']],
        [2, 7, 'c', []],
        [3, 8, 'd', ['message']],
      ],
    );
  });

  it('so do the messages that are sent, joined ones all of theirs, and made-up ones none', async () => {
    const session = parseSessionText(FILE);
    const { outgoing, changes } = await replay({
      messages: traceContext(session).messages,
      entries: session.entries,
      target: { provider: 'homebox', modelApi: 'openai-completions', modelId: 'llama' },
      profile: 'documented',
      thinkingLevel: 'off',
      now: () => NOW,
      shrinker: unavailableShrinker,
    });
    const lines = outgoing.map(({ sources }) => sources.map((source) => source.line));
    assert.deepEqual(lines, [[4], [6], [7], [8], []]);
    assert.deepEqual(
      outgoing.map(({ blocks }) => blocks.map((place) => place && `${place.source.line}/${place.path.join('/')}`)),
      [['4/summary'], ['6/message/content/0'], ['7/content'], ['8/message/content/0', '8/message/content/1'], [null]],
    );
    assert.ok(changes.map(describeChange).includes('pairing inserted 8:/message/content/1'));
  });

  it('the context of an earlier leaf ends there', () => {
    const { messages } = traceContext(parseSessionText(FILE), 'a');
    assert.deepEqual(
      messages.map(({ sources }) => sources[0]?.line),
      [2],
    );
  });
});
