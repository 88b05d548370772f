/** Actions about the rule of a finding, for clients that have commands for them; and requests that are cancelled. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { CancellationTokenSource, CodeActionKind, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { buildSession } from '../support/build-session';
import { TestClient } from './support/client';

const RULE = 'blank-user-turn';
const URI = 'file:///s/x.jsonl';
const WHOLE = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
const ruleCommands = { showPage: 'x.page', setSeverity: 'x.severity', ignoreInFile: 'x.ignore' };
const TWICE = buildSession().user(' ', { id: 'blank001' }).assistant('Yes?').user(' ').assistant('Yes?').user('Go');

describe('the menu of a finding', () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start({ initializationOptions: { ruleCommands } });
    await client.open(URI, TWICE.text());
  });
  after(() => client.stop());

  it('has the fixes first, then those of all its rule, then what can be done about the rule', async () => {
    const [{ range } = { range: WHOLE }] = await client.problems(URI);
    const actions = await client.actions(URI, range, ['quickfix']);
    const about = actions.filter(({ command }) => command !== undefined);
    assert.deepEqual(actions.slice(-about.length), about);
    assert.equal(actions[0]?.isPreferred, true);
    assert.match(actions[actions.length - about.length - 1]!.title, /^Apply all 2 safe fixes for blank-user-turn/);
    assert.deepEqual(
      about.map(({ command }) => [command?.command, command?.arguments]),
      [
        ['x.page', [RULE]],
        ['x.severity', [URI, RULE]],
        ['x.ignore', [URI, RULE, 'blank001']],
        ['x.ignore', [URI, RULE]],
      ],
    );
    for (const { title, kind, isPreferred, diagnostics } of about) {
      assert.match(title, /blank-user-turn/);
      assert.equal(kind, CodeActionKind.QuickFix);
      assert.equal(isPreferred, undefined);
      assert.equal(diagnostics?.[0]?.code, RULE);
    }
  });

  it('has each of them once for a range with several findings of the rule', async () => {
    const actions = await client.actions(URI, WHOLE);
    const pages = actions.filter(({ command }) => command?.command === 'x.page');
    assert.equal(pages.length, 1);
  });

  it('has none of them for a client without these commands', async () => {
    const other = await TestClient.start();
    await other.open(URI, TWICE.text());
    assert.ok((await other.actions(URI, WHOLE)).every(({ command }) => command === undefined));
    await other.stop();
  });

  it('returns such an action as it is when it is resolved', async () => {
    const action = (await client.actions(URI, WHOLE)).find(({ command }) => command?.command === 'x.page')!;
    assert.deepEqual(await client.resolve(action), action);
  });
});

describe('a request that is cancelled', () => {
  it('is answered as cancelled, and the next one as ever', async () => {
    const client = await TestClient.start();
    const many = buildSession();
    for (let turn = 0; turn < 20_000; turn++) many.user('Hello').assistant('Hello!');
    await client.open(URI, many.user('   ').text());
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri: URI } };
    const pull = client.connection.sendRequest('textDocument/diagnostic', params, source.token);
    source.cancel();
    await assert.rejects(pull, (error) => {
      assert.ok(error instanceof ResponseError);
      assert.equal(error.code, LSPErrorCodes.RequestCancelled);
      return true;
    });
    assert.ok((await client.problems(URI)).some(({ code }) => code === RULE));
    await client.stop();
  });
});
