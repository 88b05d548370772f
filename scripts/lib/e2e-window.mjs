/** What the suite cannot do from inside the extension host: press keys, click, look at the window, take pictures. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The suite's request as JSON behind its mark: `{ id, steps }`. The answer is the file `<id>.json` in the folder for answers. */
export const REQUEST = 'window ';

/** Longest time until the window shows what a step waits for. */
const STEP_LIMIT = 30_000;

/** One step a line; each has one key, and its value is the argument. Steps that read give back a text. */
const STEPS = {
  waitFor: (page, selector) => page.locator(selector).first().waitFor({ timeout: STEP_LIMIT }),
  waitInFrame: (page, selector) => findInFrame(page, selector).then(() => undefined),
  clickInFrame: async (page, selector) => (await findInFrame(page, selector)).click({ timeout: STEP_LIMIT }),
  press: (page, key) => page.keyboard.press(key),
  type: (page, text) => page.keyboard.type(text),
  click: (page, selector) => page.locator(selector).first().click({ timeout: STEP_LIMIT }),
  hover: (page, selector) => page.locator(selector).first().hover({ timeout: STEP_LIMIT }),
  read: (page, selector) => page.locator(selector).first().textContent({ timeout: STEP_LIMIT }),
  notice: awaitNotice,
  picture: (page, name, { pictures }) =>
    page.screenshot({ path: join(pictures, `${name}.png`), animations: 'disabled' }).then(() => undefined),
};

/** Waits until one of the window's frames shows a place, and gives it back; VS Code puts pages into frames within frames. */
async function findInFrame(page, selector) {
  for (const end = Date.now() + STEP_LIMIT; Date.now() < end; await page.waitForTimeout(100)) {
    for (const frame of page.frames()) {
      const place = frame.locator(selector).first();
      if (await place.isVisible().catch(() => false)) return place;
    }
  }
  throw new Error(`no frame shows ${selector}`);
}

/**
 * Waits until the list of notifications has one with these words. Toasts go after a while, and the list closes when
 * something else gets the focus, so it is opened as often as need be.
 */
async function awaitNotice(page, words) {
  const list = page.locator('.notifications-center');
  const notice = list.locator('.notification-list-item', { hasText: words }).first();
  for (const end = Date.now() + STEP_LIMIT; ; ) {
    if (!(await list.isVisible())) {
      await page.locator('#status\\.notifications').click({ timeout: STEP_LIMIT });
      // The pointer would stand on a button of the list, and its tooltip in front of another one.
      await page.mouse.move(0, 0);
    }
    const seen = notice.waitFor({ timeout: 1000 }).then(() => true);
    if (await seen.catch(() => false)) return;
    if (Date.now() > end) throw new Error(`no notice says "${words}"`);
  }
}

/** Does what the suite asks for. `answers`, `pictures` and `failures` (what the window showed then) are folders. */
export async function serveWindow(page, request, { run, answers, pictures, failures }) {
  const { id, steps } = JSON.parse(request);
  const answer = await carryOut(page, steps, { pictures, failure: join(failures, `${run}-${id}.png`) });
  // Renamed, so that the suite never reads half of it.
  const draft = join(answers, `.${id}`);
  mkdirSync(answers, { recursive: true });
  writeFileSync(draft, JSON.stringify(answer));
  renameSync(draft, join(answers, `${id}.json`));
}

async function carryOut(page, steps, folders) {
  const texts = [];
  for (const step of steps) {
    const [[name, argument]] = Object.entries(step);
    try {
      const text = await STEPS[name](page, argument, folders);
      if (typeof text === 'string') texts.push(text);
    } catch (error) {
      await page.screenshot({ path: folders.failure }).catch(() => undefined);
      return { texts, error: `${name} ${argument}: ${error.message}` };
    }
  }
  return { texts };
}
