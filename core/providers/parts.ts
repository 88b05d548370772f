/**
 * Where the parts of a payload come from. Converters note it for every object they make, wrappers move, copy and drop
 * objects; whoever walks the payload at the end looks up what it meets.
 */

import { escapeKey } from '../jsonl/pointer';

/** A message of the request, and a block of its content where the part is made of one. */
export interface Origin {
  /** Index in the request's messages; of a made-up part that of the message it follows. */
  readonly message: number;
  /** Index in the message's content. */
  readonly block?: number;
  /** Nothing in the messages says it: converter or wrapper made it up. */
  readonly made?: true;
}

/** Notes of one payload, by object identity. */
export type Origins = Map<object, Origin>;

/** The same, to look things up. */
export type KnownOrigins = ReadonlyMap<object, Origin>;

/** JSON pointer in the payload → where that part comes from. */
export type Parts = Readonly<Record<string, Origin>>;

/** Notes where an object of the payload comes from, and gives the object. */
export function mark<T extends object>(origins: Origins, part: T, origin: Origin): T {
  origins.set(part, origin);
  return part;
}

/** Notes that an object takes the place of another one, and gives the object. */
export function inPlaceOf<T extends object>(origins: Origins, before: object, after: T): T {
  const origin = origins.get(before);
  return origin ? mark(origins, after, origin) : after;
}

/** A copy of an object of the payload with other members; it comes from where the object came from. */
export function withMembers<T extends object>(origins: Origins, part: T, members: object): T {
  return inPlaceOf(origins, part, { ...part, ...members });
}

/** The object without the members of these names; the very object when it has none of them. */
export function without(part: Payload, ...names: readonly string[]): Payload {
  if (!names.some((name) => name in part)) return part;
  return Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));
}

/** A request body on its way, with the notes on its parts. */
export interface Draft {
  readonly payload: Payload;
  readonly origins: Origins;
}

export type Payload = Readonly<Record<string, unknown>>;

/** A draft of a body whose type is that of the api's SDK. */
export function draftOf(body: object, origins: Origins): Draft {
  return { payload: { ...body }, origins };
}

/** Why no request can be made of the messages. */
export interface Refusal {
  readonly error: string;
  /** What it is about; absent when it is about the request as a whole. */
  readonly origin?: Origin;
}

export type Converted = Draft | Refusal;

/** The notes as JSON pointers into a payload. */
export function partsOf(payload: object, origins: KnownOrigins): Parts {
  const parts: Record<string, Origin> = {};
  collect(payload, '');
  return parts;

  function collect(value: unknown, pointer: string): void {
    if (typeof value !== 'object' || value === null) return;
    const origin = origins.get(value);
    if (origin) parts[pointer] = origin;
    for (const [key, member] of Object.entries(value)) collect(member, `${pointer}/${escapeKey(key)}`);
  }
}
