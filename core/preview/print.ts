import { inspectImage } from '../images/measure';

/** How a payload is written down. */
export interface PrintOptions {
  /** Image data stands as its type and size; otherwise whole. */
  readonly shortenImages: boolean;
  /** Longest text, in UTF-16 units; VS Code shows nothing above 50 MiB. What is cut is replaced by a notice. */
  readonly limit: number;
}

/** A payload as JSON with two spaces of indent; each line knows the part of the payload that it shows. */
export interface Printed {
  readonly text: string;
  /** By 0-based line: JSON pointer of the innermost value that the line belongs to. */
  readonly pointers: readonly string[];
  /** True when something was left out because of the limit. */
  readonly isCut: boolean;
}

/** Shorter data is no picture worth hiding. */
const SHORTEST_IMAGE = 256;
const DATA_URL = /^data:(image\/[\w.+-]+);base64,/;
/** Texts up to this length stay whole also behind the limit. */
const KEPT_TEXT = 500;
const MEBIBYTE = 1024 * 1024;

/** Prints a JSON value. Undefined members are left out, as in `JSON.stringify`. */
export function printPayload(value: unknown, options: PrintOptions): Printed {
  const printer = new Printer(options);
  printer.value(value, '', '', '', '');
  return { text: printer.lines.join('\n'), pointers: printer.pointers, isCut: printer.isCut };
}

/** A look-up of the 0-based line that shows a part of the payload, or the nearest part around it; 0 when there is none. */
export function lineFinder({ pointers }: Pick<Printed, 'pointers'>): (pointer: string) => number {
  const lines = new Map<string, number>();
  pointers.forEach((pointer, line) => {
    if (!lines.has(pointer)) lines.set(pointer, line);
  });
  return (pointer) => {
    for (let at = pointer; at !== ''; at = parentPointer(at)) {
      const line = lines.get(at);
      if (line !== undefined) return line;
    }
    return lines.get('') ?? 0;
  };
}

/** The pointer of the value that holds another one; the root holds itself. */
export function parentPointer(pointer: string): string {
  return pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')));
}

/** Image data as its type and size, such as `image/png, 1.2 MB, left out here`. */
export function imageNotice(data: string): string | undefined {
  if (data.length < SHORTEST_IMAGE) return undefined;
  const prefix = DATA_URL.exec(data);
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

class Printer {
  readonly lines: string[] = [];
  readonly pointers: string[] = [];
  isCut = false;
  private length = 0;

  constructor(private readonly options: PrintOptions) {}

  /** `before` stands in front of the value on its first line (indent and key), `after` behind it on its last one. */
  value(value: unknown, pointer: string, indent: string, before: string, after: string): void {
    if (Array.isArray(value)) this.array(value, pointer, indent, before, after);
    else if (typeof value === 'object' && value !== null) this.object(value, pointer, indent, before, after);
    else this.line(`${before}${this.scalar(value)}${after}`, pointer);
  }

  private array(list: readonly unknown[], pointer: string, indent: string, before: string, after: string): void {
    if (list.length === 0) {
      this.line(`${before}[]${after}`, pointer);
      return;
    }
    this.line(`${before}[`, pointer);
    const inner = `${indent}  `;
    for (const [index, item] of list.entries()) {
      if (this.length > this.options.limit) {
        this.isCut = true;
        const left = list.length - index;
        this.line(`${inner}${JSON.stringify(`[${left} more left out: the text is too long to show]`)}`, pointer);
        break;
      }
      this.value(item, `${pointer}/${index}`, inner, inner, index < list.length - 1 ? ',' : '');
    }
    this.line(`${indent}]${after}`, pointer);
  }

  private object(object: object, pointer: string, indent: string, before: string, after: string): void {
    const members = Object.entries(object).filter(([, value]) => value !== undefined);
    if (members.length === 0) {
      this.line(`${before}{}${after}`, pointer);
      return;
    }
    this.line(`${before}{`, pointer);
    const inner = `${indent}  `;
    for (const [nth, [key, value]] of members.entries()) {
      const path = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      this.value(value, path, inner, `${inner}${JSON.stringify(key)}: `, nth < members.length - 1 ? ',' : '');
    }
    this.line(`${indent}}${after}`, pointer);
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

  private line(text: string, pointer: string): void {
    this.lines.push(text);
    this.pointers.push(pointer);
    this.length += text.length + 1;
  }
}
