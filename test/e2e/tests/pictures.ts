import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, execute, fileUri, open, opened, problems, ruleOf, run, select, tabInFront } from '../editor';
import type { Test } from '../harness';
import { ask, dismissNotices, notice } from '../window';

const SAMPLE = '17-several-faults.jsonl';

/** A tidy window with the sample in it, and the cursor on a problem of a rule. */
async function show(rule: string): Promise<vscode.TextEditor> {
  await closeAll();
  const editor = await open(SAMPLE);
  const found = await problems(editor.document.uri, (all) => all.length === 5);
  await dismissNotices();
  const shown = found.find((problem) => ruleOf(problem) === rule);
  assert.ok(shown);
  await select(editor, shown.range);
  return editor;
}

/** Settings under which a picture of a few hundred pixels shows something; given back afterwards. */
async function withRoom(take: () => Promise<void>): Promise<void> {
  const settings = vscode.workspace.getConfiguration('editor', fileUri(SAMPLE));
  await settings.update('minimap.enabled', false);
  await settings.update('wordWrap', 'on');
  await execute('workbench.action.closeSidebar');
  await execute('workbench.action.closeAuxiliaryBar');
  await execute('workbench.action.closePanel');
  await take();
  await settings.update('minimap.enabled', undefined);
  await settings.update('wordWrap', undefined);
  await closeAll();
}

export const pictureTests: readonly Test[] = [
  {
    name: 'the window shows squiggles, the light bulb’s menu and the Problems panel',
    run: () =>
      withRoom(async () => {
        await closeAll();
        await execute('workbench.actions.view.problems');
        await show('missing-tool-result');
        await execute('editor.action.quickFix');
        await ask(
          { waitFor: '.squiggly-error' },
          { waitFor: '.markers-panel .monaco-list-row' },
          { waitFor: '.action-widget .monaco-list-row' },
          { picture: 'squiggles' },
          { press: 'Escape' },
        );
        await execute('workbench.action.closePanel');
      }),
  },
  {
    name: 'the window shows a problem’s message with its rule when the cursor asks for it',
    run: () =>
      withRoom(async () => {
        await show('missing-tool-result');
        await execute('editor.action.showHover');
        await ask(
          { waitFor: '.monaco-hover:has-text("missing-tool-result")' },
          { picture: 'hover' },
          { press: 'Escape' },
        );
      }),
  },
  {
    name: 'the window shows the language status',
    run: () =>
      withRoom(async () => {
        await show('missing-tool-result');
        await ask(
          { click: '#status\\.languageStatus' },
          { waitFor: '.hover-language-status:has-text("5 errors")' },
          { picture: 'status' },
          { press: 'Escape' },
        );
      }),
  },
  {
    name: 'the window compares a session with what all fixes would make of it',
    run: () =>
      withRoom(async () => {
        await show('unsigned-thinking');
        const preview = opened(({ uri }) => uri.scheme === 'transcript-hygiene-fixed');
        const done = run('fixAllLossy');
        const { uri } = await preview;
        await notice('cut something off');
        await ask({ waitFor: '.monaco-diff-editor .char-insert' }, { picture: 'fix-preview' });
        await run('discardFixes', uri);
        await dismissNotices();
        await done;
      }),
  },
  {
    name: 'the window shows what a provider would be sent beside the session, and what it was without repair',
    run: () =>
      withRoom(async () => {
        await closeAll();
        const { document } = await open('01-orphan-result.jsonl');
        await problems(document.uri, (all) => all.length > 0);
        await dismissNotices();
        const waiting = opened(
          ({ uri }) => uri.scheme === 'transcript-hygiene-preview' && uri.path.includes('claude-sonnet-4-6'),
        );
        await run('previewReplay', document.uri, 'anthropic:claude-sonnet-4-6');
        const { uri } = await waiting;
        await ask({ waitFor: '.squiggly-error' }, { picture: 'preview' });
        const compared = tabInFront(/without repair ↔ as sent/);
        await run('comparePreview', uri);
        await compared;
        await ask({ waitFor: '.monaco-diff-editor .view-lines' }, { picture: 'preview-diff' });
        const page = tabInFront(/What changed and why/);
        await run('showPreviewChanges', uri);
        await page;
        await ask({ waitInFrame: 'h2:has-text("Changes (")' }, { picture: 'preview-changes' });
        await execute('workbench.action.closeActiveEditor');
        await execute('workbench.panel.markers.view.focus');
        // The panel lists problems of files on disk as well, and shows only the first rows.
        await ask(
          { click: 'input[placeholder^="Filter (e.g. text"]' },
          { type: 'prefill' },
          { waitFor: '.markers-panel .monaco-list-row:has-text("does not support assistant message prefill")' },
          { picture: 'preview-problems' },
          { press: 'Control+A' },
          { press: 'Delete' },
        );
        await execute('workbench.action.closePanel');
      }),
  },
];
