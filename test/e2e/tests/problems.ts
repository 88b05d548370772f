import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, fileUri, fixes, open, problems, problemsNow, ruleOf, rulesOf, whole, write } from '../editor';
import type { Test } from '../harness';

const ID = 'transcript-hygiene.transcript-hygiene';
const configuration = () => vscode.workspace.getConfiguration('transcriptHygiene', fileUri('17-several-faults.jsonl'));

export const problemTests: readonly Test[] = [
  {
    name: 'the extension wakes when a JSON Lines file is opened',
    async run() {
      const extension = vscode.extensions.getExtension(ID);
      assert.ok(extension);
      const { document } = await open('17-several-faults.jsonl');
      assert.equal(document.languageId, 'jsonl');
      await problems(document.uri, (found) => found.length > 0);
      assert.equal(extension.isActive, true);
    },
  },
  {
    name: 'a broken sample shows its problems with message, range, severity and link',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      const found = await problems(document.uri, (all) => all.length >= 5);
      assert.deepEqual(rulesOf(found), [
        'empty-error-turn',
        'empty-tool-result',
        'missing-tool-result',
        'torn-record',
        'unsigned-thinking',
      ]);
      for (const problem of found) {
        assert.equal(problem.source, 'Transcript Hygiene');
        assert.equal(problem.severity, vscode.DiagnosticSeverity.Error);
        assert.ok(problem.message.length > 20, problem.message);
        assert.ok(problem.range.isSingleLine);
        assert.ok(!problem.range.isEmpty);
        const { code } = problem;
        assert.ok(typeof code === 'object');
        assert.ok(code.target.path.endsWith(`/docs/rules/${code.value}.md`), code.target.toString());
        const page = await vscode.workspace.openTextDocument(code.target);
        assert.match(page.getText(), new RegExp(String(code.value)));
      }
      const missing = found.find((problem) => ruleOf(problem) === 'missing-tool-result');
      assert.equal(missing?.range.start.line, 4);
      assert.match(document.getText(missing.range), /toolu_01Clean|toolCall|id/);
    },
  },
  {
    name: 'a problem leads to the place that explains it',
    async run() {
      const { document } = await open('13-call-id-the-provider-refuses.jsonl');
      const [problem] = await problems(document.uri, (all) => all.length > 0);
      const [result] = problem!.relatedInformation ?? [];
      assert.equal(result?.location.uri.toString(), document.uri.toString());
      assert.equal(result?.location.range.start.line, 3);
      assert.match(document.getText(result.location.range), /read1775032201234567/);
      assert.match(result.message, /result/);
    },
  },
  {
    name: 'foreign and sound files show nothing',
    async run() {
      await write('foreign.jsonl', '{"text":"A data set, no transcript."}\n{"text":"  "}\n{"text":"torn');
      for (const name of ['foreign.jsonl', '19-sound-pi.jsonl', '20-sound-openclaw.jsonl']) {
        const { document } = await open(name);
        assert.equal(document.languageId, 'jsonl');
        // Answered by the server when it has read the file, so behind the pull that opening the file caused.
        assert.deepEqual(await fixes(document.uri, whole(document)), [], name);
        assert.deepEqual(problemsNow(document.uri), [], name);
      }
      assert.deepEqual(vscode.languages.getDiagnostics(fileUri('foreign.jsonl')), []);
    },
  },
  {
    name: 'a changed setting shows at once',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      await configuration().update('rules', { 'torn-record': 'off', 'empty-tool-result': 'information' });
      const found = await problems(document.uri, (all) => all.length === 4);
      const changed = found.find((problem) => ruleOf(problem) === 'empty-tool-result');
      assert.equal(changed?.severity, vscode.DiagnosticSeverity.Information);
      await configuration().update('enable', false);
      await problems(document.uri, (all) => all.length === 0);
      await configuration().update('enable', undefined);
      await configuration().update('rules', undefined);
      await problems(document.uri, (all) => all.length === 5);
    },
  },
  {
    name: 'the server restarts on command, also twice at once',
    async run() {
      const { document } = await open('17-several-faults.jsonl');
      await problems(document.uri, (all) => all.length === 5);
      const gone = problems(document.uri, (all) => all.length === 0);
      const restart = () => vscode.commands.executeCommand('transcriptHygiene.restartServer');
      await Promise.all([restart(), restart()]);
      await gone;
      await problems(document.uri, (all) => all.length === 5);
      await closeAll();
      // A file that is closed leaves nothing behind.
      await problems(document.uri, (all) => all.length === 0);
    },
  },
];
