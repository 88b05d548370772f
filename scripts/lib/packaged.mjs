/**
 * Installs the packed extension into an empty VS Code server, as a user does, and runs test/e2e/packaged there. The
 * extension that VS Code is told to develop is an empty one: nothing of this repository's own dist is loaded.
 */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, readResult, runHosted, showExtensionLog } from './e2e.mjs';
import { ROOT } from './run.mjs';
import { installExtension } from './vscode-host.mjs';
import { makePackage } from './vsix.mjs';

const PACKAGE = join(ROOT, '.test-output', 'transcript-hygiene.vsix');
const SUITE = {
  extensionFolder: join(ROOT, 'test', 'e2e', 'packaged', 'extension'),
  testsEntry: join(ROOT, 'out', 'e2e', 'packaged.js'),
};

/** Packs a finished build and runs the suite; gives back how many tests passed and failed. */
export async function runPackaged() {
  await makePackage(PACKAGE);
  const place = prepare('packaged');
  cpSync(join(ROOT, 'docs', 'examples'), place.workspace, { recursive: true });
  try {
    await runHosted(place, { ...SUITE, beforeStart: (dataFolder) => installExtension(PACKAGE, dataFolder) });
    return readResult(place.result);
  } finally {
    showExtensionLog(place.folder);
  }
}
