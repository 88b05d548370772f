/** Runs the compiled e2e suite (out/e2e/index.js) in a real VS Code and gives back how many tests passed and failed. */
import {
  copyFileSync,
  cpSync,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ensureBrowser, launchBrowser } from './browser.mjs';
import { ROOT } from './run.mjs';
import { ensureHost, startHost, workbenchAddress, writeMachineSettings } from './vscode-host.mjs';

const ENTRY = join(ROOT, 'out', 'e2e', 'index.js');
const OUTPUT = join(ROOT, '.test-output');

/** The suite's console lines start with this; everything else the workbench says goes to a log file. */
const MARK = '[e2e] ';

/** The suite's request for a picture, as JSON behind the mark. */
const SCREENSHOT = 'screenshot ';

/** Longest time for one run: a busy machine needs a while for the workbench alone. */
const TIME_LIMIT = 8 * 60_000;

/** A fresh folder with a copy of the samples to work on, and a place for the suite's result. */
function prepare() {
  // Short, since sockets that VS Code makes in it have a length limit.
  const folder = mkdtempSync(join(tmpdir(), 'th-'));
  // Not before the end: processes that are going down may still write there.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, 'samples');
  cpSync(join(ROOT, 'samples'), workspace, { recursive: true });
  mkdirSync(OUTPUT, { recursive: true });
  return { folder, workspace, result: join(folder, 'result.json'), pictures: join(folder, 'pictures') };
}

function readResult(path) {
  if (!existsSync(path)) throw new Error('The suite in VS Code ended without a result');
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** Shows what the extension and its server have written to their output channel. */
function showExtensionLog(folder) {
  const logs = readdirSync(folder, { recursive: true }).filter((path) => basename(path) === 'Transcript Hygiene.log');
  for (const path of logs)
    console.log(`--- ${basename(path)}\n${readFileSync(join(folder, path), 'utf8').trimEnd()}\n---`);
}

/** Runs the suite; `pictures` (a folder) receives its screenshots. */
export async function runE2e({ desktop, pictures }) {
  const place = prepare();
  try {
    await (desktop ? runDesktop(desktop, place) : runHosted(place));
    const result = readResult(place.result);
    if (pictures && existsSync(place.pictures)) cpSync(place.pictures, pictures, { recursive: true });
    return result;
  } finally {
    showExtensionLog(place.folder);
  }
}

async function runDesktop(executable, place) {
  const { runTests } = await import('@vscode/test-electron');
  await runTests({
    vscodeExecutablePath: executable,
    extensionDevelopmentPath: ROOT,
    extensionTestsPath: ENTRY,
    launchArgs: [
      place.workspace,
      '--disable-extensions',
      '--disable-workspace-trust',
      `--user-data-dir=${join(place.folder, 'user')}`,
    ],
    extensionTestsEnv: { TRANSCRIPT_HYGIENE_E2E_RESULT: place.result },
  });
}

async function runHosted(place) {
  await ensureHost();
  const executable = await ensureBrowser();
  const log = createWriteStream(join(OUTPUT, 'vscode-host.log'));
  const dataFolder = join(place.folder, 'host');
  writeMachineSettings(dataFolder);
  mkdirSync(place.pictures);
  const env = {
    ...process.env,
    TRANSCRIPT_HYGIENE_E2E_RESULT: place.result,
    TRANSCRIPT_HYGIENE_E2E_PICTURES: place.pictures,
  };
  const host = await startHost({ dataFolder, env, onOutput: (text) => log.write(text) });
  try {
    const browser = await launchBrowser(executable);
    try {
      await runInPage(browser, host.port, place, log);
    } finally {
      await browser.close();
    }
  } finally {
    await host.stop();
    log.end();
  }
}

async function runInPage(browser, port, place, log) {
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
      if (line.startsWith(SCREENSHOT)) {
        takePicture(page, place.pictures, JSON.parse(line.slice(SCREENSHOT.length))).catch(reject);
      } else {
        console.log(line);
      }
    };
    Promise.all([page.exposeFunction('codeAutomationLog', listen), page.exposeFunction('codeAutomationExit', resolve)])
      .then(() => page.goto(workbenchAddress({ port, folder: place.workspace, testsEntry: ENTRY })))
      .catch(reject);
  });
  try {
    await ended;
  } catch (error) {
    await page.screenshot({ path: join(OUTPUT, 'e2e-failure.png') }).catch(() => undefined);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until the page shows what the picture is about, and then takes it; the suite waits for the file. */
async function takePicture(page, folder, { name, shows }) {
  for (const selector of shows) await page.waitForSelector(selector, { timeout: 30_000 });
  const draft = join(folder, `.${name}.png`);
  await page.screenshot({ path: draft, animations: 'disabled' });
  copyFileSync(draft, join(folder, `${name}.png`));
  rmSync(draft);
}
