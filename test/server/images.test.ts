/** What an editor sees of shrinking images: real server, real image process. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type CodeAction, WorkDoneProgress } from 'vscode-languageserver/node';
import { inspectImage } from '../../core/images/measure';
import type { FixAllPreview, FixedPath, PreviewDocument } from '../../server/messages';
import { buildSession, image, pngBytes, text } from '../support/build-session';
import { folderWith } from '../support/cli';
import { addImageProcess } from '../support/image-process';
import { type ClientOptions, PULLING, PUSHING, TestClient } from './support/client';
import { applyEdits } from './support/edits';

const URI = 'file:///s/x.jsonl';
const sessionWith = (picture: Buffer) =>
  buildSession()
    .user([text('See.'), image('image/png', picture.toString('base64'))])
    .assistant('I see.')
    .user('Go on.')
    .text();
const BIG = sessionWith(pngBytes(2400, 1200));
const BROKEN = sessionWith(pngBytes(2400, 10).subarray(0, 40));

interface Seen {
  readonly warnings: string[];
  readonly progress: string[];
}

/** A client beside whose server the image process lies. */
async function start(t: TestContext, options: ClientOptions = {}): Promise<{ client: TestClient; seen: Seen }> {
  const seen: Seen = { warnings: [], progress: [] };
  const capabilities = { ...PULLING, window: { workDoneProgress: true } };
  const client = await TestClient.start({ capabilities, ...options });
  t.after(() => client.stop());
  client.connection.onRequest('window/workDoneProgress/create', ({ token }: { token: string }) => {
    client.connection.onProgress(WorkDoneProgress.type, token, (value) => {
      seen.progress.push('title' in value ? value.title : value.kind);
    });
    return null;
  });
  client.connection.onRequest('window/showMessageRequest', ({ message }: { message: string }) => {
    seen.warnings.push(message);
    return null;
  });
  return { client, seen };
}

before(async () => {
  const client = await TestClient.start();
  await addImageProcess(dirname(client.bundle));
  await client.stop();
});

async function shrinkAction(client: TestClient): Promise<CodeAction | undefined> {
  const line = { start: { line: 1, character: 0 }, end: { line: 1, character: 1_000_000 } };
  return (await client.actions(URI, line)).find(({ title }) => title.startsWith('Shrink it'));
}

function pictureIn(session: string): string {
  const { format, width, height } = inspectImage(/"data":"([^"]*)"/.exec(session)![1]!);
  return `${format} ${width}×${height}`;
}

function editsOf({ edit }: CodeAction) {
  return edit?.documentChanges?.flatMap((change) => ('edits' in change ? change.edits : []));
}

describe('the quick fix of a picture that is too large', () => {
  it('shrinks it when it is chosen, while progress is shown', async (t) => {
    const { client, seen } = await start(t);
    await client.open(URI, BIG);
    const action = await shrinkAction(client);
    assert.equal(action?.edit, undefined);
    assert.deepEqual(seen.progress, []);
    const resolved = await client.resolve(action!);
    assert.equal(pictureIn(applyEdits(BIG, editsOf(resolved) as never)), 'image/jpeg 1200×600');
    assert.deepEqual(seen, { warnings: [], progress: ['Shrinking the image', 'end'] });
  });

  it('says why nothing happens when it cannot be shrunk', async (t) => {
    const { client, seen } = await start(t);
    await client.open(URI, BROKEN);
    const resolved = await client.resolve((await shrinkAction(client))!);
    assert.equal(resolved.edit, undefined);
    assert.match(seen.warnings.join(), /^The image was not shrunk, and nothing was changed: .+\.$/);
  });

  it('says what to do when the program of the settings cannot run', async (t) => {
    const { client, seen } = await start(t, { settings: { nodePath: '/no/such/node' } });
    await client.open(URI, BIG);
    assert.equal((await client.resolve((await shrinkAction(client))!)).edit, undefined);
    assert.match(seen.warnings.join(), /\/no\/such\/node .* transcriptHygiene\.nodePath/);
    await client.setSettings({ nodePath: process.execPath });
    const resolved = await client.resolve((await shrinkAction(client))!);
    assert.notEqual(resolved.edit, undefined);
  });

  it('is not offered where the editor wants every change at once', async (t) => {
    const { client } = await start(t, { capabilities: PUSHING });
    await client.open(URI, BIG);
    assert.equal(await shrinkAction(client), undefined);
  });
});

describe('all fixes at once', () => {
  it('shrink pictures, too', async (t) => {
    const { client } = await start(t);
    await client.open(URI, BIG);
    const preview = await client.connection.sendRequest<FixAllPreview>('transcriptHygiene/fixAllPreview', { uri: URI });
    assert.equal(pictureIn(preview.text), 'image/jpeg 1200×600');
    assert.deepEqual([preview.fixes, preview.notes], [[{ rule: 'oversize-image', count: 1, lossy: 1 }], []]);
  });

  it('name the pictures that stay', async (t) => {
    const { client } = await start(t);
    await client.open(URI, BROKEN);
    const { text, notes } = await client.connection.sendRequest<FixAllPreview>('transcriptHygiene/fixAllPreview', {
      uri: URI,
    });
    assert.equal(text, BROKEN);
    assert.match(notes.join(), /^The image in line 2 was not shrunk: .+\.$/);
  });

  it('shrink pictures of a file on disk', async (t) => {
    const folder = folderWith(t);
    const path = join(folder, 'x.jsonl');
    writeFileSync(path, BIG);
    const { client } = await start(t, { folders: [folder] });
    const params = { uri: pathToFileURL(path).href, lossy: true };
    const { fixed, notes } = await client.connection.sendRequest<FixedPath>('transcriptHygiene/fixPath', params);
    assert.deepEqual([fixed, notes], [1, []]);
    assert.equal(pictureIn(readFileSync(path, 'utf8')), 'image/jpeg 1200×600');
  });
});

describe('the preview of what is sent', () => {
  it('holds the small picture', async (t) => {
    const { client } = await start(t);
    await client.open(URI, BIG);
    const params = { uri: URI, wholeImages: true };
    const { text } = await client.connection.sendRequest<PreviewDocument>('transcriptHygiene/preview', params);
    assert.equal(pictureIn(text.replaceAll(/"data": "/g, '"data":"')), 'image/jpeg 1200×600');
  });
});
