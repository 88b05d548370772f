import { isDeepStrictEqual } from 'node:util';

/** Something that ours and the reference both do. */
export interface Subject<Case> {
  /** The same seed always gives the same cases. */
  readonly draw: (seed: number, count: number) => readonly Case[];
  /** What the product makes of a case, as plain JSON. */
  readonly ours: (input: Case) => Promise<unknown>;
  /** What the reference makes of cases, in batches. */
  readonly theirs: (batches: readonly (readonly Case[])[]) => Promise<readonly (readonly unknown[])[]>;
  /** Smaller cases that may show the same mismatch, the smallest first. */
  readonly smaller: (input: Case) => readonly Case[];
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

/** Draws cases with each seed, and compares ours with the reference on all of them. */
export async function compare<Case>(
  subject: Subject<Case>,
  seeds: readonly number[],
  casesPerSeed: number,
): Promise<Comparison<Case>> {
  const batches = seeds.map((seed) => subject.draw(seed, casesPerSeed));
  const found = await findMismatches(subject, batches);
  const kinds: Mismatch<Case>[] = [];
  for (const kind of new Set(found.map((mismatch) => mismatch.kind))) {
    const members = found.filter((mismatch) => mismatch.kind === kind);
    const { input, ours, theirs } = await shrink(subject, members[0]!);
    kinds.push({ kind, count: members.length, example: input, ours, theirs });
  }
  return { cases: batches.flat().length, mismatches: found.length, kinds };
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

/** Takes the smallest case of the same kind as long as there is one. */
async function shrink<Case>(subject: Subject<Case>, start: Found<Case>): Promise<Found<Case>> {
  let smallest = start;
  for (;;) {
    const candidates = await findMismatches(subject, [subject.smaller(smallest.input)]);
    const next = candidates.find(({ kind }) => kind === smallest.kind);
    if (!next) return smallest;
    smallest = next;
  }
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
