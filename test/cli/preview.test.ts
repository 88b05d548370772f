/** `preview`: what a provider would be sent of a session. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { buildSession, call, image, models, text, thinking } from '../support/build-session';
import { folderWith, runCli } from '../support/cli';
import { type GoldenCase, goldenCases } from '../support/golden';
import type { ReplayCaseInput } from '../support/replay';

const NOW = '1750000000000';

const session = () =>
  buildSession()
    .user('Read it.')
    .assistant([thinking('Hm.', ''), call('call_1', 'read')], models.anthropic)
    .user('And?');

interface All {
  readonly target: Record<string, unknown>;
  readonly profile: string;
  readonly policy: Record<string, unknown>;
  readonly sanitized: unknown;
  readonly validated: unknown;
  readonly outgoing: Record<string, unknown>[];
  readonly appended: unknown;
  readonly changes: Record<string, unknown>[];
  readonly notes: string[];
}

async function previewJson(cwd: string, ...args: readonly string[]): Promise<unknown> {
  const { code, stdout, stderr } = await runCli(['preview', ...args, '--now', NOW, '--format', 'json'], { cwd });
  // 1: the stages are there, and the provider would still refuse the payload.
  assert.ok(code === 0 || code === 1, stderr);
  return JSON.parse(stdout);
}

describe('preview of a session', () => {
  it('is for the model the session would go on with, and tells each change with its line', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': session().text() });
    const { code, stdout } = await runCli(['preview', 'a.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /^anthropic · anthropic-messages · claude-sonnet-4-6 {2}profile documented, thinking off\n/);
    assert.match(stdout, /unsigned-thinking\n {2}line 3 {2}removed {3}This thinking has no signature/);
    assert.match(stdout, /pairing\n {2}line 3 {2}inserted {2}No result follows the call/);
    assert.match(stdout, /3 messages in the context, 4 are sent; \d changes?\n$/);
  });

  it('as JSON holds every stage, lines counted from 1', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': session().text() });
    const all = (await previewJson(cwd, 'a.jsonl', '--show', 'all', '--provider', 'mistral', '--model', 'm')) as All;
    assert.deepEqual(Object.keys(all), [
      ...['version', 'target', 'profile', 'policy', 'context', 'sanitized', 'validated', 'outgoing', 'appended'],
      ...['changes', 'payload', 'problems', 'sources', 'notes'],
    ]);
    assert.deepEqual(all.target.provider, 'mistral');
    assert.deepEqual(all.target.api, 'mistral-conversations');
    assert.deepEqual(all.outgoing[2]?.toolCallId, '78d66c1f7');
    assert.deepEqual(all.outgoing[2]?.timestamp, Number(NOW));
    const { pass, what, line, path } = all.changes.find((change) => change.pass === 'call-ids')!;
    assert.deepEqual([pass, what, line, path], ['call-ids', 'replaced', 3, '/message/content/1/id']);
  });

  it('--show prints one part alone', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': session().text() });
    const show = (part: string) => previewJson(cwd, 'a.jsonl', '--show', part);
    const all = (await show('all')) as All & { context: unknown };
    assert.deepEqual(await show('policy'), all.policy);
    assert.deepEqual(await show('context'), all.context);
    assert.deepEqual(await show('messages'), all.outgoing);
    assert.deepEqual(await show('changes'), all.changes);
  });

  it('ends at the entry that --leaf names', async (t) => {
    const file = session().text();
    const cwd = folderWith(t, { 'a.jsonl': file });
    const { id } = JSON.parse(file.split('\n')[1]!);
    const messages = await previewJson(
      cwd,
      'a.jsonl',
      '--leaf',
      id,
      '--show',
      'messages',
      '--provider',
      'a',
      '--model',
      'm',
    );
    assert.equal((messages as unknown[]).length, 1);
  });

  it('keeps a prefill for Anthropic while thinking is off, and says that the release does not', async (t) => {
    const cwd = folderWith(t, {
      'a.jsonl': buildSession().user('Hello.').assistant('Hello to', models.anthropic).text(),
    });
    const off = await runCli(['preview', 'a.jsonl', '--thinking', 'off'], { cwd });
    assert.match(off.stdout, /note OpenClaw 2026\.5\.7 itself does otherwise.*a turn begun for Anthropic/);
    assert.match(off.stdout, /2 are sent/);
    const on = await runCli(['preview', 'a.jsonl', '--thinking', 'high'], { cwd });
    assert.match(on.stdout, /1 are sent/);
    const release = await runCli(['preview', 'a.jsonl', '--profile', 'openclaw-2026.5.7'], { cwd });
    assert.match(release.stdout, /1 are sent/);
  });

  it('takes profile and side limit from the settings file, and the options go first', async (t) => {
    const settings = JSON.stringify({ profile: 'pi', imageMaxDimension: 1 });
    const cwd = folderWith(t, {
      'a.jsonl': buildSession().user([image()]).assistant('Seen.', models.anthropic).text(),
      '.transcript-hygiene.json': settings,
    });
    assert.equal(((await previewJson(cwd, 'a.jsonl', '--show', 'all')) as All).profile, 'pi');
    const shrunk = (await previewJson(
      cwd,
      'a.jsonl',
      '--show',
      'changes',
      '--profile',
      'documented',
    )) as All['changes'];
    assert.equal(shrunk[0]?.pass, 'images');
    const whole = ['--profile', 'documented', '--image-max-dimension', '1200'];
    const changes = (await previewJson(cwd, 'a.jsonl', '--show', 'changes', ...whole)) as All['changes'];
    assert.ok(changes.every(({ pass }) => pass !== 'images'));
  });

  it('reads standard input', async (t) => {
    const { code, stdout } = await runCli(['preview', '-'], { cwd: folderWith(t), input: session().text() });
    assert.equal(code, 0);
    assert.match(stdout, /unsigned-thinking/);
  });
});

describe('preview of a request', () => {
  for (const { name, input, expected } of goldenCases<GoldenCase<ReplayCaseInput, All>>('replay')) {
    if (!/^(?:switch|bootstrap|call-names-allowed)/.test(name)) continue;
    it(`gives what the reference gives: ${name}`, async (t) => {
      const cwd = folderWith(t, { 'r.json': JSON.stringify(input) });
      const all = (await previewJson(
        cwd,
        ...['--request', 'r.json', '--profile', 'openclaw-2026.5.7', '--show', 'all'],
      )) as All;
      assert.deepEqual(all.policy, expected.policy);
      assert.deepEqual(all.sanitized, expected.sanitized);
      assert.deepEqual(all.validated, expected.validated);
      if (expected.appended) assert.deepEqual(all.appended, expected.appended);
    });
  }

  it('adds a snapshot and the tools at hand to a session', async (t) => {
    const cwd = folderWith(t, {
      'a.jsonl': session().text(),
      'r.json': JSON.stringify({ allowedToolNames: ['write'], priorSnapshot: { provider: 'x' } }),
    });
    const all = (await previewJson(cwd, 'a.jsonl', '--request', 'r.json', '--show', 'all')) as All;
    assert.ok(all.changes.some(({ pass, what }) => pass === 'call-inputs' && what === 'removed'));
    assert.deepEqual(
      (all.appended as Record<string, unknown>[]).map(({ customType }) => customType),
      ['model-snapshot'],
    );
  });
});

describe('a preview that cannot be made', () => {
  const cases: readonly { readonly what: string; readonly args: readonly string[]; readonly says: RegExp }[] = [
    { what: 'without a file', args: [], says: /name a session file, or a --request with messages/ },
    { what: 'of a missing file', args: ['no.jsonl'], says: /no\.jsonl could not be read/ },
    {
      what: 'of a file without header',
      args: ['foreign.jsonl'],
      says: /does not begin with a session header.*take it for empty/,
    },
    {
      what: 'without a model',
      args: ['a.jsonl', '--provider', 'openai'],
      says: /--provider openai needs a model: --model/,
    },
    {
      what: 'of a session that names none',
      args: ['user.jsonl'],
      says: /does not say which model it is for.*--provider/,
    },
    {
      what: 'at an unknown entry',
      args: ['a.jsonl', '--leaf', 'nobody'],
      says: /--leaf nobody: no entry of a\.jsonl has this id/,
    },
    { what: 'with a broken request', args: ['--request', 'broken.json'], says: /--request broken\.json is no JSON/ },
    { what: 'with a list as request', args: ['--request', 'list.json'], says: /it must be a JSON object/ },
    { what: 'with wrong messages', args: ['--request', 'wrong.json'], says: /"messages" must be a list of messages/ },
    { what: 'at an unknown time', args: ['a.jsonl', '--now', 'noon'], says: /--now.*whole number of milliseconds/ },
    { what: 'of an unknown part', args: ['a.jsonl', '--show', 'payloads'], says: /policy, context, messages, changes/ },
  ];
  for (const { what, args, says } of cases) {
    it(`${what} says what to do`, async (t) => {
      const cwd = folderWith(t, {
        'a.jsonl': session().text(),
        'user.jsonl': buildSession()
          .user([text('Hello.')])
          .text(),
        'foreign.jsonl': '{"a":1}\n',
        'broken.json': '{',
        'list.json': '[]',
        'wrong.json': '{"messages":{}}',
      });
      const { code, stderr, stdout } = await runCli(['preview', ...args], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, says);
      assert.equal(stdout, '');
    });
  }

  const near: readonly [args: readonly string[], says: RegExp][] = [
    [
      ['--provider', 'antropic', '--api', 'anthropic-messages', '--model', 'm'],
      /unknown provider "antropic".*Did you mean "anthropic"\?/,
    ],
    [
      ['--provider', 'openai', '--api', 'openai-response', '--model', 'm'],
      /unknown api "openai-response".*Did you mean "openai-responses"\?/,
    ],
    [
      ['--provider', 'homebox', '--model', 'm'],
      /nothing says which api homebox has: taken for openai-completions; --api/,
    ],
  ];
  for (const [args, says] of near) {
    it(`${args[1]} ${args[3]} works, with a word about it`, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': session().text() });
      const { code, stderr } = await runCli(['preview', 'a.jsonl', ...args, '--format', 'json'], { cwd });
      assert.ok(code === 0 || code === 1);
      assert.match(stderr, says);
    });
  }
});

const REAL = new URL('../../../shared/real/', import.meta.url);

describe('preview of sessions from the field', { skip: hasFolder(REAL) ? false : 'none beside the checkout' }, () => {
  const targets = Object.values(models).map(({ provider, api, model }) => [
    '--provider',
    provider,
    '--api',
    api,
    '--model',
    model,
  ]);
  for (const name of hasFolder(REAL) ? readdirSync(REAL).filter((file) => file.endsWith('.jsonl')) : []) {
    it(`${name} works for every family`, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': readFileSync(new URL(name, REAL)) });
      for (const target of targets) {
        const all = (await previewJson(cwd, 'a.jsonl', '--show', 'all', ...target)) as All;
        assert.ok(all.outgoing.length > 0);
      }
    });
  }
});

function hasFolder(url: URL): boolean {
  try {
    return readdirSync(url).length > 0;
  } catch {
    return false;
  }
}
