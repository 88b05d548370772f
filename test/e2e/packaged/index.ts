/** The suite that runs beside the packed and installed extension, in a VS Code that has no other. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { inspectImage } from '../../../core/images/measure';
import { actions, closeAll, open, problems, rulesOf, text } from '../editor';
import { runAll, type Test } from '../harness';

/** 2400 × 8 pixels. */
const EXAMPLE = 'oversize-image.jsonl';

const tests: readonly Test[] = [
  {
    name: 'the installed extension is the one that runs',
    async run() {
      const extension = vscode.extensions.getExtension('transcript-hygiene.transcript-hygiene');
      assert.match(extension?.extensionPath ?? '', /[\\/]extensions[\\/]transcript-hygiene\.transcript-hygiene-/);
    },
  },
  {
    name: 'it shrinks a picture that is too large',
    async run() {
      const { document } = await open(EXAMPLE);
      const [problem, ...others] = await problems(document.uri, (all) => all.length > 0);
      assert.deepEqual([rulesOf([problem!]), others], [['oversize-image'], []]);
      const found = await actions(document.uri, problem!.range);
      const shrink = found.find(({ title }) => title.startsWith('Shrink it'));
      assert.ok(shrink?.edit, found.map(({ title }) => title).join('\n'));
      // Without what asks the user to confirm the loss.
      const edit = new vscode.WorkspaceEdit();
      edit.set(document.uri, shrink.edit.get(document.uri));
      await vscode.workspace.applyEdit(edit);
      const now = await text(document, (after) => after.includes('image/jpeg'));
      const { format, width, height } = inspectImage(/"data":"([^"]*)"/.exec(now)![1]!);
      assert.deepEqual({ format, width, height }, { format: 'image/jpeg', width: 1200, height: 4 });
      await problems(document.uri, (all) => all.length === 0);
      await closeAll();
    },
  },
];

/** VS Code calls this in its extension host. */
export function run(): Promise<void> {
  return runAll(tests);
}
