import type { JsonPath } from '../types';
import { compactJson } from './compact-json';
import { type Child, children, placeAt } from './places';

/** Characters `start` to `end` of one line become `text`. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The shortest edit that makes the part at `path` equal `value`. A missing member is added last in its object, an
 * element behind the last one at the end of its list. Undefined when the line has no such place. `hasStrayBytes`: see
 * {@link compactJson}.
 */
export function setValue(
  line: string,
  path: JsonPath,
  value: unknown,
  hasStrayBytes = !line.isWellFormed(),
): LineEdit | undefined {
  const json = compactJson(value, hasStrayBytes);
  const place = placeAt(line, path);
  if (place !== undefined) return { start: place.start, end: place.end, text: json };
  const key = path.at(-1);
  const container = placeAt(line, path.slice(0, -1));
  if (key === undefined || container === undefined) return undefined;
  const items = [...children(line, container.start)];
  if (line[container.start] === '{') return append(container.start, items, `${JSON.stringify(key)}:${json}`);
  if (line[container.start] === '[' && key === items.length) return append(container.start, items, json);
  return undefined;
}

/** The edit that takes out the member or element at `path` with its comma. Undefined when there is none. */
export function removeValue(line: string, path: JsonPath): LineEdit | undefined {
  const container = path.length === 0 ? undefined : placeAt(line, path.slice(0, -1));
  if (container === undefined) return undefined;
  const items = [...children(line, container.start)];
  const index = items.findLastIndex(({ key }) => key === path.at(-1));
  const item = items[index];
  if (item === undefined) return undefined;
  const { itemStart, end } = item;
  if (index < items.length - 1) return { start: itemStart, end: line.indexOf(',', end) + 1, text: '' };
  const previous = items[index - 1];
  return { start: previous === undefined ? itemStart : line.indexOf(',', previous.end), end, text: '' };
}

function append(containerStart: number, items: readonly Child[], item: string): LineEdit {
  const last = items.at(-1);
  if (last === undefined) return { start: containerStart + 1, end: containerStart + 1, text: item };
  return { start: last.end, end: last.end, text: `,${item}` };
}
