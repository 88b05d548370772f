import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, execute, open, opened, problems, run, text } from '../editor';
import type { Test } from '../harness';
import { answer, ask, dismissNotices, notice } from '../window';

const fixed = () => opened(({ uri }) => uri.scheme === 'transcript-hygiene-fixed');

export const previewTests: readonly Test[] = [
  {
    name: 'all fixes, lossy ones too, are compared first, applied in one step, and undone in one',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      const broken = document.getText();
      await problems(document.uri, (all) => all.length === 5);
      const preview = fixed();
      const done = run('fixAllLossy');
      const wanted = (await preview).getText();
      assert.equal(document.getText(), broken);
      await answer('2 cut something off', 'Apply');
      await done;
      assert.equal(await text(document, (now) => now !== broken), wanted);
      await problems(document.uri, (all) => all.length === 0);
      assert.equal(vscode.window.activeTextEditor?.document, document);
      await execute('undo');
      assert.equal(await text(document, (now) => now !== wanted), broken);
      await closeAll();
    },
  },
  {
    name: 'the button on the comparison applies it as well, and not when the document has changed meanwhile',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      const preview = fixed();
      const done = run('fixAllLossy');
      const { uri } = await preview;
      await notice('Nothing is changed yet');
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(1, 0), '{}\n');
      await vscode.workspace.applyEdit(edit);
      const changed = document.getText();
      const BUTTON = '.editor-actions a[aria-label^="Apply These Fixes"]';
      await ask({ click: BUTTON });
      await notice('has changed since');
      assert.equal(document.getText(), changed);
      await run('discardFixes', uri);
      await dismissNotices();
      await done;
      await closeAll();
    },
  },
];
