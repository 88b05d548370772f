/**
 * `npm run package [-- <file.vsix>]`: builds the extension and packs it for the platform of this machine. Lists what is
 * inside, and fails when something is missing, too much or too large.
 */
import { join, resolve } from 'node:path';
import { must, ROOT } from './lib/run.mjs';
import { makePackage, packageTarget } from './lib/vsix.mjs';

await must(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);
const name = process.argv[2] ?? join(ROOT, `transcript-hygiene-${packageTarget()}.vsix`);
await makePackage(resolve(name));
