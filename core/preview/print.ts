import { inspectImage, startsAsImage } from '../images/measure';
import { keysOfPointer } from '../jsonl/pointer';
import type { KnownOrigins, Origin } from '../providers';

/** How a payload is written down. */
export interface PrintOptions {
  /** Image data stands as its type and size; otherwise whole. */
  readonly shortenImages: boolean;
  /** Longest text, in UTF-16 units; VS Code shows nothing above 50 MiB. What is cut is replaced by a notice. */
  readonly limit: number;
}

/** What is to be known of the printed text. */
export interface PrintNotes {
  /** Where objects of the payload come from. */
  readonly origins: KnownOrigins;
  /** JSON pointers of the parts whose place in the text is asked for. */
  readonly wanted: readonly string[];
}

/** A payload as JSON with two spaces of indent; each line knows where the innermost value that it belongs to comes from. */
export interface Printed {
  readonly text: string;
  /** Lines of one origin that follow each other, in the order of the text. */
  readonly runs: readonly Run[];
  /** The line of a part that was asked for, or of the nearest part around it. */
  readonly placeOf: (pointer: string) => TextPlace;
  /** True when something was left out because of the limit. */
  readonly isCut: boolean;
}

/** Lines that reach to the first one of the next run, or to the end. */
export interface Run {
  /** 0-based. */
  readonly firstLine: number;
  /** Undefined for what no message says. */
  readonly origin: Origin | undefined;
}

/** What stands on a 0-based line without its indent and its comma, in UTF-16 units. */
export interface TextPlace {
  readonly line: number;
  readonly start: number;
  readonly end: number;
}

/** Shorter data is no picture worth hiding. */
const SHORTEST_IMAGE = 256;
const DATA_URL = /^data:(image\/[\w.+-]+);base64,/;
/** Texts up to this length stay whole also behind the limit. */
const KEPT_TEXT = 500;
const MEBIBYTE = 1024 * 1024;

/** Prints a JSON value. Undefined members are left out, as in `JSON.stringify`. */
export function printPayload(value: unknown, options: PrintOptions, notes: PrintNotes): Printed {
  const wanted = new Wanted();
  for (const each of notes.wanted) wanted.add(each);
  const printer = new Printer(options, notes.origins);
  printer.value(value, { origin: undefined, wanted }, '', '', '');
  return {
    text: printer.text(),
    runs: printer.runs,
    placeOf: (pointer) => wanted.find(pointer) ?? { line: 0, start: 0, end: 0 },
    isCut: printer.isCut,
  };
}

/** The parts whose places are asked for, as a tree: the printer has to look nothing up where nothing is wanted. */
class Wanted {
  place: TextPlace | undefined;
  private readonly members = new Map<string, Wanted>();

  add(pointer: string): void {
    let at: Wanted = this;
    for (const key of keysOfPointer(pointer)) {
      const next = at.members.get(key) ?? new Wanted();
      at.members.set(key, next);
      at = next;
    }
  }

  member(key: string | number): Wanted | undefined {
    return this.members.size === 0 ? undefined : this.members.get(String(key));
  }

  /** The place of the part, or of the nearest part around it that was printed. */
  find(pointer: string): TextPlace | undefined {
    let at: Wanted | undefined = this;
    let nearest = this.place;
    for (const key of keysOfPointer(pointer)) {
      at = at?.members.get(key);
      nearest = at?.place ?? nearest;
    }
    return nearest;
  }
}

/** What holds for the lines of a value. */
interface Note {
  readonly origin: Origin | undefined;
  readonly wanted: Wanted | undefined;
}

/** So many lines are put together at once: of more, the garbage collector would have to move too many. */
const LINES_AT_ONCE = 512;

class Printer {
  private readonly blocks: string[] = [];
  private lines: string[] = [];
  private lineCount = 0;
  readonly runs: Run[] = [];
  isCut = false;
  private length = 0;
  private readonly keys = new Map<string, string>();

  constructor(
    private readonly options: PrintOptions,
    private readonly origins: KnownOrigins,
  ) {}

  /** `before` stands in front of the value on its first line (indent and key), `after` behind it on its last one. */
  value(value: unknown, note: Note, indent: string, before: string, after: string): void {
    if (typeof value !== 'object' || value === null) {
      this.line(`${before}${this.scalar(value)}${after}`, note, indent);
      return;
    }
    const own = { origin: this.origins.get(value) ?? note.origin, wanted: note.wanted };
    if (Array.isArray(value)) this.array(value, own, indent, before, after);
    else this.object(value as Readonly<Record<string, unknown>>, own, indent, before, after);
  }

  private array(list: readonly unknown[], note: Note, indent: string, before: string, after: string): void {
    if (list.length === 0) {
      this.line(`${before}[]${after}`, note, indent);
      return;
    }
    this.line(`${before}[`, note, indent);
    const inner = `${indent}  `;
    for (const [index, item] of list.entries()) {
      if (this.length > this.options.limit) {
        this.isCut = true;
        const left = list.length - index;
        this.end(`${inner}${JSON.stringify(`[${left} more left out: the text is too long to show]`)}`, note);
        break;
      }
      const { origin, wanted } = note;
      const member = wanted?.member(index);
      const isLast = index === list.length - 1;
      this.value(item, member === wanted ? note : { origin, wanted: member }, inner, inner, isLast ? '' : ',');
    }
    this.end(`${indent}]${after}`, note);
  }

  private object(
    object: Readonly<Record<string, unknown>>,
    note: Note,
    indent: string,
    before: string,
    after: string,
  ): void {
    const keys = Object.keys(object).filter((key) => object[key] !== undefined);
    if (keys.length === 0) {
      this.line(`${before}{}${after}`, note, indent);
      return;
    }
    this.line(`${before}{`, note, indent);
    const inner = `${indent}  `;
    for (const [nth, key] of keys.entries()) {
      const { origin, wanted } = note;
      const member = wanted?.member(key);
      const isLast = nth === keys.length - 1;
      const name = `${inner}${this.key(key)}`;
      this.value(object[key], member === wanted ? note : { origin, wanted: member }, inner, name, isLast ? '' : ',');
    }
    this.end(`${indent}}${after}`, note);
  }

  /** A key with its colon. The same few come over and over. */
  private key(key: string): string {
    const known = this.keys.get(key);
    if (known !== undefined) return known;
    const written = `${JSON.stringify(key)}: `;
    this.keys.set(key, written);
    return written;
  }

  private scalar(value: unknown): string {
    if (typeof value !== 'string') return JSON.stringify(value) ?? 'null';
    const notice = this.options.shortenImages ? imageNotice(value) : undefined;
    if (notice !== undefined) return JSON.stringify(notice);
    const room = Math.max(KEPT_TEXT, this.options.limit - this.length);
    if (value.length <= room) return JSON.stringify(value);
    this.isCut = true;
    return JSON.stringify(`${value.slice(0, room)} [${value.length - room} more characters left out]`);
  }

  /** The first line of a value. */
  private line(text: string, note: Note, indent: string): void {
    if (note.wanted) {
      const end = text.endsWith(',') ? text.length - 1 : text.length;
      note.wanted.place = { line: this.lineCount, start: indent.length, end };
    }
    this.end(text, note);
  }

  /** A line that is not the first one of its value. */
  private end(text: string, { origin }: Note): void {
    if (this.runs.at(-1)?.origin !== origin || this.lineCount === 0) {
      this.runs.push({ firstLine: this.lineCount, origin });
    }
    this.lines.push(text);
    this.lineCount++;
    this.length += text.length + 1;
    if (this.lines.length === LINES_AT_ONCE) this.endBlock();
  }

  text(): string {
    if (this.lines.length > 0) this.endBlock();
    return this.blocks.join('\n');
  }

  private endBlock(): void {
    this.blocks.push(this.lines.join('\n'));
    this.lines = [];
  }
}

/** Image data as its type and size, such as `image/png, 1.2 MB, left out here`. */
export function imageNotice(data: string): string | undefined {
  if (data.length < SHORTEST_IMAGE) return undefined;
  const prefix = DATA_URL.exec(data);
  if (!prefix && !startsAsImage(data)) return undefined;
  const { problem, format, width, height, bytes } = inspectImage(prefix ? data.slice(prefix[0].length) : data);
  if (!prefix && (problem !== null || format === undefined)) return undefined;
  const type = format ?? prefix?.[1] ?? 'image';
  const sides = width !== undefined && height !== undefined ? `, ${width} × ${height} pixels` : '';
  return `[${type}${sides}, ${byteSize(bytes ?? data.length)}: not shown]`;
}

function byteSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < MEBIBYTE ? `${(bytes / 1024).toFixed(1)} KiB` : `${(bytes / MEBIBYTE).toFixed(1)} MiB`;
}
