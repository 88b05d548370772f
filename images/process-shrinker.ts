import { sha256Hex } from '../core/hash';
import {
  type ImageShrinker,
  type ImageToShrink,
  MISSING_LIBRARY,
  type ShrinkLimits,
  type ShrinkResult,
} from '../core/images/shrinker';
import { ImageProcess } from './image-process';
import { imagePrograms } from './programs';
import { ResultCache } from './result-cache';

/** For one image, in milliseconds: 42 attempts at the largest image that is decoded, on a busy machine. */
const TIME_LIMIT = 60_000;
/** How long a process without work is kept, in milliseconds. */
const IDLE = 3000;

const CRASHED = failed('Error: The image library crashed, so no image is shrunk until the next start');
/** OpenClaw 2026.5.7's words. */
const NO_LIBRARY = failed(MISSING_LIBRARY);

export interface ProcessShrinkerOptions {
  /** The built `images/main.ts`. */
  readonly script: string;
  /** For one image, in milliseconds. */
  readonly timeLimit?: number;
}

/**
 * Shrinks images in a process that owns the image library, one image at a time. The process starts with the first image
 * and ends a while after the last. What goes wrong becomes a `failed` result; after a crash, or where the library
 * cannot be run, every further result is one, until another program is named or ours starts anew. Results are kept by
 * content and limits.
 */
export class ProcessShrinker implements ImageShrinker {
  private readonly cache = new ResultCache();
  private readonly script: string;
  private readonly timeLimit: number;
  private nodePath = '';
  private process: ImageProcess | undefined;
  private idle: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();
  /** Set when no image can be shrunk any more: what every one gets. */
  private off: ShrinkResult | undefined;

  constructor({ script, timeLimit = TIME_LIMIT }: ProcessShrinkerOptions) {
    this.script = script;
    this.timeLimit = timeLimit;
  }

  /** The program that the user wants the library to be run with; empty for the one that is found. */
  useNode(path: string): void {
    void this.enqueue(async () => {
      if (path === this.nodePath) return;
      this.nodePath = path;
      this.off = undefined;
      this.endProcess();
    });
  }

  shrink(image: ImageToShrink, limits: ShrinkLimits, signal?: AbortSignal): Promise<ShrinkResult> {
    return this.enqueue(async () => {
      signal?.throwIfAborted();
      const key = `${sha256Hex(image.data)} ${limits.maxSide} ${limits.maxBytes}`;
      const known = this.cache.get(key);
      if (known) return known;
      const process = this.process ?? (await this.start());
      return process ? this.ask(process, image, limits, key, signal) : this.off!;
    });
  }

  private enqueue<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.last.then(work);
    this.last = mine.catch(() => undefined);
    return mine;
  }

  /** Undefined when there is none to be had; `off` says why. */
  private async start(): Promise<ImageProcess | undefined> {
    if (this.off) return undefined;
    const programs = imagePrograms(this.nodePath);
    for (const program of programs) {
      const started = await ImageProcess.start(program, this.script, this.timeLimit);
      if (started instanceof ImageProcess) {
        this.process = started;
        return started;
      }
      if (started === 'noLibrary') this.off = NO_LIBRARY;
    }
    this.off ??= failed(
      `Error: ${programs[0]!.path} does not run the image library; name a Node.js of version 20.9 or newer in the setting transcriptHygiene.nodePath`,
    );
    return undefined;
  }

  private async ask(
    process: ImageProcess,
    image: ImageToShrink,
    limits: ShrinkLimits,
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<ShrinkResult> {
    clearTimeout(this.idle);
    const result = await process.shrink({ data: image.data, ...limits }, signal);
    if (typeof result !== 'string') {
      this.cache.add(key, result);
      this.idle = setTimeout(() => this.endProcess(), IDLE).unref();
      return result;
    }
    this.process = undefined;
    signal?.throwIfAborted();
    if (result === 'timed out') {
      return failed(`Error: The image was not shrunk within ${Math.round(this.timeLimit / 1000)} seconds`);
    }
    this.off = CRASHED;
    return CRASHED;
  }

  private endProcess(): void {
    clearTimeout(this.idle);
    this.process?.end();
    this.process = undefined;
  }
}

function failed(reason: string): ShrinkResult {
  return { kind: 'failed', reason };
}
