/** JSON Pointers (RFC 6901). */
import type { JsonPath } from '../types';

/** A path as a JSON Pointer. */
export function pointer(path: JsonPath): string {
  return path.map((key) => `/${escapeKey(String(key))}`).join('');
}

/** The path that a JSON Pointer writes. Numbers in it are indexes: members of entries have names. */
export function pathOfPointer(text: string): JsonPath {
  return keysOfPointer(text).map((key) => (/^\d+$/.test(key) ? Number(key) : key));
}

/** The keys that a JSON Pointer writes, indexes among them as texts. */
export function keysOfPointer(text: string): string[] {
  const keys = text.split('/').slice(1);
  return keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A key as it stands in a JSON Pointer. */
export function escapeKey(key: string): string {
  return /[~/]/.test(key) ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key;
}
