/** Makes the extension's package for the platform of this machine, with the image library inside. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { must, ROOT, runText } from './run.mjs';

const VSCE = join(ROOT, 'node_modules', '@vscode', 'vsce', 'vsce');
/** Where Node looks for packages of the built programs first. */
const STAGE = join(ROOT, 'dist', 'node_modules');

/** No package may be larger, in bytes: people wait for it. It was 8.4 MB with sharp 0.35.5 for linux-x64. */
const LARGEST = 12_000_000;

/** Everything that a package holds fits one of these. */
const EXPECTED = [
  /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/,
  /^dist\/[\w-]+\.js(\.LEGAL\.txt)?$/,
  /^dist\/node_modules\/(sharp|semver|detect-libc|@img\/[\w-]+)\//,
  /^docs\/(images|rules|walkthrough)\//,
  /^samples\/[\w-]+\.jsonl$/,
  /^schemas\/[\w.-]+\.json$/,
  /^syntaxes\//,
];

/** What the image library does not need to run. */
const NOT_SHIPPED = /[\\/]sharp[\\/](src|install)([\\/]|$)|\.d\.[cm]?ts$|\.map$/;

/**
 * VS Code's name of the platform whose image library is installed, such as `linux-x64`. Each platform has a package of
 * its own; npm installs the one of this machine.
 */
export function packageTarget() {
  const prefix = `sharp-${process.platform}`;
  const installed = readdirSync(join(ROOT, 'node_modules', '@img')).find((name) => name.startsWith(prefix));
  if (!installed) throw new Error(`node_modules holds no image library for ${process.platform}: run npm ci`);
  return installed
    .slice('sharp-'.length)
    .replace('linuxmusl-', 'alpine-')
    .replace(/^linux-arm$/, 'linux-armhf');
}

/** Names of a package and of all that it needs and that is installed. */
function closure(name, found = new Set()) {
  const manifest = join(ROOT, 'node_modules', name, 'package.json');
  if (found.has(name) || !existsSync(manifest)) return found;
  found.add(name);
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8'));
  for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) closure(needed, found);
  return found;
}

/** Puts sharp, whole and unbundled, beside the programs: it finds its libraries by where its files are. */
function stage() {
  for (const name of closure('sharp')) {
    cpSync(join(ROOT, 'node_modules', name), join(STAGE, name), {
      recursive: true,
      filter: (path) => !NOT_SHIPPED.test(path),
    });
  }
}

/** What is wrong with a package, as sentences; `files` are their paths in it. */
function packageFaults(files, bytes) {
  const strangers = files.filter((file) => !EXPECTED.some((pattern) => pattern.test(file)));
  return [
    ...strangers.map((file) => `${file} does not belong into the package`),
    ...['dist/extension.js', 'dist/server.js', 'dist/images.js', 'dist/node_modules/sharp/package.json']
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing`),
    ...(files.some((file) => file.endsWith('.node')) ? [] : ['the binary of the image library is missing']),
    ...(bytes > LARGEST ? [`it has ${bytes} bytes, and ${LARGEST} are the most`] : []),
  ];
}

/** Makes the package from a finished build, prints what is in it, and throws when that is not as it should be. */
export async function makePackage(path) {
  rmSync(STAGE, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  try {
    stage();
    // Only the node_modules of the root is left out with the dependencies. There is no public address for links to lead to.
    const how = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
    await must(process.execPath, [VSCE, 'package', ...how, '--target', packageTarget(), '--out', path]);
    const files = (await runText(process.execPath, [VSCE, 'ls', '--no-dependencies'])).trim().split(/\r?\n/);
    const bytes = statSync(path).size;
    console.log(`${files.length} files, ${(bytes / 1e6).toFixed(1)} MB packed`);
    const faults = packageFaults(files, bytes);
    if (faults.length > 0) throw new Error(`The package is not right:\n${faults.join('\n')}`);
  } finally {
    // Left there, it would shadow the root's own after an update.
    rmSync(STAGE, { recursive: true, force: true });
  }
}
