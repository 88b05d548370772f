import type { Node } from 'jsonc-parser';
import type { JsonPath } from '../types';
import { nodeAt, parseLine } from './locate';

/** Characters `start` to `end` of one line become `text`. */
export interface LineEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The shortest edit that makes the part at `path` equal `value`. A missing member is added last in its object, an
 * element behind the last one at the end of its list. Undefined when the line has no such place.
 */
export function setValue(line: string, path: JsonPath, value: unknown): LineEdit | undefined {
  const root = parseLine(line);
  if (root === undefined) return undefined;
  const json = JSON.stringify(value);
  const node = nodeAt(root, path);
  if (node !== undefined) return { start: node.offset, end: node.offset + node.length, text: json };
  const key = path.at(-1);
  const parent = nodeAt(root, path.slice(0, -1));
  if (key === undefined || parent === undefined) return undefined;
  if (parent.type === 'object') return append(parent, `${JSON.stringify(key)}:${json}`);
  if (parent.type === 'array' && key === parent.children!.length) return append(parent, json);
  return undefined;
}

/** The edit that takes out the member or element at `path` with its comma. Undefined when there is none. */
export function removeValue(line: string, path: JsonPath): LineEdit | undefined {
  const root = parseLine(line);
  const node = root && nodeAt(root, path);
  const item = node?.parent?.type === 'property' ? node.parent : node;
  const container = item?.parent;
  if (item === undefined || container === undefined) return undefined;
  const siblings = container.children!;
  const index = siblings.indexOf(item);
  const end = item.offset + item.length;
  if (index < siblings.length - 1) return { start: item.offset, end: line.indexOf(',', end) + 1, text: '' };
  const previous = siblings[index - 1];
  if (previous === undefined) return { start: item.offset, end, text: '' };
  return { start: line.indexOf(',', previous.offset + previous.length), end, text: '' };
}

function append(container: Node, item: string): LineEdit {
  const last = container.children!.at(-1);
  if (last === undefined) return { start: container.offset + 1, end: container.offset + 1, text: item };
  const end = last.offset + last.length;
  return { start: end, end, text: `,${item}` };
}
