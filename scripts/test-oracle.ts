/**
 * Compares the product with the reference, OpenClaw 2026.5.7, on random cases: `npm run test:oracle`. No part of
 * `npm test`, since the reference has to be installed first (DEVELOPERS.md).
 *
 * Prints cases and mismatches, and a small example of each kind of mismatch. Fails when there is one.
 */
import { parseArgs } from 'node:util';
import { compare, type Subject } from './lib/differential';
import { payloadSubject } from './lib/oracle-payload';
import { findOracle, type Oracle } from './lib/oracle-process';
import { replaySubject } from './lib/oracle-replay';

const SUBJECTS: Readonly<Record<string, (oracle: Oracle) => Subject<unknown>>> = {
  payload: (oracle) => payloadSubject(oracle) as Subject<unknown>,
  replay: (oracle) => replaySubject(oracle) as Subject<unknown>,
};

const USAGE = `Use: npm run test:oracle [-- options]
  --mode ${Object.keys(SUBJECTS).join('|')}   what is compared (default: replay)
  --seed S          the first seed (default: 1)
  --seeds K         how many seeds, one after the other (default: 50; with --seed: 1)
  --cases N         cases over all seeds (default: 20000)
  --oracle DIR      the reference’s folder (else TRANSCRIPT_HYGIENE_ORACLE)
  --node FILE       the Node that runs it (else TRANSCRIPT_HYGIENE_ORACLE_NODE)`;

interface Options {
  readonly subject: (oracle: Oracle) => Subject<unknown>;
  readonly seeds: readonly number[];
  readonly casesPerSeed: number;
  readonly oracle: Oracle;
}

/** What was asked for, or what is wrong with it. */
function readOptions(): Options | string {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { mode: text, seed: text, seeds: text, cases: text, oracle: text, node: text },
  });
  const subject = SUBJECTS[values.mode ?? 'replay'];
  const first = Number(values.seed ?? 1);
  const count = Number(values.seeds ?? (values.seed === undefined ? 50 : 1));
  const cases = Number(values.cases ?? 20_000);
  if (!subject || ![first, count, cases].every(Number.isSafeInteger) || count < 1 || cases < 1) return USAGE;
  const oracle = findOracle(values.oracle, values.node);
  if (typeof oracle === 'string') return oracle;
  const seeds = Array.from({ length: count }, (_, at) => first + at);
  return { subject, seeds, casesPerSeed: Math.ceil(cases / count), oracle };
}

/** The member of a result that a kind of mismatch begins with. */
function partOf(result: unknown, kind: string): unknown {
  return (result as Record<string, unknown> | undefined)?.[kind.split('/')[1] ?? ''] ?? result;
}

async function main(): Promise<number> {
  const options = readOptions();
  if (typeof options === 'string') {
    console.error(options);
    return 2;
  }
  const { subject, seeds, casesPerSeed, oracle } = options;
  const start = performance.now();
  const { cases, mismatches, kinds } = await compare(subject(oracle), seeds, casesPerSeed, (done, wrong) => {
    console.log(`${done} cases compared, ${wrong} mismatches`);
  });
  for (const { kind, count, example, ours, theirs } of kinds) {
    console.log(`\n${count} × ${kind}`);
    console.log(`case:   ${JSON.stringify(example)}`);
    console.log(`ours:   ${JSON.stringify(partOf(ours, kind))}`);
    console.log(`theirs: ${JSON.stringify(partOf(theirs, kind))}`);
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  const range = `${seeds.length} seeds (${seeds[0]} to ${seeds.at(-1)})`;
  console.log(`\n${cases} cases over ${range}, ${mismatches} mismatches, ${seconds} s`);
  return mismatches > 0 ? 1 : 0;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.error(error);
    process.exitCode = 1;
  },
);
