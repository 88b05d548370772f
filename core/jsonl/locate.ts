import { type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { JsonPath } from '../types';

/** No range is longer than this many UTF-16 units: transcript lines can hold megabytes. */
const MAX_RANGE = 60;

/**
 * Where a part of a line's JSON value stands: start and end column, UTF-16 units. Always short: a whole short
 * value, else its key, else its first characters. A path that leads nowhere gives its nearest ancestor.
 */
export function locate(line: string, path: JsonPath): [start: number, end: number] {
  const root = parseLine(line);
  if (root === undefined) return headOf(line);
  let node = root;
  for (const key of path) {
    const child = childOf(node, key);
    if (child === undefined) break;
    node = child;
  }
  return shortRange(node);
}

/**
 * The syntax tree of a line (jsonc-parser's); undefined when it holds no value, or one that is nested too deeply to
 * walk. What is no strict JSON is added to `errors`.
 */
export function parseLine(line: string, errors: ParseError[] = []): Node | undefined {
  // A byte-order mark or NULs in front would hide the value; blanks of the same length keep every column.
  const json = line.replace(/^[\ufeff\0]+/, (run) => ' '.repeat(run.length));
  try {
    return parseTree(json, errors, { disallowComments: true });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The node at `path`; undefined when there is none. Of two members of one name the last counts, as in JSON.parse. */
export function nodeAt(root: Node, path: JsonPath): Node | undefined {
  let node: Node | undefined = root;
  for (const key of path) node = node && childOf(node, key);
  return node;
}

function childOf(node: Node, key: string | number): Node | undefined {
  if (node.type === 'array' && typeof key === 'number') return node.children?.[key];
  if (node.type !== 'object') return undefined;
  return node.children?.findLast((property) => property.children?.[0]?.value === key)?.children?.[1];
}

function shortRange(node: Node): [number, number] {
  const isContainer = node.type === 'object' || node.type === 'array';
  if (!isContainer && node.length <= MAX_RANGE) return [node.offset, node.offset + node.length];
  const property = node.parent;
  if (property?.type === 'property') {
    const key = property.children![0]!;
    return [key.offset, key.offset + Math.min(key.length, MAX_RANGE)];
  }
  const first = node.type === 'object' ? node.children?.[0] : undefined;
  const end = first ? first.offset + first.length : node.offset + Math.max(1, node.length);
  return [node.offset, Math.min(end, node.offset + MAX_RANGE)];
}

/** The first characters of a line that holds no JSON value. */
export function headOf(line: string): [start: number, end: number] {
  const start = line.length - line.trimStart().length;
  const end = line.trimEnd().length;
  return start < end ? [start, Math.min(end, start + MAX_RANGE)] : [0, Math.min(line.length, MAX_RANGE)];
}
