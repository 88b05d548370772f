import assert from 'node:assert/strict';
import { closeAll, execute, open, problems } from '../editor';
import { report, type Test } from '../harness';
import { ask } from '../window';

const ROW = '.runtime-extensions-editor .extension:has-text("transcript-hygiene")';
const FIRST = '.runtime-extensions-editor .extension';
const LIST = '.runtime-extensions-editor .monaco-list';
/** Pages to turn at most: the list is gone through more than once, as a page may be read before it is drawn. */
const MOST_PAGES = 24;
const PAGES_OF_LIST = 8;

/** Brings the extension's row into sight: the list draws only rows in sight, and begins with the slowest. */
async function showRow(): Promise<void> {
  await ask({ click: FIRST });
  for (let page = 0; page < MOST_PAGES; page++) {
    const [rows] = await ask({ press: page % PAGES_OF_LIST === 0 ? 'Home' : 'PageDown' }, { read: LIST });
    if (rows!.toLowerCase().includes('transcript-hygiene')) return;
  }
}

export const activationTests: readonly Test[] = [
  {
    name: 'VS Code says how long the activation took',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length > 0);
      await execute('workbench.action.closePanel');
      await execute('workbench.action.showRuntimeExtensions');
      await showRow();
      const [text] = await ask({ waitFor: ROW }, { read: `${ROW} .activation-time` });
      // Loading and calling it, as VS Code measures both. A number for the record: the machine's load is in it.
      report(`  ${text}`);
      assert.match(text!, /\d+ ?ms/);
      await closeAll();
    },
  },
];
