/**
 * UTF-8 in both directions without losing a byte. A byte that is no part of valid UTF-8 becomes the lone low
 * surrogate U+DC00 + byte, which valid UTF-8 never decodes to, so that encoding gives the same byte back.
 */

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

const STRAY_BYTES = /[\udc80-\udcff]+/g;

/** The text of `bytes`; bytes that are no UTF-8 become U+DC80 to U+DCFF. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return strict.decode(bytes);
  } catch {
    return decodeDamaged(bytes);
  }
}

/** The bytes of `text`: the inverse of {@link decodeUtf8}. Other lone surrogates become U+FFFD, as in any encoder. */
export function encodeUtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const parts: Uint8Array[] = [];
  let from = 0;
  for (const [start, end] of strayByteRuns(text)) {
    parts.push(encoder.encode(text.slice(from, start)), strayBytes(text.slice(start, end)));
    from = end;
  }
  parts.push(encoder.encode(text.slice(from)));
  return concat(parts);
}

/** Where `text` holds bytes that were no UTF-8: start and end of each run, in UTF-16 units. */
export function strayByteRuns(text: string): [start: number, end: number][] {
  if (text.isWellFormed()) return [];
  const runs: [number, number][] = [];
  for (const match of text.matchAll(STRAY_BYTES)) {
    let start = match.index;
    // A low surrogate behind a high one is half of a real character.
    const before = text.charCodeAt(start - 1);
    if (before >= 0xd800 && before <= 0xdbff) start++;
    const end = match.index + match[0].length;
    if (start < end) runs.push([start, end]);
  }
  return runs;
}

/** What a lenient decoder makes of a run of stray bytes: one U+FFFD for each invalid sequence. */
export function replacementFor(run: string): string {
  return lenient.decode(strayBytes(run));
}

function strayBytes(run: string): Uint8Array {
  return Uint8Array.from(run, (unit) => unit.charCodeAt(0) - 0xdc00);
}

function decodeDamaged(bytes: Uint8Array): string {
  let text = '';
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length > 0) {
      at += length;
      continue;
    }
    text += strict.decode(bytes.subarray(from, at)) + String.fromCharCode(0xdc00 + bytes[at]!);
    at++;
    from = at;
  }
  return text + strict.decode(bytes.subarray(from));
}

/** Length of the valid UTF-8 sequence at `at`, 0 when there is none (RFC 3629, table 3-7 of Unicode). */
function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at]!;
  if (first < 0x80) return 1;
  const continues = (offset: number, low = 0x80, high = 0xbf) => {
    const byte = bytes[at + offset];
    return byte !== undefined && byte >= low && byte <= high;
  };
  if (first >= 0xc2 && first <= 0xdf) return continues(1) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const low = first === 0xe0 ? 0xa0 : 0x80;
    const high = first === 0xed ? 0x9f : 0xbf;
    return continues(1, low, high) && continues(2) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const low = first === 0xf0 ? 0x90 : 0x80;
    const high = first === 0xf4 ? 0x8f : 0xbf;
    return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

/** All parts in one. */
export function concat(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
