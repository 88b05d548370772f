/** Entry of the command line. */
import { ignoreBrokenPipes, write } from './output';
import { run } from './program';

async function main(): Promise<void> {
  ignoreBrokenPipes();
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 2;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await write(process.stderr, `transcript-hygiene: a bug in this tool stopped it:\n${detail}\n`);
  }
}

void main();
