import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ProcessShrinker } from '../../../images/process-shrinker';
import { type GoldenCase, goldenCases } from '../../support/golden';
import { imageScript } from '../../support/image-process';
import { asExpected, type ReplayCaseInput, replayCase } from '../../support/replay';

describe('what OpenClaw 2026.5.7 makes of a history', () => {
  const shrinker = imageScript().then((script) => new ProcessShrinker({ script }));
  for (const { name, why, input, expected } of goldenCases<GoldenCase<ReplayCaseInput, unknown>>('replay')) {
    it(`${name}: ${why}`, async () => {
      const result = await replayCase(input, { shrinker: await shrinker });
      assert.deepEqual(asExpected(result, input), expected);
    });
  }
});
