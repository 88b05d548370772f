/** `preview` on payloads: what goes out, what would be refused, and what repair changes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { folderWith, runCli } from '../support/cli';

const GOLDEN = fileURLToPath(new URL('../golden/payload/', import.meta.url));
const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));
const ORPHAN = readFileSync(`${SAMPLES}01-orphan-result.jsonl`, 'utf8');
const TARGET = ['--provider', 'anthropic', '--model', 'claude-opus-4-5'];

interface Case {
  readonly api: string;
  readonly transport: string;
  readonly wrap: boolean;
  readonly expected?: unknown;
  readonly expectedError?: unknown;
}

/** One case of each api, converter and way, of those that the reference has answered. */
function chosenCases(): [name: string, text: string, golden: Case][] {
  const chosen = new Map<string, [string, string, Case]>();
  for (const name of readdirSync(GOLDEN)) {
    const text = readFileSync(GOLDEN + name, 'utf8');
    const golden = JSON.parse(text) as Case;
    const key = JSON.stringify([golden.api, golden.transport, golden.wrap, golden.expectedError !== undefined]);
    chosen.set(key, [name, text, golden]);
  }
  return [...chosen.values()];
}

describe('a payload request on the command line', () => {
  for (const [name, text, golden] of chosenCases()) {
    it(`gives what the reference gives: ${name}`, async (t) => {
      const cwd = folderWith(t, { 'request.json': text });
      const args = ['preview', '--request', 'request.json', '--before', '--show', 'all', '--format', 'json'];
      const { code, stdout, stderr } = await runCli([...args, '--profile', 'openclaw-2026.5.7'], { cwd });
      assert.ok(code === 0 || code === 1, stderr);
      const { payload, problems } = JSON.parse(stdout);
      if (golden.expectedError === undefined) assert.deepEqual(payload, golden.expected);
      else {
        assert.equal(code, 1);
        assert.equal(problems[0].check, 'no-request');
      }
    });
  }
});

describe('the payload of a session', () => {
  it('rests on facts about the model that the settings file says', async (t) => {
    const models = { 'anthropic:claude-opus-4-5': { maxTokens: 500 } };
    const cwd = folderWith(t, { 's.jsonl': ORPHAN, '.transcript-hygiene.json': JSON.stringify({ models }) });
    const { stdout } = await runCli(['preview', 's.jsonl', ...TARGET, '--show', 'payload'], { cwd });
    assert.equal(JSON.parse(stdout).max_tokens, 500);
  });

  const run = async (t: Parameters<typeof folderWith>[0], ...args: string[]) => {
    const cwd = folderWith(t, { 's.jsonl': ORPHAN });
    return runCli(['preview', 's.jsonl', ...TARGET, ...args], { cwd });
  };

  it('is accepted after repair, and refused without it, with the line at fault', async (t) => {
    const repaired = await run(t, '--show', 'problems');
    assert.equal(repaired.code, 0, repaired.stdout);
    assert.match(repaired.stdout, /nothing that is known/);
    const before = await run(t, '--show', 'problems', '--before');
    assert.equal(before.code, 1);
    assert.match(before.stdout, /line 4 {2}messages\.1\.content\.0: unexpected `tool_use_id` found/);
  });

  it('names the line of each of its parts', async (t) => {
    const { stdout } = await run(t, '--show', 'all', '--format', 'json');
    const { payload, sources } = JSON.parse(stdout) as {
      payload: { messages: unknown[] };
      sources: Record<string, number>;
    };
    const lines = ORPHAN.split('\n');
    for (const [index, message] of (payload.messages as { content: { text?: string }[] }[]).entries()) {
      for (const [at, { text }] of message.content.entries()) {
        const line = sources[`/messages/${index}/content/${at}`];
        assert.ok(line !== undefined);
        if (text !== undefined) assert.ok(lines[line - 1]!.includes(JSON.stringify(text)), `${line}: ${text}`);
      }
    }
  });

  it('carries the session’s id as the key of the provider’s cache', async (t) => {
    const { stdout } = await run(
      t,
      '--provider',
      'openai',
      '--model',
      'gpt-5.4',
      '--show',
      'payload',
      '--format',
      'json',
    );
    assert.equal(JSON.parse(stdout).prompt_cache_key, JSON.parse(ORPHAN.split('\n')[0]!).id);
  });

  it('says what is assumed of a model that is not known', async (t) => {
    const { stderr } = await run(t, '--model', 'claude-of-next-year', '--show', 'payload', '--format', 'json');
    assert.match(stderr, /does not list anthropic\/claude-of-next-year, so the preview assumes/);
  });

  it('is compared with the one without repair', async (t) => {
    const { code, stdout } = await run(t, '--show', 'diff');
    assert.equal(code, 0);
    assert.match(stdout, /^--- a\/payload\.json\n\+\+\+ b\/payload\.json\n/);
    assert.match(stdout, /^- {10}"type": "tool_result",$/m);
  });

  const mistakes: [name: string, request: string, words: RegExp][] = [
    ['an unknown level', '{"reasoning": "much"}', /"reasoning" must be one of off, minimal/],
    ['an unknown converter', '{"transport": "pigeon"}', /"transport" must be one of auto, pi-ai/],
    ['tools that are none', '{"tools": [1]}', /"tools\.0" must be a tool/],
    ['a model without a list of inputs', '{"model": {"input": null}}', /"model\.input" must be a list of strings/],
    ['a level of the model that is no text', '{"model": {"thinkingLevelMap": {"low": 1}}}', /must be a string or null/],
    ['options that no request has', '{"options": {"cacheRetention": "ever"}}', /must be one of none, short, long/],
  ];
  for (const [name, request, words] of mistakes) {
    it(`says what is wrong with a request: ${name}`, async (t) => {
      const cwd = folderWith(t, { 's.jsonl': ORPHAN, 'r.json': request });
      const { code, stderr } = await runCli(['preview', 's.jsonl', '--request', 'r.json'], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, words);
    });
  }
});
