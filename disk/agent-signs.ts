/** Signs that an agent is at work on a session file. */
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { codeOf } from './system-error';

export interface Lock {
  readonly path: string;
  /** The process that the lock file names. */
  readonly pid?: number;
  readonly alive: boolean;
}

/** The lock file beside a session, as OpenClaw makes it (`<session file>.lock`, JSON with a `pid`). */
export async function lockOf(session: string): Promise<Lock | undefined> {
  const path = `${session}.lock`;
  try {
    const stats = await lstat(path);
    const pid = stats.isFile() && stats.size < 4096 ? pidIn(await readFile(path, 'utf8')) : undefined;
    return pid === undefined ? { path, alive: true } : { path, pid, alive: isAlive(pid) };
  } catch (error) {
    // A lock that went away meanwhile is none; one that cannot be looked at is one.
    return codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' ? undefined : { path, alive: true };
  }
}

function pidIn(text: string): number | undefined {
  const found = /^\s*(?:\{.*"pid"\s*:\s*)?(\d{1,9})\b/s.exec(text);
  return found ? Number(found[1]) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

/** Which processes have which files open for writing. Known on Linux only, and there for the processes one may look at. */
export class Writers {
  private found: Promise<ReadonlyMap<string, number>> | undefined;

  /** The id of a process that has the file open for writing. */
  async of(path: string): Promise<number | undefined> {
    if (process.platform !== 'linux') return undefined;
    // Looking through all processes takes a moment, so it is done once a run.
    this.found ??= findWriters();
    return (await this.found).get(await realpath(path));
  }
}

async function findWriters(): Promise<Map<string, number>> {
  const writers = new Map<string, number>();
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  for (const pid of processes) {
    if (Number(pid) === process.pid) continue;
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const file = await readlink(`/proc/${pid}/fd/${fd}`).catch(() => '');
      if (!file.startsWith('/') || file.startsWith('/dev/') || writers.has(file)) continue;
      if (await isForWriting(pid, fd)) writers.set(file, Number(pid));
    }
  }
  return writers;
}

async function isForWriting(pid: string, fd: string): Promise<boolean> {
  const info = await readFile(`/proc/${pid}/fdinfo/${fd}`, 'utf8').catch(() => '');
  const flags = /^flags:\s*([0-7]+)$/m.exec(info)?.[1];
  // The lowest two bits are the access mode: 0 is for reading only.
  return flags !== undefined && (Number.parseInt(flags, 8) & 3) !== 0;
}
