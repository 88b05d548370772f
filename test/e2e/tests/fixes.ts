import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  actions,
  closeAll,
  execute,
  fileUri,
  fixAll,
  fixes,
  open,
  opened,
  problems,
  problemsNow,
  read,
  ruleOf,
  rulesOf,
  select,
  text,
  whole,
  write,
} from '../editor';
import type { Test } from '../harness';

const FIX_ALL = 'source.fixAll.transcriptHygiene';

export const fixTests: readonly Test[] = [
  {
    name: 'the preferred quick fix mends a sample, undo brings it back, fix all and save make it clean for good',
    async run() {
      const editor = await open('02-missing-result.jsonl');
      const { document } = editor;
      const broken = document.getText();
      const [problem] = await problems(document.uri, (found) => found.length === 1);
      assert.equal(ruleOf(problem!), 'missing-tool-result');

      await select(editor, problem!.range);
      await execute('editor.action.autoFix');
      const fixed = await text(document, (now) => now !== broken);
      await problems(document.uri, (found) => found.length === 0);
      // A stand-in behind the other result, chained in; all else is what it was, but for the parent that follows.
      assert.equal(fixed.split('\n').length, broken.split('\n').length + 1);
      assert.equal(fixed.split('\n').slice(0, 4).join('\n'), broken.split('\n').slice(0, 4).join('\n'));

      await execute('undo');
      assert.equal(await text(document, (now) => now !== fixed), broken);
      await problems(document.uri, (found) => found.length === 1);

      await fixAll(document);
      assert.equal(await text(document, (now) => now !== broken), fixed);
      await problems(document.uri, (found) => found.length === 0);
      assert.equal(await document.save(), true);
      await closeAll();

      const again = await open('02-missing-result.jsonl');
      assert.equal(again.document.getText(), fixed);
      assert.deepEqual(await fixes(again.document.uri, whole(again.document)), []);
      assert.deepEqual(problemsNow(again.document.uri), []);
      await closeAll();
    },
  },
  {
    name: 'every problem with a fix has its quick fix, the preferred one marked',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      const found = await problems(document.uri, (all) => all.length === 5);
      for (const problem of found) {
        const offered = await actions(document.uri, problem.range);
        assert.equal(offered.filter((action) => action.isPreferred).length, 1, ruleOf(problem));
        for (const action of offered) assert.ok((action.edit?.size ?? 0) > 0 || action.command, action.title);
      }
    },
  },
  {
    name: 'fix all leaves what only a lossy fix could mend',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      await fixAll(document);
      const left = await problems(document.uri, (all) => all.length < 5);
      assert.deepEqual(rulesOf(left), ['torn-record', 'unsigned-thinking']);
      await execute('undo');
      await problems(document.uri, (all) => all.length === 5);
      assert.equal(document.isDirty, false);
    },
  },
  {
    name: 'a fix that loses something is shown before anything happens',
    async run() {
      const editor = await open('05-unsigned-thinking.jsonl');
      const { document } = editor;
      const broken = document.getText();
      const [problem] = await problems(document.uri, (found) => found.length === 1);
      await select(editor, problem!.range);
      const preview = opened((shown) => shown.uri.scheme === 'vscode-bulkeditpreview-editor');
      await execute('editor.action.autoFix');
      const { uri } = await preview;
      assert.ok(uri.path.endsWith('05-unsigned-thinking.jsonl'));
      assert.equal(document.getText(), broken);
      await execute('refactorPreview.discard');
      assert.equal(document.isDirty, false);
      await closeAll();
    },
  },
  {
    name: 'Windows line ends become LF, and come back by undo',
    async run() {
      await write('windows.jsonl', (await read('04-blank-user-turn.jsonl')).replaceAll(/\r?\n/g, '\r\n'));
      const { document } = await open('windows.jsonl');
      assert.equal(document.eol, vscode.EndOfLine.CRLF);
      const before = document.getText();
      const found = await problems(document.uri, (all) => all.length > 0);
      assert.deepEqual(rulesOf(found), ['blank-user-turn', 'text-encoding']);
      await fixAll(document);
      await problems(document.uri, (all) => all.length === 0);
      assert.equal(document.eol, vscode.EndOfLine.LF);
      assert.match(document.getText(), /\(continue\)/);
      await execute('undo');
      await problems(document.uri, (all) => rulesOf(all).includes('text-encoding'));
      assert.equal(document.eol, vscode.EndOfLine.CRLF);
      await execute('undo');
      await problems(document.uri, (all) => all.length === 2);
      assert.equal(document.getText(), before);
      await closeAll();
    },
  },
  {
    name: 'fix all runs on save when the user wants it',
    async run() {
      const editorSettings = vscode.workspace.getConfiguration('editor', fileUri('04-blank-user-turn.jsonl'));
      await editorSettings.update('codeActionsOnSave', { [FIX_ALL]: 'explicit' });
      const { document } = await open('04-blank-user-turn.jsonl');
      await problems(document.uri, (found) => found.length === 1);
      await execute('workbench.action.files.save');
      await problems(document.uri, (found) => found.length === 0);
      assert.equal(document.isDirty, false);
      assert.match(document.getText(), /\(continue\)/);
      await editorSettings.update('codeActionsOnSave', undefined);
      await closeAll();
    },
  },
];
