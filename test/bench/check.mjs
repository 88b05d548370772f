/**
 * Measures `check` on large sessions against a bare reader of the same file (`bare.mjs`), as whole processes, in turn:
 * `node --import tsx test/bench/check.mjs [repetitions]`, after a build. Prints medians and ratios, no verdict.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeSession } from '../support/generate-session';
import { SIZES } from './sizes.mjs';
import { median } from './statistics.mjs';

const repetitions = Number(process.argv[2] ?? 5);

const pathOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const preload = new URL('report-memory.mjs', import.meta.url).href;

const programs = {
  check: (file) => [pathOf('../../dist/cli.js'), 'check', '--format', 'json', file],
  bare: (file) => [pathOf('bare.mjs'), file],
};

/** Runs one program to its end; seconds from start to exit and peak memory in MB. */
async function run(args) {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', preload, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  let memory = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  child.stdio[3].on('data', (data) => {
    memory += data;
  });
  const ended = once(child, 'exit').then(([code]) => ({ code, seconds: (performance.now() - started) / 1000 }));
  await once(child, 'close');
  const { code, seconds } = await ended;
  if (code !== 0) throw new Error(`${args[0]} ended with ${code}: ${errors}`);
  return { seconds, megabytes: Number(memory) / 1024 };
}

/** Both programs on one file, taking turns so that a busy moment of the machine meets both. */
async function measure(file) {
  const runs = { check: [], bare: [] };
  for (let n = 0; n < repetitions; n++) {
    for (const [name, args] of Object.entries(programs)) runs[name].push(await run(args(file)));
  }
  return runs;
}

function report(what, unit, runs, value) {
  const check = median(runs.check.map(value));
  const bare = median(runs.bare.map(value));
  const ratio = (check / bare).toFixed(2);
  console.log(`  ${what.padEnd(7)} check ${check.toFixed(2)} ${unit}, bare ${bare.toFixed(2)} ${unit}, ratio ${ratio}`);
}

const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-bench-'));
try {
  for (const size of SIZES) {
    const file = join(folder, `${size.entries}.jsonl`);
    const { bytes } = writeSession(file, size);
    console.log(
      `${size.entries.toLocaleString('en')} entries, ${(bytes / 1e6).toFixed(1)} MB, median of ${repetitions}`,
    );
    const runs = await measure(file);
    report('time', 's', runs, ({ seconds }) => seconds);
    report('memory', 'MB', runs, ({ megabytes }) => megabytes);
  }
} finally {
  rmSync(folder, { recursive: true });
}
