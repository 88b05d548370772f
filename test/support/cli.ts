/** Runs the command line as a user does: the bundle, as a process, in a folder of its own. */
import { spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { buildSession } from './build-session';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['cli', 'core', 'disk', 'images', 'package.json', 'scripts/lib/bundles.mjs'];

export interface RunOptions {
  readonly cwd: string;
  /** Written to standard input, which is then closed; null leaves it open. */
  readonly input?: string | Uint8Array | null;
  readonly env?: Readonly<Record<string, string>>;
  /** A script that is loaded in front of the bundle. */
  readonly preload?: string;
  /** A file descriptor in place of the pipe that collects standard output. */
  readonly stdout?: number;
  /** Sees the process as soon as it runs. */
  readonly started?: (child: ReturnType<typeof spawn>) => void;
}

export interface RunResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the bundle to its end. Colours are off unless `env` says otherwise. */
export async function runCli(args: readonly string[], options: RunOptions): Promise<RunResult> {
  const bundle = await bundlePath();
  const nodeArgs = options.preload === undefined ? [] : ['--require', options.preload];
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const child = spawn(process.execPath, [...nodeArgs, bundle, ...args], {
    cwd: options.cwd,
    env: { ...env, ...options.env },
    stdio: ['pipe', options.stdout ?? 'pipe', 'pipe'],
  });
  options.started?.(child);
  child.stdin?.on('error', () => {
    // The process ended without reading: what it printed says why.
  });
  if (options.input !== null) child.stdin?.end(options.input ?? '');
  const text = (stream: NodeJS.ReadableStream | null) => {
    const chunks: Buffer[] = [];
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString('utf8');
  };
  const stdout = text(child.stdout);
  const stderr = text(child.stderr);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, stdout: stdout(), stderr: stderr() }));
  });
}

let bundle: Promise<string> | undefined;

/** The built command line: the one in dist/ when it is newer than its sources, else one built for the tests. */
function bundlePath(): Promise<string> {
  bundle ??= freshBundle();
  return bundle;
}

async function freshBundle(): Promise<string> {
  const changed = Math.max(...SOURCES.map((source) => newest(join(ROOT, source))));
  for (const name of ['dist/cli.js', '.test-output/cli/cli.js']) {
    const path = join(ROOT, name);
    if (existsSync(path) && statSync(path).mtimeMs > changed) return path;
  }
  const { BUNDLES } = await import('../../scripts/lib/bundles.mjs');
  const folder = join(ROOT, '.test-output/cli');
  const temporary = join(ROOT, `.test-output/cli-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  for (const name of ['images', 'cli'] as const) {
    const outfile = join(temporary, `${name}.js`);
    await build({ ...BUNDLES[name], absWorkingDir: ROOT, outfile, sourcemap: false, legalComments: 'none' });
    // Test files run at the same time: each gets a whole bundle.
    renameSync(outfile, join(folder, `${name}.js`));
  }
  rmSync(temporary, { recursive: true });
  const path = join(folder, 'cli.js');
  chmodSync(path, 0o755);
  return path;
}

function newest(path: string): number {
  const stats = statSync(path);
  if (!stats.isDirectory()) return stats.mtimeMs;
  return Math.max(stats.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** A folder that goes when the test ends, with these files in it. */
export function folderWith(t: TestContext, files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

const blankTurn = () => buildSession().user('Hello.').assistant('Hello to you.').user('   ');

/** Sessions for the command line: what is in them matters less than which kind of finding they have. */
export const sessions = {
  /** Nothing to say about it. */
  sound: buildSession().user('Hello.').assistant('Hello to you.').user('Go on.').text(),
  /** One error (`blank-user-turn`, line 4) with a safe fix. */
  safe: blankTurn().text(),
  /** What `fix` makes of it. */
  safeFixed: blankTurn().text().replace('"   "', '"(continue)"'),
  /** The same, and a line that only `--lossy` takes out (`malformed-line`, line 5). */
  lossy: blankTurn().raw('{"oops').assistant('Yes?').user('Go on.').text(),
  /** One warning (`missing-final-newline`). */
  warning: buildSession().user('Hello.').text().trimEnd(),
  /** No agent transcript. */
  foreign: '{"question":"What is it?","answer":"A data set."}\n{"question":}\n',
} as const;
