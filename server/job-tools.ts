import type { ImageShrinker, StopSignal } from '../core';
import type { JobMemory } from './job-memory';

/** What a job works with beside its own data. */
export interface JobTools {
  readonly shrinker: ImageShrinker;
  readonly memory: JobMemory;
  /** Throws once the job was cancelled. A job that does not ask it is ended from outside, and the memory with it. */
  readonly signal: StopSignal;
}
