import { isDeepStrictEqual } from 'node:util';

/** Something that ours and the reference both do. */
export interface Subject<Case> {
  /** The same seed always gives the same cases. */
  readonly draw: (seed: number, count: number) => readonly Case[];
  /** What the product makes of a case, as plain JSON. */
  readonly ours: (input: Case) => Promise<unknown>;
  /** What the reference makes of cases, in batches. */
  readonly theirs: (batches: readonly (readonly Case[])[]) => Promise<readonly (readonly unknown[])[]>;
  /** Smaller cases that may show the same mismatch; later lists are tried when the ones before show none. */
  readonly smaller: (input: Case) => readonly (readonly Case[])[];
}

export interface Mismatch<Case> {
  /** Where the results differ first, with `*` for indexes. */
  readonly kind: string;
  readonly count: number;
  /** A small case of this kind. */
  readonly example: Case;
  readonly ours: unknown;
  readonly theirs: unknown;
}

export interface Comparison<Case> {
  readonly cases: number;
  readonly mismatches: number;
  readonly kinds: readonly Mismatch<Case>[];
}

interface Found<Case> {
  readonly input: Case;
  readonly kind: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** How many seeds one process of the reference gets. */
const SEEDS_AT_ONCE = 5;

/**
 * Draws cases with each seed, and compares ours with the reference on all of them.
 *
 * @param progress is told the numbers of cases and mismatches from time to time.
 */
export async function compare<Case>(
  subject: Subject<Case>,
  seeds: readonly number[],
  casesPerSeed: number,
  progress: (cases: number, mismatches: number) => void,
): Promise<Comparison<Case>> {
  const found: Found<Case>[] = [];
  let cases = 0;
  for (let at = 0; at < seeds.length; at += SEEDS_AT_ONCE) {
    const batches = seeds.slice(at, at + SEEDS_AT_ONCE).map((seed) => subject.draw(seed, casesPerSeed));
    found.push(...(await findMismatches(subject, batches)));
    cases += batches.flat().length;
    progress(cases, found.length);
  }
  const kinds: Mismatch<Case>[] = [];
  for (const kind of new Set(found.map((mismatch) => mismatch.kind))) {
    const members = found.filter((mismatch) => mismatch.kind === kind);
    const { input, ours, theirs } = await shrink(subject, members[0]!);
    kinds.push({ kind, count: members.length, example: input, ours, theirs });
  }
  return { cases, mismatches: found.length, kinds };
}

async function findMismatches<Case>(subject: Subject<Case>, batches: readonly (readonly Case[])[]) {
  const answers = await subject.theirs(batches);
  const found: Found<Case>[] = [];
  for (const [at, batch] of batches.entries()) {
    for (const [nth, input] of batch.entries()) {
      const theirs = answers[at]![nth];
      const ours = await subject.ours(input);
      if (!isDeepStrictEqual(ours, theirs)) found.push({ input, kind: firstDifference(ours, theirs), ours, theirs });
    }
  }
  return found;
}

/** Takes a smaller case of the same kind as long as there is one. */
async function shrink<Case>(subject: Subject<Case>, start: Found<Case>): Promise<Found<Case>> {
  for (const candidates of subject.smaller(start.input)) {
    const found = await findMismatches(subject, [candidates]);
    const next = found.find(({ kind }) => kind === start.kind);
    if (next) return shrink(subject, next);
  }
  return start;
}

function firstDifference(ours: unknown, theirs: unknown): string {
  if (!isContainer(ours) || !isContainer(theirs)) return '';
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  for (const key of keys) {
    if (isDeepStrictEqual(ours[key], theirs[key])) continue;
    return `/${/^\d+$/.test(key) ? '*' : key}${firstDifference(ours[key], theirs[key])}`;
  }
  return '';
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
