import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** V8 makes its young generation smaller only where little was allocated for five seconds (in milliseconds). */
const REST = 6000;

/** Time for what the collector does beside the event loop (milliseconds). */
const BETWEEN_RUNS = 500;

/**
 * Gives back the memory that messages and checks have left behind, which for a large document is several times its
 * size and else stays with the process until it needs more. Call the result after each piece of work: once nothing
 * has happened for `rest` milliseconds the collector runs, for some tens of milliseconds.
 */
export function memorySaver(rest = REST): () => void {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const timer = setTimeout(() => {
    collect();
    // What the first run took from the young generation the second one gives back to the system.
    setTimeout(collect, BETWEEN_RUNS).unref();
  }, rest);
  timer.unref();
  return () => timer.refresh();
}
