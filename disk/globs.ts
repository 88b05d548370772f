/** Globs, in the arguments and in `exclude`. */
// The library's module for `import` asks for its own location, which a bundle does not have.
import tinyglobby = require('tinyglobby');

import type { Dirent } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';

/** Whether it can match more than one name. */
export function isPattern(text: string): boolean {
  return tinyglobby.isDynamicPattern(text);
}

/**
 * The files that the pattern matches, relative to `base` (the working folder) if it is. Folders of the names given are
 * not entered.
 */
export function findFiles(pattern: string, skippedFolders: Iterable<string>, base?: string): Promise<string[]> {
  return tinyglobby.glob(pattern, {
    ...(base !== undefined && { cwd: base }),
    absolute: isAbsolute(pattern),
    dot: true,
    expandDirectories: false,
    ignore: [...skippedFolders].map((name) => `**/${name}/**`),
  });
}

/**
 * Those of the paths that the globs, relative to `base`, match; a folder stands for all in it.
 * The globs are run over a file tree made of just these paths, so that they mean the same as in the arguments.
 */
export function matching(paths: readonly string[], globs: readonly string[], base: string): readonly string[] {
  const folders = treeOf(paths);
  const readdirSync = (folder: string) =>
    [...(folders.get(folder.replace(/(?<=.)\/$/, '')) ?? [])].map(([name, isFile]) => ({
      name,
      isFile: () => isFile,
      isDirectory: () => !isFile,
      isSymbolicLink: () => false,
    })) as Dirent[];
  const matched = tinyglobby.globSync(globs, {
    cwd: base,
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    fs: { readdirSync: readdirSync as unknown as typeof import('node:fs').readdirSync },
  });
  const names = new Set(matched);
  return paths.filter((path) => names.has(treeName(path)));
}

/** The name the tree knows a path by: absolute, with forward slashes. */
function treeName(path: string): string {
  return process.platform === 'win32' ? resolve(path).replaceAll('\\', '/') : resolve(path);
}

/** Every folder above the paths, with the names in it: true for a file. */
function treeOf(paths: readonly string[]): Map<string, Map<string, boolean>> {
  const folders = new Map<string, Map<string, boolean>>();
  for (const path of paths) {
    let child = treeName(path);
    let isFile = true;
    for (let slash = child.lastIndexOf('/'); slash >= 0 && slash < child.length - 1; slash = child.lastIndexOf('/')) {
      const parent = child.slice(0, slash) || '/';
      const known = folders.get(parent);
      if (known) known.set(child.slice(slash + 1), isFile);
      else folders.set(parent, new Map([[child.slice(slash + 1), isFile]]));
      if (known) break;
      child = parent;
      isFile = false;
    }
  }
  return folders;
}
