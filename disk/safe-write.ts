/**
 * Replaces a session file so that nothing is ever lost: the new text is complete on the disk before it takes the
 * place of the old one, the old one stays as a backup, and a file that somebody else writes is left alone.
 */
import { type BigIntStats, closeSync, linkSync, openSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Lock, lockOf, type Writers } from './agent-signs';
import { readAt, type Snapshot, unchanged } from './read-file';
import { codeOf, reasonOf } from './system-error';

export interface WriteOptions {
  readonly backup: boolean;
  /** Write in spite of signs of a running agent. A file that changed is never overwritten, not even then. */
  readonly force: boolean;
  readonly writers: Writers;
  readonly advice: WriteAdvice;
  readonly pid: number;
  readonly now: number;
}

/** What to tell people who may not write, in the words of the tool they use. */
export interface WriteAdvice {
  /** Behind "an agent is at it"; such as `run again when it has ended`. */
  readonly busy: string;
  /** Behind "delete the lock file if no agent uses the session elsewhere". */
  readonly staleLock: string;
  /** Behind "new files have to be made in this folder; allow that". */
  readonly noFolder: string;
}

export type Written =
  | { readonly kind: 'written'; readonly backup?: string; readonly notes: readonly string[] }
  /** Nothing was changed: somebody else is at the file. */
  | { readonly kind: 'refused'; readonly reason: string; readonly changed: boolean }
  /** `backup` is named where the file was replaced and something has to be looked at. */
  | { readonly kind: 'failed'; readonly reason: string; readonly backup?: string };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CHUNK = 1024 * 1024;

/** Replaces the file of the snapshot by `bytes`. */
export async function replaceFile(snapshot: Snapshot, bytes: Uint8Array, options: WriteOptions): Promise<Written> {
  const signs = options.force ? undefined : await signsOfAgent(snapshot, options);
  if (signs !== undefined) return { kind: 'refused', reason: signs, changed: false };
  const files = new NewFiles();
  let old: FileHandle | undefined;
  try {
    old = await open(snapshot.path, 'r');
    return await replace(old, snapshot, bytes, options, files);
  } catch (error) {
    return failure(error, snapshot.path, files, options.advice);
  } finally {
    files.release();
    await old?.close();
  }
}

function failure(error: unknown, path: string, files: NewFiles, { noFolder }: WriteAdvice): Written {
  if (files.replaced !== undefined) {
    const reason = `was replaced, but then something failed: ${reasonOf(error)}. The old text is ${files.replaced}`;
    return { kind: 'failed', reason, backup: files.replaced };
  }
  files.remove();
  if (codeOf(error) === 'ENOENT') {
    return { kind: 'refused', reason: 'was removed or renamed since it was read; nothing was changed', changed: false };
  }
  const folder = dirname(path);
  const advice =
    codeOf(error) === 'ENOSPC' || codeOf(error) === 'EDQUOT'
      ? `free some space in ${folder}, which has to hold the old and the new file for a moment`
      : `new files have to be made and renamed in ${folder}; allow that${noFolder}`;
  return { kind: 'failed', reason: `could not be written, and nothing was changed: ${reasonOf(error)}; ${advice}` };
}

async function replace(
  old: FileHandle,
  snapshot: Snapshot,
  bytes: Uint8Array,
  options: WriteOptions,
  files: NewFiles,
): Promise<Written> {
  const { path } = snapshot;
  const changed = {
    kind: 'refused',
    reason: `changed since it was read: something else writes to it; ${options.advice.busy}`,
    changed: true,
  } as const;
  if (!unchanged(await old.stat({ bigint: true }), snapshot.stat)) return changed;

  const notes: string[] = [];
  const temporary = `${path}.fix-${options.pid}-${options.now}.tmp`;
  await writeNew(temporary, bytes, snapshot.stat, files, notes);
  const backup = `${path}.bak-${options.pid}-${options.now}`;
  const linked = await keepBackup(old, snapshot, backup, files, notes);
  await syncFolder(path);
  // Windows replaces no file that is open.
  if (linked) await old.close();

  const sign = options.force ? undefined : await lockOf(path);
  if (sign) {
    files.remove();
    return { kind: 'refused', reason: lockReason(sign, options.advice), changed: false };
  }
  // The last look and the rename follow each other at once, with nothing of this process in between.
  if (!unchanged(statSync(path, { bigint: true }), snapshot.stat)) {
    files.remove();
    return changed;
  }
  renameSync(temporary, path);
  files.keep(backup);
  await syncFolder(path);
  const replaced = linked ? await open(backup, 'r') : old;
  try {
    return await settle(replaced, snapshot, { path: backup, wanted: options.backup, linked }, notes);
  } finally {
    if (linked) await replaced.close();
  }
}

/** Deals with what another process wrote to the old file in the instant before it was replaced. */
async function settle(
  old: FileHandle,
  { path, bytes, stat: before }: Snapshot,
  backup: { readonly path: string; readonly wanted: boolean; readonly linked: boolean },
  notes: string[],
): Promise<Written> {
  const now = await old.stat({ bigint: true });
  if (now.size !== before.size || now.mtimeNs !== before.mtimeNs) {
    if (now.size <= before.size || !(await startsWith(old, bytes))) {
      if (!backup.linked) await copyOver(old, backup.path, Number(now.size));
      const reason = `was rewritten by another process while it was replaced. Its version is kept as ${backup.path}; compare the two`;
      return { kind: 'failed', reason, backup: backup.path };
    }
    const tail = await readAt(old, Number(now.size - before.size), Number(before.size));
    await append(path, tail);
    notes.push(`another process appended ${tail.length} bytes while the file was replaced; they were carried over`);
  }
  if (backup.wanted) return { kind: 'written', backup: backup.path, notes };
  await unlink(backup.path);
  return { kind: 'written', notes };
}

async function signsOfAgent(
  snapshot: Snapshot,
  { writers, advice }: Pick<WriteOptions, 'writers' | 'advice'>,
): Promise<string | undefined> {
  const lock = (await lockOf(snapshot.path)) ?? (snapshot.link ? await lockOf(snapshot.link) : undefined);
  if (lock) return lockReason(lock, advice);
  const writer = await writers.of(snapshot.path);
  return writer === undefined ? undefined : `is open for writing in process ${writer}; ${advice.busy}`;
}

function lockReason({ path, pid, alive }: Lock, { busy, staleLock }: WriteAdvice): string {
  if (pid !== undefined && !alive) {
    return `has a lock file, ${path}, of process ${pid}, which no longer runs here; delete the lock file if no agent uses the session elsewhere${staleLock}`;
  }
  const holder = pid === undefined ? '' : ` of process ${pid}`;
  return `is in use by an agent: there is a lock file${holder}, ${path}; ${busy}`;
}

/** Creates the file, for nobody else to read until its mode is right, and waits until the disk has it. */
async function writeNew(
  path: string,
  bytes: Uint8Array,
  like: BigIntStats,
  files: NewFiles,
  notes: string[],
): Promise<void> {
  files.make(path, () => closeSync(openSync(path, 'wx', 0o600)));
  const handle = await open(path, 'r+');
  try {
    await writeAll(handle, bytes);
    const created = await handle.stat({ bigint: true });
    if (created.uid !== like.uid || created.gid !== like.gid) {
      try {
        await handle.chown(Number(like.uid), Number(like.gid));
      } catch (error) {
        notes.push(`its owner (user ${like.uid}, group ${like.gid}) could not be kept: ${reasonOf(error)}`);
      }
    }
    // After the owner: changing that clears some bits of the mode.
    await handle.chmod(Number(like.mode & 0o7777n));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    const { bytesWritten } = await handle.write(bytes, done, Math.min(CHUNK, bytes.length - done));
    done += bytesWritten;
  }
}

/**
 * Keeps the old file under the backup's name. A second name for the old file itself costs no space and also catches what
 * a process that has the old file open still writes to it; where that does not work, a copy is made. True: a second name.
 */
async function keepBackup(
  old: FileHandle,
  snapshot: Snapshot,
  backup: string,
  files: NewFiles,
  notes: string[],
): Promise<boolean> {
  // A file with other names may be changed through them, and the backup with it.
  if (snapshot.stat.nlink > 1n) notes.push('it has other names (hard links); they keep the old text');
  else if (files.link(snapshot.path, backup)) {
    await syncIfPossible(old);
    return true;
  }
  await writeNew(backup, snapshot.bytes, snapshot.stat, files, []);
  return false;
}

async function startsWith(handle: FileHandle, bytes: Uint8Array): Promise<boolean> {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    const expected = bytes.subarray(at, at + CHUNK);
    if (!(await readAt(handle, expected.length, at)).equals(expected)) return false;
  }
  return true;
}

async function append(path: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(path, 'a');
  try {
    await writeAll(handle, bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function copyOver(from: FileHandle, to: string, length: number): Promise<void> {
  const handle = await open(to, 'w');
  try {
    await writeAll(handle, await readAt(from, length, 0));
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes new names survive a power cut. Systems that cannot do it for a folder keep names in order by themselves. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(dirname(path), 'r').catch(() => undefined);
  if (!folder) return;
  await syncIfPossible(folder);
  await folder.close();
}

async function syncIfPossible(handle: FileHandle): Promise<void> {
  try {
    await handle.sync();
  } catch (error) {
    // A disk error must not pass; a system that cannot sync such a handle is no fault.
    if (codeOf(error) === 'EIO' || codeOf(error) === 'ENOSPC') throw error;
  }
}

/** The files that a replacement makes: they go when it ends before its time, be it by a signal. */
class NewFiles {
  /** Set once the file is replaced: the backup. */
  replaced: string | undefined;
  private readonly made: string[] = [];
  private readonly onSignal = (signal: NodeJS.Signals) => {
    this.remove();
    this.release();
    // With nobody listening any more this ends the process the way the sender expects.
    process.kill(process.pid, signal);
  };

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.onSignal);
  }

  /** Runs what creates the file and notes it, with no chance for a signal in between. */
  make(path: string, create: () => void): void {
    create();
    this.made.push(path);
  }

  /** Gives the file a second name; false where the file system or the rights do not allow that. */
  link(path: string, name: string): boolean {
    try {
      this.make(name, () => linkSync(path, name));
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST' || codeOf(error) === 'ENOENT') throw error;
      return false;
    }
  }

  /** The file is replaced: nothing is taken away any more. */
  keep(backup: string): void {
    this.replaced = backup;
    this.made.length = 0;
  }

  remove(): void {
    for (const path of this.made.splice(0)) {
      try {
        unlinkSync(path);
      } catch {
        // It stays behind; there is nothing better to do, and the reason it is removed for is reported.
      }
    }
  }

  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.onSignal);
  }
}
