/** The server as docs/other-editors.md sets it up: the page's own command and options, and LSP without extensions. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { ClientCapabilities, PublishDiagnosticsParams } from 'vscode-languageserver/node';
import type { EffectiveConfiguration } from '../../server/messages';
import { buildSession } from '../support/build-session';
import { PUSHING, TestClient } from './support/client';
import { applyEdits } from './support/edits';

const PAGE = readFileSync(new URL('../../docs/other-editors.md', import.meta.url), 'utf8');
const BROKEN = buildSession().user('  ').assistant('Yes?').user('Go').text();

/**
 * What Neovim 0.11 on Linux can do, as far as the server asks: it pulls, watches no files, and answers questions for
 * settings with null where its `settings` have none.
 */
const NEOVIM: ClientCapabilities = {
  textDocument: { diagnostic: {}, codeAction: { resolveSupport: { properties: ['edit', 'command'] } } },
  workspace: { configuration: true, workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: false } },
};

describe('the Neovim configuration of the documentation', () => {
  const [config = ''] = /vim\.lsp\.config\([\s\S]*?\n\}\)/.exec(PAGE) ?? [];

  const [program, server, ...args] = (/cmd = \{(.*)\}/.exec(config)?.[1] ?? '').match(/(?<=')[^',]+(?=')/g) ?? [];

  it('starts the built server with Node', () => {
    assert.equal(program, 'node');
    assert.match(server ?? '', /\/dist\/server\.js$/);
  });

  it('names settings that the server knows', async () => {
    const settings = {
      profile: /profile = '([^']*)'/.exec(config)?.[1],
      targets: [/targets = \{ '([^']*)' \}/.exec(config)?.[1]],
      rules: { [/\['([^']*)'\] = 'off'/.exec(config)?.[1] ?? '']: 'off' },
    };
    const client = await TestClient.start({ capabilities: NEOVIM, initializationOptions: { settings }, args });
    await client.open('file:///s/x.jsonl', BROKEN);
    assert.deepEqual(
      (await client.problems('file:///s/x.jsonl')).map(({ code }) => code),
      ['blank-user-turn'],
    );
    const answer = (await client.connection.sendRequest('transcriptHygiene/effectiveConfiguration', {
      uri: 'file:///s/x.jsonl',
    })) as EffectiveConfiguration;
    const set = answer.values.filter(({ from }) => from === 'settings').map(({ key }) => key);
    assert.deepEqual(set, ['profile', 'targets', 'rules.transcript-only-turn']);
    assert.deepEqual(answer.problems, []);
    assert.deepEqual(client.log, []);
    await client.stop();
  });

  it('fixes with the action that the page names', async () => {
    const [, kind = ''] = /only = \{ '([^']*)' \}/.exec(PAGE) ?? [];
    const client = await TestClient.start({ capabilities: PUSHING });
    await client.open('file:///s/x.jsonl', BROKEN);
    const whole = { start: { line: 0, character: 0 }, end: { line: 4, character: 0 } };
    const [action, ...others] = await client.actions('file:///s/x.jsonl', whole, [kind]);
    assert.equal(others.length, 0);
    const fixed = applyEdits(BROKEN, action?.edit?.changes?.['file:///s/x.jsonl'] ?? []);
    const published = client.next<PublishDiagnosticsParams>('published');
    await client.open('file:///s/y.jsonl', fixed);
    const next = await published;
    assert.deepEqual(next.uri.endsWith('y.jsonl') ? next.diagnostics : [], []);
    await client.stop();
  });
});
