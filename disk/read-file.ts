/** Reads a session file whole, with what is needed to notice later that it changed. */
import type { BigIntStats, Stats } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath, stat } from 'node:fs/promises';
import { codeOf, reasonOf } from './system-error';

/** A file as it was read. */
export interface Snapshot {
  /** The file itself; symbolic links are resolved. */
  readonly path: string;
  /** The path as given, when that is a symbolic link. */
  readonly link?: string;
  readonly bytes: Buffer;
  readonly stat: BigIntStats;
}

export interface Failure {
  readonly error: string;
}

/** One read call at most; larger ones are refused by the system or by Node. */
const CHUNK = 64 * 1024 * 1024;
/** How often a file that grows while it is read is read again. */
const ATTEMPTS = 5;

/** Whether both describe the same, unchanged file. */
export function unchanged(a: BigIntStats, b: BigIntStats): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

/** Fills a buffer from the file, from `position` on; shorter when the file ends earlier. */
export async function readAt(handle: FileHandle, length: number, position: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, Math.min(CHUNK, length - filled), position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return filled === length ? bytes : bytes.subarray(0, filled);
}

/** Reads the file; what a user can do wrong comes back as a message. */
export async function readFile(path: string): Promise<Snapshot | Failure> {
  try {
    const link = (await lstat(path)).isSymbolicLink();
    if (link) {
      const dangling = await danglingLink(path);
      if (dangling) return dangling;
    }
    const file = link ? await realpath(path) : path;
    const wrongKind = kindProblem(await stat(file));
    if (wrongKind !== undefined) return { error: wrongKind };
    const handle = await open(file, 'r');
    try {
      const read = await readUnchanging(handle);
      return 'error' in read ? read : { path: file, ...(link ? { link: path } : {}), ...read };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { error: `could not be read: ${reasonOf(error)}` };
  }
}

async function danglingLink(path: string): Promise<Failure | undefined> {
  try {
    await stat(path);
    return undefined;
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return { error: `is a symbolic link to ${await readlink(path)}, which does not exist` };
  }
}

/** Says what the path is when it is no regular file. */
function kindProblem(stats: Stats): string | undefined {
  if (stats.isFile()) return undefined;
  if (stats.isDirectory()) return 'is a folder, not a file';
  const kind = stats.isFIFO() ? 'named pipe' : stats.isSocket() ? 'socket' : 'device';
  return `is a ${kind}, not a regular file; to read from a pipe, pipe it in and write "-"`;
}

/** Reads until the file stays the same for the length of a read, so that no record is seen half written. */
async function readUnchanging(handle: FileHandle): Promise<Pick<Snapshot, 'bytes' | 'stat'> | Failure> {
  let before = await handle.stat({ bigint: true });
  for (let attempt = 1; ; attempt++) {
    const size = Number(before.size);
    let bytes: Buffer;
    try {
      bytes = await readAt(handle, size, 0);
    } catch (error) {
      if (!(error instanceof RangeError) && codeOf(error) !== 'ERR_OUT_OF_RANGE') throw error;
      return { error: `is too large: ${size} bytes do not fit into one buffer of this version of Node` };
    }
    const after = await handle.stat({ bigint: true });
    if (attempt === ATTEMPTS || (unchanged(before, after) && bytes.length === size)) return { bytes, stat: before };
    before = after;
  }
}
