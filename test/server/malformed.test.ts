/** Messages that no client should send: each is answered or passed over, and the server goes on. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildSession } from '../support/build-session';
import { TestClient } from './support/client';

const BROKEN = buildSession().user('  ').assistant('Yes?').user('Go').text();
const URI = 'file:///s/malformed.jsonl';

const REQUESTS: readonly string[] = [
  'textDocument/diagnostic',
  'textDocument/codeAction',
  'codeAction/resolve',
  'transcriptHygiene/effectiveConfiguration',
  'transcriptHygiene/fixAllPreview',
  'transcriptHygiene/checkPath',
  'transcriptHygiene/fixPath',
  'transcriptHygiene/ignoreRule',
  'transcriptHygiene/debugInformation',
  'transcriptHygiene/unknown',
];

const NOTIFICATIONS: readonly string[] = [
  'textDocument/didOpen',
  'textDocument/didChange',
  'textDocument/didSave',
  'textDocument/didClose',
  'workspace/didChangeConfiguration',
  'workspace/didChangeWatchedFiles',
  'workspace/didChangeWorkspaceFolders',
  'transcriptHygiene/treatedAsTranscripts',
  'transcriptHygiene/unknown',
  '$/unknown',
];

const negative = { line: -1, character: -7 };
const PARAMS: readonly unknown[] = [
  undefined,
  null,
  [],
  {},
  { uri: 7, uris: 7, settings: 7, changes: 7, event: 7, rule: 7, lossy: 7, previousResultIds: 7 },
  { uri: 'no uri at all', rule: 'no rule', data: 7, textDocument: { uri: 'no uri at all' } },
  { uri: URI, textDocument: { uri: URI }, range: { start: negative, end: negative }, context: { only: 7 } },
  { textDocument: { uri: URI }, range: { start: negative, end: { line: 1e12, character: 1e12 } }, context: {} },
  { title: 'x', data: { uri: URI, resultId: 'x', change: { kind: 'fix', finding: -1, fix: 'x' } } },
  { changes: [{ uri: 7 }, null], uris: [7, null], settings: { transcriptHygiene: { rules: 7, exclude: [7] } } },
];

const OUT_OF_ORDER = {
  textDocument: { uri: URI, version: 2 },
  contentChanges: [
    { range: { start: { line: 9, character: 9 }, end: { line: 1, character: 1 } }, text: '' },
    { range: { start: negative, end: negative }, text: '' },
  ],
};

describe('a server that is told nonsense', () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
    await client.open(URI, BROKEN);
  });
  after(() => client.stop());

  const assertAlive = async (uri: string) => {
    await client.open(uri, BROKEN);
    assert.deepEqual(
      (await client.problems(uri)).map(({ code }) => code),
      ['blank-user-turn'],
    );
  };

  for (const method of REQUESTS) {
    it(`answers ${method}`, { timeout: 60_000 }, async () => {
      for (const params of PARAMS) {
        // What is answered, a result or an error, is the server's choice; that it is answered is not.
        await client.connection.sendRequest(method, params).catch(() => undefined);
      }
      await assertAlive(`file:///s/after-${encodeURIComponent(method)}.jsonl`);
    });
  }

  for (const method of NOTIFICATIONS) {
    it(`goes on after ${method}`, { timeout: 60_000 }, async () => {
      for (const params of PARAMS) await client.connection.sendNotification(method, params);
      await assertAlive(`file:///s/after-${encodeURIComponent(method)}.jsonl`);
    });
  }

  it('goes on after changes of places that are not there', async () => {
    await client.open(URI, BROKEN);
    await client.connection.sendNotification('textDocument/didChange', OUT_OF_ORDER);
    await client.pull(URI);
    await assertAlive('file:///s/after-changes.jsonl');
  });
});

describe('a server that is started with nonsense', () => {
  const wrong: readonly unknown[] = [
    7,
    'x',
    [],
    null,
    { settings: 7, treatedAsTranscripts: 7, rulePages: 7, ruleCommands: 7, lineEndsCommand: 7, wantsStatus: 7 },
  ];
  for (const initializationOptions of wrong) {
    it(`works as without: ${JSON.stringify(initializationOptions)}`, { timeout: 60_000 }, async () => {
      const client = await TestClient.start({ initializationOptions });
      await client.open(URI, BROKEN);
      const [problem, ...others] = await client.problems(URI);
      assert.equal(problem?.code, 'blank-user-turn');
      assert.match(problem.codeDescription?.href ?? '', /^file:.*\/docs\/rules\/blank-user-turn\.md$/);
      assert.equal(others.length, 0);
      assert.ok((await client.actions(URI, problem.range)).length > 0);
      await client.stop();
    });
  }
});
