import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ImageCodec, type ImageSize, shrinkToFit, tooLargeReason } from '../../../core/images/shrink-to-fit';

const FIVE_MIB = 5 * 1024 * 1024;

/** A codec whose results have the bytes that `weigh` says; `attempts` lists what it was asked for. */
function codecWith(weigh: (side: number, quality: number) => number, measured: ImageSize | null = null) {
  const attempts: string[] = [];
  const codec: ImageCodec = {
    measure: async () => measured,
    async toJpeg(_bytes, { side, quality }) {
      attempts.push(`${side}@${quality}`);
      return new Uint8Array(weigh(side, quality));
    },
  };
  return { codec, attempts };
}

const QUALITIES = [85, 75, 65, 55, 45, 35];
const all = (...sides: number[]) => sides.flatMap((side) => QUALITIES.map((quality) => `${side}@${quality}`));

describe('an image that is too wide', () => {
  it('takes the best quality on the longest side that is allowed', async () => {
    const { codec, attempts } = codecWith(() => 10);
    const fitted = await shrinkToFit(codec, Buffer.alloc(20), { width: 3000, height: 10 }, limits(1200));
    assert.deepEqual(fitted, { kind: 'shrunk', jpeg: new Uint8Array(10) });
    assert.deepEqual(attempts, ['1200@85']);
  });

  it('takes a worse quality before a shorter side', async () => {
    const { codec, attempts } = codecWith((side, quality) => (side <= 1000 || quality <= 65 ? 100 : 101));
    await shrinkToFit(codec, Buffer.alloc(20), { width: 3000, height: 10 }, limits(1200, 100));
    assert.deepEqual(attempts, ['1200@85', '1200@75', '1200@65']);
  });
});

describe('the sides that are tried when nothing fits', () => {
  for (const [what, size, maxSide, sides] of [
    ['by default', { width: 3000, height: 10 }, 1200, [1200, 1000, 800]],
    ['with a wider limit', { width: 10, height: 9000 }, 8000, [8000, 1800, 1600, 1400, 1200, 1000, 800]],
    ['with a limit between the steps', { width: 3000, height: 10 }, 1500, [1500, 1400, 1200, 1000, 800]],
    ['with a limit below all steps', { width: 300, height: 200 }, 100, [100]],
    ['when only the bytes are over: never more than the image has', { width: 900, height: 10 }, 1200, [900, 800]],
    ['when it is smaller than all steps', { width: 10, height: 700 }, 1200, [700]],
    ['when nobody knows its size', undefined, 1200, [1200, 1000, 800]],
  ] as const) {
    it(what, async () => {
      const { codec, attempts } = codecWith((side) => 1_000_000 + side);
      const fitted = await shrinkToFit(codec, Buffer.alloc(2_000_000), size, limits(maxSide, 1000));
      assert.deepEqual(attempts, all(...sides));
      assert.deepEqual(fitted, { kind: 'tooLarge', smallest: 1_000_000 + sides.at(-1)! });
    });
  }
});

describe('an image whose header does not tell its size', () => {
  it('stays as it is when the library finds it small', async () => {
    const { codec, attempts } = codecWith(() => 10, { width: 1200, height: 1 });
    assert.deepEqual(await shrinkToFit(codec, Buffer.alloc(20), undefined, limits(1200)), { kind: 'unchanged' });
    assert.deepEqual(attempts, []);
  });

  it('is encoded anew when the library finds it large, or cannot read it', async () => {
    for (const measured of [{ width: 1201, height: 1 }, null]) {
      const { codec, attempts } = codecWith(() => 10, measured);
      await shrinkToFit(codec, Buffer.alloc(20), undefined, limits(1200));
      assert.deepEqual(attempts, ['1200@85']);
    }
  });
});

describe('the words for an image that stays too large', () => {
  for (const [maxBytes, smallest, words] of [
    [FIVE_MIB, 5_300_000, 'Error: Image could not be reduced below 5MB (got 5.05MB)'],
    [1000, 300_000, 'Error: Image could not be reduced below 0MB (got 0.29MB)'],
  ] as const) {
    it(words, () => assert.equal(tooLargeReason(maxBytes, smallest), words));
  }
});

function limits(maxSide: number, maxBytes = FIVE_MIB) {
  return { maxSide, maxBytes };
}
