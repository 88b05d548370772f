import { existsSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCommand } from './run.mjs';

const WINDOWS_HOMES = [
  process.env.LOCALAPPDATA && join(process.env.LOCALAPPDATA, 'Programs'),
  process.env.ProgramFiles,
];

/** True when a window can be shown here. */
export function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/**
 * The command line of a desktop VS Code that can open a window here, or undefined. Inside a remote window `code`
 * only talks to that window and knows no development extensions, so it does not count.
 */
export function findDesktop() {
  if (!hasDisplay() || process.env.VSCODE_IPC_HOOK_CLI) return undefined;
  const installed = [
    '/Applications/Visual Studio Code.app/Contents/Resources/app/bin/code',
    ...WINDOWS_HOMES.filter(Boolean).map((home) => join(home, 'Microsoft VS Code', 'bin', 'code.cmd')),
  ];
  return findCommand('code', 'code-insiders', 'codium') ?? installed.find((path) => existsSync(path));
}

/**
 * The desktop program that runs the test suite: the one that TRANSCRIPT_HYGIENE_DESKTOP_VSCODE names, else the one
 * that belongs to an installed command line. Undefined where there is none: the VS Code server does it then.
 */
export function findDesktopProgram() {
  const named = process.env.TRANSCRIPT_HYGIENE_DESKTOP_VSCODE;
  if (named) return named;
  const command = findDesktop();
  if (!command) return undefined;
  // The command line lies in <program's folder>/bin, on macOS in <bundle>/Contents/Resources/app/bin.
  const home = dirname(dirname(realpathSync(command)));
  const programs = [
    ...['code', 'code-insiders', 'codium', 'Code.exe', 'Code - Insiders.exe', 'VSCodium.exe'].map((name) =>
      join(home, name),
    ),
    ...['Code', 'Electron'].map((name) => join(home, '..', '..', 'MacOS', name)),
  ];
  return programs.find((path) => existsSync(path));
}
