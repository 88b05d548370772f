import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, execute, open, opened, problems, ruleOf, run, runOffered, tabInFront, write } from '../editor';
import type { Test } from '../harness';
import { ask, dismissNotices, notice } from '../window';

const PICK = '.quick-input-widget .quick-input-list-row, .quick-input-widget .monaco-list-row';
const LANGUAGE_STATUS = '#status\\.languageStatus';

export const commandTests: readonly Test[] = [
  {
    name: 'a sample opens as a new document, and its problems show',
    async run() {
      const sample = opened(({ uri, languageId }) => uri.scheme === 'untitled' && languageId === 'jsonl');
      const done = run('openSample');
      await ask({ waitFor: PICK }, { type: 'missing result' }, { press: 'Enter' });
      await done;
      await problems((await sample).uri, (all) => all.length === 1);
      await closeAll();
    },
  },
  {
    name: 'the page of a rule is shown, picked by its name or named by an action',
    async run() {
      await open('17-several-faults.jsonl');
      const done = run('explainRule');
      await ask({ waitFor: PICK }, { type: 'orphan-tool' }, { press: 'Enter' });
      await done;
      await tabInFront(/orphan-tool-result/);
      await run('explainRule', 'nul-bytes');
      await tabInFront(/nul-bytes/);
      await closeAll();
    },
  },
  {
    name: 'the severity of a rule is chosen from a list by its action, and the settings keep it',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      const found = await problems(document.uri, (all) => all.length === 5);
      const { done } = await runOffered(document.uri, found, 'torn-record', 'Set severity of torn-record');
      await ask({ waitFor: `${PICK}:has-text("as it came")` }, { type: 'information' }, { press: 'Enter' });
      await done;
      await problems(document.uri, (all) =>
        all.some((one) => ruleOf(one) === 'torn-record' && one.severity === vscode.DiagnosticSeverity.Information),
      );
      const settings = vscode.workspace.getConfiguration('transcriptHygiene', document.uri);
      assert.deepEqual(settings.inspect('rules')?.workspaceValue, { 'torn-record': 'information' });
      await settings.update('rules', undefined, vscode.ConfigurationTarget.Workspace);
      await problems(document.uri, (all) => all.every(({ severity }) => severity === vscode.DiagnosticSeverity.Error));
      await closeAll();
    },
  },
  {
    name: 'the language status tells dialect, target, profile and counts',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      const [text] = await ask({ click: LANGUAGE_STATUS }, { read: '.monaco-hover:has(.hover-language-status)' });
      assert.match(text!, /5 errors/);
      assert.match(text!, /claude-sonnet-4-6/);
      assert.match(text!, /profile documented/);
      await ask({ press: 'Escape' });
      await closeAll();
    },
  },
  {
    name: 'a file is treated as a transcript until that is taken back',
    async run() {
      await write('notes.txt', 'no session at all\n');
      const { uri } = (await open('notes.txt')).document;
      await run('treatAsTranscript');
      await problems(uri, (all) => all.length > 0);
      await run('stopTreating');
      await problems(uri, (all) => all.length === 0);
      await closeAll();
    },
  },
  {
    name: 'debug information holds no content and no names',
    async run() {
      await open('17-several-faults.jsonl');
      await run('copyDebugInformation');
      const copied = await vscode.env.clipboard.readText();
      const { server } = JSON.parse(copied);
      assert.ok(
        server.documents.some(({ findings }: { findings: object }) => 'torn-record' in findings),
        copied,
      );
      assert.doesNotMatch(copied, /several-faults|Clean up|git status/);
      await closeAll();
    },
  },
  {
    name: 'a command that needs a transcript says so where there is none',
    async run() {
      await closeAll();
      await run('showConfiguration');
      await notice('No session file is open');
      await dismissNotices();
    },
  },
  {
    name: 'tracing writes the messages, and off is off again',
    async run() {
      await run('traceServer', 'messages');
      await open('17-several-faults.jsonl');
      await ask({ waitFor: '.pane-body .view-line:has-text("textDocument/diagnostic")' });
      await run('traceServer', 'off');
      assert.equal(vscode.workspace.getConfiguration('transcriptHygiene').get('trace.server'), 'off');
      await execute('workbench.action.closePanel');
      await closeAll();
    },
  },
];
