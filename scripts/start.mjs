/**
 * Builds the extension and opens VS Code on a folder or file with it: `npm start [path]`, by default on samples/.
 * Takes the desktop VS Code when there is one, else a VS Code server shown in the browser.
 */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findDesktop } from './lib/desktop.mjs';
import { findCommand, must, ROOT, run } from './lib/run.mjs';
import { checkNode, ensureDependencies } from './lib/setup.mjs';
import { ensureHost, startHost, workbenchAddress, writeMachineSettings } from './lib/vscode-host.mjs';

checkNode();
// npm runs this in the repository's folder; a path is meant from where it was typed.
const path = resolve(process.env.INIT_CWD ?? process.cwd(), process.argv[2] ?? join(ROOT, 'samples'));
if (!existsSync(path)) {
  console.error(`${path} does not exist.`);
  process.exit(1);
}
await ensureDependencies();
await must(process.execPath, [join(ROOT, 'scripts', 'build.mjs')]);

const desktop = findDesktop();
if (desktop) {
  console.log(`Opening ${path} in VS Code (${desktop}) …`);
  await must(desktop, [`--extensionDevelopmentPath=${ROOT}`, path]);
} else {
  await startInBrowser(path);
}

async function startInBrowser(opened) {
  await ensureHost();
  const isFolder = statSync(opened).isDirectory();
  const dataFolder = join(ROOT, '.vscode-test', 'data');
  mkdirSync(dataFolder, { recursive: true });
  writeMachineSettings(dataFolder);
  const host = await startHost({ dataFolder });
  const address = workbenchAddress({
    port: host.port,
    folder: isFolder ? opened : dirname(opened),
    ...(isFolder ? {} : { file: opened }),
  });
  console.log(`\nVS Code with Transcript Hygiene is at\n\n  ${address}\n\nEnd with Ctrl+C.`);
  openInBrowser(address);
  await host.ended;
}

/** Shows an address where a browser can be shown; the printed address is there for every other case. */
function openInBrowser(address) {
  const opener = process.platform === 'darwin' ? 'open' : 'xdg-open';
  const hasScreen = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  const command = hasScreen ? findCommand(opener) : undefined;
  if (command) run(command, [address], { stdio: 'ignore' }).catch(() => undefined);
}
