import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type GoldenCase, goldenCases } from '../../support/golden';
import { asExpected, type ReplayCaseInput, replayCase } from '../../support/replay';

/** Where an image is encoded anew, the encoder's tests look at the result. */
const isEncoded = ({ expected }: GoldenCase<ReplayCaseInput, unknown>) => JSON.stringify(expected).includes('$resized');

describe('what OpenClaw 2026.5.7 makes of a history', () => {
  const cases = goldenCases<GoldenCase<ReplayCaseInput, unknown>>('replay').filter((golden) => !isEncoded(golden));
  for (const { name, why, input, expected } of cases) {
    it(`${name}: ${why}`, async () => assert.deepEqual(asExpected(await replayCase(input), input), expected));
  }
});
