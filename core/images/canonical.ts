/** Types that base64 gives away by its first characters (OpenClaw 2026.5.7, pass 4 step 3). */
const PREFIXES: readonly (readonly [prefix: string, mimeType: string])[] = [
  ['/9j/', 'image/jpeg'],
  ['iVBOR', 'image/png'],
  ['R0lGOD', 'image/gif'],
];

/** The type that canonical base64 begins with; undefined for WebP and all others, which the reference does not tell. */
export function mimeTypeOf(data: string): string | undefined {
  return PREFIXES.find(([prefix]) => data.startsWith(prefix))?.[1];
}

/** Base64 without white space and control characters, which it may hold anywhere (OpenClaw 2026.5.7, pass 4 step 2). */
export function withoutBlanks(data: string): string {
  let clean = '';
  let from = 0;
  for (let at = 0; at < data.length; at++) {
    if (data.charCodeAt(at) > 0x20) continue;
    clean += data.slice(from, at);
    from = at + 1;
  }
  return clean + data.slice(from);
}
