import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import type { ImageShrinker, ImageToShrink, ShrinkLimits, ShrinkResult } from '../core';
import type { CancellationToken } from './handler';
import { JOBS } from './jobs';

type Jobs = typeof JOBS;

/** From the thread: how a job ended, or an image that the job wants shrunk. */
interface Answer {
  readonly result?: unknown;
  readonly error?: string;
  readonly toShrink?: { readonly image: ImageToShrink; readonly limits: ShrinkLimits };
}

/** To the thread: a job, or what became of the image that the job asked for. */
type Order = { readonly name: keyof Jobs; readonly job: never } | { readonly shrunk: ShrinkResult };

/** How long a thread without work is kept, in milliseconds. */
const IDLE = 10_000;

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
  parentPort!.on('message', async (order: Order) => {
    if ('shrunk' in order) return waiting(order.shrunk);
    const { name, job } = order;
    try {
      answer({
        result: await (JOBS[name] as (job: never, shrinker: ImageShrinker) => Promise<unknown>)(job, shrinker),
      });
    } catch (error) {
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
}

function answer(message: Answer): void {
  parentPort!.postMessage(message);
}

/** Runs jobs in a thread, one at a time in their order. `script` is the file that the thread runs: the server's own. */
export class JobRunner {
  private worker: Worker | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | undefined;

  constructor(
    private readonly script: string,
    private readonly shrinker: ImageShrinker,
  ) {}

  /** Rejects when the job fails or is cancelled; a cancelled job ends at once, with its thread. */
  run<N extends keyof Jobs>(
    name: N,
    job: Parameters<Jobs[N]>[0],
    token?: CancellationToken,
  ): Promise<Awaited<ReturnType<Jobs[N]>>> {
    const mine = this.last.then(
      () => this.start(name, job, token),
      () => this.start(name, job, token),
    );
    this.last = mine;
    return mine as Promise<Awaited<ReturnType<Jobs[N]>>>;
  }

  private start(name: string, job: unknown, token: CancellationToken | undefined): Promise<unknown> {
    if (token?.isCancellationRequested) return Promise.reject(new Error(`${name} was cancelled`));
    clearTimeout(this.idle);
    this.worker ??= new Worker(this.script);
    const worker = this.worker;
    // Work keeps the process alive, waiting for work does not.
    worker.ref();
    const images = new AbortController();
    return new Promise((resolve, reject) => {
      const end = () => {
        images.abort();
        worker.off('message', answered);
        worker.off('error', failed);
        worker.off('exit', ended);
        cancellation?.dispose();
        worker.unref();
      };
      const answered = ({ result, error, toShrink }: Answer) => {
        if (toShrink) {
          const { image, limits } = toShrink;
          this.shrinker.shrink(image, limits, images.signal).then((shrunk) => worker.postMessage({ shrunk }), failed);
          return;
        }
        end();
        this.idle = setTimeout(() => this.dismiss(), IDLE).unref();
        if (error === undefined) resolve(result);
        else reject(new Error(error));
      };
      const failed = (error: Error) => {
        end();
        this.dismiss();
        reject(error);
      };
      const ended = () => failed(new Error(`${name} ended without an answer`));
      worker.on('message', answered);
      worker.on('error', failed);
      worker.on('exit', ended);
      const cancellation = token?.onCancellationRequested(() => failed(new Error(`${name} was cancelled`)));
      worker.postMessage({ name, job });
    });
  }

  private dismiss(): void {
    void this.worker?.terminate();
    this.worker = undefined;
  }
}
