import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  fixAll,
  fixAllWithImages,
  fixEdits,
  type ImageShrinker,
  SessionDocument,
  type ShrinkResult,
} from '../../../core';
import { buildSession, image, pictures, pngBytes, text } from '../../support/build-session';

const BIG = pngBytes(1500, 2).toString('base64');
const SMALL: ShrinkResult = {
  kind: 'shrunk',
  data: pictures['image/jpeg'],
  mimeType: 'image/jpeg',
  width: 8,
  height: 8,
};

/** A big picture in the line with this number, with another fault beside it in the file. */
const session = (...bigs: string[]) =>
  bigs
    .reduce((built, data) => built.user([text('See.'), image('image/png', data)]).assistant('I see.'), buildSession())
    .user('   ')
    .text();
const shrunk = (broken: string, big = BIG) =>
  broken
    .replace('"   "', '"(continue)"')
    .replaceAll(`"data":"${big}"`, `"data":"${pictures['image/jpeg']}"`)
    .replaceAll('"mimeType":"image/png"', '"mimeType":"image/jpeg"');

/** A shrinker that gives these results in turn and notes what it was asked. */
function shrinkerWith(...results: ShrinkResult[]) {
  const asked: { data: string; mimeType: string; maxSide: number; maxBytes: number }[] = [];
  const shrinker: ImageShrinker = {
    async shrink(image, limits) {
      asked.push({ ...image, ...limits });
      return results[asked.length - 1] ?? assert.fail('asked too often');
    },
  };
  return { shrinker, asked };
}

const document = (session: string) => SessionDocument.fromString(session);

describe('fixing all with an image library', () => {
  it('shrinks what is over a limit, and fixes the rest', async () => {
    const broken = session(BIG);
    const { shrinker, asked } = shrinkerWith(SMALL);
    const fixed = await fixAllWithImages(document(broken), { lossy: true }, { shrinker });
    assert.equal(fixed.document.toString(), shrunk(broken));
    assert.deepEqual(asked, [{ data: BIG, mimeType: 'image/png', maxSide: 1200, maxBytes: 5_242_880 }]);
    assert.deepEqual(
      fixed.applied.map(({ rule, line, safe }) => ({ rule, line, safe })),
      [
        { rule: 'blank-user-turn', line: 3, safe: true },
        { rule: 'oversize-image', line: 1, safe: false },
      ],
    );
    assert.deepEqual(fixed.notShrunk, []);
  });

  it('asks for clean base64 and the type that it says', async () => {
    const spaced = BIG.replace(/.{40}/g, '$&\r\n');
    const { shrinker, asked } = shrinkerWith(SMALL);
    const broken = session(spaced).replace('image/png', 'image/webp');
    await fixAllWithImages(document(broken), { lossy: true }, { shrinker });
    assert.deepEqual([asked[0]!.data, asked[0]!.mimeType], [BIG, 'image/png']);
  });

  it('tells of each image before it is shrunk', async () => {
    const { shrinker } = shrinkerWith(SMALL, SMALL);
    const told: string[] = [];
    const onImage = (number: number, total: number) => told.push(`${number} of ${total}`);
    await fixAllWithImages(document(session(BIG, BIG)), { lossy: true }, { shrinker, onImage });
    assert.deepEqual(told, ['1 of 2', '2 of 2']);
  });

  it('leaves an image that cannot be shrunk, says why, and does everything else', async () => {
    const broken = session(BIG, BIG);
    const { shrinker } = shrinkerWith({ kind: 'failed', reason: 'Error: It is broken' }, SMALL);
    const fixed = await fixAllWithImages(document(broken), { lossy: true }, { shrinker });
    assert.deepEqual(fixed.notShrunk, [{ line: 1, problem: 'It is broken' }]);
    const [head, first, ...rest] = broken.split('\n');
    assert.equal(fixed.document.toString(), [head, first, shrunk(rest.join('\n'))].join('\n'));
  });

  it('asks nobody while only safe fixes are wanted', async () => {
    const { shrinker, asked } = shrinkerWith();
    const fixed = await fixAllWithImages(document(session(BIG)), {}, { shrinker });
    assert.deepEqual([asked, fixed.applied.length], [[], 1]);
  });

  it('ends when it is stopped', async () => {
    const stop = new AbortController();
    const shrinker: ImageShrinker = {
      async shrink(_image, _limits, signal) {
        stop.abort(new Error('enough'));
        signal!.throwIfAborted();
        return SMALL;
      },
    };
    const work = { shrinker, signal: stop.signal };
    await assert.rejects(fixAllWithImages(document(session(BIG)), { lossy: true }, work), /enough/);
  });
});

describe('a fix whose image is not shrunk yet', () => {
  it('is left out, and nothing is harmed', () => {
    const { toShrink, document: fixed } = fixAll(document(session(BIG)), { lossy: true });
    assert.deepEqual(
      toShrink.map(({ rule, line }) => ({ rule, line })),
      [{ rule: 'oversize-image', line: 1 }],
    );
    assert.deepEqual(fixEdits(fixed, [toShrink[0]!.fix]), []);
  });
});
