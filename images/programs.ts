import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/** A program that can run the image process. */
export interface Program {
  readonly path: string;
  readonly isElectron: boolean;
}

/**
 * The programs to try, best first: the one that the user names, else a plain Node. Electron as Node comes last, since
 * sharp's libraries and those of Electron do not agree on every Linux (lovell/sharp 4522).
 *
 * @param named the setting `nodePath`; empty when it is not set.
 */
export function imagePrograms(named: string): Program[] {
  if (named !== '') return [{ path: named, isElectron: false }];
  if (process.versions.electron === undefined) return [{ path: process.execPath, isElectron: false }];
  const node = nodeOnPath(process.env.PATH ?? '');
  return [
    ...(node === undefined ? [] : [{ path: node, isElectron: false }]),
    { path: process.execPath, isElectron: true },
  ];
}

/** The first `node` in absolute folders of a search path: a relative one would run what lies in the open folder. */
function nodeOnPath(searchPath: string): string | undefined {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return searchPath
    .split(delimiter)
    .filter((folder) => isAbsolute(folder))
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));
}

/** The environment of the image process: nobody's options for Node but ours. */
export function imageEnvironment({ isElectron }: Program): NodeJS.ProcessEnv {
  const { NODE_OPTIONS: _, ELECTRON_RUN_AS_NODE: __, ...env } = process.env;
  return isElectron ? { ...env, ELECTRON_RUN_AS_NODE: '1' } : env;
}
