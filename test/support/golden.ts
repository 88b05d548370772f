/** Reads the golden cases: what the reference makes of inputs, kept in `test/golden`. */
import { readdirSync, readFileSync } from 'node:fs';

const FOLDER = new URL('../golden/', import.meta.url);

export interface GoldenCase<Input, Expected> {
  readonly name: string;
  /** One sentence on what the case shows. */
  readonly why: string;
  readonly input: Input;
  readonly expected: Expected;
}

/** Every case of one folder of `test/golden`, in the order of the file names. A file holds one case or a list. */
export function goldenCases<Case>(folder: string): Case[] {
  const base = new URL(`${folder}/`, FOLDER);
  const files = readdirSync(base)
    .filter((name) => name.endsWith('.json'))
    .sort();
  return files.flatMap((name) => JSON.parse(readFileSync(new URL(name, base), 'utf8')) as Case | Case[]);
}
