import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, fileUri, fixAll, open, problems, rulesOf, text } from '../editor';
import type { Test } from '../harness';

const configuration = () => vscode.workspace.getConfiguration('transcriptHygiene', fileUri('17-several-faults.jsonl'));
const settings = (values: object) => new TextEncoder().encode(JSON.stringify(values));

export const restrictedTests: readonly Test[] = [
  {
    name: 'in Restricted Mode a session is checked and repaired all the same',
    async run() {
      assert.equal(vscode.workspace.isTrusted, false);
      const { document } = await open('17-several-faults.jsonl');
      const broken = document.getText();
      await problems(document.uri, (all) => all.length === 5);
      await fixAll(document);
      await text(document, (now) => now !== broken);
      await problems(document.uri, (all) => all.length === 2);
      await closeAll();
    },
  },
  {
    name: 'in Restricted Mode the folder cannot have more files read, and can set rules',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      const values = {
        'transcriptHygiene.include': ['**/*'],
        'transcriptHygiene.workspaceDiagnostics': true,
        'transcriptHygiene.rules': { 'torn-record': 'off' },
      };
      await vscode.workspace.fs.writeFile(fileUri('.vscode/settings.json'), settings(values));
      const found = await problems(document.uri, (all) => all.length === 4);
      assert.ok(!rulesOf(found).includes('torn-record'));
      assert.deepEqual(configuration().get('include'), []);
      assert.equal(configuration().get('workspaceDiagnostics'), false);
      await closeAll();
    },
  },
];
