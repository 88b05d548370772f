/** The processes of the language server: the extension host, in which the suite runs too, starts them. */
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

const started: ChildProcess[] = [];

// Node tells of every process that it starts.
subscribe('child_process', (message) => {
  const { process } = message as { process: ChildProcess };
  started.push(process);
});

/** The server that runs now. */
export function serverProcess(): ChildProcess {
  const servers = started.filter(({ spawnargs = [] }) => spawnargs.some((arg) => /dist.server\.js$/.test(arg)));
  const running = servers.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  if (running.length !== 1) throw new Error(`one server was expected, and there are ${running.length}`);
  return running[0]!;
}
