import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { ImageShrinker, ImageToShrink, ShrinkLimits, ShrinkResult, StopSignal } from '../core';
import type { CancellationToken } from './handler';
import { JobMemory } from './job-memory';
import type { JobTools } from './job-tools';
import { JOBS } from './jobs';

type Jobs = typeof JOBS;

/** From the thread: how a job ended, or an image that the job wants shrunk. */
interface Answer {
  readonly result?: unknown;
  readonly error?: string;
  readonly toShrink?: { readonly image: ImageToShrink; readonly limits: ShrinkLimits };
}

/** To the thread: a job, or what became of the image that the job asked for. */
type Order = JobOrder | { readonly shrunk: ShrinkResult };

interface JobOrder {
  readonly name: keyof Jobs;
  readonly job: never;
  /** One number, shared with the thread: 1 once the job was cancelled. */
  readonly stop: Int32Array;
}

/** Room for new objects in MiB, somewhat above Node's own: a long session makes many at once, most of them for a moment. */
const YOUNG_GENERATION = 64;

/** How long a cancelled job may take to see that it was, in milliseconds; then its thread is ended. */
const PATIENCE = 1000;

/** True in the thread that {@link JobRunner} starts. */
export const isWorker = !isMainThread;

/** What the thread does: one job after the other. */
export function serveJobs(): void {
  let waiting: (shrunk: ShrinkResult) => void;
  // The image process belongs to the server's main thread: a thread may end at any time, and a crash is to be remembered.
  const shrinker: ImageShrinker = {
    shrink(image, limits) {
      answer({ toShrink: { image, limits } });
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
  };
  const memory = new JobMemory();
  parentPort!.on('message', async (order: Order) => {
    if ('shrunk' in order) return waiting(order.shrunk);
    const { name, job, stop } = order;
    const tools: JobTools = { shrinker, memory, signal: signalOf(stop) };
    try {
      answer({ result: await (JOBS[name] as (job: never, tools: JobTools) => Promise<unknown>)(job, tools) });
    } catch (error) {
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

/** The thread reads no message while it works, so the word to stop comes by shared memory. */
function signalOf(stop: Int32Array): StopSignal {
  return {
    throwIfAborted() {
      if (Atomics.load(stop, 0) !== 0) throw new Error('the job was cancelled');
    },
  };
}

function answer(message: Answer): void {
  parentPort!.postMessage(message);
}

/**
 * Runs jobs in a thread, one at a time in their order. `script` is the file that the thread runs: the server's own;
 * `idle` is how long a thread without work is kept with all it remembers, in milliseconds.
 */
export class JobRunner {
  private worker: Worker | undefined;
  private free: Promise<void> = Promise.resolve();
  private dismissal: NodeJS.Timeout | undefined;

  constructor(
    private readonly script: string,
    private readonly shrinker: ImageShrinker,
    private readonly idle: number,
  ) {}

  /** Rejects when the job fails, and when it is cancelled: at once while it runs, else when its turn comes. */
  run<N extends keyof Jobs>(
    name: N,
    job: Parameters<Jobs[N]>[0],
    token?: CancellationToken,
  ): Promise<Awaited<ReturnType<Jobs[N]>>> {
    return new Promise((resolve, reject) => {
      const ended = { resolve: resolve as (result: unknown) => void, reject };
      this.free = this.free.then(() => this.start(name, job, token, ended));
    });
  }

  /** Resolves when the thread can take the next job. */
  private start(
    name: string,
    job: unknown,
    token: CancellationToken | undefined,
    { resolve, reject }: { readonly resolve: (result: unknown) => void; readonly reject: (error: Error) => void },
  ): Promise<void> {
    const cancelled = new Error(`${name} was cancelled`);
    if (token?.isCancellationRequested) {
      reject(cancelled);
      return Promise.resolve();
    }
    clearTimeout(this.dismissal);
    this.worker ??= new Worker(this.script, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION } });
    const worker = this.worker;
    // Work keeps the process alive, waiting for work does not.
    worker.ref();
    const images = new AbortController();
    const stop = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
    return new Promise((free) => {
      let patience: NodeJS.Timeout | undefined;
      let isOver = false;
      const end = () => {
        isOver = true;
        clearTimeout(patience);
        images.abort();
        worker.off('message', answered);
        worker.off('error', failed);
        worker.off('exit', ended);
        cancellation?.dispose();
        worker.unref();
        free();
      };
      const answered = ({ result, error, toShrink }: Answer) => {
        if (toShrink) {
          const { image, limits } = toShrink;
          this.shrinker.shrink(image, limits, images.signal).then((shrunk) => worker.postMessage({ shrunk }), failed);
          return;
        }
        this.dismissal = setTimeout(() => this.dismiss(), this.idle).unref();
        end();
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      };
      const failed = (error: Error) => {
        if (isOver) return;
        this.dismiss();
        end();
        reject(error);
      };
      const ended = () => failed(new Error(`${name} ended without an answer`));
      worker.on('message', answered);
      worker.on('error', failed);
      worker.on('exit', ended);
      const cancellation = token?.onCancellationRequested(() => {
        reject(cancelled);
        images.abort();
        Atomics.store(stop, 0, 1);
        patience = setTimeout(() => failed(cancelled), PATIENCE);
      });
      worker.postMessage({ name, job, stop });
    });
  }

  private dismiss(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}
