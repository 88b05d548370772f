import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

/** Where the reference is installed and what runs it. */
export interface Oracle {
  /** The copied folder with the scripts and their packages. */
  readonly folder: string;
  /** A Node 22.15 or newer. */
  readonly node: string;
}

/**
 * Finds the reference: in `folder`, else in the folder that `TRANSCRIPT_HYGIENE_ORACLE` names. Its program is `node`,
 * else that of `TRANSCRIPT_HYGIENE_ORACLE_NODE`, else the one that runs this.
 *
 * @returns what is wrong and what to do, as a text, when it cannot be run.
 */
export function findOracle(folder: string | undefined, node: string | undefined): Oracle | string {
  const place = folder ?? process.env.TRANSCRIPT_HYGIENE_ORACLE;
  if (place === undefined) {
    return (
      'Where is the reference? Copy ../shared/oracle to a folder outside of the checkout, run `npm ci --ignore-scripts` ' +
      'in it, and name it with --oracle or TRANSCRIPT_HYGIENE_ORACLE.'
    );
  }
  if (!existsSync(join(place, 'node_modules', 'openclaw'))) {
    return `The reference’s packages are not installed in ${place}: run \`npm ci --ignore-scripts\` there.`;
  }
  return { folder: place, node: node ?? process.env.TRANSCRIPT_HYGIENE_ORACLE_NODE ?? process.execPath };
}

/**
 * Gives batches of cases to a script of the reference, all in one process since its start takes seconds.
 *
 * @param script its name, or the path of one of ours that runs in the reference's folder.
 * @param mode the folder name by which the script knows what to do with a case.
 * @returns for each batch the results in the order of its cases.
 */
export async function askOracle(
  { folder, node }: Oracle,
  script: string,
  mode: string,
  batches: readonly (readonly unknown[])[],
): Promise<unknown[][]> {
  const scratch = mkdtempSync(join(tmpdir(), 'oracle-'));
  try {
    const files = batches.map((_, at) => join(mode, `${String(at).padStart(6, '0')}.json`));
    for (const [at, batch] of batches.entries()) {
      const file = join(scratch, 'in', files[at]!);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(batch));
    }
    await run(node, [resolve(folder, script), '--batch', join(scratch, 'in'), join(scratch, 'out')], folder);
    return files.map((file) => JSON.parse(readFileSync(join(scratch, 'out', file), 'utf8')));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Not under tsx, whose hooks the reference's packages do not bear. */
function run(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${args[0]} ended with ${code}`))));
  });
}
