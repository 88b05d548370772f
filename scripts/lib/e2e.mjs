/** Runs the compiled e2e suite (out/e2e/index.js) in a real VS Code and gives back how many tests passed and failed. */
import {
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ensureBrowser, launchBrowser } from './browser.mjs';
import { REQUEST, serveWindow } from './e2e-window.mjs';
import { ROOT } from './run.mjs';
import { ensureHost, startHost, workbenchAddress, writeMachineSettings } from './vscode-host.mjs';

const ENTRY = join(ROOT, 'out', 'e2e', 'index.js');
const OUTPUT = join(ROOT, '.test-output');

/** The suite's console lines start with this; everything else the workbench says goes to a log file. */
const MARK = '[e2e] ';

/** Longest time for one run: a busy machine needs a while for the workbench alone. */
const TIME_LIMIT = 8 * 60_000;

/** The runs, each in a VS Code of its own: a folder that the user trusts, and one in Restricted Mode. */
const RUNS = ['trusted', 'restricted'];

/** A fresh folder with a copy of the samples to work on, and places for what the suite hands out. */
export function prepare(run) {
  // Short, since sockets that VS Code makes in it have a length limit.
  const folder = mkdtempSync(join(tmpdir(), 'th-'));
  // Not before the end: processes that are going down may still write there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, 'samples');
  cpSync(join(ROOT, 'samples'), workspace, { recursive: true });
  mkdirSync(OUTPUT, { recursive: true });
  const place = {
    run,
    folder,
    workspace,
    result: join(folder, 'result.json'),
    answers: join(folder, 'answers'),
    pictures: join(folder, 'pictures'),
    failures: join(OUTPUT, 'failures'),
  };
  mkdirSync(place.answers);
  mkdirSync(place.pictures);
  return place;
}

/** What tells the suite which run it is, and where it finds whom. */
function suiteEnvironment({ run, result, answers }, hasWindow) {
  return {
    TRANSCRIPT_HYGIENE_E2E_RUN: run,
    TRANSCRIPT_HYGIENE_E2E_RESULT: result,
    ...(hasWindow ? { TRANSCRIPT_HYGIENE_E2E_WINDOW: answers } : {}),
  };
}

export function readResult(path) {
  if (!existsSync(path)) throw new Error('The suite in VS Code ended without a result');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Shows what the extension and its server have written to their output channel. */
export function showExtensionLog(folder) {
  const logs = readdirSync(folder, { recursive: true }).filter((path) => basename(path) === 'Transcript Hygiene.log');
  for (const path of logs)
    console.log(`--- ${basename(path)}\n${readFileSync(join(folder, path), 'utf8').trimEnd()}\n---`);
}

/** Runs the suite; `pictures` (a folder) receives its screenshots. */
export async function runE2e({ desktop, pictures }) {
  rmSync(join(OUTPUT, 'failures'), { recursive: true, force: true });
  const sum = { passed: 0, failed: 0 };
  for (const run of RUNS) {
    console.log(`--- VS Code, ${run} folder`);
    const { passed, failed } = await runOne(prepare(run), { desktop, pictures });
    sum.passed += passed;
    sum.failed += failed;
  }
  return sum;
}

async function runOne(place, { desktop, pictures }) {
  try {
    await (desktop ? runDesktop(desktop, place) : runHosted(place));
    return readResult(place.result);
  } finally {
    cpSync(place.pictures, pictures, { recursive: true });
    showExtensionLog(place.folder);
  }
}

async function runDesktop(executable, place) {
  const { runTests } = await import('@vscode/test-electron');
  const user = join(place.folder, 'user');
  mkdirSync(join(user, 'User'), { recursive: true });
  // Nobody is there to answer whether the folder is trusted; unanswered means that it is not.
  const settings = { 'security.workspace.trust.startupPrompt': 'never' };
  writeFileSync(join(user, 'User', 'settings.json'), JSON.stringify(settings));
  await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: ENTRY,
    launchArgs: [
      place.workspace,
      '--disable-extensions',
      ...(place.run === 'trusted' ? ['--disable-workspace-trust'] : []),
      `--user-data-dir=${user}`,
    ],
    extensionTestsEnv: suiteEnvironment(place, false),
  });
}

/**
 * Runs a suite in the VS Code server. `beforeStart` gets the server's data folder; without `extensionFolder` the
 * extension of this repository is loaded.
 */
export async function runHosted(place, { extensionFolder, testsEntry = ENTRY, beforeStart = async () => {} } = {}) {
  await ensureHost();
  const executable = await ensureBrowser();
  const log = createWriteStream(join(OUTPUT, `vscode-host-${place.run}.log`));
  const dataFolder = join(place.folder, 'host');
  writeMachineSettings(dataFolder);
  await beforeStart(dataFolder);
  const env = { ...process.env, ...suiteEnvironment(place, true) };
  const isTrusted = place.run !== 'restricted';
  const host = await startHost({ dataFolder, env, isTrusted, onOutput: (text) => log.write(text) });
  try {
    const browser = await launchBrowser(executable);
    try {
      const suite = { port: host.port, folder: place.workspace, extensionFolder, testsEntry };
      await runInPage(browser, workbenchAddress(suite), place, log);
    } finally {
      await browser.close();
    }
  } finally {
    await host.stop();
    log.end();
  }
}

async function runInPage(browser, address, place, log) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 800 } });
  page.on('console', (message) => log.write(`[page] ${message.text()}\n`));
  let timer;
  const ended = new Promise((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`VS Code was not done after ${TIME_LIMIT / 1000} s`)), TIME_LIMIT);
    page.on('crash', () => reject(new Error('The browser page crashed')));
    const listen = (_type, args) => {
      const text = args.map(String).join(' ');
      if (!text.startsWith(MARK)) return log.write(`${text}\n`);
      const line = text.slice(MARK.length);
      if (line.startsWith(REQUEST)) serveWindow(page, line.slice(REQUEST.length), place).catch(reject);
      else console.log(line);
    };
    Promise.all([page.exposeFunction('codeAutomationLog', listen), page.exposeFunction('codeAutomationExit', resolve)])
      .then(() => page.goto(address))
      .catch(reject);
  });
  try {
    await ended;
  } catch (error) {
    await page.screenshot({ path: join(place.failures, `${place.run}.png`) }).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
