import type { SpawnOptions } from 'node:child_process';

export const ROOT: string;
export function withPath(folder: string, env?: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
export function findCommand(...names: string[]): string | undefined;
export function run(command: string, args: readonly string[], options?: SpawnOptions): Promise<number>;
export function must(command: string, args: readonly string[], options?: SpawnOptions): Promise<void>;
export function npm(args: readonly string[], options?: SpawnOptions): Promise<void>;
