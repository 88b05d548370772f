import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, opened, problems, text } from '../editor';
import type { Test } from '../harness';
import { ask, dismissNotices } from '../window';

export const keyboardTests: readonly Test[] = [
  {
    name: 'keys alone lead from opening a session to the repaired one',
    async run() {
      await closeAll();
      await dismissNotices();
      const shown = opened(({ uri }) => uri.path.endsWith('/14-silent-command.jsonl'));
      await ask(
        { press: 'Control+p' },
        { waitFor: '.quick-input-widget' },
        { type: '14-silent' },
        { waitFor: '.quick-input-widget .monaco-list-row:has-text("14-silent-command")' },
        { press: 'Enter' },
      );
      const document = await shown;
      const broken = document.getText();
      await problems(document.uri, (all) => all.length === 1);
      await ask(
        { press: 'F8' },
        { waitFor: '.marker-widget:has-text("empty-tool-result"), .zone-widget:has-text("empty-tool-result")' },
        { press: 'Control+.' },
        { waitFor: '.action-widget .monaco-list-row' },
        { press: 'Enter' },
      );
      const fixed = await text(document, (now) => now !== broken);
      assert.match(fixed, /\[empty content omitted\]/);
      await problems(document.uri, (all) => all.length === 0);
      assert.equal(vscode.window.activeTextEditor?.document, document);
      await closeAll();
    },
  },
];
