/**
 * Measures the language server, as its own process over stdio, on a large session: opening it against the command
 * line's check of the same file, edits in its middle at the pace of someone who types, and memory against the file's
 * size. `node --import tsx test/bench/typing.mjs [repetitions]`, after a build. Prints numbers, no verdict.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { TestClient } from '../server/support/client';
import { writeSession } from '../support/generate-session';
import { commandSeconds } from './command-line.mjs';
import { SIZES } from './sizes.mjs';
import { median, percentile } from './statistics.mjs';

const repetitions = Number(process.argv[2] ?? 3);
const [SIZE] = SIZES;
/** Milliseconds from one edit to the next. */
const PACE = 100;
const CYCLES = 12;
/** Milliseconds without work before memory is measured. */
const REST = 8000;

/** Seconds from opening the document to its diagnostics, in a server that has done nothing yet. */
async function open(client, uri, text) {
  const started = performance.now();
  await client.open(uri, text);
  const { resultId } = await client.pull(uri);
  return { seconds: (performance.now() - started) / 1000, resultId };
}

/** Resident memory of a process in MB, after a moment in which it can give back what it needs no more. */
async function memoryOf({ pid }) {
  await sleep(REST);
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024;
}

/**
 * The edits of one cycle, as kind and change, all of one user turn. What was typed is erased at once; the other kinds
 * come in pairs, of which the second undoes the first.
 */
function* cycle(lines, at, nth) {
  const line = lines[at];
  const range = (start, end) => ({ start, end });
  const on = (start, end) => range({ line: at, character: start }, { line: at, character: end });
  const wholeLine = range({ line: at, character: 0 }, { line: at + 1, character: 0 });
  const front = on(0, 0);
  const text = line.indexOf('"text":"') + '"text":"'.length;
  const id = line.indexOf('"id":"') + '"id":"'.length;
  for (let n = 0; n < 14; n++) yield ['typing in a text', { range: on(text, text), text: 'typed '[(n + nth) % 6] }];
  yield ['typing in a text', { range: on(text, text + 14), text: '' }];
  yield ['a quote goes, and comes back', { range: on(text - 1, text), text: '' }];
  yield ['a quote goes, and comes back', { range: on(text - 1, text - 1), text: '"' }];
  yield ['an id changes', { range: on(id, id + 1), text: 'z' }];
  yield ['an id changes', { range: on(id, id + 1), text: line[id] }];
  yield ['a line comes or goes', { range: wholeLine, text: '' }];
  yield ['a line comes or goes', { range: front, text: `${line}\n` }];
}

/** Makes the edits and waits for the diagnostics of each; milliseconds by kind. */
async function type(client, uri, text, firstId) {
  const lines = text.split('\n');
  const times = new Map();
  let previous = firstId;
  let next = performance.now();
  for (let nth = 0; nth < CYCLES; nth++) {
    const at = lines.findIndex((line, index) => index > lines.length / 2 + nth * 50 && line.includes('"role":"user"'));
    for (const [kind, change] of cycle(lines, at, nth)) {
      await sleep(Math.max(0, next - performance.now()));
      next += PACE;
      const started = performance.now();
      await client.change(uri, change);
      const report = await client.pull(uri, previous);
      if (!times.has(kind)) times.set(kind, []);
      times.get(kind).push(performance.now() - started);
      previous = report.resultId;
    }
  }
  return times;
}

const show = (value) => value.toFixed(2);

const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-bench-'));
try {
  const file = join(folder, 'session.jsonl');
  const megabytes = writeSession(file, SIZE).bytes / (1024 * 1024);
  const text = readFileSync(file, 'utf8');
  const uri = pathToFileURL(file).href;
  console.log(`${SIZE.entries.toLocaleString('en')} entries, ${show(megabytes)} MiB, opened ${repetitions} times`);

  const runs = { check: [], open: [], afterOpen: [], afterEdits: [] };
  const times = new Map();
  for (let n = 0; n < repetitions; n++) {
    runs.check.push(await commandSeconds(['check', '--format', 'json', file]));
    const client = await TestClient.start();
    const idle = await memoryOf(client.process);
    const { seconds, resultId } = await open(client, uri, text);
    runs.open.push(seconds);
    runs.afterOpen.push((await memoryOf(client.process)) - idle);
    if (n === repetitions - 1) {
      for (const [kind, values] of await type(client, uri, text, resultId)) times.set(kind, values);
      runs.afterEdits.push((await memoryOf(client.process)) - idle);
    }
    await client.stop();
  }
  const [check, opening, afterOpen] = [runs.check, runs.open, runs.afterOpen].map(median);
  console.log(`  opening    server ${show(opening)} s, check ${show(check)} s, ratio ${show(opening / check)}`);
  console.log(
    `  memory     ${show(afterOpen / megabytes)} × the file once open, ${show(runs.afterEdits[0] / megabytes)} × after the edits`,
  );
  for (const [kind, values] of times) {
    const [middle, high] = [median(values), percentile(values, 95)];
    console.log(`  ${kind}: median ${middle.toFixed(1)} ms, 95th percentile ${high.toFixed(1)} ms of ${values.length}`);
  }
} finally {
  rmSync(folder, { recursive: true });
}
