import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { inspectImage } from '../../core/images/measure';
import { buildSession, image, pngBytes, text } from '../support/build-session';
import { folderWith, runCli } from '../support/cli';

/** Claude refuses the first picture; replay shrinks the second. */
const BIG = [pngBytes(8100, 20), pngBytes(2400, 1200)];
const sessionWith = (...pictures: Buffer[]) =>
  pictures
    .reduce(
      (session, picture) =>
        session.user([text('See.'), image('image/png', picture.toString('base64'))]).assistant('I see.'),
      buildSession(),
    )
    .user('Go on.')
    .text();

/** `type width×height` of the pictures in a text. */
function picturesIn(session: string): string[] {
  return [...session.matchAll(/"data":"([^"]*)","mimeType":"([^"]*)"/g)].map(([, data, type]) => {
    const { format, width, height } = inspectImage(data!);
    assert.equal(format, type);
    return `${type} ${width}×${height}`;
  });
}

describe('fix', () => {
  it('shrinks pictures that are over a limit, but only with --lossy', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessionWith(...BIG) });
    const safe = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.equal(safe.code, 1);
    assert.match(safe.stdout, /Shrink it to at most 1200 pixels a side and 5 MiB/);
    const lossy = await runCli(['fix', '--lossy', 'a.jsonl'], { cwd });
    assert.deepEqual([lossy.code, lossy.stderr], [0, ''], lossy.stdout);
    assert.match(lossy.stdout, /2 fixed; no problems left in 1 file/);
    const fixed = readFileSync(join(cwd, 'a.jsonl'), 'utf8');
    assert.deepEqual(picturesIn(fixed), ['image/jpeg 1200×3', 'image/jpeg 1200×600']);
    assert.equal((await runCli(['fix', '--lossy', 'a.jsonl'], { cwd })).stdout.split(';')[0], 'nothing to fix');
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), fixed);
  });

  it('leaves a picture that no library can read, says why, and fixes the rest', async (t) => {
    const broken = pngBytes(2400, 10).subarray(0, 40);
    const cwd = folderWith(t, { 'a.jsonl': sessionWith(broken, BIG[1]!) });
    const { stdout, code } = await runCli(['fix', '--lossy', 'a.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /line 2: the image was not shrunk: .+/);
    assert.deepEqual(picturesIn(readFileSync(join(cwd, 'a.jsonl'), 'utf8')), [
      'image/png 2400×10',
      'image/jpeg 1200×600',
    ]);
  });

  it('puts the note of replay in the place of a picture with too many pixels', async (t) => {
    const head = pngBytes(1, 1);
    head.writeUInt32BE(5001, 16);
    head.writeUInt32BE(5000, 20);
    const cwd = folderWith(t, { 'a.jsonl': sessionWith(head) });
    assert.equal((await runCli(['fix', '--lossy', 'a.jsonl'], { cwd })).code, 0);
    assert.match(
      readFileSync(join(cwd, 'a.jsonl'), 'utf8'),
      /\{"type":"text","text":"\[session:history\] omitted image payload: Error: Image dimensions exceed the 25,000,000 pixel input limit: 5001x5000 \(25005000 pixels\)"\}/,
    );
  });
});

describe('preview', () => {
  it('shows pictures as they are sent', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessionWith(...BIG) });
    const { stdout } = await runCli(['preview', 'a.jsonl', '--show', 'messages', '--format', 'json'], { cwd });
    assert.deepEqual(picturesIn(JSON.stringify(JSON.parse(stdout))), ['image/jpeg 1200×3', 'image/jpeg 1200×600']);
  });
});
