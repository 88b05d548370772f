import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import sharp from 'sharp';
import { inspectImage } from '../../core/images/measure';
import type { ShrinkResult } from '../../core/images/shrinker';
import { ProcessShrinker } from '../../images/process-shrinker';
import { folderWith } from '../support/cli';
import { type GoldenCase, goldenCases } from '../support/golden';
import { addImageProcess, imageScript } from '../support/image-process';
import { asExpected, type ReplayCaseInput, replayCase } from '../support/replay';
import { pictures, pngBytes } from '../support/session-blocks';

const LIMITS = { maxSide: 1200, maxBytes: 5 * 1024 * 1024 };
const png = (width: number, height: number) => imageOf(pngBytes(width, height));
const imageOf = (bytes: Buffer, mimeType = 'image/png') => ({ data: bytes.toString('base64'), mimeType });

/** The real thing, one for all tests that change nothing about it. */
let real: Promise<ProcessShrinker> | undefined;
function realShrinker(): Promise<ProcessShrinker> {
  real ??= shrinkerFor();
  return real;
}

async function shrinkerFor(script?: string, timeLimit?: number): Promise<ProcessShrinker> {
  return new ProcessShrinker({ script: script ?? (await imageScript()), ...(timeLimit && { timeLimit }) });
}

/** A script in place of the image process. `body` is what it does with a request; `answer(result)` answers it. */
function scriptThat(t: TestContext, body: string): string {
  const head = "const answer = (result) => process.send({ kind: 'answer', result });";
  const text = `${head}\nprocess.on('message', (request) => { ${body} });\nprocess.send({ kind: 'ready' });\n`;
  return join(folderWith(t, { 'script.js': text }), 'script.js');
}

function sizeOf(result: ShrinkResult) {
  assert.equal(result.kind, 'shrunk', JSON.stringify(result));
  if (result.kind !== 'shrunk') return undefined;
  const { format, width, height, bytes = 0 } = inspectImage(result.data);
  assert.deepEqual({ format, width, height }, { format: 'image/jpeg', width: result.width, height: result.height });
  return { width: result.width, height: result.height, bytes };
}

describe('what replay makes of images, with the image library', () => {
  const cases = goldenCases<GoldenCase<ReplayCaseInput, unknown>>('replay').filter(({ name }) =>
    name.includes('image'),
  );
  for (const { name, why, input, expected } of cases) {
    it(`${name}: ${why}`, async () => {
      const shrinker = await realShrinker();
      assert.deepEqual(asExpected(await replayCase(input, { shrinker }), input), expected);
    });
  }
});

describe('a shrunk image', () => {
  for (const [what, image, limits, width, height] of [
    ['one pixel too wide', png(1201, 10), {}, 1200, 10],
    ['three times as wide as high', png(3000, 1000), {}, 1200, 400],
    ['higher than wide', png(10, 2400), {}, 5, 1200],
    ['of a limit of the settings', png(300, 200), { maxSide: 100 }, 100, 67],
    ['a line that would have no height', png(3000, 1), { maxSide: 100 }, 100, 1],
    ['that is small and has too many bytes', png(900, 900), { maxBytes: 20_000 }, 900, 900],
  ] as const) {
    it(`fits: ${what}`, async () => {
      const size = sizeOf(await (await realShrinker()).shrink(image, { ...LIMITS, ...limits }));
      assert.deepEqual([size?.width, size?.height], [width, height]);
      assert.ok(size && size.bytes <= { ...LIMITS, ...limits }.maxBytes);
    });
  }

  it('is turned upright as its camera held it', async () => {
    const lying = await sharp(pngBytes(1600, 800)).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const size = sizeOf(await (await realShrinker()).shrink(imageOf(lying, 'image/jpeg'), LIMITS));
    assert.deepEqual([size?.width, size?.height], [600, 1200]);
  });

  it('gets worse until its bytes fit', async () => {
    const noise = imageOf(pngBytes(300, 300, randomBytes(300 * 300)));
    const shrinker = await realShrinker();
    const [best, worse] = [60_000, 30_000].map((maxBytes) => shrinker.shrink(noise, { ...LIMITS, maxBytes }));
    const [bestSize, worseSize] = [sizeOf(await best!), sizeOf(await worse!)];
    assert.ok(worseSize!.bytes <= 30_000 && bestSize!.bytes > 30_000, JSON.stringify([bestSize, worseSize]));
  });

  it('may come from WebP, GIF, AVIF, TIFF and SVG', async () => {
    const shrinker = await realShrinker();
    const source = sharp(pngBytes(1500, 30));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="1500" height="30"/>';
    const files = {
      webp: await source.clone().webp().toBuffer(),
      gif: await source.clone().gif().toBuffer(),
      avif: await source.clone().avif({ effort: 0 }).toBuffer(),
      tiff: await source.clone().tiff().toBuffer(),
      svg: Buffer.from(svg),
    };
    for (const [type, bytes] of Object.entries(files)) {
      const size = sizeOf(await shrinker.shrink(imageOf(bytes, `image/${type}`), LIMITS));
      assert.deepEqual([size?.width, size?.height], [1200, 24], type);
    }
  });

  it('is not made of one that only the library can measure and that is small', async () => {
    const tiff = await sharp(pngBytes(40, 30)).tiff().toBuffer();
    assert.deepEqual(await (await realShrinker()).shrink(imageOf(tiff, 'image/tiff'), LIMITS), { kind: 'unchanged' });
  });
});

describe('an image that cannot be shrunk says why in the reference’s words', () => {
  const noise = () => imageOf(pngBytes(300, 300, randomBytes(300 * 300)));
  for (const [what, image, limits, reason] of [
    [
      'no image',
      imageOf(Buffer.from('no image at all')),
      LIMITS,
      /^Error: Input buffer contains unsupported image format$/,
    ],
    [
      'too many pixels',
      imageOf(pngHead(5001, 5000)),
      { ...LIMITS, maxSide: 9000 },
      /^Error: Image dimensions exceed the 25,000,000 pixel input limit: 5001x5000 \(25005000 pixels\)$/,
    ],
    [
      'noise that no quality makes small',
      noise(),
      { ...LIMITS, maxBytes: 3000 },
      /^Error: Image could not be reduced below 0MB \(got 0\.\d\dMB\)$/,
    ],
  ] as const) {
    it(what, async () => {
      const result = await (await realShrinker()).shrink(image, limits);
      assert.equal(result.kind, 'failed');
      assert.match(result.kind === 'failed' ? result.reason : '', reason);
    });
  }
});

describe('the image process', () => {
  it('is asked once for an image that comes again with the same limits', async (t) => {
    const script = scriptThat(t, "global.n = (global.n ?? 0) + 1; answer({ kind: 'failed', reason: String(n) })");
    const shrinker = await shrinkerFor(script);
    const reasons = await Promise.all(
      [
        [png(1, 1), LIMITS],
        [png(2, 1), LIMITS],
        [png(1, 1), LIMITS],
        [png(1, 1), { ...LIMITS, maxSide: 7 }],
        [png(1, 1), { ...LIMITS, maxBytes: 7 }],
      ].map(([image, limits]) => shrinker.shrink(image as ReturnType<typeof png>, limits as typeof LIMITS)),
    );
    assert.deepEqual(reasons.map(reasonOf), ['1', '2', '1', '3', '4']);
  });

  it('gets one image at a time', async (t) => {
    const script = scriptThat(
      t,
      "global.busy = (global.busy ?? 0) + 1; const reason = String(busy); setTimeout(() => { busy--; answer({ kind: 'failed', reason }); }, 20)",
    );
    const shrinker = await shrinkerFor(script);
    const results = await Promise.all([1, 2, 3, 4].map((side) => shrinker.shrink(png(side, 1), LIMITS)));
    assert.deepEqual(results.map(reasonOf), ['1', '1', '1', '1']);
  });

  it('crashes: every image after that fails at once, until another program is named', async (t) => {
    const script = scriptThat(t, "process.kill(process.pid, 'SIGSEGV')");
    const shrinker = await shrinkerFor(script);
    const crashed = 'Error: The image library crashed, so no image is shrunk until the next start';
    assert.equal(reasonOf(await shrinker.shrink(png(1, 1), LIMITS)), crashed);
    const started = Date.now();
    assert.equal(reasonOf(await shrinker.shrink(png(2, 1), LIMITS)), crashed);
    assert.ok(Date.now() - started < 100);
    writeFileSync(
      script,
      "process.on('message', () => process.send({ kind: 'answer', result: { kind: 'unchanged' } })); process.send({ kind: 'ready' });",
    );
    shrinker.useNode(process.execPath);
    assert.deepEqual(await shrinker.shrink(png(2, 1), LIMITS), { kind: 'unchanged' });
  });

  it('takes too long: that image fails, and the next one has a process of its own', async (t) => {
    const script = scriptThat(t, "if (request.maxSide > 1) answer({ kind: 'unchanged' })");
    const shrinker = await shrinkerFor(script, 300);
    assert.match(reasonOf(await shrinker.shrink(png(1, 1), { ...LIMITS, maxSide: 1 }))!, /not shrunk within/);
    assert.deepEqual(await shrinker.shrink(png(1, 1), LIMITS), { kind: 'unchanged' });
  });

  it('has no image library: said in the reference’s words', async (t) => {
    const folder = folderWith(t);
    await addImageProcess(folder, { withLibrary: false });
    const shrinker = await shrinkerFor(join(folder, 'images.js'));
    const reason = 'Error: Optional dependency sharp is required for image attachment processing';
    for (const side of [1, 2]) assert.equal(reasonOf(await shrinker.shrink(png(side, 1), LIMITS)), reason);
  });

  for (const [what, path] of [
    ['is not there', '/no/such/node'],
    ['is no program', pngPath],
    ['is no Node.js', '/bin/sh'],
  ] as const) {
    it(`is to run with a program that ${what}: said with what to do`, async (t) => {
      const shrinker = await shrinkerFor();
      const program = typeof path === 'string' ? path : path(t);
      shrinker.useNode(program);
      const reason = reasonOf(await shrinker.shrink(png(2000, 1), LIMITS));
      assert.equal(
        reason,
        `Error: ${program} does not run the image library; name a Node.js of version 20.9 or newer in the setting transcriptHygiene.nodePath`,
      );
      shrinker.useNode('');
      assert.equal((await shrinker.shrink(png(2000, 1), LIMITS)).kind, 'shrunk');
    });
  }

  it('is stopped in the middle: the caller gets the reason, and the next image is shrunk', async (t) => {
    const script = scriptThat(t, "if (request.maxSide > 1) answer({ kind: 'unchanged' })");
    const shrinker = await shrinkerFor(script);
    const stop = new AbortController();
    const stopped = shrinker.shrink(png(1, 1), { ...LIMITS, maxSide: 1 }, stop.signal);
    const waiting = shrinker.shrink(png(3, 1), { ...LIMITS, maxSide: 1 }, stop.signal);
    setTimeout(() => stop.abort(new Error('enough')), 150);
    await assert.rejects(stopped, /enough/);
    await assert.rejects(waiting, /enough/);
    assert.deepEqual(await shrinker.shrink(png(1, 1), LIMITS), { kind: 'unchanged' });
  });

  it('does not keep its parent alive, and ends with it', async (t) => {
    const script = await imageScript();
    const shrinker = new URL('../../images/process-shrinker.ts', import.meta.url).href;
    const program = `
      const { ProcessShrinker } = await import(${JSON.stringify(shrinker)});
      const shrinker = new ProcessShrinker({ script: ${JSON.stringify(script)} });
      const result = await shrinker.shrink(${JSON.stringify(png(1300, 1))}, ${JSON.stringify(LIMITS)});
      console.log(result.kind, shrinker.process.child.pid);`;
    const folder = folderWith(t, { 'parent.mts': program });
    const output = execFileSync(process.execPath, ['--import', 'tsx', join(folder, 'parent.mts')], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
      timeout: 30_000,
    });
    const [kind, pid] = output.trim().split(' ');
    assert.equal(kind, 'shrunk');
    await waitUntil(() => !isRunning(Number(pid)));
  });
});

function reasonOf(result: ShrinkResult): string | undefined {
  return result.kind === 'failed' ? result.reason : undefined;
}

/** A picture of which only the header is honest. */
function pngHead(width: number, height: number): Buffer {
  const bytes = pngBytes(1, 1);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function pngPath(t: TestContext): string {
  return join(folderWith(t, { 'picture.png': Buffer.from(pictures['image/png'], 'base64') }), 'picture.png');
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function waitUntil(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    assert.ok(tries < 100, 'it does not come');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
