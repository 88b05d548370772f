import type { BuildOptions, Metafile } from 'esbuild';

export const BUNDLES: Readonly<
  Record<'extension' | 'languageClient' | 'server' | 'cli' | 'images', BuildOptions & { metafile: true }>
>;
export function bundleFaults(name: string, metafile: Metafile): string[];
