import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Seconds of the command line, from start to exit. Rejects when it ends with none of the codes. */
export async function commandSeconds(args, codes = [0]) {
  const started = performance.now();
  const child = spawn(process.execPath, [CLI, ...args], { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (!codes.includes(code)) throw new Error(`${args[0]} ended with ${code}`);
  return (performance.now() - started) / 1000;
}
