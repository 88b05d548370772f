/** The image process for tests: built from its sources, in a folder from which sharp is found, or not. */
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { BUNDLES } from '../../scripts/lib/bundles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

let built: Promise<string> | undefined;

/** Path of the built image process; built once a test process, and gone when that ends. */
export function imageScript(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'th-images-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    await addImageProcess(folder);
    return join(folder, 'images.js');
  })();
  return built;
}

/** Builds it into a folder. Without the library it is as on a platform that sharp has nothing for. */
export async function addImageProcess(folder: string, { withLibrary = true } = {}): Promise<void> {
  await build({ ...BUNDLES.images, absWorkingDir: ROOT, outfile: join(folder, 'images.js'), sourcemap: false });
  if (withLibrary) symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
}
