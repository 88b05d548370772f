import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type GoldenCase, goldenCases } from '../../support/golden';
import { asExpected, type ReplayCaseInput, replayCase } from '../../support/replay';

describe('what OpenClaw 2026.5.7 makes of a history', () => {
  for (const { name, why, input, expected } of goldenCases<GoldenCase<ReplayCaseInput, unknown>>('replay')) {
    it(`${name}: ${why}`, async () => assert.deepEqual(asExpected(await replayCase(input), input), expected));
  }
});
