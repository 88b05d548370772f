/** Recorded requests: what pi and OpenClaw send, by value. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PayloadRequest, partsOf, toPayload } from '../../../core/providers';
import { goldenCases } from '../../support/golden';

interface PayloadCase extends PayloadRequest {
  readonly name: string;
  readonly why: string;
  readonly expected?: unknown;
  readonly expectedError?: unknown;
}

const CASES = goldenCases<PayloadCase>('payload');

describe('recorded payloads', () => {
  for (const golden of CASES) {
    it(`${golden.name}: ${golden.why}`, () => {
      const before = structuredClone(golden.messages);
      const result = toPayload(golden);
      assert.deepEqual(golden.messages, before, 'the messages were changed');
      if ('expected' in golden) {
        assert.ok('payload' in result, 'error' in result ? result.error : '');
        assert.deepEqual(JSON.parse(JSON.stringify(result.payload)), golden.expected);
      } else {
        assert.ok('error' in result, 'a payload was made');
      }
    });
  }

  it('says of every part that holds words of a message which message that is', () => {
    for (const golden of CASES) {
      const result = toPayload(golden);
      if (!('payload' in result)) continue;
      const parts = partsOf(result.payload, result.origins);
      for (const [pointer, { message }] of Object.entries(parts)) {
        assert.ok(golden.messages[message], `${golden.name}: ${pointer} comes from message ${message}`);
      }
      const list = ['input', 'messages', 'contents'].find((name) => name in result.payload) ?? 'messages';
      const items = result.payload[list] as readonly { readonly role?: string }[];
      const untraced = items.flatMap(({ role }, at) =>
        role === 'system' || role === 'developer' || parts[`/${list}/${at}`] ? [] : [`/${list}/${at}`],
      );
      assert.deepEqual(untraced, [], golden.name);
    }
  });
});
