/**
 * Measures the preview of a large session in the language server, as its own process over stdio: from the command to
 * the text, and from one edit in the session's middle to the new text. Against `preview --show payload` of the command
 * line on the same file. `node --import tsx test/bench/preview.mjs [repetitions]`, after a build. Prints numbers only.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { TestClient } from '../server/support/client';
import { writeSession } from '../support/generate-session';
import { commandSeconds } from './command-line.mjs';
import { SIZES } from './sizes.mjs';
import { median, percentile } from './statistics.mjs';

const repetitions = Number(process.argv[2] ?? 3);
const EDITS = 5;

const secondsSince = (started) => (performance.now() - started) / 1000;

/** Seconds until the text is here, and the preview. `known`: the one that the client has, as our own client sends it. */
async function preview(client, uri, known) {
  const started = performance.now();
  const made = await client.connection.sendRequest('transcriptHygiene/preview', {
    uri,
    ...(known && { known: known.id }),
  });
  if ('error' in made) throw new Error(made.error);
  return { seconds: secondsSince(started), made };
}

const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-bench-'));
try {
  const file = join(folder, 'session.jsonl');
  const { bytes } = writeSession(file, SIZES[0]);
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const line = lines.findIndex((each, index) => index > lines.length / 2 && each.includes('"role":"user"'));
  const character = lines[line].indexOf('"text":"') + '"text":"'.length;
  const uri = pathToFileURL(file).href;
  const seconds = { command: [], first: [], again: [], refresh: [] };
  for (let n = 0; n < repetitions; n++) {
    // 1: the session ends in a reply, which the provider refuses, and the preview says so.
    seconds.command.push(await commandSeconds(['preview', '--show', 'payload', '--format', 'json', file], [0, 1]));
    const client = await TestClient.start();
    await client.open(uri, text);
    await client.pull(uri);
    seconds.first.push((await preview(client, uri)).seconds);
    const again = await preview(client, uri);
    seconds.again.push(again.seconds);
    let known = again.made;
    for (let edit = 0; edit < EDITS; edit++) {
      const start = { line, character };
      await client.change(uri, { range: { start, end: start }, text: 'x' });
      const refreshed = await preview(client, uri, known);
      if (typeof refreshed.made.text === 'string') throw new Error('the whole text came once more');
      seconds.refresh.push(refreshed.seconds);
      known = refreshed.made;
    }
    await client.stop();
  }
  const [command, first, again, refresh] = Object.values(seconds).map(median);
  console.log(`preview of ${(bytes / 1e6).toFixed(1)} MB, median of ${repetitions}`);
  console.log(
    `  command line ${command.toFixed(2)} s; server, first ${first.toFixed(2)} s, again ${again.toFixed(2)} s`,
  );
  console.log(
    `  after an edit ${refresh.toFixed(2)} s, 95th percentile ${percentile(seconds.refresh, 95).toFixed(2)} s; ` +
      `ratio of an edit to the command line ${(refresh / command).toFixed(2)}`,
  );
} finally {
  rmSync(folder, { recursive: true });
}
