/**
 * Runs everything that must hold: `npm test`. For developers also `npm test -- unit` (all but VS Code) and
 * `npm test -- e2e` (VS Code alone); `--pictures` puts the suite's screenshots into docs/images.
 *
 * Sets up what is missing. The last line is `N passed, N failed`, over all stages.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findDesktopProgram } from './lib/desktop.mjs';
import { runE2e } from './lib/e2e.mjs';
import { runPackaged } from './lib/packaged.mjs';
import { ROOT } from './lib/run.mjs';
import { checkNode, ensureDependencies } from './lib/setup.mjs';
import { checker, script, unitTests } from './lib/stages.mjs';

const words = process.argv.slice(2);
const unknown = words.filter((word) => !['unit', 'e2e', '--pictures'].includes(word));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(' ')}. Use: npm test [-- unit | e2e] [--pictures]`);
  process.exit(2);
}
const only = words.find((word) => !word.startsWith('-'));
const output = join(ROOT, '.test-output');

const stages = [
  { name: 'build', run: () => script('build.mjs', ['--e2e']) },
  { name: 'types', part: 'unit', run: () => checker('typescript/bin/tsc', ['--noEmit']) },
  { name: 'lint', part: 'unit', run: () => checker('@biomejs/biome/bin/biome', ['check', '--error-on-warnings']) },
  { name: 'dead code', part: 'unit', run: () => checker('knip/bin/knip.js', []) },
  { name: 'tests', part: 'unit', run: () => unitTests(output) },
  {
    name: 'VS Code',
    part: 'e2e',
    run: () =>
      runE2e({
        desktop: findDesktopProgram(),
        pictures: words.includes('--pictures') ? join(ROOT, 'docs', 'images') : join(output, 'pictures'),
      }),
  },
  { name: 'package', part: 'e2e', run: runPackaged },
];

checkNode();
await ensureDependencies();
mkdirSync(output, { recursive: true });

const sum = { passed: 0, failed: 0 };
for (const stage of stages) {
  if (only && stage.part && stage.part !== only) continue;
  console.log(`\n=== ${stage.name}`);
  const start = Date.now();
  const { passed, failed } = await stage.run().catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  });
  sum.passed += passed;
  sum.failed += failed;
  const seconds = ((Date.now() - start) / 1000).toFixed(1);
  console.log(`=== ${stage.name}: ${failed === 0 ? 'ok' : `${failed} failed`} (${seconds} s)`);
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed > 0 ? 1 : 0;
