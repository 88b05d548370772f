/** Damage of a session's text, drawn at random: what crashes, editors, scripts and other writers leave. */
import fc from 'fast-check';

/** `line` and `at` choose a line and a place in it, modulo what is there. */
export interface Damage {
  readonly kind: keyof typeof DAMAGES;
  readonly line: number;
  readonly at: number;
}

/** Lines with their line ends, as Latin-1: one character for each byte. `inString` is a place within a JSON string. */
interface Place {
  readonly lines: string[];
  readonly line: number;
  readonly column: number;
  readonly inString: number;
  readonly at: number;
}

const utf8 = (text: string) => Buffer.from(text).toString('latin1');

/** Puts `text` into the line in place of `length` characters. */
function put({ lines, line }: Place, column: number, text: string, length = 0): void {
  const old = lines[line]!;
  lines[line] = old.slice(0, column) + text + old.slice(column + length);
}

const withoutEnd = (line: string) => line.replace(/\r?\n$/, '');

const DAMAGES = {
  // A crash while writing.
  'cut the end': (place) => {
    const { lines, column } = place;
    lines.splice(-1, 1, lines.at(-1)!.slice(0, column));
  },
  'cut and glue': (place) => put(place, place.column, '', Number.MAX_SAFE_INTEGER),
  'cut the line': (place) => put(place, place.column, '\n', Number.MAX_SAFE_INTEGER),
  'cut its beginning': (place) => put(place, 0, '', place.column),
  glue: ({ lines, line }) => {
    lines[line] = withoutEnd(lines[line]!);
  },
  'NULs inside': (place) => put(place, place.column, '\0'.repeat(1 + (place.at % 5))),
  'NULs at the end': ({ lines, at }) => void lines.push('\0'.repeat(1 + (at % 700))),
  'NULs in place of text': (place) => put(place, place.column, '\0'.repeat(place.at % 40), place.at % 40),
  'no final line end': ({ lines }) => void lines.push(withoutEnd(lines.pop()!)),

  // Editors and scripts.
  'raw line break': (place) => put(place, place.inString, place.at % 2 === 0 ? '\n' : '\r\n'),
  'spread over lines': (place) => put(place, 0, place.lines[place.line]!.replaceAll(',"', ',\n"'), 1e9),
  'byte-order mark': (place) => put({ ...place, line: place.at % 2 === 0 ? 0 : place.line }, 0, utf8('\ufeff')),
  'all CRLF': ({ lines }) => void lines.splice(0, lines.length, ...lines.map((one) => one.replace(/\r?\n$/, '\r\n'))),
  CRLF: (place) => put(place, 0, place.lines[place.line]!.replace(/\r?\n$/, '\r\n'), 1e9),
  'blank line': (place) => put(place, 0, ['\n', ' \n', '\r\n'][place.at % 3]!),
  separator: (place) => put(place, place.inString, utf8(place.at % 2 === 0 ? '\u2028' : '\u2029')),
  'half a pair': (place) => put(place, place.inString, ['\\ud83d', '\\udc00', '\\ud83d\\ud83d\\ude00'][place.at % 3]!),
  'no UTF-8': (place) => put(place, place.inString, ['\xff', '\xc3', '\xed\xa0\x80', '\xf0\x9f\x98'][place.at % 4]!),
  'no UTF-8 anywhere': (place) => put(place, place.column, '\x80\xfe'),
  white: (place) => put(place, 0, '  \t'),

  // Other writers.
  junk: (place) =>
    put(
      place,
      0,
      `${['null', '42', '"text"', '[]', '{}', 'INFO started', '{"level":"info","msg":"x"}'][place.at % 7]}\n`,
    ),
  'text in front': (place) => put(place, 0, 'INFO started '),
  'text behind': (place) => put(place, withoutEnd(place.lines[place.line]!).length, ' trailing'),
  'two at once': (place) => put(place, place.column, place.lines[place.at % place.lines.length]!),
  'a comma behind': (place) => put(place, withoutEnd(place.lines[place.line]!).length, ','),

  // JSON that few readers expect.
  'key twice': (place) => addMember(place, '"id":"twice"'),
  'content twice': (place) => addMember(place, '"message":{"role":"user","content":"twice"}'),
  proto: (place) => addMember(place, '"__proto__":{"type":"session","id":"proto"}'),
  deep: (place) => addMember(place, `"deep":${'[{"a":'.repeat(300)}1${'}]'.repeat(300)}`),
  'very deep': (place) => addMember(place, `"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}`),
  'huge number': (place) => addMember(place, '"number":[1e400,-0,1E+2,123456789012345678901234567890]'),
  spaces: (place) => put(place, 0, place.lines[place.line]!.replaceAll(/([:,{}[\]])"/g, '$1 "'), 1e9),

  // Anything.
  'one character': (place) => put(place, place.column, '{}[]",:\\0a\n \xff\0'[place.at % 14]!, 1),
  'one character more': (place) => put(place, place.column, '{}[]",:\\0a\n \xff\0'[place.at % 14]!),
  'some characters less': (place) => put(place, place.column, '', 1 + (place.at % 40)),
} as const satisfies Record<string, (place: Place) => void>;

/** Puts a member in front of an object's others, or behind them. */
function addMember(place: Place, member: string): void {
  const content = withoutEnd(place.lines[place.line]!);
  if (!content.startsWith('{"') || !content.endsWith('}')) return;
  if (place.at % 2 === 0) put(place, 1, `${member},`);
  else put(place, content.length - 1, `,${member}`);
}

export const anyDamage: fc.Arbitrary<Damage> = fc.record({
  kind: fc.constantFrom(...(Object.keys(DAMAGES) as (keyof typeof DAMAGES)[])),
  line: fc.nat(999),
  at: fc.nat(9999),
});

export function applyDamage(bytes: Uint8Array, { kind, line: wanted, at }: Damage): Uint8Array {
  const lines = Buffer.from(bytes)
    .toString('latin1')
    .split(/(?<=\n)/);
  const line = wanted % lines.length;
  const content = lines[line]!;
  const column = at % (content.length + 1);
  const strings = [...content.matchAll(/"(?:text|thinking|summary|output)":"/g)];
  const string = strings[at % strings.length];
  DAMAGES[kind]({ lines, line, column, inString: string ? string.index + string[0].length : column, at });
  return Buffer.from(lines.join(''), 'latin1');
}
