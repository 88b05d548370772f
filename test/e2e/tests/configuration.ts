import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, execute, fileUri, open, opened, problems, read, rulesOf, run, runOffered, write } from '../editor';
import type { Test } from '../harness';

const FILE = '.transcript-hygiene.json';
const configuration = () => vscode.workspace.getConfiguration('transcriptHygiene', fileUri('17-several-faults.jsonl'));

async function removeFile(): Promise<void> {
  await vscode.workspace.fs.delete(fileUri(FILE));
}

export const configurationTests: readonly Test[] = [
  {
    name: 'the settings file goes before the settings, and both take effect at once',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      await write(FILE, '{ "rules": { "torn-record": "off" } }');
      await problems(document.uri, (all) => !rulesOf(all).includes('torn-record'));
      await configuration().update('rules', { 'torn-record': 'error', 'unsigned-thinking': 'off' });
      const found = await problems(document.uri, (all) => all.length === 3);
      assert.ok(!rulesOf(found).includes('torn-record'));
      await configuration().update('rules', undefined);
      await removeFile();
      await problems(document.uri, (all) => all.length === 5);
      await closeAll();
    },
  },
  {
    name: 'mistakes in the settings file are underlined, and its keys are completed',
    async run() {
      await write(FILE, '{ "ruels": {} }');
      const { document } = await open(FILE);
      assert.equal(document.languageId, 'jsonc');
      const ours = (all: readonly vscode.Diagnostic[]) => all.filter(({ source }) => source === 'Transcript Hygiene');
      const found = ours(await problems(document.uri, (all) => ours(all).length > 0));
      assert.match(found[0]!.message, /ruels.*rules/s);
      const place = new vscode.Position(0, 1);
      const list = await execute<vscode.CompletionList>('vscode.executeCompletionItemProvider', document.uri, place);
      const labels = list.items.map(({ label }) => (typeof label === 'string' ? label : label.label));
      assert.ok(labels.includes('targets'), labels.join());
      await closeAll();
      await removeFile();
    },
  },
  {
    name: 'a rule is ignored for a file by its action, which shows the settings file that it wrote',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      const found = await problems(document.uri, (all) => all.length === 5);
      const shown = opened(({ uri }) => uri.path.endsWith(FILE));
      const { done } = await runOffered(document.uri, found, 'torn-record', 'Ignore torn-record for this file');
      await done;
      const { uri } = await shown;
      assert.match(await read(FILE), /17-several-faults\.jsonl[\s\S]*torn-record/);
      await problems(document.uri, (all) => all.length === 4);
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
      await closeAll();
      await removeFile();
    },
  },
  {
    name: 'a new settings file is made beside the sessions',
    async run() {
      await run('createSettingsFile');
      assert.deepEqual(JSON.parse(await read(FILE)), { rules: {} });
      await closeAll();
      await removeFile();
    },
  },
  {
    name: 'the effective configuration says where each value comes from',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      await configuration().update('rules', { 'unsigned-thinking': 'hint' });
      await write(FILE, '{ "rules": { "torn-record": "off" }, "imageMaxDimension": 800 }');
      await problems(document.uri, (all) => all.length === 3);
      const page = opened(({ uri }) => uri.scheme === 'transcript-hygiene-page');
      await run('showConfiguration', document.uri.toString());
      const text = (await page).getText();
      assert.match(text, /`imageMaxDimension` \| `800` \| settings file/);
      assert.match(text, /`rules\.torn-record` \| `"off"` \| settings file/);
      assert.match(text, /`rules\.unsigned-thinking` \| `"hint"` \| settings of VS Code/);
      assert.match(text, /`profile` \| `"documented"` \| default/);
      await configuration().update('rules', undefined);
      await closeAll();
      await removeFile();
    },
  },
  {
    name: 'files that the setting include names are checked as well',
    async run() {
      await write('session.log', await read('17-several-faults.jsonl'));
      const { document } = await open('session.log');
      assert.notEqual(document.languageId, 'jsonl');
      await configuration().update('include', ['*.log']);
      await problems(document.uri, (all) => all.length === 5);
      await configuration().update('include', undefined);
      await problems(document.uri, (all) => all.length === 0);
      await closeAll();
    },
  },
  {
    name: 'files that a settings file includes are checked as well',
    async run() {
      await write('session.log', await read('17-several-faults.jsonl'));
      const { document } = await open('session.log');
      await write(FILE, '{ "include": ["*.log"], } // as on the command line');
      await problems(document.uri, (all) => all.length === 5);
      await removeFile();
      await problems(document.uri, (all) => all.length === 0);
      await closeAll();
    },
  },
  {
    name: 'the problems of a whole folder show when the setting wants them',
    async run() {
      const unopened = fileUri('02-missing-result.jsonl');
      await configuration().update('workspaceDiagnostics', true);
      await problems(fileUri('04-blank-user-turn.jsonl'), (all) => all.length >= 0);
      await problems(fileUri('13-call-id-the-provider-refuses.jsonl'), (all) => all.length === 1);
      await configuration().update('workspaceDiagnostics', undefined);
      await problems(fileUri('13-call-id-the-provider-refuses.jsonl'), (all) => all.length === 0);
      await problems(unopened, (all) => all.length === 0);
    },
  },
];
