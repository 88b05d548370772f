/** Turns the arguments into the files to work on: files, folders, globs and standard input. */
import { lstat, stat } from 'node:fs/promises';
import { normalize } from 'node:path';
import { byName, includedFiles, leftByRepair, SKIPPED_FOLDERS, sessionFiles } from '../disk/session-files';
import { codeOf, reasonOf } from '../disk/system-error';

/** Something to work on, or why an argument leads to nothing. */
export type Input =
  | { readonly kind: 'file'; readonly path: string; readonly named: boolean }
  | { readonly kind: 'stdin' }
  /** Nothing is there: a mistake, unless the user said that it is none. */
  | { readonly kind: 'unmatched'; readonly path: string; readonly error: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly error: string };

/** Globs for files that a folder is searched for beside those with the usual names, and where the globs start. */
export type IncludedIn = (folder: string) => Promise<{ readonly globs: readonly string[]; readonly base: string }>;

/** Expands the arguments in their order; what two of them name comes once. `!glob` takes files out again. */
export async function expandInputs(args: readonly string[], includedIn: IncludedIn): Promise<Input[]> {
  const inputs = new Map<string, Input>();
  for (const arg of args.filter((arg) => !isNegated(arg))) {
    for (const input of await expand(arg, includedIn)) {
      const key = 'path' in input ? `${input.kind} ${input.path}` : input.kind;
      if (!inputs.has(key)) inputs.set(key, input);
    }
  }
  const ignored = args.filter(isNegated).map((arg) => arg.slice(1));
  if (ignored.length === 0) return [...inputs.values()];
  const paths = [...inputs.values()].flatMap((input) => (input.kind === 'file' ? [input.path] : []));
  const { matching } = await import('../disk/globs');
  const out = new Set(matching(paths, ignored, process.cwd()));
  return [...inputs.values()].filter((input) => input.kind !== 'file' || !out.has(input.path));
}

function isNegated(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('!') && !arg.startsWith('!(');
}

async function expand(arg: string, includedIn: IncludedIn): Promise<Input[]> {
  if (arg === '-') return [{ kind: 'stdin' }];
  const path = arg === '' ? arg : normalize(arg);
  try {
    if ((await stat(path)).isDirectory()) return await folder(path, await includedIn(path));
    return [{ kind: 'file', path, named: true }];
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR' && codeOf(error) !== 'ERR_INVALID_ARG_VALUE') {
      return [{ kind: 'unreadable', path, error: `could not be read: ${reasonOf(error)}` }];
    }
  }
  return missing(arg, path);
}

/** The argument names nothing that exists: a dangling link, a glob, or a mistake. */
async function missing(arg: string, path: string): Promise<Input[]> {
  if (path !== '' && !path.includes('\0')) {
    const link = await lstat(path).catch(() => undefined);
    if (link) return [{ kind: 'file', path, named: true }];
  }
  const { findFiles, isPattern } = await import('../disk/globs');
  const pattern = process.platform === 'win32' ? arg.replaceAll('\\', '/') : arg;
  if (!isPattern(pattern)) return [{ kind: 'unmatched', path, error: 'no such file or folder' }];
  const files = await findFiles(pattern, SKIPPED_FOLDERS);
  const found = files.map(normalize).filter((file) => !leftByRepair(file));
  if (found.length === 0) return [{ kind: 'unmatched', path: arg, error: 'no file matches this pattern' }];
  return found.sort(byName).map((file) => ({ kind: 'file', path: file, named: false }));
}

/** The session files of a folder and the folders below it, in the order of their names. */
async function folder(path: string, included: Awaited<ReturnType<IncludedIn>>): Promise<Input[]> {
  const inputs: Input[] = (await sessionFiles(path)).map((file) =>
    'error' in file ? { kind: 'unreadable', ...file } : { kind: 'file', ...file, named: false },
  );
  for (const file of await includedFiles(path, included.globs, included.base)) {
    inputs.push({ kind: 'file', path: file, named: false });
  }
  if (inputs.length > 0) return inputs;
  return [{ kind: 'unmatched', path, error: 'no session file (*.jsonl) in this folder' }];
}
