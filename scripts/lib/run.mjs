import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The repository's root folder. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** The environment with `folder` first on the search path. */
export function withPath(folder, env = process.env) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  return { ...env, [key]: [folder, env[key]].filter(Boolean).join(delimiter) };
}

/** The first of `names` that is on the search path, as an absolute path. */
export function findCommand(...names) {
  const folders = (process.env.PATH ?? process.env.Path ?? '').split(delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  for (const name of names) {
    for (const folder of folders) {
      for (const ending of endings) {
        const path = join(folder, name + ending);
        if (existsSync(path)) return path;
      }
    }
  }
  return undefined;
}

/** Runs a command with this terminal; resolves to its exit code. Never reads standard input. */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    // Only a shell runs .cmd files on Windows.
    const shell = process.platform === 'win32' && !command.endsWith('.exe');
    const child = spawn(shell ? `"${command}"` : command, args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      shell,
      ...options,
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 1 : 0)));
  });
}

/** Runs a command and resolves to what it writes to standard output; throws when it fails. */
export async function runText(command, args) {
  const { stdout } = await promisify(execFile)(command, args, { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

/** Runs a command and throws when it fails. */
export async function must(command, args, options = {}) {
  const code = await run(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with exit code ${code}`);
}

/** The npm that belongs to this run; npm names itself to the scripts that it starts. */
export async function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('npm-cli.js')) return must(process.execPath, [cli, ...args], options);
  return must(findCommand('npm') ?? 'npm', args, options);
}
