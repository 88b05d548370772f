/** Turns the arguments into the files to work on: files, folders, globs and standard input. */
import { lstat, opendir, stat } from 'node:fs/promises';
import { join, normalize, resolve, sep } from 'node:path';
import { codeOf, reasonOf } from '../disk/system-error';

/** Something to work on, or why an argument leads to nothing. */
export type Input =
  | { readonly kind: 'file'; readonly path: string; readonly named: boolean }
  | { readonly kind: 'stdin' }
  /** Nothing is there: a mistake, unless the user said that it is none. */
  | { readonly kind: 'unmatched'; readonly path: string; readonly error: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly error: string };

/** Live sessions and the archives that OpenClaw makes of them. */
const SESSION_NAME = /\.jsonl(\.(reset|deleted)\..+)?$/i;
/** Backups and temporary files of repairs, ours and OpenClaw's. */
const LEFT_BY_REPAIR = /\.bak-\d+-\d+$|\.tmp$/i;
const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Whether a repair left this file behind. */
export function leftByRepair(path: string): boolean {
  return LEFT_BY_REPAIR.test(path);
}

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
  const inputs = await walk(path);
  if (included.globs.length > 0) {
    const { findFiles } = await import('../disk/globs');
    const more = await Promise.all(included.globs.map((glob) => findFiles(glob, SKIPPED_FOLDERS, included.base)));
    const root = `${resolve(path)}${sep}`;
    const below = more.flat().flatMap((file) => {
      const whole = resolve(included.base, file);
      return whole.startsWith(root) ? [join(path, whole.slice(root.length))] : [];
    });
    for (const file of [...new Set(below)].sort(byName)) inputs.push({ kind: 'file', path: file, named: false });
  }
  if (inputs.length > 0) return inputs;
  return [{ kind: 'unmatched', path, error: 'no session file (*.jsonl) in this folder' }];
}

async function walk(path: string): Promise<Input[]> {
  const names: { name: string; folder: boolean }[] = [];
  try {
    for await (const entry of await opendir(path)) {
      // Links to folders are not followed: they may lead in a circle or out of what the user named.
      if (entry.isDirectory()) {
        if (!SKIPPED_FOLDERS.has(entry.name)) names.push({ name: entry.name, folder: true });
      } else if (SESSION_NAME.test(entry.name) && !leftByRepair(entry.name)) {
        if (entry.isFile() || (await isLinkToFile(entry.isSymbolicLink(), join(path, entry.name)))) {
          names.push({ name: entry.name, folder: false });
        }
      }
    }
  } catch (error) {
    return [{ kind: 'unreadable', path, error: `could not be read: ${reasonOf(error)}` }];
  }
  const inputs: Input[] = [];
  for (const { name, folder } of names.sort((a, b) => byName(a.name, b.name))) {
    const child = join(path, name);
    if (folder) for (const input of await walk(child)) inputs.push(input);
    else inputs.push({ kind: 'file', path: child, named: false });
  }
  return inputs;
}

async function isLinkToFile(isLink: boolean, path: string): Promise<boolean> {
  if (!isLink) return false;
  // A dangling link is passed on: reading it says what is wrong.
  return stat(path).then(
    (target) => target.isFile(),
    () => true,
  );
}

/** The same order on every machine, whatever its language. */
function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
