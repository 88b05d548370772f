import { existsSync } from 'node:fs';
import { findCommand } from './run.mjs';
import { ensureSystemPackages } from './setup.mjs';

const COMMANDS = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'msedge'];

const INSTALLED_AT = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];

function findBrowser() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) return chosen;
  return findCommand(...COMMANDS) ?? INSTALLED_AT.find((path) => existsSync(path));
}

/** The path of a Chromium, installed first where apt-get can do that. */
export async function ensureBrowser() {
  if (!findBrowser()) await ensureSystemPackages({ chromium: COMMANDS }, 'The test in VS Code');
  return findBrowser();
}

/** Starts the browser without a window. */
export async function launchBrowser(executablePath) {
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
