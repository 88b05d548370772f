import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONFIG_NAME } from '../core';

/** The path of a `file:` URI; undefined for every other scheme, and for what is no URI. */
export function pathOf(uri: string): string | undefined {
  try {
    const url = new URL(uri);
    return url.protocol === 'file:' ? fileURLToPath(url) : undefined;
  } catch {
    return undefined;
  }
}

/** The name that the core may take a session's id from: the path, else the last part of what the URI names. */
export function fileNameOf(uri: string): { readonly fileName?: string } {
  const path = pathOf(uri);
  if (path !== undefined) return { fileName: path };
  try {
    const url = new URL(uri);
    if (url.protocol === 'untitled:') return {};
    return { fileName: decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) };
  } catch {
    return {};
  }
}

/** Of the folders the innermost one that holds a path. */
export function innermostFolder(path: string, folders: readonly string[]): string | undefined {
  const holding = folders.filter((folder) => path.startsWith(folder.endsWith(sep) ? folder : folder + sep));
  return holding.sort((a, b) => b.length - a.length)[0];
}

/** Whether a URI names a settings file. */
export function isConfigFile(uri: string): boolean {
  return uri.endsWith(`/${CONFIG_NAME}`);
}
