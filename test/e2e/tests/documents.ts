import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, open, problems, read, rulesOf } from '../editor';
import type { Test } from '../harness';

export const documentTests: readonly Test[] = [
  {
    name: 'problems follow the typing, with and without saving',
    async run() {
      const { document } = await open('19-sound-pi.jsonl');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(3, 0), 'this is no record\n');
      assert.equal(await vscode.workspace.applyEdit(edit), true);
      const found = await problems(document.uri, (all) => all.some(({ range }) => range.start.line === 3));
      assert.deepEqual(rulesOf(found), ['malformed-line']);
      await vscode.commands.executeCommand('undo');
      await problems(document.uri, (all) => all.length === 0);
      await closeAll();
    },
  },
  {
    name: 'a new document that is not saved yet is checked as well',
    async run() {
      const content = await read('17-several-faults.jsonl');
      const document = await vscode.workspace.openTextDocument({ language: 'jsonl', content });
      await vscode.window.showTextDocument(document);
      await problems(document.uri, (all) => all.length === 5);
      await closeAll();
    },
  },
];
