/**
 * Measures shrinking 50 pictures of 3 MB in the image process against plain calls of sharp in one process, in turn:
 * `node --import tsx test/bench/images.mjs [repetitions]`, after a build. Prints medians and the ratio, no verdict.
 */
import { randomFillSync } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { ProcessShrinker } from '../../images/process-shrinker.ts';
import { pngBytes } from '../support/session-blocks.ts';
import { median } from './statistics.mjs';

const COUNT = 50;
/** Grey noise that is not compressed: a byte a pixel. */
const SIDE = Math.round(Math.sqrt(3_000_000));
const LIMITS = { maxSide: 1200, maxBytes: 5 * 1024 * 1024 };

const repetitions = Number(process.argv[2] ?? 3);
const script = fileURLToPath(new URL('../../dist/images.js', import.meta.url));
const images = Array.from({ length: COUNT }, () =>
  pngBytes(SIDE, SIDE, randomFillSync(new Uint8Array(SIDE * SIDE))).toString('base64'),
);

const programs = {
  async ours() {
    const shrinker = new ProcessShrinker({ script });
    for (const data of images) {
      const { kind } = await shrinker.shrink({ data, mimeType: 'image/png' }, LIMITS);
      if (kind !== 'shrunk') throw new Error(`an image was not shrunk: ${kind}`);
    }
  },
  async plain() {
    sharp.concurrency(1);
    for (const data of images) {
      const jpeg = await sharp(Buffer.from(data, 'base64'))
        .rotate()
        .resize({ width: LIMITS.maxSide, height: LIMITS.maxSide, fit: 'inside', withoutEnlargement: true })
        .jpeg({ quality: 85, mozjpeg: true })
        .toBuffer();
      jpeg.toString('base64');
    }
  },
};

const seconds = { ours: [], plain: [] };
for (let n = 0; n < repetitions; n++) {
  for (const [name, run] of Object.entries(programs)) {
    const started = performance.now();
    await run();
    seconds[name].push((performance.now() - started) / 1000);
  }
}
const [ours, plain] = [median(seconds.ours), median(seconds.plain)];
console.log(`${COUNT} pictures of ${((SIDE * SIDE) / 1e6).toFixed(1)} MB, median of ${repetitions}`);
console.log(`  ours ${ours.toFixed(2)} s, plain sharp ${plain.toFixed(2)} s, ratio ${(ours / plain).toFixed(2)}`);
