import { locate } from './jsonl/locate';
import { SessionText } from './jsonl/session-text';
import { isSessionHome, isTranscript } from './session/detect';
import type { LineFacts } from './session/facts';
import { readLine } from './session/read-facts';
import { buildSession, type Session } from './session/session';
import { updateSession } from './session/update';
import type { CheckOptions, JsonPath, TextEdit } from './types';

/** Start and end in a line, in UTF-16 units. */
type Columns = readonly [start: number, end: number];

/** How long work may hold the event loop (milliseconds). */
const SLICE = 20;

/**
 * For long work: call the result between two steps. When the event loop was held long enough it gives a promise to
 * wait for, which rejects once `signal` is aborted.
 */
export function pauses(signal?: AbortSignal): () => Promise<void> | undefined {
  let until = performance.now() + SLICE;
  const pause = async () => {
    await new Promise((resume) => setImmediate(resume));
    signal?.throwIfAborted();
    until = performance.now() + SLICE;
  };
  return () => (performance.now() < until ? undefined : pause());
}

/**
 * A file and what was read of it. It never changes: an edit gives a new document, which takes over the facts of
 * every line that the edit did not touch.
 */
export class SessionDocument {
  private session: Session | undefined;
  /** Whether it is a transcript, and how many of its first lines told so. */
  private verdict: { readonly isTranscript: boolean; readonly lines: number } | undefined;

  private constructor(
    readonly text: SessionText,
    private readonly facts: (LineFacts | undefined)[],
    /** Where in their lines parts were found to stand, by path; a line's facts stand for the line. */
    private readonly places: WeakMap<LineFacts, Map<string, Columns>>,
    /** The session of a document that this one was edited from. */
    private before: Session | undefined,
  ) {}

  static fromString(text: string): SessionDocument {
    return SessionDocument.of(SessionText.fromString(text));
  }

  /** Bytes that are no UTF-8 survive untouched. `bytes` must not change afterwards. */
  static fromBytes(bytes: Uint8Array): SessionDocument {
    return SessionDocument.of(SessionText.fromBytes(bytes));
  }

  private static of(text: SessionText): SessionDocument {
    return new SessionDocument(text, new Array(text.lineCount), new WeakMap(), undefined);
  }

  get lineCount(): number {
    return this.text.lineCount;
  }

  /** The text of a 0-based line without its line end. */
  line(index: number): string {
    return this.text.line(index);
  }

  /** The id of the entry of a 0-based line; undefined where the line holds no sound entry with an id. */
  entryIdAt(line: number): string | undefined {
    const facts = this.readLine(line);
    return facts.kind === 'entry' ? facts.entry.id : undefined;
  }

  /** Whether the file is a transcript; everything else is foreign and left alone. */
  isTranscript({ fileName, treatAsTranscript }: CheckOptions = {}): boolean {
    if (treatAsTranscript || (fileName !== undefined && isSessionHome(fileName))) return true;
    if (this.verdict === undefined) {
      let lines = 0;
      const text = this.text.noting((line) => {
        lines = Math.max(lines, line + 1);
      });
      this.verdict = { isTranscript: isTranscript(text), lines };
    }
    return this.verdict.isTranscript;
  }

  /** The session of a transcript; reads the lines that were not read yet. */
  get content(): Session {
    if (this.session !== undefined) return this.session;
    const lines = Array.from({ length: this.lineCount }, (_, index) => this.readLine(index));
    this.session = this.before ? updateSession(this.before, this.text, lines) : buildSession(this.text, lines);
    this.before = undefined;
    return this.session;
  }

  /** Reads all lines ahead of {@link content}, in slices that let the event loop run. Rejects when aborted. */
  async prepare(signal?: AbortSignal): Promise<void> {
    const pause = pauses(signal);
    for (let index = 0; index < this.lineCount; index++) {
      if (this.facts[index] !== undefined) continue;
      this.readLine(index);
      const wait = pause();
      if (wait) await wait;
    }
  }

  /** Where a part of a line's JSON value stands, as {@link locate} says; parses the line once. */
  columnsOf(line: number, path: JsonPath): Columns {
    const facts = this.readLine(line);
    const ofLine = this.places.get(facts) ?? new Map<string, Columns>();
    this.places.set(facts, ofLine);
    const key = JSON.stringify(path);
    const columns = ofLine.get(key) ?? locate(this.line(line), path);
    ofLine.set(key, columns);
    return columns;
  }

  /** The document after edits whose ranges do not overlap. */
  edit(edits: readonly TextEdit[]): SessionDocument {
    const { text, origins } = this.text.edit(edits);
    const edited = new SessionDocument(
      text,
      origins.map((origin) => (origin < 0 ? undefined : this.facts[origin])),
      this.places,
      this.session ?? this.before,
    );
    if (this.verdict !== undefined && this.hasSameHead(edited, this.verdict.lines, origins))
      edited.verdict = this.verdict;
    return edited;
  }

  /** Whether the first lines are untouched; all of them count where the file has no more. */
  private hasSameHead(edited: SessionDocument, lines: number, origins: readonly number[]): boolean {
    const { lineCount } = edited;
    if (lines === this.lineCount ? lineCount !== lines : lineCount < lines) return false;
    return origins.slice(0, lines).every((origin, line) => origin === line);
  }

  toString(): string {
    return this.text.toString();
  }

  /** The whole file, byte for byte where nothing was edited. */
  toBytes(): Uint8Array {
    return this.text.toBytes();
  }

  private readLine(index: number): LineFacts {
    const known = this.facts[index];
    if (known !== undefined) return known;
    const facts = readLine(this.text.line(index), this.text.lineEnd(index) === '\r\n');
    this.facts[index] = facts;
    return facts;
  }
}
