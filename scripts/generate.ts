/**
 * Writes what is made from the registry of rules: the rules' pages, the table in README.md, the setting in package.json
 * and the schema of the settings file. `--check` writes nothing and fails when one of them is stale.
 *
 *     node --import tsx scripts/generate.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles, leftoverPages } from './lib/generated';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const isCheck = process.argv.includes('--check');
const files = generatedFiles(ROOT);
const stale = [...files].filter(([path, content]) => {
  const absolute = join(ROOT, path);
  return !existsSync(absolute) || readFileSync(absolute, 'utf8') !== content;
});

if (!isCheck) {
  for (const [path, content] of stale) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), content);
  }
}
const leftover = leftoverPages(ROOT, files);
if (!isCheck) for (const path of leftover) rmSync(join(ROOT, path));
for (const [path] of stale) console.log(`${isCheck ? 'stale' : 'written'}: ${path}`);
for (const path of leftover) console.log(`${isCheck ? 'left over' : 'deleted'}: ${path}`);
if (isCheck && stale.length + leftover.length > 0) {
  console.log('Run: node --import tsx scripts/generate.ts');
  process.exitCode = 1;
}
