import type { JsonPath } from '../types';
import { type Child, childAt, children, rootPlace } from './places';

/** No range is longer than this many UTF-16 units: transcript lines can hold megabytes. */
const MAX_RANGE = 60;

/**
 * Where a part of a line's JSON value stands: start and end column, UTF-16 units. Always short: a whole short
 * value, else its key, else its first characters. A path that leads nowhere gives its nearest ancestor.
 */
export function locate(line: string, path: JsonPath): [start: number, end: number] {
  const root = rootPlace(line);
  if (root === undefined) return headOf(line);
  let place: Child = { ...root, key: '', itemStart: root.start, keyEnd: root.start };
  for (const key of path) {
    const child = childAt(line, place.start, key);
    if (child === undefined) break;
    place = child;
  }
  return shortRange(line, place);
}

function shortRange(line: string, { start, end, itemStart, keyEnd }: Child): [number, number] {
  const isContainer = line[start] === '{' || line[start] === '[';
  if (!isContainer && end - start <= MAX_RANGE) return [start, end];
  if (keyEnd > itemStart) return [itemStart, Math.min(keyEnd, itemStart + MAX_RANGE)];
  const [first] = line[start] === '{' ? children(line, start) : [];
  return [start, Math.min(first?.end ?? end, start + MAX_RANGE)];
}

/** The first characters of a line that holds no JSON value. */
export function headOf(line: string): [start: number, end: number] {
  const start = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  return start < end ? [start, Math.min(end, start + MAX_RANGE)] : [0, Math.min(line.length, MAX_RANGE)];
}
