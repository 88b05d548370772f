import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isSessionHeader, type RepairMode, repairSessionText, repairSummary } from '../../../core/repair/on-disk';
import { type GoldenCase, goldenCases } from '../../support/golden';

interface RepairInput {
  readonly text?: string;
  readonly lines?: readonly string[];
  /** No file at all: the file wrapper's case. */
  readonly missing?: true;
}

interface RepairExpected {
  readonly report: object;
  readonly text: string;
}

const H = '{"type":"session","version":3,"id":"s"}';
const USER = '{"type":"message","id":"u","message":{"role":"user","content":"x"}}';
const WHEN = Date.parse('2026-01-02T03:04:05.678Z');

function repair(text: string, mode: RepairMode = '2026.5.7') {
  let next = 0;
  return repairSessionText(text, { mode, now: () => WHEN, newId: () => `repair-${next++}` });
}

/** A message entry as one line. */
function line(message: unknown, more: object = {}): string {
  return JSON.stringify({ type: 'message', id: 'm', ...more, message });
}

function file(...lines: readonly string[]): string {
  return lines.map((each) => `${each}\n`).join('');
}

describe('the on-disk repair of OpenClaw 2026.5.7', () => {
  for (const { name, why, input, expected } of goldenCases<GoldenCase<RepairInput, RepairExpected>>('repair')) {
    if (input.missing) continue;
    it(`${name}: ${why}`, () => {
      const { text, report } = repair(input.text ?? file(...(input.lines ?? [])));
      assert.deepEqual({ report, text }, { report: expected.report, text: expected.text });
      assert.deepEqual(Object.keys(report), Object.keys(expected.report));
    });
  }

  for (const [what, before, after] of [
    ['drops malformed and blank lines and CR', `${H}\r\n${USER}\r\n{bad\r\n\r\n`, file(H, USER)],
    ['drops junk in front of the header', file('{bad', H), file(H)],
    [
      'keeps odd blocks of a user turn',
      file(H, line({ role: 'user', content: [null, { type: 'text', text: '' }] })),
      null,
    ],
    ['leaves a message without a role alone', file(H, line(null), line({ content: '' })), undefined],
    [
      'leaves aborted empty turns alone',
      file(H, line({ role: 'assistant', content: [], stopReason: 'aborted' })),
      undefined,
    ],
    ['leaves a missing final newline alone', `${H}\n${USER}`, undefined],
  ] as const) {
    it(what, () => {
      const expected = after === null ? file(H, line({ role: 'user', content: [null] })) : (after ?? before);
      assert.equal(repair(before).text, expected);
    });
  }

  it('says what it did', () => {
    assert.deepEqual(repair(file(H, '{bad', line({ role: 'user', content: '' }))).notice, {
      level: 'debug',
      text: 'session file repaired: dropped 1 malformed line(s), rewrote 1 user message(s)',
    });
  });

  it('warns about a missing header, and says nothing of an empty or a sound file', () => {
    assert.deepEqual(repair(file(USER)).notice, {
      level: 'warn',
      text: 'session file repair skipped: invalid session header',
    });
    assert.equal(repair('').notice, null);
    assert.equal(repair(file(H, USER)).notice, null);
  });
});

describe('the on-disk repair of OpenClaw 2026.5.18', () => {
  const codex = { role: 'assistant', api: 'openai-codex-responses', provider: 'openai-codex', stopReason: 'toolUse' };
  const call = { type: 'toolCall', id: 'c1', name: 'exec', arguments: {} };
  const result = (id: string, parentId: string | undefined, toolCallId: string, toolName: string): string =>
    JSON.stringify({
      type: 'message',
      id,
      parentId,
      timestamp: '2026-01-02T03:04:05.678Z',
      message: {
        role: 'toolResult',
        toolCallId,
        toolName,
        content: [{ type: 'text', text: 'aborted' }],
        isError: true,
        timestamp: WHEN,
      },
    });
  const after = (text: string): string => repair(text, '2026.5.18').text;

  it('makes up a missing Codex result directly behind its turn', () => {
    const turn = line({ ...codex, content: [call, { type: 'toolUse', id: 'c2' }] });
    const { text, report, notice } = repair(file(H, turn, USER), '2026.5.18');
    assert.equal(
      text,
      file(H, turn, result('repair-0', 'm', 'c1', 'exec'), result('repair-1', 'm', 'c2', 'unknown'), USER),
    );
    assert.deepEqual(Object.entries(report), [
      ['repaired', true],
      ['droppedLines', 0],
      ['rewrittenAssistantMessages', 0],
      ['droppedBlankUserMessages', 0],
      ['rewrittenUserMessages', 0],
      ['insertedToolResults', 2],
    ]);
    assert.equal(notice?.text, 'session file repaired: inserted 2 missing tool result(s)');
  });

  it('answers a repeated call id once', () => {
    const turn = line({ ...codex, content: [call, call] });
    assert.equal(after(file(H, turn, turn)), file(H, turn, result('repair-0', 'm', 'c1', 'exec'), turn));
  });

  it('leaves the parent out when the turn has no id', () => {
    const turn = line({ ...codex, content: [call] }, { id: 5 });
    assert.equal(after(file(H, turn)), file(H, turn, result('repair-0', undefined, 'c1', 'exec')));
  });

  for (const [what, lines] of [
    [
      'its result stands anywhere in the file',
      [line({ role: 'toolResult', toolUseId: 'c1' }), line({ ...codex, content: [call] })],
    ],
    ['the turn failed', [line({ ...codex, content: [call], stopReason: 'error' })]],
    ['the turn was aborted', [line({ ...codex, content: [call], stopReason: 'aborted' })]],
    ['another api made the call', [line({ ...codex, api: 'openai-responses', content: [call] })]],
    ['another provider made the call', [line({ ...codex, provider: 'openai', content: [call] })]],
    ['the call has no id', [line({ ...codex, content: [{ ...call, id: '' }] })]],
    ['the block is no call', [line({ ...codex, content: [{ ...call, type: 'tool_use' }] })]],
  ] as const) {
    it(`makes up no result when ${what}`, () => assert.equal(after(file(H, ...lines)), file(H, ...lines)));
  }

  for (const message of [null, undefined, 'text', [], {}, { role: null }, { role: 5 }, { role: ' ' }]) {
    it(`drops an entry whose message is ${JSON.stringify(message)}`, () => {
      const { text, report } = repair(file(H, line(message), USER), '2026.5.18');
      assert.deepEqual([text, report.droppedLines], [file(H, USER), 1]);
    });
  }

  it('keeps entries of other types without a message', () => {
    const label = '{"type":"label","id":"l"}';
    assert.equal(after(file(H, label, '5')), file(H, label, '5'));
  });

  it('leaves an older release’s drop of trailing assistants away', () => {
    const turn = line({ role: 'assistant', content: [{ type: 'text', text: 'x' }], stopReason: 'stop' });
    assert.equal(after(file(H, turn)), file(H, turn));
  });

  it('draws ids and reads the clock by itself when nothing else is given', () => {
    const { text } = repairSessionText(file(H, line({ ...codex, content: [call] })), { mode: '2026.5.18' });
    const made = JSON.parse(text.split('\n')[2] ?? '');
    assert.match(made.id, /^repair-[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    assert.equal(new Date(made.timestamp).getTime(), made.message.timestamp);
  });
});

describe('a repair in words', () => {
  const none = {
    droppedLines: 0,
    rewrittenAssistantMessages: 0,
    droppedBlankUserMessages: 0,
    rewrittenUserMessages: 0,
  };
  it('names what was done in a fixed order', () => {
    assert.equal(repairSummary(none), 'no changes');
    assert.equal(
      repairSummary({
        droppedLines: 1,
        rewrittenAssistantMessages: 2,
        droppedBlankUserMessages: 3,
        rewrittenUserMessages: 4,
        insertedToolResults: 5,
      }),
      'dropped 1 malformed line(s), rewrote 2 assistant message(s), dropped 3 blank user message(s), ' +
        'rewrote 4 user message(s), inserted 5 missing tool result(s)',
    );
  });
});

describe('a session header', () => {
  for (const [value, expected] of [
    [{ type: 'session', id: 's' }, true],
    [{ type: 'session', id: ' ' }, true],
    [{ type: 'session', id: '' }, false],
    [{ type: 'session', id: 5 }, false],
    [{ type: 'message', id: 's' }, false],
    [null, false],
    ['session', false],
  ] as const) {
    it(`${expected ? 'is' : 'is not'} ${JSON.stringify(value)}`, () => assert.equal(isSessionHeader(value), expected));
  }
});
