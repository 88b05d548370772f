import type { LinesReplacement, SessionText } from '../core';
import type { ServerDocument } from './documents';

/** How a thread gets to know a version of a session: what of its lines has changed since it was told last, or all. */
export interface SessionUpdate extends LinesReplacement {
  readonly uri: string;
  /** Never the same for two different texts. */
  readonly id: string;
  /** The version that it builds on; undefined when it says all. */
  readonly base: string | undefined;
}

/** The answer of a thread that does not have the version which the update builds on. */
export interface UnknownSession {
  readonly unknownSession: true;
}

/** Tells the jobs' thread the text of sessions, and of a long one only once all of it. */
export class SessionSender {
  /** By URI: what the thread was told last. */
  private readonly sent = new Map<string, { readonly id: string; readonly text: SessionText }>();

  /** @param start starts a job on the session. Threads come and go: it may be called again with all of the text. */
  async send<T extends object>(
    document: ServerDocument,
    start: (session: SessionUpdate) => Promise<T | UnknownSession>,
  ): Promise<T> {
    const made = await start(this.update(document));
    if (!isUnknown(made)) return made;
    this.sent.delete(document.uri);
    const again = await start(this.update(document));
    if (isUnknown(again)) throw new Error(`${document.uri} could not be told to the thread`);
    return again;
  }

  /** The document was closed. */
  forget(uri: string): void {
    this.sent.delete(uri);
  }

  private update({ uri, opening, version, session: { text } }: ServerDocument): SessionUpdate {
    const last = this.sent.get(uri);
    const id = `${opening}:${version}`;
    this.sent.set(uri, { id, text });
    const replacement = last && text.replacedSince(last.text);
    if (replacement) return { uri, id, base: last.id, ...replacement };
    return { uri, id, base: undefined, start: 0, removed: 0, lines: text.rawLines() };
  }
}

function isUnknown<T extends object>(made: T | UnknownSession): made is UnknownSession {
  return 'unknownSession' in made;
}
