import { LineParser } from '../core';

/** The text of a preview that the client was given. */
export interface KnownText {
  readonly id: string;
  readonly text: string;
}

/** So many sessions, and so many previews, are remembered: the ones that were asked for last. */
const MOST_SESSIONS = 2;
const MOST_TEXTS = 4;

/** What the thread keeps from one job to the next, so that the next one need not begin anew. It ends with the thread. */
export class JobMemory {
  /** By the session's URI. */
  readonly sessions = new Recent<LineParser>(MOST_SESSIONS);
  /** By what the preview is of. */
  readonly texts = new Recent<KnownText>(MOST_TEXTS);

  parserOf(uri: string): LineParser {
    const parser = this.sessions.get(uri) ?? new LineParser();
    this.sessions.set(uri, parser);
    return parser;
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
