/** Acceptance checks: what a provider would refuse in a payload, in its own words (payloads.md 11). */
import type { Payload } from '../parts';

/** A payload as it would go out, and what its checks depend on. */
export interface Request {
  readonly provider: string;
  readonly api: string;
  readonly modelId: string;
  readonly payload: Payload;
}

/** One place that the provider refuses. */
export interface Refused {
  /** JSON pointer of the smallest part at fault. */
  readonly pointer: string;
  /** The error as users see it. */
  readonly error: string;
}

/** One rule of a provider, over the form of the payload that its family reads. */
export interface Check<View> {
  readonly id: string;
  /** The rule, in one sentence. */
  readonly what: string;
  readonly find: (view: View) => Iterable<Refused>;
}

/** A refused place with the rule it breaks. */
export interface Violation extends Refused {
  readonly check: string;
  readonly what: string;
}

/** Runs checks over a view, in their order. */
export function violationsOf<View>(checks: readonly Check<View>[], view: View): Violation[] {
  return checks.flatMap(({ id, what, find }) => [...find(view)].map((refused) => ({ ...refused, check: id, what })));
}

/** A part of a payload with its JSON pointer. */
export interface Part {
  readonly value: Payload;
  readonly pointer: string;
}

/** The objects of a list, with their pointers; none where there is no list. */
export function partsIn(list: unknown, pointer: string): Part[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((value: unknown, at) =>
    typeof value === 'object' && value !== null ? [{ value: value as Payload, pointer: `${pointer}/${at}` }] : [],
  );
}

/** Length of a JSON text in bytes, that of a list's items one by one: a text as a whole costs several times as much. */
export function jsonBytes(payload: Payload): number {
  const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value) ?? 'null');
  const members = Object.entries(payload).filter(([, value]) => value !== undefined);
  const sizes = members.map(([key, value]) => {
    const size = Array.isArray(value) ? bracketed(value.map(bytesOf)) : bytesOf(value);
    return bytesOf(key) + ':'.length + size;
  });
  return bracketed(sizes);
}

/** Brackets around parts of these sizes, and the commas between them. */
function bracketed(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, '[]'.length + Math.max(0, sizes.length - 1));
}

/** The text of a string, else an empty one. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Whether a text is standard base64 of whole bytes, as all signatures are. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** Those parts whose key has been seen before. */
export function repeated(parts: readonly Part[], keyOf: (part: Part) => string): Part[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = keyOf(part);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

/** A JSON pointer as OpenAI writes a place: `/input/3/call_id` is `input[3].call_id`. */
export function dottedPath(pointer: string): string {
  return pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
}

/** A JSON pointer as Anthropic writes a place: `/messages/3/content/0` is `messages.3.content.0`. */
export function plainPath(pointer: string): string {
  return pointer.slice(1).replaceAll('/', '.');
}
