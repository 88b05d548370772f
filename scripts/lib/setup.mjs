import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand, must, npm, ROOT } from './run.mjs';

/** Stops with a plain sentence when this Node is too old for anything here. */
export function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) {
    console.error(`Node 20 or newer is needed; this is Node ${process.versions.node}.`);
    process.exit(1);
  }
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * True when node_modules holds what package-lock.json asks for. Contents are compared and not times: a checkout or
 * another branch changes times at will.
 */
export function dependenciesInstalled(root = ROOT) {
  const wanted = readJson(join(root, 'package-lock.json'))?.packages ?? {};
  const present = readJson(join(root, 'node_modules', '.package-lock.json'))?.packages;
  if (!present) return false;
  return Object.entries(wanted).every(
    ([path, item]) =>
      path === '' || item.optional || item.peer || item.devOptional || present[path]?.version === item.version,
  );
}

/** Installs the npm dependencies when they are missing or out of step with the lock file. */
export async function ensureDependencies() {
  if (dependenciesInstalled()) return;
  console.log('Installing npm dependencies (npm ci) …');
  await npm(['ci', '--no-audit', '--no-fund']);
}

/**
 * Makes sure that commands exist, with apt-get where that is possible without asking anybody.
 * `wanted` maps a Debian package to a command (or to commands, of which one is enough).
 */
export async function ensureSystemPackages(wanted, purpose) {
  const missing = Object.entries(wanted)
    .filter(([, commands]) => !findCommand(...[commands].flat()))
    .map(([name]) => name);
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const apt = process.platform === 'linux' ? findCommand('apt-get') : undefined;
  if (!apt || process.getuid?.() !== 0) {
    throw new Error(
      `${purpose} needs ${missing.join(', ')}. Install it with your system's package manager (Debian, Ubuntu: sudo apt-get install ${names}) and start again.`,
    );
  }
  console.log(`Installing ${names} (apt-get) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  await must(apt, ['update', '-qq'], { env });
  await must(apt, ['install', '-y', '-qq', '--no-install-recommends', ...missing], { env });
}
