import { LineParser } from '../core';
import type { SessionUpdate } from './session-sender';

/** The text of a preview that the client was given. */
export interface KnownText {
  readonly id: string;
  readonly text: string;
}

/** A version of a session, and the parser that has parsed it. */
interface KnownSession {
  readonly id: string;
  readonly lines: readonly string[];
  readonly parser: LineParser;
}

/** So many sessions, and so many previews, are remembered: the ones that were asked for last. */
const MOST_SESSIONS = 2;
const MOST_TEXTS = 4;

/** What the thread keeps from one job to the next, so that the next one need not begin anew. It ends with the thread. */
export class JobMemory {
  /** By what the preview is of. */
  readonly texts = new Recent<KnownText>(MOST_TEXTS);
  /** By URI. */
  private readonly sessions = new Recent<KnownSession>(MOST_SESSIONS);

  /** The session after an update; undefined when that builds on a version which is not known here. */
  session({ uri, id, base, start, removed, lines }: SessionUpdate): KnownSession | undefined {
    const known = this.sessions.get(uri);
    if (base !== undefined && known?.id !== base) return undefined;
    const parser = known?.parser ?? new LineParser();
    const before = base === undefined ? [] : (known?.lines ?? []);
    const session = { id, lines: [...before.slice(0, start), ...lines, ...before.slice(start + removed)], parser };
    this.sessions.set(uri, session);
    return session;
  }
}

/** Keeps the values that were set last. */
class Recent<T> {
  private readonly values = new Map<string, T>();

  constructor(private readonly most: number) {}

  get(key: string): T | undefined {
    return this.values.get(key);
  }

  set(key: string, value: T): void {
    this.values.delete(key);
    this.values.set(key, value);
    const [oldest] = this.values.keys();
    if (this.values.size > this.most && oldest !== undefined) this.values.delete(oldest);
  }
}
