import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonBytes } from '../../../../core/providers/acceptance/check';

describe('the size of a request', () => {
  const payloads: [what: string, payload: Record<string, unknown>][] = [
    ['nothing', {}],
    ['a list', { messages: [{ role: 'user' }, 'x', null], model: 'm' }],
    ['an empty list', { tools: [] }],
    ['texts in several scripts', { messages: ['é', '漢字', '😀', '"\n'] }],
    ['a member without a value', { a: undefined, b: 1 }],
    ['an item without a value', { a: [undefined, 1] }],
  ];
  for (const [what, payload] of payloads) {
    it(`is that of its JSON: ${what}`, () => {
      assert.equal(jsonBytes(payload), Buffer.byteLength(JSON.stringify(payload)));
    });
  }
});
