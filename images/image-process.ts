import { type ChildProcess, spawn } from 'node:child_process';
import type { ShrinkResult } from '../core/images/shrinker';
import { imageEnvironment, type Program } from './programs';
import type { ProcessMessage, ShrinkRequest } from './protocol';

/** Loading the library takes a quarter of a second; the machine may be busy. In milliseconds. */
const START_LIMIT = 20_000;

/** What a request comes to when there is no answer. */
export type NoAnswer = 'crashed' | 'timed out' | 'aborted';

/** A process that shrinks one image after the other. */
export class ImageProcess {
  private constructor(
    private readonly child: ChildProcess,
    private readonly timeLimit: number,
  ) {}

  /**
   * Starts the process; it does not keep its parent alive while it has nothing to do.
   *
   * @param script the built `images/main.ts`.
   * @param timeLimit for one image, in milliseconds.
   * @returns `noLibrary` when it runs but has no image library, `notRun` when the program cannot run it.
   */
  static async start(program: Program, script: string, timeLimit: number): Promise<ImageProcess | StartFailure> {
    const child = spawn(program.path, [script], {
      env: imageEnvironment(program),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      windowsHide: true,
    });
    const started = new ImageProcess(child, timeLimit);
    const first = await started.next(START_LIMIT);
    if (first === 'aborted' || first === 'timed out' || first === 'crashed') {
      started.end();
      return 'notRun';
    }
    if (first.kind === 'ready') return started;
    started.end();
    return 'noLibrary';
  }

  /** Shrinks one image; the process is of no more use unless it gives a result. Not to be called before the last one is done. */
  async shrink(request: ShrinkRequest, signal?: AbortSignal): Promise<ShrinkResult | NoAnswer> {
    this.child.send(request, () => {
      // A process that is gone is noticed by its exit.
    });
    const message = await this.next(this.timeLimit, signal);
    if (typeof message !== 'string' && message.kind === 'answer') return message.result;
    this.end();
    return typeof message === 'string' ? message : 'crashed';
  }

  end(): void {
    this.child.kill('SIGKILL');
  }

  /** Waits for the next message; only meanwhile the process keeps its parent alive. */
  private next(timeLimit: number, signal?: AbortSignal): Promise<ProcessMessage | NoAnswer> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve('crashed');
    child.ref();
    child.channel?.ref();
    return new Promise((resolve) => {
      const end = (outcome: ProcessMessage | NoAnswer) => {
        clearTimeout(timer);
        child.off('message', end);
        child.off('error', crash);
        child.off('exit', crash);
        signal?.removeEventListener('abort', abort);
        child.unref();
        child.channel?.unref();
        resolve(outcome);
      };
      const crash = () => end('crashed');
      const abort = () => end('aborted');
      const timer = setTimeout(() => end('timed out'), timeLimit);
      child.on('message', end as (message: unknown) => void);
      child.on('error', crash);
      child.on('exit', crash);
      signal?.addEventListener('abort', abort);
      if (signal?.aborted) abort();
    });
  }
}

export type StartFailure = 'notRun' | 'noLibrary';
