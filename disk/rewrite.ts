/** Reads a file, lets somebody make a new text of it, and puts that in its place. */
import type { Writers } from './agent-signs';
import { readFile, type Snapshot } from './read-file';
import { replaceFile, type WriteAdvice, type Written } from './safe-write';

/** How often a file that changes meanwhile is read again under `--force`. */
const ATTEMPTS = 5;

export interface RewriteOptions {
  readonly backup: boolean;
  readonly force: boolean;
  readonly writers: Writers;
  readonly advice: WriteAdvice;
}

/** What was made of a file; without `bytes` it stays as it is. */
export interface Made<T> {
  readonly result: T;
  readonly bytes?: Uint8Array;
}

export type Rewritten<T> =
  | { readonly kind: 'unreadable'; readonly error: string }
  | { readonly kind: 'untouched'; readonly snapshot: Snapshot; readonly result: T }
  | (Written & { readonly snapshot: Snapshot; readonly result: T });

/** With `force` a file that changes meanwhile is read and worked on again; what was added to it is never lost. */
export async function rewriteFile<T>(
  path: string,
  options: RewriteOptions,
  make: (snapshot: Snapshot) => Made<T> | Promise<Made<T>>,
): Promise<Rewritten<T>> {
  for (let attempt = 1; ; attempt++) {
    const snapshot = await readFile(path);
    if ('error' in snapshot) return { kind: 'unreadable', error: snapshot.error };
    const { result, bytes } = await make(snapshot);
    if (bytes === undefined) return { kind: 'untouched', snapshot, result };
    const written = await replaceFile(snapshot, bytes, { ...options, pid: process.pid, now: Date.now() });
    const again = written.kind === 'refused' && written.changed && options.force && attempt < ATTEMPTS;
    if (!again) return { ...written, snapshot, result };
  }
}

/** What to tell about a symbolic link that was followed. */
export function linkNotes(snapshot: Snapshot): string[] {
  return snapshot.link === undefined ? [] : [`is a symbolic link; the file it leads to is rewritten: ${snapshot.path}`];
}
