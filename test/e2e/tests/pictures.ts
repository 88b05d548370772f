import assert from 'node:assert/strict';
import { existsSync, watch } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { closeAll, fileUri, open, problems, ruleOf, select } from '../editor';
import { report, type Test } from '../harness';

/** Where the runner outside puts the pictures that it is asked for; unset where nobody can take any. */
const PICTURES = process.env.TRANSCRIPT_HYGIENE_E2E_PICTURES;

/** Asks the runner for a picture of the window as soon as it shows all of these selectors, and waits for it. */
function takePicture(folder: string, name: string, shows: readonly string[]): Promise<void> {
  const file = join(folder, `${name}.png`);
  return new Promise((resolve) => {
    const watcher = watch(folder, () => {
      if (!existsSync(file)) return;
      watcher.close();
      resolve();
    });
    report(`screenshot ${JSON.stringify({ name, shows })}`);
  });
}

const execute = (command: string) => vscode.commands.executeCommand(command);

export const pictureTests: readonly Test[] = PICTURES
  ? [
      {
        name: 'the window shows squiggles, the light bulb’s menu and the Problems panel',
        async run() {
          await closeAll();
          const editorSettings = vscode.workspace.getConfiguration('editor', fileUri('17-several-faults.jsonl'));
          await editorSettings.update('minimap.enabled', false);
          await editorSettings.update('wordWrap', 'on');
          const editor = await open('17-several-faults.jsonl');
          const found = await problems(editor.document.uri, (all) => all.length === 5);
          await execute('workbench.action.closeSidebar');
          await execute('workbench.action.closeAuxiliaryBar');
          await execute('workbench.actions.view.problems');
          await execute('workbench.action.focusActiveEditorGroup');
          const shown = found.find((problem) => ruleOf(problem) === 'missing-tool-result');
          assert.ok(shown);
          await select(editor, shown.range);
          await execute('editor.action.quickFix');
          await takePicture(PICTURES, 'squiggles', [
            '.squiggly-error',
            '.action-widget',
            '.markers-panel .monaco-list-row',
          ]);
          await editorSettings.update('minimap.enabled', undefined);
          await editorSettings.update('wordWrap', undefined);
        },
      },
    ]
  : [];
