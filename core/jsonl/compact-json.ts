/**
 * Compact JSON that brings no fault of its own into a file: U+2028 and U+2029 as escapes and, where the file holds
 * bytes that are no UTF-8 (`hasStrayBytes`), those that a value was read with as the bytes they were.
 */
export function compactJson(value: unknown, hasStrayBytes: boolean): string {
  const json = JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  if (!hasStrayBytes) return json;
  return json.replaceAll(/\\(?:u(dc[89a-f][0-9a-f])|.)/g, (sequence, unit?: string) =>
    unit === undefined ? sequence : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}
