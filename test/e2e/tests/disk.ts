import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, fileUri, open, problems, problemsNow, read, rulesOf, run, write } from '../editor';
import type { Test } from '../harness';
import { answer, dismissNotices, notice } from '../window';

/** A session of 60 MB with a blank user turn (a safe fix) and a torn last record (a lossy one). */
function largeSession(): string {
  const lines = ['{"type":"session","version":3,"id":"large","timestamp":"2026-04-17T08:30:00.000Z","cwd":"/"}'];
  const text = 'All work and no play. '.repeat(3000);
  let parent: string | null = null;
  for (let turn = 0; turn < 1000; turn++) {
    const id = `e${turn}`;
    const entry = { type: 'message', id, parentId: parent, timestamp: '2026-04-17T08:30:07.000Z' };
    const content = [{ type: 'text', text: turn === 500 ? '' : text }];
    const user = { role: 'user', content, timestamp: 1776414607000 };
    const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, totalTokens: 2, cost: { total: 0 } };
    const model = { api: 'anthropic-messages', provider: 'anthropic', model: 'claude-sonnet-4-6' };
    const assistant = { ...user, role: 'assistant', ...model, usage, stopReason: 'stop' };
    lines.push(JSON.stringify({ ...entry, message: turn % 2 === 0 ? user : assistant }));
    parent = id;
  }
  return `${lines.join('\n')}\n{"type":"message","id":"torn","parent`;
}

export const diskTests: readonly Test[] = [
  {
    name: 'the check of the workspace finds what nobody has opened; an editor, or a change, takes over',
    async run() {
      await closeAll();
      const [first, second] = [fileUri('13-call-id-the-provider-refuses.jsonl'), fileUri('07-torn-last-line.jsonl')];
      const done = run('checkWorkspace');
      await answer('transcripts among', 'Show Problems');
      await done;
      assert.deepEqual(rulesOf(problemsNow(first)), ['invalid-tool-call-id']);
      assert.deepEqual(rulesOf(problemsNow(second)), ['torn-record']);
      const { document } = await open('13-call-id-the-provider-refuses.jsonl');
      await problems(document.uri, (all) => all.length === 1);
      await write('07-torn-last-line.jsonl', (await read('07-torn-last-line.jsonl')).replace(/[^\n]*$/, ''));
      await problems(second, (all) => all.length === 0);
      await closeAll();
    },
  },
  {
    name: 'a file that is too large for the editor is checked and fixed on disk, with a backup',
    async run() {
      await write('large.jsonl', largeSession());
      const uri = fileUri('large.jsonl');
      const done = run('checkFileOnDisk', uri);
      const found = await problems(uri, (all) => all.length === 2);
      assert.deepEqual(rulesOf(found), ['blank-user-turn', 'torn-record']);
      await answer('over 50 MB', 'Fix (Safe)');
      await problems(uri, (all) => all.length === 1);
      const folder = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(uri, '..'));
      assert.equal(folder.filter(([name]) => name.startsWith('large.jsonl.bak-')).length, 1);
      await answer('large.jsonl.bak-', 'Fix Lossy Too…');
      await answer('cuts something off', 'Fix with Loss');
      await problems(uri, (all) => all.length === 0);
      await notice('1 problem fixed');
      await dismissNotices();
      await done;
    },
  },
  {
    name: 'the check of the workspace takes the files that the setting include names',
    async run() {
      await write('session.log', await read('13-call-id-the-provider-refuses.jsonl'));
      const configuration = vscode.workspace.getConfiguration('transcriptHygiene', fileUri('session.log'));
      await configuration.update('include', ['*.log']);
      const done = run('checkWorkspace');
      await answer('transcripts among', 'Show Problems');
      await done;
      assert.deepEqual(rulesOf(problemsNow(fileUri('session.log'))), ['invalid-tool-call-id']);
      await configuration.update('include', undefined);
      await vscode.workspace.fs.delete(fileUri('session.log'));
      await closeAll();
    },
  },
  {
    name: 'the check of the workspace can be stopped',
    async run() {
      // Enough work for a slow window to show the button before it is done.
      const files = Array.from({ length: 5 }, (_, index) => `large-${index}.jsonl`);
      const session = largeSession();
      for (const file of files) await write(file, session);
      const done = run('checkWorkspace');
      await answer('Checking transcripts', 'Cancel');
      await notice('Stopped before the end');
      await dismissNotices();
      await done;
      for (const file of files) await vscode.workspace.fs.delete(fileUri(file));
    },
  },
];
