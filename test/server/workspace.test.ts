/** Files on disk: settings files, workspace folders, checks and fixes by path, workspace diagnostics. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CancellationTokenSource,
  type Diagnostic,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import type {
  CheckedPath,
  EffectiveConfiguration,
  FixAllPreview,
  FixedPath,
  IgnoreRuleEdit,
  StatusParams,
} from '../../server/messages';
import { buildSession } from '../support/build-session';
import { type ClientOptions, TestClient } from './support/client';
import { applyEdits } from './support/edits';

const NAME = '.transcript-hygiene.json';
const RULE = 'blank-user-turn';
const BROKEN = buildSession().user('  ', { id: 'blank001' }).assistant('Yes?').user('Go').text();
const SOUND = buildSession().user('Hello').assistant('Hello!').user('Bye').text();
/** A result of no call: only a lossy fix mends it. */
const LOSSY = buildSession().user('List.').result('toolu_gone', 'x', { toolName: 'exec' }).assistant('One.').user('Ok');
const OFF = JSON.stringify({ rules: { [RULE]: 'off' } });

interface Place {
  readonly folder: string;
  path(name: string): string;
  uri(name: string): string;
  write(name: string, text: string): void;
}

function placeWith(t: TestContext, files: Readonly<Record<string, string>>): Place {
  const folder = mkdtempSync(join(tmpdir(), 'th-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(path(name)), { recursive: true });
    writeFileSync(path(name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  return { folder, path, write, uri: (name) => pathToFileURL(path(name)).href };
}

async function startIn(t: TestContext, options: ClientOptions): Promise<TestClient> {
  const client = await TestClient.start(options);
  t.after(() => client.stop());
  return client;
}

const rules = (items: readonly Diagnostic[]) => items.map(({ code }) => code);

describe('the settings file in the editor', () => {
  it('holds for the documents beside and below it, also before the editor’s settings', async (t) => {
    const place = placeWith(t, { [NAME]: OFF, 'a/x.jsonl': BROKEN, [`b/${NAME}`]: '{}', 'b/x.jsonl': BROKEN });
    const client = await startIn(t, { folders: [place.folder], settings: { rules: { [RULE]: 'hint' } } });
    await client.open(place.uri('a/x.jsonl'), BROKEN);
    await client.open(place.uri('b/x.jsonl'), BROKEN);
    assert.deepEqual(await client.problems(place.uri('a/x.jsonl')), []);
    assert.deepEqual(rules(await client.problems(place.uri('b/x.jsonl'))), [RULE]);
  });

  it('counts as soon as it is changed', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN });
    const client = await startIn(t, { folders: [place.folder] });
    await client.open(place.uri('x.jsonl'), BROKEN);
    const first = await client.pull(place.uri('x.jsonl'));
    assert.ok(first.kind === 'full' && first.items.length === 1);
    place.write(NAME, OFF);
    const refresh = client.next('refresh');
    await client.filesChanged(place.path(NAME));
    await refresh;
    const second = await client.pull(place.uri('x.jsonl'), first.resultId);
    assert.ok(second.kind === 'full');
    assert.deepEqual(second.items, []);
  });

  it('can exclude files, and can be about some files or entries only', async (t) => {
    const overrides = [
      { files: ['b/**'], rules: { [RULE]: 'information' } },
      { files: ['c/*'], entries: ['blank001'], rules: { [RULE]: 'off' } },
    ];
    const names = ['a/x.jsonl', 'b/x.jsonl', 'c/x.jsonl', 'd/x.jsonl'];
    const files = Object.fromEntries(names.map((name) => [name, BROKEN]));
    const place = placeWith(t, { ...files, [NAME]: JSON.stringify({ exclude: ['d'], overrides }) });
    const client = await startIn(t, { folders: [place.folder] });
    const severities: (number | undefined)[][] = [];
    for (const name of names) {
      await client.open(place.uri(name), BROKEN);
      severities.push((await client.problems(place.uri(name))).map(({ severity }) => severity));
    }
    assert.deepEqual(severities, [[1], [3], [], []]);
  });

  it('shows its own mistakes while it is edited', async (t) => {
    const place = placeWith(t, {});
    const client = await startIn(t, { folders: [place.folder] });
    await client.open(place.uri(NAME), '{ "rulez": {} }');
    const [problem, ...others] = await client.problems(place.uri(NAME));
    assert.equal(others.length, 0);
    assert.match(String(problem?.message), /Unknown setting "rulez".*Did you mean "rules"/);
    assert.deepEqual(problem?.range, { start: { line: 0, character: 2 }, end: { line: 0, character: 9 } });
  });

  it('is told with each value, and with what is wrong', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN, [NAME]: '{"profile": "pi", "x": 1}' });
    const client = await startIn(t, { folders: [place.folder], settings: { rules: { [RULE]: 'hint' }, targets: [7] } });
    const params = { uri: place.uri('x.jsonl') };
    const answer = (await client.connection.sendRequest(
      'transcriptHygiene/effectiveConfiguration',
      params,
    )) as EffectiveConfiguration;
    assert.equal(answer.file, place.path(NAME));
    const value = (key: string) => answer.values.find((item) => item.key === key);
    assert.deepEqual(value('profile'), { key: 'profile', value: 'pi', from: 'file' });
    assert.deepEqual(value(`rules.${RULE}`), { key: `rules.${RULE}`, value: 'hint', from: 'settings' });
    assert.deepEqual(value('imageMaxDimension'), { key: 'imageMaxDimension', value: 1200, from: 'default' });
    assert.equal(answer.problems.length, 2);
  });

  const ignores: { name: string; before?: string; entry?: string; expected: unknown }[] = [
    { name: 'a new one', expected: { overrides: [{ files: ['s/x.jsonl'], rules: { [RULE]: 'off' } }] } },
    {
      name: 'one with comments and settings',
      before: '// mine\n{ "profile": "pi" /* why */ }\n',
      expected: { profile: 'pi', overrides: [{ files: ['s/x.jsonl'], rules: { [RULE]: 'off' } }] },
    },
    {
      name: 'one that ignores another rule for the file',
      before: '{"overrides": [{"files": ["s/x.jsonl"], "rules": {"nul-bytes": "off"}}]}',
      expected: { overrides: [{ files: ['s/x.jsonl'], rules: { 'nul-bytes': 'off', [RULE]: 'off' } }] },
    },
    {
      name: 'an entry’s',
      before: '{"overrides": [{"files": ["s/x.jsonl"], "rules": {"nul-bytes": "off"}}]}',
      entry: 'blank001',
      expected: {
        overrides: [
          { files: ['s/x.jsonl'], rules: { 'nul-bytes': 'off' } },
          { files: ['s/x.jsonl'], entries: ['blank001'], rules: { [RULE]: 'off' } },
        ],
      },
    },
  ];
  it('that is not valid JSON is not written to, and it is said why', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN, [NAME]: '{"rules": {' });
    const client = await startIn(t, { folders: [place.folder] });
    const params = { uri: place.uri('x.jsonl'), rule: RULE };
    const answer = (await client.connection.sendRequest('transcriptHygiene/ignoreRule', params)) as IgnoreRuleEdit;
    assert.match(answer.error ?? '', /\.transcript-hygiene\.json could not be changed\. .*not valid JSON; mend it/);
  });

  for (const { name, before, entry, expected } of ignores) {
    it(`can be made to ignore a rule for a file: ${name}`, async (t) => {
      const place = placeWith(t, { 's/x.jsonl': BROKEN, ...(before === undefined ? {} : { [NAME]: before }) });
      const client = await startIn(t, { folders: [place.folder] });
      const params = { uri: place.uri('s/x.jsonl'), rule: RULE, ...(entry === undefined ? {} : { entry }) };
      const answer = (await client.connection.sendRequest('transcriptHygiene/ignoreRule', params)) as IgnoreRuleEdit;
      assert.equal(answer.error, undefined);
      assert.equal(answer.file, place.path(NAME));
      assert.equal(answer.create, before === undefined);
      for (const comment of before?.match(/\/\/.*|\/\*.*?\*\//g) ?? []) assert.ok(answer.text.includes(comment));
      assert.deepEqual(JSON.parse(answer.text.replace(/\/\/.*|\/\*.*?\*\//g, '')), expected);
      place.write(NAME, answer.text);
      await client.filesChanged(place.path(NAME));
      await client.open(place.uri('s/x.jsonl'), BROKEN);
      assert.deepEqual(await client.problems(place.uri('s/x.jsonl')), []);
    });
  }

  it('that is broken is not written to, and it is said why', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN, [NAME]: '[1]' });
    const client = await startIn(t, { folders: [place.folder] });
    const params = { uri: place.uri('x.jsonl'), rule: RULE };
    const answer = (await client.connection.sendRequest('transcriptHygiene/ignoreRule', params)) as IgnoreRuleEdit;
    assert.match(answer.error ?? '', /\.transcript-hygiene\.json could not be changed\. .*not one JSON object/);
  });
});

describe('two workspace folders', () => {
  it('have settings of their own', async (t) => {
    const place = placeWith(t, {});
    const folders = [place.path('one'), place.path('two')];
    const settings = (uri: string) =>
      uri.includes('/two/') ? { exclude: ['old/**'] } : { rules: { [RULE]: 'warning' }, exclude: [] };
    const client = await startIn(t, { folders, settings });
    const found: (number | undefined)[][] = [];
    for (const name of ['one/old/x.jsonl', 'one/x.jsonl', 'two/old/x.jsonl', 'two/x.jsonl']) {
      await client.open(place.uri(name), BROKEN);
      found.push((await client.problems(place.uri(name))).map(({ severity }) => severity));
    }
    assert.deepEqual(found, [[2], [2], [], [1]]);
  });

  it('leave out node_modules unless told otherwise', async (t) => {
    const place = placeWith(t, {});
    const client = await startIn(t, { folders: [place.folder] });
    await client.open(place.uri('node_modules/x/x.jsonl'), BROKEN);
    assert.deepEqual(await client.problems(place.uri('node_modules/x/x.jsonl')), []);
  });
});

describe('a file that is called a transcript', () => {
  it('is checked although it does not look like one, until it is called one no more', async (t) => {
    const uri = 'file:///logs/data.jsonl';
    const client = await startIn(t, { initializationOptions: { treatedAsTranscripts: [uri] } });
    await client.open(uri, '{"a":1}\n{"b":2}\n');
    assert.ok((await client.problems(uri)).length > 0);
    const refresh = client.next('refresh');
    await client.connection.sendNotification('transcriptHygiene/treatedAsTranscripts', { uris: [] });
    await refresh;
    assert.deepEqual(await client.problems(uri), []);
  });
});

describe('the state of a document', () => {
  it('is told after each analysis, with counts, targets and what is not shown', async (t) => {
    const client = await startIn(t, { initializationOptions: { wantsStatus: true } });
    const many = buildSession();
    for (let turn = 0; turn < 1100; turn++) many.user(' ').assistant('Yes?');
    many.user('Go');
    const cases: [string, string, Partial<StatusParams>][] = [
      ['file:///s/a.jsonl', BROKEN, { state: 'transcript', dialect: 'openclaw', total: 1, shown: 1 }],
      ['file:///s/b.jsonl', '{"a":1}\n', { state: 'foreign', dialect: null, total: 0 }],
      ['file:///s/c.jsonl', many.text(), { state: 'transcript', total: 1100, shown: 1000 }],
    ];
    for (const [uri, text, expected] of cases) {
      await client.open(uri, text);
      const items = await client.problems(uri);
      const status = client.statuses.findLast((told) => told.uri === uri);
      assert.deepEqual({ ...status, ...expected }, status);
      assert.equal(items.length, status?.shown);
    }
    const [first] = client.statuses;
    assert.deepEqual(first?.counts, { error: 1, warning: 0, information: 0, hint: 0 });
    assert.equal(first?.targets[0]?.own, true);
  });
});

describe('a file checked by its path', () => {
  const check = (client: TestClient, uri: string) =>
    client.connection.sendRequest('transcriptHygiene/checkPath', { uri }) as Promise<CheckedPath>;

  it('has the findings that the editor shows', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN });
    const client = await startIn(t, { folders: [place.folder] });
    await client.open(place.uri('x.jsonl'), BROKEN);
    const inEditor = await client.problems(place.uri('x.jsonl'));
    const byPath = await check(client, place.uri('x.jsonl'));
    assert.deepEqual(byPath.diagnostics, inEditor);
    assert.deepEqual(byPath.fixable, { safe: 1, lossy: 0 });
    assert.equal(byPath.state, 'transcript');
  });

  it('is answered in words when it cannot be read', async (t) => {
    const place = placeWith(t, { 'folder/x.jsonl': BROKEN });
    const client = await startIn(t, { folders: [place.folder] });
    assert.match(
      (await check(client, place.uri('none.jsonl'))).error ?? '',
      /none\.jsonl could not be read: no such file/,
    );
    assert.match((await check(client, place.uri('folder'))).error ?? '', /is a folder/);
    assert.match((await check(client, 'vscode-vfs://github/x.jsonl')).error ?? '', /no file on this machine/);
  });

  it('can be cancelled, and the next one runs', async (t) => {
    const place = placeWith(t, {
      'big.jsonl': SOUND + `${JSON.stringify({ type: 'x', text: 'y'.repeat(1000) })}\n`.repeat(30_000),
      'x.jsonl': BROKEN,
    });
    const client = await startIn(t, { folders: [place.folder] });
    const source = new CancellationTokenSource();
    const cancelled = client.connection.sendRequest(
      'transcriptHygiene/checkPath',
      { uri: place.uri('big.jsonl') },
      source.token,
    );
    source.cancel();
    await assert.rejects(cancelled);
    assert.equal((await check(client, place.uri('x.jsonl'))).total, 1);
  });

  it('is fixed on disk, with a backup beside it', async (t) => {
    const both = BROKEN + LOSSY.text().split('\n').slice(1).join('\n');
    const place = placeWith(t, { 's/x.jsonl': both });
    const client = await startIn(t, { folders: [place.folder] });
    const fix = (lossy: boolean) =>
      client.connection.sendRequest('transcriptHygiene/fixPath', {
        uri: place.uri('s/x.jsonl'),
        lossy,
      }) as Promise<FixedPath>;
    const safe = await fix(false);
    assert.equal(safe.error, undefined);
    assert.ok(safe.fixed >= 1);
    assert.equal(readFileSync(safe.backup!, 'utf8'), both);
    assert.ok(safe.now.total >= 1);
    const lossy = await fix(true);
    assert.equal(lossy.now.counts.error, 0);
    const nothing = await fix(true);
    assert.deepEqual([nothing.fixed, nothing.backup], [0, undefined]);
    assert.equal(readdirSync(place.path('s')).length, 3);
  });

  it('is left alone while an agent works on it', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN, 'x.jsonl.lock': JSON.stringify({ pid: process.pid }) });
    const client = await startIn(t, { folders: [place.folder] });
    const params = { uri: place.uri('x.jsonl'), lossy: false };
    const answer = (await client.connection.sendRequest('transcriptHygiene/fixPath', params)) as FixedPath;
    assert.match(answer.error ?? '', /in use by an agent: .*; try again when the agent has ended$/);
    assert.equal(readFileSync(place.path('x.jsonl'), 'utf8'), BROKEN);
  });
});

describe('the preview of all fixes', () => {
  it('shows the text afterwards, and what is lost', async (t) => {
    const client = await startIn(t, {});
    const text = LOSSY.text();
    await client.open('file:///s/x.jsonl', text);
    const params = { uri: 'file:///s/x.jsonl' };
    const preview = (await client.connection.sendRequest('transcriptHygiene/fixAllPreview', params)) as FixAllPreview;
    assert.equal(preview.version, 1);
    assert.equal(applyEdits(text, preview.edits), preview.text);
    assert.equal(preview.fixes[0]?.lossy, 1);
    assert.equal(preview.remaining.error, 0);
  });
});

describe('workspace diagnostics', () => {
  const pull = async (client: TestClient, previousResultIds: { uri: string; value: string }[] = [], token?: string) => {
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const listening = client.connection.onProgress(
      WorkspaceDiagnosticRequest.partialResult,
      token ?? 'none',
      (part) => {
        items.push(...part.items);
      },
    );
    const partial = token === undefined ? {} : { partialResultToken: token };
    const report = (await client.connection.sendRequest('workspace/diagnostic', {
      previousResultIds,
      ...partial,
    })) as WorkspaceDiagnosticReport;
    listening.dispose();
    return [...items, ...report.items];
  };

  it('are silent unless they are switched on', async (t) => {
    const place = placeWith(t, { 'x.jsonl': BROKEN });
    const client = await startIn(t, { folders: [place.folder] });
    assert.deepEqual(await pull(client), []);
  });

  it('are streamed, tell of open documents what these hold, leave excluded files out, and wait until something changes', async (t) => {
    const place = placeWith(t, {
      'a.jsonl': BROKEN,
      'b/b.jsonl': SOUND,
      'open.jsonl': SOUND,
      'foreign.jsonl': '{"a":1}\n',
      'node_modules/x.jsonl': BROKEN,
      'old/x.jsonl': BROKEN,
      [NAME]: '{"exclude": ["old"]}',
    });
    const client = await startIn(t, { folders: [place.folder], settings: { workspaceDiagnostics: true } });
    await client.open(place.uri('open.jsonl'), BROKEN);
    const first = await pull(client, [], 'token-1');
    const found = Object.fromEntries(
      first.map((item) => [item.uri, item.kind === 'full' ? rules(item.items) : item.kind]),
    );
    assert.deepEqual(found, {
      [place.uri('a.jsonl')]: [RULE],
      [place.uri('b/b.jsonl')]: [],
      [place.uri('foreign.jsonl')]: [],
      [place.uri('open.jsonl')]: [RULE],
      [place.uri('old/x.jsonl')]: [],
    });
    const ids = first.map(({ uri, resultId }) => ({ uri, value: resultId ?? '' }));
    let isAnswered = false;
    const held = pull(client, ids).then((items) => {
      isAnswered = true;
      return items;
    });
    // Anything asked later is answered first.
    await client.problems(place.uri('open.jsonl'));
    assert.equal(isAnswered, false);
    place.write('a.jsonl', SOUND);
    await client.filesChanged(place.path('a.jsonl'));
    const kinds = Object.fromEntries((await held).map(({ uri, kind }) => [uri, kind]));
    assert.equal(kinds[place.uri('a.jsonl')], 'full');
    assert.equal(kinds[place.uri('b/b.jsonl')], 'unchanged');
    assert.equal(kinds[place.uri('open.jsonl')], 'unchanged');
  });
});

describe('workspace diagnostics of included files', () => {
  it('hold those that the editor’s settings or the settings file name', async (t) => {
    const place = placeWith(t, {
      'a.log': BROKEN,
      'deep/b.txt': BROKEN,
      'c.jsonl': BROKEN,
      'd.txt': BROKEN,
      [NAME]: '{"include": ["deep/*.txt", "*.jsonl"]}',
    });
    const settings = { workspaceDiagnostics: true, include: ['*.log'] };
    const client = await startIn(t, { folders: [place.folder], settings });
    const params = { previousResultIds: [] };
    const { items } = (await client.connection.sendRequest(
      'workspace/diagnostic',
      params,
    )) as WorkspaceDiagnosticReport;
    assert.deepEqual(items.map(({ uri }) => uri).sort(), ['a.log', 'c.jsonl', 'deep/b.txt'].map(place.uri));
  });
});

describe('a server that is killed', () => {
  it('leaves nothing behind that a new one would miss', async (t) => {
    const uri = 'file:///s/x.jsonl';
    const first = await TestClient.start();
    await first.open(uri, BROKEN);
    const before = await first.pull(uri);
    first.process.kill('SIGKILL');
    const second = await startIn(t, {});
    await second.open(uri, BROKEN);
    const after = await second.pull(uri, before.resultId);
    assert.ok(after.kind === 'full', 'a result id of another process means nothing');
    assert.deepEqual(rules(after.items), [RULE]);
  });
});
