/**
 * Writes sound sessions of any size, as long days of work leave them: questions, signed thoughts, rounds of tool calls
 * with code as result, pictures, text in several scripts, now and then an aborted turn. One linear branch without a
 * compaction, so that all of it is in the context: the most work a check can have. The same options give the same bytes.
 *
 * ```ts
 * for (const line of generateSession({ entries: 1000, bytes: 2_000_000, seed: 7 })) { … }
 * writeSession('/tmp/large.jsonl', { entries: 80_000, bytes: 110_000_000 });
 * ```
 */
import { closeSync, openSync, writeFileSync } from 'node:fs';
import {
  type Block,
  call,
  image,
  type Members,
  models,
  opaque,
  pngBytes,
  text,
  thinking,
  usage,
} from './session-blocks';

export interface GenerateOptions {
  /** Number of entries; the header comes on top. */
  readonly entries: number;
  /** About how long the file becomes. Not less than its records need, some 400 bytes each. */
  readonly bytes: number;
  readonly seed?: number;
}

/** Its signatures and ids are what this model writes. */
const MODEL = models.anthropic;

const MOST_IMAGES = 40;
const IMAGE_SIDES = [200, 160] as const;
const IMAGE_BYTES = 44_000;
const START_MS = Date.parse('2026-03-02T09:00:00.000Z');
const WRITE_CHUNK = 1 << 20;

/** What a record of this kind holds beside its text, in bytes. */
const OVERHEAD = { user: 190, assistant: 520, toolResult: 260 } as const;

/** How much text a record of this kind gets, compared with the average. */
const WEIGHT = { user: 0.5, assistant: 0.8, toolResult: 1.5 } as const;

/** The lines of a session, without line ends. */
export function generateSession(options: GenerateOptions): Generator<string, void> {
  return new SessionWriter(options).lines();
}

/** Writes the lines of a session to a file as they come; answers how long it became. */
export function writeSession(path: string, options: GenerateOptions): { bytes: number } {
  const file = openSync(path, 'w');
  let bytes = 0;
  let pending = '';
  try {
    for (const line of generateSession(options)) {
      pending += `${line}\n`;
      if (pending.length > WRITE_CHUNK) {
        writeFileSync(file, pending);
        bytes += Buffer.byteLength(pending);
        pending = '';
      }
    }
    writeFileSync(file, pending);
    bytes += Buffer.byteLength(pending);
  } finally {
    closeSync(file);
  }
  return { bytes };
}

class SessionWriter {
  readonly #random: () => number;
  readonly #seed: number;
  readonly #prose: readonly string[];
  readonly #code: readonly string[];
  /** Numbers of the entries from which on the next picture is due. */
  readonly #imagesAt: number[];
  #left: number;
  #bytesLeft: number;
  #written = 0;
  #parentId: string | null = null;

  constructor({ entries, bytes, seed = 1 }: GenerateOptions) {
    this.#random = mulberry32(seed);
    this.#seed = seed;
    this.#left = entries;
    this.#prose = Array.from({ length: 200 }, () => this.#sentence());
    this.#code = Array.from({ length: 300 }, () => this.#codeLine());
    const images = Math.min(MOST_IMAGES, Math.floor((bytes * 0.15) / IMAGE_BYTES));
    this.#imagesAt = Array.from({ length: images }, (_, n) => Math.floor(((n + 0.5) * entries) / images));
    this.#bytesLeft = bytes - images * IMAGE_BYTES;
  }

  *lines(): Generator<string, void> {
    yield JSON.stringify({
      type: 'session',
      version: 3,
      id: `019cad07-0000-7000-8000-${this.#seed.toString(16).padStart(12, '0')}`,
      timestamp: this.#time(),
      cwd: '/workspace/demo',
    });
    while (this.#left > 0) yield* this.#turn();
  }

  /** A question and what follows it; never leaves a call open, whatever room is left. */
  *#turn(): Generator<string, void> {
    yield this.#user();
    if (this.#left > 2 && this.#chance(0.02)) {
      yield this.#assistant([text(this.#fill(this.#prose, 80))], 'aborted');
      return;
    }
    for (let rounds = this.#upTo(6); rounds > 0 && this.#left >= 3; rounds--) yield* this.#round();
    if (this.#left > 0)
      yield this.#assistant([...this.#thought(), text(this.#fill(this.#prose, this.#room('assistant')))]);
    if (this.#left > 0 && this.#chance(0.2)) yield this.#cacheRecord();
  }

  /** One assistant turn with its calls and all their results. */
  *#round(): Generator<string, void> {
    const count = Math.min(this.#upTo(3), this.#left - 2);
    const calls = Array.from({ length: count }, () => this.#call());
    yield this.#assistant([...this.#thought(), ...calls], 'toolUse');
    for (const { id, name } of calls) {
      const message = { role: 'toolResult', toolCallId: id, toolName: name, content: this.#output(), isError: false };
      yield this.#message(message);
    }
  }

  #user(): string {
    return this.#message({ role: 'user', content: [text(this.#fill(this.#prose, this.#room('user')))] });
  }

  #assistant(content: readonly Block[], stopReason = 'stop'): string {
    const spent = usage(this.#upTo(4000), this.#upTo(900), this.#upTo(90_000), this.#upTo(2000));
    return this.#message({ role: 'assistant', content, ...MODEL, usage: spent, stopReason });
  }

  #thought(): Block[] {
    if (!this.#chance(0.4)) return [];
    const signature = opaque(`${this.#seed} ${this.#written}`, 180);
    return [thinking(this.#fill(this.#prose, this.#room('assistant') / 2), signature)];
  }

  #call(): Block & { readonly id: string; readonly name: string } {
    const id = `toolu_01${this.#letters(22)}`;
    const name = this.#pick(['read', 'exec', 'edit', 'write']);
    const path = `src/${this.#letters(6)}.ts`;
    const args = name === 'exec' ? { command: `sed -n 1,200p ${path}` } : { path, content: this.#pick(this.#code) };
    return { ...call(id, name, args), id, name };
  }

  #output(): Block[] {
    const due = this.#imagesAt[0];
    if (due === undefined || this.#written < due) return [text(this.#fill(this.#code, this.#room('toolResult')))];
    this.#imagesAt.shift();
    const [width, height] = IMAGE_SIDES;
    const noise = Uint8Array.from({ length: width * height }, () => this.#random() * 256);
    this.#bytesLeft += IMAGE_BYTES;
    return [text('Read image file [image/png]'), image('image/png', pngBytes(width, height, noise).toString('base64'))];
  }

  #cacheRecord(): string {
    const data = { timestamp: this.#clock(), provider: MODEL.provider, modelId: MODEL.model };
    return this.#entry({ type: 'custom', customType: 'openclaw.cache-ttl', data }, {});
  }

  #message(message: Members): string {
    return this.#entry({ type: 'message' }, { message: { ...message, timestamp: this.#clock() } });
  }

  #entry(before: Members, after: Members): string {
    this.#written += 1;
    this.#left -= 1;
    const id = entryId(this.#written);
    const line = JSON.stringify({ ...before, id, parentId: this.#parentId, timestamp: this.#time(), ...after });
    this.#parentId = id;
    this.#bytesLeft -= Buffer.byteLength(line) + 1;
    return line;
  }

  /** Characters of text for a record that is about to be written, so that the file ends near the wanted length. */
  #room(kind: keyof typeof OVERHEAD): number {
    const share = this.#bytesLeft / Math.max(this.#left, 1);
    return Math.max(20, (share * WEIGHT[kind] - OVERHEAD[kind]) * (0.5 + this.#random()));
  }

  #clock(): number {
    return START_MS + this.#written * 3000;
  }

  #time(): string {
    return new Date(this.#clock()).toISOString();
  }

  #fill(pool: readonly string[], length: number): string {
    let filled = this.#pick(pool);
    while (filled.length < length) filled += `\n${this.#pick(pool)}`;
    return filled;
  }

  #sentence(): string {
    return `${Array.from({ length: 4 + this.#upTo(10) }, () => this.#pick(WORDS)).join(' ')}.`;
  }

  #codeLine(): string {
    const [name, other] = [this.#pick(NAMES), this.#pick(NAMES)];
    return '  '.repeat(this.#upTo(4)) + this.#pick(CODE).replaceAll('A', name).replaceAll('B', other);
  }

  #letters(length: number): string {
    return Array.from({ length }, () => ALPHABET[Math.floor(this.#random() * ALPHABET.length)]).join('');
  }

  /** A whole number from 1 to `most`. */
  #upTo(most: number): number {
    return 1 + Math.floor(this.#random() * most);
  }

  #chance(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<T>(pool: readonly T[]): T {
    return pool[Math.floor(this.#random() * pool.length)]!;
  }
}

/** Small seeded generator of numbers from 0 to below 1 (mulberry32, public domain). */
function mulberry32(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

/** Eight hex digits that look drawn; multiplying by an odd number keeps different numbers different. */
function entryId(n: number): string {
  return (Math.imul(n, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const NAMES = ['session', 'entry', 'branch', 'leaf', 'turn', 'payload', 'größe', 'line_2', 'isOpen', 'target'];
const WORDS = [
  ...'the a parser reads every line of this file and then checks whether its result has been stored before'.split(' '),
  ...'we should look at both tests first because one of them fails only on slow machines'.split(' '),
  ...'für über größer naïve café señal 你好 世界 привет мир 🙂 👩‍💻 → “quoted” `code` 50 % {}'.split(' '),
];
const CODE = [
  'const A = await B.read({ start: 0, end: 4096 });',
  'if (A === undefined) throw new Error(`no B in "A"`);',
  'for (const A of B) yield { ...A, path: "C:\\\\work\\\\B" };',
  '// A comes before B, see the table above',
  'export function A(B: string): number {',
  '}',
  "return A.map((B) => B.replace(/\\s+/g, ' ')).join('\\n');",
];
