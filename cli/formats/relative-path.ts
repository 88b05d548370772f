/** File names for machines. */
import { isAbsolute, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The file relative to `cwd`, with forward slashes; unchanged when it lies elsewhere. */
export function relativePath(file: string, cwd: string): string {
  const path = relative(cwd, resolve(cwd, file));
  const outside = path === '' || path.startsWith('..') || isAbsolute(path);
  return (outside ? file : path).replaceAll('\\', process.platform === 'win32' ? '/' : '\\');
}

/** The same as a URI: relative below `cwd`, else a `file:` URI. */
export function relativeUri(file: string, cwd: string): string {
  const path = relative(cwd, resolve(cwd, file));
  if (path === '' || path.startsWith('..') || isAbsolute(path)) return pathToFileURL(resolve(cwd, file)).href;
  const parts = (process.platform === 'win32' ? path.replaceAll('\\', '/') : path).split('/');
  return parts.map(encodeURIComponent).join('/');
}
