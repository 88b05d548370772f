/** Entry of the command line. */
import { say, watchOutput, write } from './output';
import { run } from './program';

async function main(): Promise<void> {
  let incomplete = false;
  watchOutput((message) => {
    incomplete = true;
    void say(message);
  });
  try {
    process.exitCode = await run(process.argv.slice(2));
  } catch (error) {
    process.exitCode = 2;
    const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
    await write(process.stderr, `transcript-hygiene: a bug in this tool stopped it:\n${detail}\n`);
  }
  // A failed write is reported in a later turn of the event loop than the one that waits for it.
  process.on('exit', () => {
    if (incomplete) process.exitCode = 2;
  });
}

void main();
