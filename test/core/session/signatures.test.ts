import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  antigravitySignature,
  hasUsableSignature,
  isBase64Signature,
  replayableReasoning,
} from '../../../core/session/signatures';

describe('a thought signature', () => {
  for (const signature of ['abcd', 'abc=', 'abc', 'aQ', 'ab_-', 'a b c d', ' abcd\n', 'msg_abcd', 'AA==']) {
    it(`is base64: ${JSON.stringify(signature)}`, () => assert.equal(isBase64Signature(signature), true));
  }
  for (const signature of [
    'abcde',
    'ab==',
    'a+_b',
    '',
    ' ',
    '====',
    'ab=cd',
    'ümlaut',
    '{"a":1}',
    'reasoning content!',
  ]) {
    it(`is not base64: ${JSON.stringify(signature)}`, () => assert.equal(isBase64Signature(signature), false));
  }
});

describe('a thinking block', () => {
  for (const [expected, block] of [
    [true, { type: 'thinking', thinkingSignature: 's' }],
    [true, { type: 'thinking', signature: 's' }],
    [true, { type: 'thinking', thinkingSignature: '', thought_signature: 's' }],
    [true, { type: 'redacted_thinking', data: 'd' }],
    [true, { type: 'redacted_thinking', thinkingSignature: 's' }],
    [false, { type: 'thinking' }],
    [false, { type: 'thinking', thinkingSignature: ' ' }],
    [false, { type: 'thinking', thinkingSignature: { id: 'rs_1' } }],
    [false, { type: 'thinking', data: 'd' }],
    [false, { type: 'thinking', thoughtSignature: 's' }],
    [false, { type: 'redacted_thinking' }],
  ] as const) {
    it(`${expected ? 'is signed' : 'is unsigned'}: ${JSON.stringify(block)}`, () => {
      assert.equal(hasUsableSignature(block), expected);
    });
  }
});

describe('replayable reasoning', () => {
  const item = { type: 'reasoning', id: 'rs_1', summary: [] };
  for (const signature of [
    item,
    JSON.stringify(item),
    ` ${JSON.stringify(item)}\n`,
    { ...item, type: 'reasoning.encrypted' },
    JSON.stringify({ ...item, encrypted_content: 'x' }),
  ]) {
    it(`is ${JSON.stringify(signature)}`, () => {
      assert.deepEqual(replayableReasoning({ type: 'thinking', thinkingSignature: signature }), { id: 'rs_1' });
    });
  }
  for (const signature of [
    undefined,
    null,
    '',
    'reasoning_content',
    '{"type":"reasoning"',
    '{bad}',
    JSON.stringify([item]),
    { ...item, id: 'x' },
    { ...item, id: 5 },
    { ...item, type: 'reasoningx' },
    { ...item, type: undefined },
  ]) {
    it(`is not ${JSON.stringify(signature)}`, () => {
      assert.equal(replayableReasoning({ type: 'thinking', thinkingSignature: signature }), null);
    });
  }
  it('is in thinking blocks alone', () => {
    assert.equal(replayableReasoning({ type: 'redacted_thinking', thinkingSignature: item }), null);
    assert.equal(replayableReasoning(null), null);
  });
});

describe('a signature for Claude on Antigravity', () => {
  for (const [block, expected] of [
    [{ thinkingSignature: 'abcd' }, 'abcd'],
    [{ signature: 'abc=' }, 'abc='],
    [{ thought_signature: 'ab==' }, 'ab=='],
    [{ thoughtSignature: ' abcd ' }, ' abcd '],
    [{ thinkingSignature: null, signature: 'abcd' }, 'abcd'],
    [{ thinkingSignature: 'abcd', signature: 'efgh' }, 'abcd'],
    [{ thinkingSignature: 'abc', signature: 'efgh' }, null],
    [{ thinkingSignature: '', signature: 'efgh' }, null],
    [{ thinkingSignature: 'ab-_' }, null],
    [{ thinkingSignature: '====' }, null],
    [{ thinkingSignature: 5 }, null],
    [{}, null],
  ] as const) {
    it(`of ${JSON.stringify(block)} is ${JSON.stringify(expected)}`, () => {
      assert.equal(antigravitySignature(block), expected);
    });
  }
});
