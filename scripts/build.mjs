/**
 * Builds the bundles in dist/. With `--e2e` also the tests that run inside VS Code, in out/e2e/.
 */
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { BUNDLES, bundleFaults, E2E_BUNDLE, PACKAGED_BUNDLE } from './lib/bundles.mjs';
import { ROOT } from './lib/run.mjs';
import { checkNode, ensureDependencies } from './lib/setup.mjs';

checkNode();
await ensureDependencies();
const { build } = await import('esbuild');

async function buildBundle(name, options) {
  const { metafile } = await build({ ...options, absWorkingDir: ROOT });
  const [path, { bytes }] = Object.entries(metafile.outputs).find(([output]) => output.endsWith('.js'));
  console.log(`${path}  ${Math.round(bytes / 1024)} kB`);
  return bundleFaults(name, metafile);
}

const wanted = Object.entries({
  ...BUNDLES,
  ...(process.argv.includes('--e2e') ? { e2e: E2E_BUNDLE, packaged: PACKAGED_BUNDLE } : {}),
});
const built = await Promise.allSettled(wanted.map(([name, options]) => buildBundle(name, options)));
// esbuild has printed why a bundle could not be built.
const isBroken = built.some(({ status }) => status === 'rejected');
const faults = built.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
for (const fault of faults) console.error(fault);
if (isBroken || faults.length > 0) process.exitCode = 1;
if (!isBroken) chmodSync(join(ROOT, BUNDLES.cli.outfile), 0o755);
