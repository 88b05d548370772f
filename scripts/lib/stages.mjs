import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ROOT, run } from './run.mjs';

/** What a stage found. */
const outcome = (isGood) => (isGood ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 });

/** Runs a checker of node_modules; it counts as one test. */
export async function checker(packagePath, args) {
  return outcome((await run(process.execPath, [join(ROOT, 'node_modules', packagePath), ...args])) === 0);
}

/** Runs one of the scripts beside this folder; it counts as one test. */
export async function script(name, args) {
  return outcome((await run(process.execPath, [join(ROOT, 'scripts', name), ...args])) === 0);
}

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((item) => item.isFile() && item.name.endsWith('.test.ts'))
    .map((item) => relative(ROOT, join(item.parentPath ?? item.path, item.name)))
    .sort();
}

/** Runs all *.test.ts under test/ with Node's test runner. */
export async function unitTests(output) {
  const report = join(output, 'unit.tap');
  rmSync(report, { force: true });
  const args = ['--import', 'tsx', '--test', '--test-concurrency=2'];
  const reporters = [
    ...['--test-reporter=spec', '--test-reporter-destination=stdout'],
    ...['--test-reporter=tap', `--test-reporter-destination=${report}`],
  ];
  const code = await run(process.execPath, [...args, ...reporters, ...testFiles(join(ROOT, 'test'))]);
  const counts = readCounts(report);
  // A run that broke before it could count, or that failed outside of any test, is a failure all the same.
  if (!counts) return outcome(false);
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

/** The sums at the end of a TAP report. */
function readCounts(report) {
  let text;
  try {
    text = readFileSync(report, 'utf8');
  } catch {
    return undefined;
  }
  const count = (name) => {
    const found = [...text.matchAll(new RegExp(`^# ${name} (\\d+)$`, 'gm'))].at(-1);
    return found ? Number(found[1]) : undefined;
  };
  const passed = count('pass');
  if (passed === undefined) return undefined;
  return { passed, failed: (count('fail') ?? 0) + (count('cancelled') ?? 0) };
}
