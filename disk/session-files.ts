/** Finds the files of a folder that carry the name of a session. */
import { opendir, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { reasonOf } from './system-error';

/** A session file, or a folder that could not be read. */
export type FoundFile = { readonly path: string } | { readonly path: string; readonly error: string };

/** Live sessions and the archives that OpenClaw makes of them. */
const SESSION_NAME = /\.jsonl(\.(reset|deleted)\..+)?$/i;
/** Backups and temporary files of repairs, ours and OpenClaw's. */
const LEFT_BY_REPAIR = /\.bak-\d+-\d+$|\.tmp$/i;
/** Never entered. */
export const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Whether a repair left this file behind. */
export function leftByRepair(path: string): boolean {
  return LEFT_BY_REPAIR.test(path);
}

/** The session files of a folder and the folders below it, in the order of their names. */
export async function sessionFiles(path: string): Promise<FoundFile[]> {
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
    return [{ path, error: `could not be read: ${reasonOf(error)}` }];
  }
  const found: FoundFile[] = [];
  for (const { name, folder } of names.sort((a, b) => byName(a.name, b.name))) {
    const child = join(path, name);
    if (folder) for (const file of await sessionFiles(child)) found.push(file);
    else found.push({ path: child });
  }
  return found;
}

/** The files below a folder that globs, which start at `base`, take in beside those with the usual names; in order. */
export async function includedFiles(path: string, globs: readonly string[], base: string): Promise<string[]> {
  if (globs.length === 0) return [];
  const { findFiles } = await import('./globs');
  const found = await Promise.all(globs.map((glob) => findFiles(glob, SKIPPED_FOLDERS, base)));
  const folder = resolve(path);
  const root = folder.endsWith(sep) ? folder : folder + sep;
  const below = found.flat().flatMap((file) => {
    const whole = resolve(base, file);
    return whole.startsWith(root) ? [join(path, whole.slice(root.length))] : [];
  });
  return [...new Set(below)].sort(byName);
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
export function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
