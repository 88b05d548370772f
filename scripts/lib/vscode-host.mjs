/**
 * The VS Code that tests and `npm start` use where no desktop VS Code is found: the VS Code server that the npm
 * package code-server carries, shown in a browser. It needs no display and nothing but the npm registry.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { must, npm, ROOT, withPath } from './run.mjs';
import { ensureSystemPackages } from './setup.mjs';

const HOST_FOLDER = join(ROOT, '.vscode-test', 'host');
const SERVER_FOLDER = join(HOST_FOLDER, 'node_modules', 'code-server', 'lib', 'vscode');
const NODE_FOLDER = join(HOST_FOLDER, 'node_modules', 'node', 'bin');
const READY_FILE = join(HOST_FOLDER, 'ready.json');

/** The server wants a newer Node than this project does; the npm package `node` brings that one along. */
const MANIFEST = { private: true, dependencies: { 'code-server': '4.139.1', node: '24.21.0' } };

const NATIVE_MODULES = ['@vscode/spdlog', '@vscode/native-watchdog', '@parcel/watcher'];

function isInstalled() {
  const ready = existsSync(READY_FILE) ? readFileSync(READY_FILE, 'utf8') : '';
  return ready === JSON.stringify(MANIFEST);
}

/** Where this Node's own headers are, so that building a native module downloads nothing. */
function headersBesideNode() {
  const folder = dirname(dirname(process.execPath));
  return existsSync(join(folder, 'include', 'node', 'node_api.h')) ? { npm_config_nodedir: folder } : {};
}

/** Installs the VS Code server into the untracked folder .vscode-test, once; later runs use it as it is. */
export async function ensureHost() {
  if (isInstalled()) return;
  await ensureSystemPackages({ python3: 'python3', make: 'make', 'g++': ['g++', 'clang++'] }, 'The VS Code server');
  console.log('Setting up the VS Code server in .vscode-test (once, about two minutes) …');
  rmSync(HOST_FOLDER, { recursive: true, force: true });
  mkdirSync(HOST_FOLDER, { recursive: true });
  writeFileSync(join(HOST_FOLDER, 'package.json'), JSON.stringify(MANIFEST));
  // npm hands its settings down in npm_config_*; those of this project's run must not reach the server's own install.
  const base = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^npm_(package|lifecycle|config_local_prefix)/.test(name)),
  );
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
  await npm(['install', '--ignore-scripts', ...quiet], { cwd: HOST_FOLDER, env: base });
  await npm(['rebuild', 'node', ...quiet], { cwd: HOST_FOLDER, env: base });
  const env = { ...headersBesideNode(), ...withPath(NODE_FOLDER, base) };
  const omit = ['--omit=dev', '--omit=optional'];
  await npm(['install', '--ignore-scripts', ...omit, ...quiet], { cwd: SERVER_FOLDER, env });
  // The file watcher compiles itself only when told so; its prebuilt binaries are optional packages, left out above.
  const fromSource = { ...env, npm_config_build_from_source: 'true' };
  await npm(['rebuild', ...NATIVE_MODULES, ...quiet], { cwd: SERVER_FOLDER, env: fromSource });
  writeFileSync(READY_FILE, JSON.stringify(MANIFEST));
}

/**
 * Settings for every workbench of this host: nothing that asks the network, no tour in front of the files, and files
 * are saved when told, as on the desktop (in a browser VS Code saves by itself).
 */
export function writeMachineSettings(dataFolder) {
  const folder = join(dataFolder, 'data', 'Machine');
  mkdirSync(folder, { recursive: true });
  const settings = {
    'chat.disableAIFeatures': true,
    'extensions.autoCheckUpdates': false,
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'files.autoSave': 'off',
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'workbench.enableExperiments': false,
    'workbench.startupEditor': 'none',
  };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings, null, 2));
}

/** Installs a packed extension for a server with this data folder, as the server's own command does it. */
export async function installExtension(vsix, dataFolder) {
  const server = join(SERVER_FOLDER, 'out', 'server-main.js');
  const args = ['--install-extension', vsix, '--server-data-dir', dataFolder, '--accept-server-license-terms'];
  await must(join(NODE_FOLDER, 'node'), [server, ...args], { env: withPath(NODE_FOLDER) });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/**
 * Starts the server; resolves when it listens. It ends with this process. Unless `isTrusted`, a folder is in Restricted
 * Mode until somebody says otherwise in the window.
 * `stop()` ends it with everything it started (it leads a process group of its own).
 */
export async function startHost({ dataFolder, env = process.env, isTrusted = true, onOutput = () => {} }) {
  const port = await freePort();
  const args = [
    join(SERVER_FOLDER, 'out', 'server-main.js'),
    ...['--host', '127.0.0.1', '--port', String(port), '--without-connection-token', '--accept-server-license-terms'],
    // Without this a built workbench ignores the development payload of the address.
    '--enable-smoke-test-driver',
    ...['--server-data-dir', dataFolder, '--telemetry-level', 'off'],
    ...(isTrusted ? ['--disable-workspace-trust'] : []),
  ];
  const child = spawn(join(NODE_FOLDER, 'node'), args, {
    // An empty gallery: the workbench asks no extension shop.
    env: { ...withPath(NODE_FOLDER, env), EXTENSIONS_GALLERY: '{}' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  await new Promise((resolve, reject) => {
    let seen = '';
    const listen = (chunk) => {
      onOutput(String(chunk));
      seen += chunk;
      if (/listening on|Web UI available/.test(seen)) resolve();
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`The VS Code server ended with exit code ${code}:\n${seen}`)));
  });
  const kill = (signal) => {
    try {
      process.kill(-child.pid, signal);
    } catch {
      // It has ended by itself.
    }
  };
  // A group of its own does not hear the Ctrl+C that ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));
  process.once('exit', () => kill('SIGKILL'));
  return {
    port,
    ended,
    async stop() {
      kill('SIGTERM');
      const timer = setTimeout(() => kill('SIGKILL'), 5000);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** The address that shows a folder (or a file) in the server's workbench with the extension of this repository loaded. */
export function workbenchAddress({ port, folder, file, extensionFolder = ROOT, testsEntry }) {
  const remote = (path) => `vscode-remote://127.0.0.1:${port}${encodeURI(path)}`;
  const payload = [
    ['extensionDevelopmentPath', remote(extensionFolder)],
    ...(testsEntry ? [['extensionTestsPath', remote(testsEntry.replace(/\.js$/, ''))]] : []),
    ...(file ? [['openFile', remote(file)]] : []),
    ['skipWelcome', 'true'],
  ];
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  return `http://127.0.0.1:${port}/?${query}`;
}
