import assert from 'node:assert/strict';
import { closeAll, execute, open, problems } from '../editor';
import { report, type Test } from '../harness';
import { ask } from '../window';

const ROW = '.runtime-extensions-editor .extension:has-text("transcript-hygiene")';
const FIRST = '.runtime-extensions-editor .extension';

export const activationTests: readonly Test[] = [
  {
    name: 'VS Code says how long the activation took',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length > 0);
      // Only rows in sight can be read, and the list begins with the slowest.
      await execute('workbench.action.closePanel');
      await execute('workbench.action.showRuntimeExtensions');
      const [text] = await ask(
        { click: FIRST },
        { press: 'End' },
        { waitFor: ROW },
        { read: `${ROW} .activation-time` },
      );
      // Loading and calling it, as VS Code measures both. A number for the record: the machine's load is in it.
      report(`  ${text}`);
      assert.match(text!, /\d+ ?ms/);
      await closeAll();
    },
  },
];
