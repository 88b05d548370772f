import { SessionText } from './jsonl/session-text';
import { isSessionHome, isTranscript } from './session/detect';
import type { LineFacts } from './session/facts';
import { readLine } from './session/read-facts';
import { buildSession, type Session } from './session/session';
import type { CheckOptions, TextEdit } from './types';

/** How long reading lines may hold the event loop (milliseconds). */
const SLICE = 20;

/**
 * A file and what was read of it. It never changes: an edit gives a new document, which takes over the facts of
 * every line that the edit did not touch.
 */
export class SessionDocument {
  private session: Session | undefined;
  private transcript: boolean | undefined;

  private constructor(
    readonly text: SessionText,
    private readonly facts: (LineFacts | undefined)[],
  ) {}

  static fromString(text: string): SessionDocument {
    return SessionDocument.of(SessionText.fromString(text));
  }

  /** Bytes that are no UTF-8 survive untouched. `bytes` must not change afterwards. */
  static fromBytes(bytes: Uint8Array): SessionDocument {
    return SessionDocument.of(SessionText.fromBytes(bytes));
  }

  private static of(text: SessionText): SessionDocument {
    return new SessionDocument(text, new Array(text.lineCount));
  }

  get lineCount(): number {
    return this.text.lineCount;
  }

  /** The text of a 0-based line without its line end. */
  line(index: number): string {
    return this.text.line(index);
  }

  /** Whether the file is a transcript; everything else is foreign and left alone. */
  isTranscript({ fileName, treatAsTranscript }: CheckOptions = {}): boolean {
    if (treatAsTranscript || (fileName !== undefined && isSessionHome(fileName))) return true;
    this.transcript ??= isTranscript(this.text);
    return this.transcript;
  }

  /** The session of a transcript; reads the lines that were not read yet. */
  get content(): Session {
    for (let index = 0; index < this.lineCount; index++) this.readLine(index);
    this.session ??= buildSession(this.text, this.facts as LineFacts[]);
    return this.session;
  }

  /** Reads all lines ahead of {@link content}, in slices that let the event loop run. Rejects when aborted. */
  async prepare(signal?: AbortSignal): Promise<void> {
    let until = performance.now() + SLICE;
    for (let index = 0; index < this.lineCount; index++) {
      this.readLine(index);
      if (performance.now() < until) continue;
      await new Promise((resume) => setImmediate(resume));
      signal?.throwIfAborted();
      until = performance.now() + SLICE;
    }
  }

  /** The document after edits whose ranges do not overlap. */
  edit(edits: readonly TextEdit[]): SessionDocument {
    const { text, origins } = this.text.edit(edits);
    return new SessionDocument(
      text,
      origins.map((origin) => (origin < 0 ? undefined : this.facts[origin])),
    );
  }

  toString(): string {
    return this.text.toString();
  }

  /** The whole file, byte for byte where nothing was edited. */
  toBytes(): Uint8Array {
    return this.text.toBytes();
  }

  private readLine(index: number): void {
    this.facts[index] ??= readLine(this.text.line(index), this.text.lineEnd(index) === '\r\n');
  }
}
