import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { generateSession } from '../../support/generate-session';
import {
  closeAll,
  execute,
  fileUri,
  inFront,
  offers,
  open,
  opened,
  problems,
  read,
  run,
  tabInFront,
  text,
  write,
} from '../editor';
import { report, type Test } from '../harness';
import { answer, ask, dismissNotices } from '../window';

const SCHEME = 'transcript-hygiene-preview';
const SAMPLE = '01-orphan-result.jsonl';
const CLAUDE = 'anthropic:claude-opus-4-5';

const previewOpened = (words: string) =>
  opened(({ uri }) => uri.scheme === SCHEME && uri.path.includes(words) && !uri.path.includes('without repair'));

/** Shows a sample and what a provider would be sent of it. */
async function preview(
  sample: string,
  target: string,
): Promise<{ session: vscode.TextDocument; shown: vscode.TextDocument }> {
  const { document: session } = await open(sample);
  await problems(session.uri, (all) => all.length > 0);
  const waiting = previewOpened(target.slice(target.indexOf(':') + 1));
  await run('previewReplay', session.uri, target);
  return { session, shown: await waiting };
}

/** The place of a piece of text in a document. */
function placeOf(document: vscode.TextDocument, piece: string): vscode.Position {
  const at = document.getText().indexOf(piece);
  assert.ok(at >= 0, `${piece} is not in the text`);
  return document.positionAt(at);
}

async function replaceIn(document: vscode.TextDocument, piece: string, by: string): Promise<void> {
  const start = placeOf(document, piece);
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(start, start.translate(0, piece.length)), by);
  await vscode.workspace.applyEdit(edit);
}

/** A session of 30 MB, one of whose results does not answer a call. */
function longSession(): string {
  const lines = [...generateSession({ entries: 22_000, bytes: 30_000_000 })];
  const at = lines.findIndex((line) => line.includes('"role":"toolResult"'));
  lines[at] = lines[at]!.replace(/"toolCallId":"[^"]+"/, '"toolCallId":"toolu_gone"');
  return `${lines.join('\n')}\n`;
}

export const replayTests: readonly Test[] = [
  {
    name: 'a provider is chosen from the list, and its payload is shown beside the session, read-only',
    async run() {
      const { document } = await open(SAMPLE);
      await problems(document.uri, (all) => all.length > 0);
      const waiting = opened(({ uri }) => uri.scheme === SCHEME);
      const done = run('previewReplay', document.uri);
      await ask({ waitFor: '.quick-input-widget .monaco-list-row:has-text("anthropic")' }, { press: 'Enter' });
      const shown = await waiting;
      await done;
      assert.equal(shown.languageId, 'json');
      const payload = JSON.parse(shown.getText());
      assert.match(payload.model, /claude/);
      assert.ok(payload.messages.length > 0);
      const tab = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).find(({ label }) => label.includes('claude'));
      assert.match(tab?.label ?? '', / · anthropic · claude/);
      await closeAll();
    },
  },
  {
    name: 'the preview follows the session while it is edited',
    async run() {
      const { session, shown } = await preview(SAMPLE, CLAUDE);
      const first = JSON.parse(shown.getText()).messages[0].content[0].text as string;
      await replaceIn(session, first, 'What is new here?');
      await text(shown, (now) => now.includes('What is new here?'));
      await closeAll();
    },
  },
  {
    name: 'every part leads to its line in the session, and a line to its part',
    async run() {
      const { session, shown } = await preview(SAMPLE, CLAUDE);
      const first = JSON.parse(shown.getText()).messages[0].content[0].text as string;
      const [location] = await execute<vscode.Location[]>(
        'vscode.executeDefinitionProvider',
        shown.uri,
        placeOf(shown, first),
      );
      assert.equal(location?.uri.toString(), session.uri.toString());
      assert.equal(location?.range.start.line, placeOf(session, first).line);
      const [hover] = await execute<vscode.Hover[]>('vscode.executeHoverProvider', shown.uri, placeOf(shown, first));
      const words = ((hover?.contents ?? []) as vscode.MarkdownString[]).map(({ value }) => value).join('');
      assert.match(words, new RegExp(`From line ${location!.range.start.line + 1} of the session, entry`));
      const editor = await vscode.window.showTextDocument(session);
      const place = placeOf(session, first);
      editor.selection = new vscode.Selection(place, place);
      await run('revealInPreview');
      const active = vscode.window.activeTextEditor;
      assert.equal(active?.document.uri.toString(), shown.uri.toString());
      const line = active?.selection.active.line ?? -1;
      assert.ok(Math.abs(line - placeOf(shown, first).line) < 6, `line ${line}`);
      await closeAll();
    },
  },
  {
    name: 'the preview follows the settings file, here a fact about a model',
    async run() {
      const { shown } = await preview(SAMPLE, CLAUDE);
      const FILE = '.transcript-hygiene.json';
      await write(FILE, JSON.stringify({ models: { [CLAUDE]: { maxTokens: 1234 } } }));
      await text(shown, (now) => now.includes('"max_tokens": 1234'));
      await vscode.workspace.fs.delete(fileUri(FILE));
      await text(shown, (now) => !now.includes('"max_tokens": 1234'));
      await closeAll();
    },
  },
  {
    name: 'over a problem it is told what replay would make of that place',
    async run() {
      const { document } = await open(SAMPLE);
      const [problem] = await problems(document.uri, (all) => all.length > 0);
      const hovers = await execute<vscode.Hover[]>('vscode.executeHoverProvider', document.uri, problem!.range.start);
      const words = hovers.flatMap(({ contents }) => (contents as vscode.MarkdownString[]).map(({ value }) => value));
      assert.match(
        words.join('\n'),
        /When OpenClaw replays this to `anthropic\/anthropic-messages:[^`]+`:\s+- The turn that asked for this result failed\. _\(removed, pairing\)_/,
      );
      await closeAll();
    },
  },
  {
    name: 'what replay changed is told with its reason, and a click shows the line',
    async run() {
      const { session, shown } = await preview(SAMPLE, CLAUDE);
      const page = tabInFront(/What changed and why/);
      await run('showPreviewChanges', shown.uri);
      await page;
      await ask(
        { waitInFrame: 'h2:has-text("Changes (3)")' },
        { clickInFrame: 'li:has-text("The turn that asked for this result failed.") a:text-is("line 4")' },
      );
      const editor = await inFront(session);
      assert.equal(editor.selection.start.line, 3);
      await closeAll();
    },
  },
  {
    name: 'without repair the provider would refuse it: compared, and underlined in its own words',
    async run() {
      const { session, shown } = await preview(SAMPLE, CLAUDE);
      const before = opened(({ uri }) => uri.scheme === SCHEME && uri.path.includes('without repair'));
      const compared = tabInFront(/without repair ↔ as sent/);
      await run('comparePreview', shown.uri);
      await compared;
      const found = await problems((await before).uri, (all) => all.length > 0);
      // The sample ends in a reply, which the provider takes for a prefill either way.
      const stillRefused = vscode.languages.getDiagnostics(shown.uri).map(({ code }) => code);
      const repaired = found.find(({ code }) => !stillRefused.includes(code));
      assert.ok(repaired && repaired.message.length > 20);
      assert.equal(repaired.relatedInformation?.[0]?.location.uri.toString(), session.uri.toString());
      await closeAll();
      for (const uri of [shown.uri, (await before).uri]) await problems(uri, (all) => all.length === 0);
    },
  },
  {
    name: 'the whole payload goes into the clipboard',
    async run() {
      const { shown } = await preview(SAMPLE, CLAUDE);
      await run('copyPreview', shown.uri);
      assert.deepEqual(JSON.parse(await vscode.env.clipboard.readText()), JSON.parse(shown.getText()));
      await dismissNotices();
      await closeAll();
    },
  },
  {
    name: 'the whole payload is saved as a file, proposed beside the session under the name of its model',
    async run() {
      const { shown } = await preview(SAMPLE, CLAUDE);
      const done = run('savePreview', shown.uri);
      const FILE = '01-orphan-result.anthropic.claude-opus-4-5.json';
      await ask({ waitFor: '.quick-input-widget:has-text("OK") .monaco-list-row:has-text("..")' }, { press: 'Enter' });
      await answer(`saved as ${FILE}`, 'Open File');
      await done;
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), fileUri(FILE).toString());
      assert.deepEqual(JSON.parse(await read(FILE)), JSON.parse(shown.getText()));
      await closeAll();
      await vscode.workspace.fs.delete(fileUri(FILE));
    },
  },
  {
    name: 'a session of 30 MB stays responsive while its preview is made and shown',
    timeLimit: 180_000,
    async run() {
      const FILE = 'long.jsonl';
      await write(FILE, longSession());
      const began = Date.now();
      const { document: session } = await open(FILE);
      // VS Code itself stands still for a moment when it shows as much text. Times are measured against that.
      const opening = Date.now() - began;
      const [problem] = await problems(session.uri, (all) => all.length > 0);
      // Other sessions' previews for the same model may still be there.
      const waiting = opened(({ uri }) => uri.scheme === SCHEME && uri.query.includes(FILE));
      let isShown = false;
      const done = run('previewReplay', session.uri, CLAUDE).finally(() => {
        isShown = true;
      });
      const waits: number[] = [];
      while (!isShown) {
        const asked = Date.now();
        assert.ok((await offers(session.uri, problem!.range)) > 0);
        waits.push(Date.now() - asked);
      }
      await done;
      assert.ok((await waiting).getText().length > 20_000_000);
      waits.sort((a, b) => b - a);
      const [slowest = 0, second = 0] = waits;
      const median = waits[Math.floor(waits.length / 2)] ?? 0;
      const times = `${waits.length} answers, the slowest after ${waits.slice(0, 3).join(', ')} ms, median ${median} ms`;
      report(`opening the session took ${opening} ms; ${times}`);
      assert.ok(slowest < 2 * opening && second < opening && median < opening / 10, times);
      await closeAll();
      await vscode.workspace.fs.delete(fileUri(FILE));
    },
  },
];
