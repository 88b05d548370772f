/**
 * Where the parts of a JSON line stand, without building a tree of it: lines hold megabytes, and nesting of any depth
 * must not exhaust the stack. The text is taken for valid JSON; of any other the places found still lie inside it.
 */

import type { JsonPath } from '../types';

/** A value in a line: start and end column (UTF-16 units). */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** A member of an object or an element of a list. */
export interface Child extends Place {
  readonly key: string | number;
  /** Where its key starts; of an element its value. */
  readonly itemStart: number;
  /** Behind its key; of an element the same as `itemStart`. */
  readonly keyEnd: number;
}

/** The value of a line; undefined when none begins there. A byte-order mark or NULs in front are passed over. */
export function rootPlace(line: string): Place | undefined {
  const start = skipBlank(line, 0);
  return /^[{["\d\-tfn]/.test(line.slice(start, start + 1)) ? { start, end: valueEnd(line, start) } : undefined;
}

/** The value at `path`; undefined when there is none. */
export function placeAt(line: string, path: JsonPath): Place | undefined {
  let place = rootPlace(line);
  for (const key of path) place = place && childAt(line, place.start, key);
  return place;
}

/** The part of a container under a key. Of two members of one name the last counts, as in JSON.parse. */
export function childAt(line: string, start: number, key: string | number): Child | undefined {
  let found: Child | undefined;
  for (const child of children(line, start)) {
    if (child.key !== key) continue;
    found = child;
    if (typeof key === 'number') break;
  }
  return found;
}

/** The members or elements of the container that begins at `start`, in order; none of any other value. */
export function* children(line: string, start: number): Generator<Child, void> {
  const isObject = line[start] === '{';
  if (!isObject && line[start] !== '[') return;
  let at = skipBlank(line, start + 1);
  for (let index = 0; at < line.length && line[at] !== '}' && line[at] !== ']'; index++) {
    const itemStart = at;
    let key: string | number = index;
    let keyEnd = at;
    if (isObject) {
      keyEnd = valueEnd(line, at);
      const colon = skipBlank(line, keyEnd);
      if (line[at] !== '"' || line[colon] !== ':') return;
      key = stringValue(line.slice(at, keyEnd));
      at = skipBlank(line, colon + 1);
    }
    const end = valueEnd(line, at);
    yield { key, itemStart, keyEnd, start: at, end };
    at = skipBlank(line, end);
    if (line[at] !== ',') return;
    at = skipBlank(line, at + 1);
  }
}

/** The path of the innermost value that a column lies in; a key belongs to the value it names. */
export function pathAt(line: string, column: number): (string | number)[] {
  const path: (string | number)[] = [];
  let at = 0;
  while (at <= column && at < line.length) {
    const unit = line[at];
    if (unit === '"') {
      const end = valueEnd(line, at);
      if (line[skipBlank(line, end)] === ':') path[path.length - 1] = stringValue(line.slice(at, end));
      at = end;
      continue;
    }
    const last = path.length - 1;
    if (unit === '[' || unit === '{') path.push(0);
    else if (unit === ']' || unit === '}') path.pop();
    else if (unit === ',' && typeof path[last] === 'number') path[last]++;
    at++;
  }
  return path;
}

/** Reads JSON brackets and strings, also across pieces of text. */
export interface BracketState {
  depth: number;
  inString: boolean;
  /** A piece ended behind the backslash of an escape. */
  escaped: boolean;
}

/** Feeds `text` from `from`; returns the index behind the bracket that closes the outermost one, or −1. */
export function scanBrackets(text: string, from: number, state: BracketState): number {
  let at = from;
  while (at < text.length) {
    if (state.inString) {
      at = readString(text, at, state);
      continue;
    }
    const unit = text.charCodeAt(at++);
    if (unit === 0x22) state.inString = true;
    else if (unit === 0x7b || unit === 0x5b) state.depth++;
    else if ((unit === 0x7d || unit === 0x5d) && --state.depth <= 0) return at;
  }
  return -1;
}

/** Reads on inside a string: returns the index behind its closing quote, or the length of the text. */
function readString(text: string, from: number, state: BracketState): number {
  const start = state.escaped ? from + 1 : from;
  state.escaped = false;
  let end = text.indexOf('"', start);
  while (end >= 0 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
  if (end < 0) {
    state.escaped = isEscaped(text, start, text.length);
    return text.length;
  }
  state.inString = false;
  return end + 1;
}

/** Whether the backslashes before `at`, none of them before `start`, escape what stands there. */
function isEscaped(text: string, start: number, at: number): boolean {
  let first = at;
  while (first > start && text[first - 1] === '\\') first--;
  return (at - first) % 2 === 1;
}

/** Behind the value that begins at `start`: always further on, and never behind the line. */
function valueEnd(line: string, start: number): number {
  const first = line[start];
  if (first === '"' || first === '{' || first === '[') {
    const state = { depth: 0, inString: first === '"', escaped: false };
    if (state.inString) return readString(line, start + 1, state);
    const end = scanBrackets(line, start, state);
    return end < 0 ? line.length : end;
  }
  let at = start + 1;
  while (at < line.length && !/[\s,\]}]/.test(line[at]!)) at++;
  return Math.min(at, line.length);
}

function stringValue(json: string): string {
  if (!json.includes('\\')) return json.slice(1, -1);
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

/** Behind white space, and NULs, which a crash leaves anywhere. */
function skipBlank(line: string, from: number): number {
  let at = from;
  while (at < line.length && /[\s\0]/.test(line[at]!)) at++;
  return at;
}
