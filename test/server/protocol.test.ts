import assert from 'node:assert/strict';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  type CodeAction,
  CodeActionKind,
  type Diagnostic,
  DiagnosticSeverity,
  LSPErrorCodes,
  type PublishDiagnosticsParams,
  type Range,
  ResponseError,
} from 'vscode-languageserver/node';
import { buildSession } from '../support/build-session';
import { PUSHING, TestClient } from './support/client';
import { applyEdits, editsOf, textAt } from './support/edits';

const WHOLE: Range = { start: { line: 0, character: 0 }, end: { line: 10_000, character: 0 } };
const FIX_ALL = 'source.fixAll.transcriptHygiene';

/** A blank question (safe to fix), a result of no call (only with loss), and a last line without its end (safe). */
const BROKEN = buildSession()
  .user('   ', { id: 'blank001' })
  .assistant('What can I do?')
  .user('List the folder.')
  .result('toolu_gone', 'README.md', { id: 'orphan01', toolName: 'exec' })
  .assistant('There is one file.')
  .user('Thanks.')
  .text()
  .trimEnd();

const SOUND = buildSession().user('Hello').assistant('Hello!').user('Bye').text();
const FOREIGN = '{"text":"one"}\n{"text":"  "}';

const rules = (items: readonly Diagnostic[]) => items.map((item) => item.code).sort();

let lastUri = 0;
const newUri = () => `file:///sessions/${++lastUri}.jsonl`;

describe('a client that pulls', () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
  });
  after(() => client.stop());

  async function openNew(text: string): Promise<string> {
    const uri = newUri();
    await client.open(uri, text);
    return uri;
  }
  const actionFor = (actions: CodeAction[], rule: string) => {
    const found = actions.find((action) => action.diagnostics?.some((item) => item.code === rule));
    assert.ok(found, `no action for ${rule}`);
    return found;
  };

  it('is told of pull diagnostics and of both kinds of actions', () => {
    const { capabilities } = client.initialized;
    assert.deepEqual(capabilities.diagnosticProvider, {
      identifier: 'transcript-hygiene',
      interFileDependencies: false,
      workspaceDiagnostics: true,
    });
    assert.deepEqual(capabilities.codeActionProvider, {
      codeActionKinds: [CodeActionKind.QuickFix, FIX_ALL],
      resolveProvider: true,
    });
  });

  it('gets each finding with source, rule, link, range and severity', async () => {
    const uri = await openNew(BROKEN);
    const items = await client.problems(uri);
    assert.deepEqual(rules(items), ['blank-user-turn', 'missing-final-newline', 'orphan-tool-result']);
    const blank = items.find((item) => item.code === 'blank-user-turn')!;
    assert.equal(blank.source, 'Transcript Hygiene');
    assert.equal(blank.severity, DiagnosticSeverity.Error);
    assert.equal(blank.range.start.line, 1);
    assert.ok(textAt(BROKEN, blank.range).length < 100, 'the range is short');
    assert.match(String(blank.message), /\S/);
    const page = join(dirname(client.bundle), '..', 'docs', 'rules', 'blank-user-turn.md');
    assert.equal(blank.codeDescription?.href, pathToFileURL(page).href);
    assert.equal(blank.data.rule, 'blank-user-turn');
  });

  it('gets the places that explain a finding', async () => {
    const twins = buildSession().user('Hello', { id: 'twin0001' }).assistant('Hello!').user('Bye', { id: 'twin0001' });
    const uri = await openNew(twins.text());
    const items = await client.problems(uri);
    const twin = items.find((item) => item.code === 'duplicate-entry-id');
    assert.equal(twin?.range.start.line, 3);
    assert.deepEqual(
      twin.relatedInformation?.map(({ location }) => [location.uri, location.range.start.line]),
      [[uri, 1]],
    );
  });

  it('gets nothing for a sound session and for a foreign file', async () => {
    for (const text of [SOUND, FOREIGN, '', 'not json']) {
      const uri = await openNew(text);
      assert.deepEqual(await client.problems(uri), []);
      assert.deepEqual(await client.actions(uri, WHOLE), []);
    }
  });

  it('is told that nothing changed, until something did', async () => {
    const uri = await openNew(BROKEN);
    const first = await client.pull(uri);
    assert.equal(first.kind, 'full');
    const again = await client.pull(uri, first.resultId);
    assert.deepEqual(again, { kind: 'unchanged', resultId: first.resultId });
    const end = { line: 6, character: 100_000 };
    await client.change(uri, { range: { start: end, end }, text: '\n' });
    const edited = await client.pull(uri, first.resultId);
    assert.ok(edited.kind === 'full');
    assert.deepEqual(rules(edited.items), ['blank-user-turn', 'orphan-tool-result']);
  });

  it('offers each fix, the preferred one marked, and changes the text when it is resolved', async () => {
    const uri = await openNew(BROKEN);
    const items = await client.problems(uri);
    const { range } = items.find((item) => item.code === 'blank-user-turn')!;
    const actions = await client.actions(uri, range, [CodeActionKind.QuickFix]);
    const action = actionFor(actions, 'blank-user-turn');
    assert.equal(action.isPreferred, true);
    assert.equal(action.edit, undefined);
    const edits = editsOf(await client.resolve(action), 1);
    const fixed = applyEdits(BROKEN, edits);
    assert.ok(edits.every((edit) => edit.newText.length < 200));
    const other = await openNew(fixed);
    assert.deepEqual(rules(await client.problems(other)), ['missing-final-newline', 'orphan-tool-result']);
    // Every other line is what it was.
    assert.deepEqual(fixed.split('\n').toSpliced(1, 1), BROKEN.split('\n').toSpliced(1, 1));
  });

  it('asks before a fix that loses something', async () => {
    const uri = await openNew(BROKEN);
    const items = await client.problems(uri);
    const { range } = items.find((item) => item.code === 'orphan-tool-result')!;
    const action = actionFor(await client.actions(uri, range, ['quickfix']), 'orphan-tool-result');
    const { edit } = await client.resolve(action);
    assert.equal(Object.values(edit?.changeAnnotations ?? {})[0]?.needsConfirmation, true);
  });

  it('fixes everything that is safe, and nothing else', async () => {
    const uri = await openNew(BROKEN);
    const actions = await client.actions(uri, WHOLE, ['source.fixAll']);
    assert.deepEqual(
      actions.map((action) => action.kind),
      [FIX_ALL],
    );
    const resolved = await client.resolve(actions[0]!);
    assert.equal(resolved.edit?.changeAnnotations, undefined);
    const fixed = await openNew(applyEdits(BROKEN, editsOf(resolved, 1)));
    assert.deepEqual(rules(await client.problems(fixed)), ['orphan-tool-result']);
    assert.deepEqual(await client.actions(fixed, WHOLE, [FIX_ALL]), []);
  });

  it('fixes all findings of one rule', async () => {
    const text = buildSession().user(' ').assistant('Yes?').user('  ').assistant('Yes?').user('Go').text().trimEnd();
    const uri = await openNew(text);
    const [first] = await client.problems(uri);
    const all = (await client.actions(uri, first!.range)).find((action) => /blank-user-turn/.test(action.title));
    assert.ok(all);
    const fixed = await openNew(applyEdits(text, editsOf(await client.resolve(all), 1)));
    assert.deepEqual(rules(await client.problems(fixed)), ['missing-final-newline']);
  });

  it('gets only the kinds it asked for', async () => {
    const uri = await openNew(BROKEN);
    assert.deepEqual(await client.actions(uri, WHOLE, ['refactor']), []);
    assert.deepEqual(await client.actions(uri, WHOLE, ['source.organizeImports']), []);
    assert.deepEqual(await client.actions(uri, WHOLE, ['source.fixAll.other']), []);
    const kinds = new Set((await client.actions(uri, WHOLE, ['quickfix'])).map((action) => action.kind));
    assert.deepEqual([...kinds], ['quickfix']);
  });

  it('is refused an action of an older text', async () => {
    const uri = await openNew(BROKEN);
    const [action] = await client.actions(uri, WHOLE);
    await client.change(uri, { text: SOUND });
    await assert.rejects(client.resolve(action!), (error) => {
      assert.ok(error instanceof ResponseError);
      assert.equal(error.code, LSPErrorCodes.ContentModified);
      return true;
    });
  });

  it('finds what it typed, whatever the order of the changes', async () => {
    const uri = await openNew(SOUND);
    const at = (line: number) => ({ start: { line, character: 0 }, end: { line, character: 0 } });
    // Two insertions at one place: the later one stands in front. Then one behind both, then one in front of all.
    await client.change(
      uri,
      { range: at(3), text: 'broken\n' },
      { range: at(3), text: '{"broken\n' },
      { range: at(5), text: 'broken too\n' },
      { range: at(1), text: '\n' },
    );
    const typed = await client.problems(uri);
    const lines = SOUND.split('\n');
    const typedLines = ['{"broken', 'broken', 'broken too'];
    const expected = [lines[0], '', lines[1], lines[2], ...typedLines, lines[3], ''].join('\n');
    const opened = await client.problems(await openNew(expected));
    assert.ok(opened.length > 0);
    assert.deepEqual(
      typed.map(({ code, range }) => ({ code, range })),
      opened.map(({ code, range }) => ({ code, range })),
    );
  });

  it('sees settings at once, and is told which of them make no sense', async () => {
    const uri = await openNew(BROKEN);
    const first = await client.pull(uri);
    assert.equal(first.kind, 'full');
    const refresh = client.next('refresh');
    await client.setSettings({ rules: { 'blank-user-turn': 'off', 'missing-final-newline': 'loud' }, targets: [7] });
    await refresh;
    const logged = client.next<string>('logged');
    const changed = await client.pull(uri, first.resultId);
    assert.ok(changed.kind === 'full');
    assert.deepEqual(rules(changed.items), ['missing-final-newline', 'orphan-tool-result']);
    await logged;
    assert.match(client.log.join('\n'), /rules\.missing-final-newline: "loud"/);
    assert.match(client.log.join('\n'), /targets: 7/);
    const again = client.next('refresh');
    await client.setSettings({ enable: false });
    await again;
    assert.deepEqual(await client.problems(uri), []);
    await client.setSettings(undefined);
  });

  it('keeps its server after requests that make no sense', async () => {
    const { connection } = client;
    await assert.rejects(connection.sendRequest('transcript/unknown'));
    await connection.sendRequest('textDocument/diagnostic', {}).catch(() => undefined);
    await connection.sendRequest('textDocument/codeAction', { textDocument: { uri: 'x' } }).catch(() => undefined);
    await connection.sendRequest('codeAction/resolve', { title: 'x', data: 7 }).catch(() => undefined);
    await connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: newUri(), version: 2 },
      contentChanges: [{ range: { start: { line: 9, character: 9 }, end: { line: 1, character: 1 } }, text: 'x' }],
    });
    const uri = await openNew(BROKEN);
    assert.equal((await client.problems(uri)).length, 3);
  });
});

describe('a client that cannot pull, resolve or be asked', () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start({
      capabilities: PUSHING,
      initializationOptions: { settings: { rules: { 'orphan-tool-result': 'hint' } } },
    });
  });
  after(() => client.stop());

  it('is sent problems on opening, after changes and settings, and none after closing', async () => {
    assert.equal(client.initialized.capabilities.diagnosticProvider, undefined);
    const uri = newUri();
    const next = async (act: () => Promise<void>) => {
      const published = client.next<PublishDiagnosticsParams>('published');
      await act();
      return published;
    };
    const opened = await next(() => client.open(uri, BROKEN));
    assert.equal(opened.uri, uri);
    assert.equal(opened.version, 1);
    assert.deepEqual(rules(opened.diagnostics), ['blank-user-turn', 'missing-final-newline', 'orphan-tool-result']);
    const orphan = opened.diagnostics.find((item) => item.code === 'orphan-tool-result');
    assert.equal(orphan?.severity, DiagnosticSeverity.Hint);
    const changed = await next(() => client.change(uri, { text: SOUND.trimEnd() }));
    assert.deepEqual(rules(changed.diagnostics), ['missing-final-newline']);
    const set = await next(() => client.setSettings({ rules: { 'missing-final-newline': 'off' } }));
    assert.deepEqual(set.diagnostics, []);
    const closed = await next(() => client.close(uri));
    assert.deepEqual(closed.diagnostics, []);
  });

  it('gets actions with their edits', async () => {
    const uri = newUri();
    await client.open(uri, BROKEN);
    const [action] = await client.actions(uri, WHOLE, [FIX_ALL]);
    const edits = action?.edit?.changes?.[uri];
    assert.ok(edits && edits.length > 0);
    assert.notEqual(applyEdits(BROKEN, edits), BROKEN);
  });
});

describe('line ends', () => {
  const CRLF = BROKEN.replaceAll('\n', '\r\n');

  it('are changed by text edits for a client that applies them', async () => {
    const client = await TestClient.start();
    const uri = newUri();
    await client.open(uri, CRLF);
    const [action] = await client.actions(uri, WHOLE, [FIX_ALL]);
    assert.equal(applyEdits(CRLF, editsOf(await client.resolve(action!), 1)).includes('\r'), false);
    await client.stop();
  });

  it('are left to a client that changes them itself', async () => {
    const client = await TestClient.start({ initializationOptions: { lineEndsCommand: 'client.lf' } });
    const uri = newUri();
    await client.open(uri, CRLF);
    const encoding = (await client.problems(uri)).find((item) => item.code === 'text-encoding');
    assert.ok(encoding);
    const actions = await client.actions(uri, encoding.range, ['quickfix']);
    const single = actions.find((action) => action.diagnostics?.[0]?.code === 'text-encoding');
    const command = { title: 'Make all line ends LF', command: 'client.lf', arguments: [uri] };
    assert.deepEqual(single?.command, command);
    assert.deepEqual(editsOf(await client.resolve(single), 1), []);
    const [all] = await client.actions(uri, WHOLE, [FIX_ALL]);
    assert.deepEqual(all?.command, command);
    const edits = editsOf(await client.resolve(all), 1);
    assert.ok(edits.length > 0);
    // Its editor's text has the line ends that the client gives it: with LF everywhere the edits fit as they are.
    const uriFixed = newUri();
    await client.open(uriFixed, applyEdits(BROKEN, edits));
    assert.deepEqual(rules(await client.problems(uriFixed)), ['orphan-tool-result']);
    await client.stop();
  });
});
