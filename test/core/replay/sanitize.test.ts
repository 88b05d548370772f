/** The tables and worked examples of `replay.md`, part B. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImageShrinker } from '../../../core/images/shrinker';
import { fieldsOf } from '../../../core/replay/traced';
import { assistantTurn, madeUpResult, NOW, plain, replayCase, toolResult, userTurn } from '../../support/replay';
import { call, pictures, pngBytes, reasoning, text, thinking } from '../../support/session-blocks';

type Target = readonly [provider: string, modelApi: string, modelId: string];

const OPENAI: Target = ['openai', 'openai-responses', 'gpt-5.4'];
const PLAIN: Target = ['somebody', 'unheard-of', 'm'];
const ANTHROPIC: Target = ['anthropic', 'anthropic-messages', 'claude-sonnet-4-5'];
const MISSING =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.';

async function sanitize([provider, modelApi, modelId]: Target, messages: readonly unknown[], priorSnapshot?: object) {
  const input = { provider, modelApi, modelId, messages, ...(priorSnapshot && { priorSnapshot }) };
  return plain((await replayCase(input)).sanitized);
}

const q = userTurn('q');
const u = userTurn('u');
const e = userTurn('e');
const turn = (...ids: readonly string[]) => assistantTurn(ids.map((id) => call(id, 'read')));
const r = (id: string) => toolResult(id);
const failed = (...blocks: readonly unknown[]) => assistantTurn(blocks, { stopReason: 'error' });

describe('pairing of calls and results', () => {
  const cases: readonly [what: string, given: readonly unknown[], sent?: readonly unknown[]][] = [
    [
      'results move up, in the order of their calls',
      [q, turn('1', '2'), u, r('2'), r('1'), r('1'), r('9'), e],
      [q, turn('1', '2'), r('1'), r('2'), u, e],
    ],
    ['a wrong order alone stays', [turn('1', '2'), r('2'), r('1')]],
    ['a second result alone stays', [turn('x'), r('x'), r('x')]],
    ['a second result goes where another one has to go', [turn('x'), r('x'), r('x'), r('y')], [turn('x'), r('x')]],
    [
      'the second of two turns with one id gets no result',
      [turn('x'), r('x'), turn('x'), r('x')],
      [turn('x'), r('x'), turn('x')],
    ],
    ['an id used twice in a turn gets one result', [turn('x', 'x'), r('x'), r('x')], [turn('x', 'x'), r('x')]],
    [
      'any assistant turn ends the wait for a result',
      [turn('1'), assistantTurn([text('t')]), r('1')],
      [turn('1'), madeUpResult('1', MISSING), assistantTurn([text('t')])],
    ],
    ['a failed turn with calls goes with its results', [q, failed(call('x', 'read')), r('x'), e], [q, e]],
    ['a failed turn without calls stays', [q, failed(text('t')), e]],
    ['a result in front of everything goes', [r('x'), q], [q]],
    ['ids are compared to the blank', [turn(' x '), r('x')], [turn(' x '), madeUpResult(' x ', MISSING)]],
  ];
  for (const [what, given, sent = given] of cases) {
    it(what, async () => assert.deepEqual(await sanitize(PLAIN, given), sent));
  }
});

describe('reasoning items of OpenAI', () => {
  const R = reasoning('rs_1');
  const PAIR = 'call_1|fc_1';
  const SWITCHED = { provider: 'openai', modelApi: 'openai-responses', modelId: 'gpt-4.1' };
  const cases: readonly [what: string, given: readonly unknown[], sent?: readonly unknown[], snapshot?: object][] = [
    [
      'reasoning in front of its call stays, and the pair of ids with it',
      [q, assistantTurn([R, call(PAIR, 'read')]), r(PAIR)],
    ],
    ['a turn of reasoning alone goes', [q, assistantTurn([R])], [q]],
    ['reasoning at the end of a turn goes', [q, assistantTurn([text('t'), R])], [q, assistantTurn([text('t')])]],
    ['chained reasoning stays', [q, assistantTurn([R, reasoning('rs_2'), text('t')])]],
    [
      'behind a switch of the model all of it goes, and the item ids with it',
      [q, assistantTurn([R, text('t'), call(PAIR, 'read')]), r(PAIR), assistantTurn([R])],
      [q, assistantTurn([text('t'), call('call_1', 'read')]), r('call_1')],
      SWITCHED,
    ],
    [
      'a made-up result answers the shortened id',
      [q, assistantTurn([call(PAIR, 'read')]), e],
      [q, turn('call_1'), madeUpResult('call_1', 'aborted'), e],
    ],
    ['a failed turn goes with its results', [failed(call(PAIR, 'read')), r(PAIR), e], [e]],
  ];
  for (const [what, given, sent = given, snapshot] of cases) {
    it(what, async () => assert.deepEqual(await sanitize(OPENAI, given, snapshot), sent));
  }
});

describe('signed thinking with calls', () => {
  const signed = thinking('s1', 'c2ln');
  it('keeps its ids, and a later plain call with the same id gets another one', async () => {
    const id = 'call_1|fc_1';
    const first = [q, assistantTurn([signed, call(id, 'read')]), r(id)];
    const sent = await sanitize(ANTHROPIC, [...first, turn(id), r(id)]);
    assert.deepEqual(sent, [...first, turn('call1fc1'), r('call1fc1')]);
  });

  it('goes as a whole when one of its calls would have to be edited', async () => {
    const messages = [
      q,
      assistantTurn([signed, text('keep?'), call('x', ' read ')]),
      r('x'),
      assistantTurn([text('y')]),
    ];
    assert.deepEqual(await sanitize(ANTHROPIC, messages), [q, assistantTurn([text('y')])]);
  });
});

describe('token counts', () => {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };
  const free = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const cases: readonly [usage: unknown, expected: object][] = [
    ...[undefined, {}, 'str', { input: '5' }, { cost: { total: 3 } }].map((usage): [unknown, object] => [
      usage,
      { ...none, cost: free },
    ]),
    [{ input: 0, output: 0 }, none],
    [
      { input: -5, output: 2.9 },
      { ...none, output: 2, totalTokens: 2 },
    ],
    [{ total: 7 }, { ...none, totalTokens: 7 }],
    [
      { prompt_tokens: 10, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } },
      { ...none, input: 6, output: 3, cacheRead: 4, totalTokens: 13 },
    ],
    [
      { input: 1, cost: { input: 2 } },
      { ...none, input: 1, totalTokens: 1, cost: { ...free, input: 2, total: 2 } },
    ],
    [
      { ...none, extra: 1 },
      { ...none, extra: 1 },
    ],
  ];
  for (const [usage, expected] of cases) {
    it(`${JSON.stringify(usage)} become ${JSON.stringify(expected)}`, async () => {
      const [message] = await sanitize(PLAIN, [assistantTurn([text('a')], { usage })]);
      assert.deepEqual(fieldsOf(message)?.usage, expected);
    });
  }

  const summary = (timestamp: unknown) => ({ role: 'compactionSummary', summary: 'S.', timestamp });
  const stale: readonly [what: string, turnTime: unknown, summaryTime: unknown, isStale: boolean][] = [
    ['older than the summary', 50, 100, true],
    ['as old as the summary', 100, 100, true],
    ['older, by a date text', new Date(50).toISOString(), 100, true],
    ['younger', 150, 100, false],
    ['without a time', undefined, 100, false],
    ['behind a summary without a time', 50, 'long ago', false],
  ];
  for (const [what, turnTime, summaryTime, isStale] of stale) {
    it(`of a turn behind a summary, ${what}, ${isStale ? 'become zero' : 'stay'}`, async () => {
      const given = assistantTurn([text('a')], { timestamp: turnTime });
      const sent = await sanitize(PLAIN, [summary(summaryTime), given]);
      assert.deepEqual(fieldsOf(sent[1])?.usage, isStale ? { ...none, cost: free } : given.usage);
    });
  }
});

describe('images', () => {
  const HEAVY = 'AAAA';
  const image = { type: 'image', data: pictures['image/png'], mimeType: 'image/png' };

  it('are not touched within the limits, and nobody is asked', async () => {
    const messages = [userTurn([image])];
    const shrinker = { shrink: () => assert.fail('asked') };
    const { sanitized } = await replayCase({ messages }, { shrinker });
    assert.deepEqual(plain(sanitized), messages);
  });

  it('too large ones are given to the encoder with the limits, and its JPEG is sent with the other fields kept', async () => {
    const data = pngBytes(40, 3).toString('base64');
    const asked: unknown[] = [];
    const shrinker: ImageShrinker = {
      shrink: async (given, limits) => {
        asked.push([given, limits]);
        return { kind: 'shrunk', data: 'SMALL', mimeType: 'image/jpeg', width: 30, height: 2 };
      },
    };
    const messages = [userTurn([{ ...image, data: ` ${data}`, name: 'a.png' }])];
    const config = { agents: { defaults: { imageMaxDimensionPx: 30.5 } } };
    const { sanitized, changes } = await replayCase({ messages, config }, { shrinker });
    assert.deepEqual(asked, [
      [
        { data, mimeType: 'image/png' },
        { maxSide: 30, maxBytes: 5_242_880 },
      ],
    ]);
    const sent = { type: 'image', data: 'SMALL', mimeType: 'image/jpeg', name: 'a.png' };
    assert.deepEqual(plain(sanitized), [userTurn([sent])]);
    assert.match(changes[0]?.message ?? '', /JPEG of 30 × 2 pixels.*at most 30 pixels a side and 5 MiB/);
  });

  it('of a format without a known header stay when the image library finds them small enough', async () => {
    const messages = [userTurn([{ ...image, data: HEAVY, mimeType: 'image/bmp' }])];
    const { sanitized } = await replayCase({ messages }, { shrinker: { shrink: async () => ({ kind: 'unchanged' }) } });
    assert.deepEqual(plain(sanitized), messages);
  });

  it('become a note that says why, when there is no image library', async () => {
    const { sanitized, changes } = await replayCase({ messages: [userTurn([{ ...image, data: HEAVY }])] });
    const note =
      '[session:history] omitted image payload: Error: Optional dependency sharp is required for image attachment processing';
    assert.deepEqual(plain(sanitized), [userTurn([text(note)])]);
    assert.match(changes[0]?.message ?? '', /Optional dependency sharp is required/);
  });

  it('stop the run when it is cancelled', async () => {
    const signal = AbortSignal.abort(new Error('stop'));
    await assert.rejects(replayCase({ messages: [userTurn([image])] }, { signal }), /stop/);
  });
});

describe('what is written back', () => {
  const google: Target = ['google', 'google-generative-ai', 'gemini-3-pro'];
  const run = async ([provider, modelApi, modelId]: Target, priorSnapshot?: object) => {
    const input = { provider, modelApi, modelId, messages: [assistantTurn([text('a')])], priorSnapshot };
    return (await replayCase(input)).appended.map(({ customType, data }) => [customType, data]);
  };
  const snapshot = { provider: 'google', modelApi: 'google-generative-ai', modelId: 'gemini-3-pro' };

  it('Google’s first turn, then the new model', async () => {
    assert.deepEqual(await run(google), [
      ['google-turn-ordering-bootstrap', { timestamp: NOW }],
      ['model-snapshot', { timestamp: NOW, ...snapshot }],
    ]);
  });

  it('no model that is known already', async () => {
    assert.deepEqual(await run(google, snapshot), [['google-turn-ordering-bootstrap', { timestamp: NOW }]]);
    const [provider, modelApi, modelId] = OPENAI;
    assert.deepEqual(await run(OPENAI, { provider, modelApi, modelId }), []);
  });
});
