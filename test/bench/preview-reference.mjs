/**
 * Measures `preview --show messages`, as a whole process with its output, against the reference's own load, context and
 * sanitizing of the same file without its start and without output, in turn. Needs the oracle, see `npm run test:oracle`:
 * `node --import tsx test/bench/preview-reference.mjs [repetitions]`, after a build. Prints medians and ratios.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findOracle } from '../../scripts/lib/oracle-process.ts';
import { writeSession } from '../support/generate-session';
import { SIZES } from './sizes.mjs';
import { median } from './statistics.mjs';

const repetitions = Number(process.argv[2] ?? 3);
const oracle = findOracle();
if (typeof oracle === 'string') throw new Error(oracle);

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const REFERENCE = fileURLToPath(new URL('reference-replay.mjs', import.meta.url));
const HOW = '--provider anthropic --model claude-sonnet-4-5 --profile openclaw-2026.5.7 --show messages --format json';

/** Seconds of our command, from start to exit; its output goes to a file. */
function ours(file, output) {
  const stdio = ['ignore', openSync(output, 'w'), 'inherit'];
  const started = performance.now();
  execFileSync(process.execPath, [CLI, 'preview', file, ...HOW.split(' ')], { stdio });
  return (performance.now() - started) / 1000;
}

/** Not under tsx, whose hooks the reference's packages do not bear. */
function reference(file) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  const stdio = ['ignore', 'pipe', 'ignore'];
  const printed = execFileSync(oracle.node, [REFERENCE, oracle.folder, file], { env, stdio, encoding: 'utf8' });
  return JSON.parse(printed.trim().split('\n').at(-1)).seconds;
}

const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-bench-'));
try {
  for (const size of SIZES) {
    const file = join(folder, `${size.entries}.jsonl`);
    const { bytes } = writeSession(file, size);
    const seconds = { ours: [], theirs: [] };
    for (let n = 0; n < repetitions; n++) {
      seconds.ours.push(ours(file, join(folder, 'messages.json')));
      seconds.theirs.push(reference(file));
    }
    const [mine, other] = [median(seconds.ours), median(seconds.theirs)];
    console.log(
      `${(bytes / 1e6).toFixed(1)} MB, median of ${repetitions}: preview --show messages ${mine.toFixed(2)} s, ` +
        `reference ${other.toFixed(2)} s, ratio ${(mine / other).toFixed(2)}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
