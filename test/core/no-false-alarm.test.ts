/**
 * What must stay quiet: files that are no transcript get no finding at all, sound sessions nothing above a hint.
 * The files of `test/fixtures/foreign` and `test/fixtures/sound` say in their README why they belong there.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import {
  type CheckOptions,
  type CheckResult,
  check,
  fixAll,
  type Profile,
  SessionDocument,
  type Target,
} from '../../core';
import { sounds } from '../fixtures/sound/make/sounds';
import { generateSession } from '../support/generate-session';

const fixtures = new URL('../fixtures/', import.meta.url);
const samples = new URL('../../samples/', import.meta.url);

const profiles: readonly Profile[] = ['documented', 'openclaw-2026.5.7', 'pi'];

const strictTargets: readonly Target[] = [
  ['anthropic', 'anthropic-messages', 'claude-opus-4-7'],
  ['amazon-bedrock', 'bedrock-converse-stream', 'anthropic.claude-opus-4-6-v1'],
  ['openai', 'openai-responses', 'gpt-5.2'],
  ['mistral', 'mistral-conversations', 'mistral-large-latest'],
  ['google', 'google-generative-ai', 'gemini-3-pro-preview'],
].map(([provider = '', api = '', model = '']) => ({
  provider,
  api,
  model,
  level: 'high',
  own: false,
  guessedApi: false,
}));

/** Findings as `line rule severity message`, to be read in a failed assertion. */
function listed(result: CheckResult, hidden: readonly string[] = []): string[] {
  return result.findings
    .filter((finding) => !hidden.includes(finding.severity))
    .map(({ location, rule, severity, message }) => `${location.line + 1} ${rule} ${severity} ${message}`);
}

function jsonlFiles(folder: URL): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
}

function read(folder: URL, name: string): SessionDocument {
  return SessionDocument.fromBytes(readFileSync(new URL(name, folder)));
}

describe('a foreign file gets no finding at all', () => {
  const folder = new URL('foreign/', fixtures);
  const options: Record<string, CheckOptions> = {
    'as it is': {},
    'with targets of the settings': { targets: strictTargets },
    'with rules of the settings': {
      rules: { 'malformed-line': 'error', 'missing-header': 'error', 'unknown-entry-type': 'warning' },
    },
    'with a file name outside of session homes': { fileName: '/data/exports/2026/rows.jsonl' },
    'with the profile of pi': { profile: 'pi' },
  };

  for (const name of jsonlFiles(folder)) {
    it(name, () => {
      const document = read(folder, name);
      for (const [title, option] of Object.entries(options)) {
        const result = check(document, option);
        assert.equal(result.dialect, null, title);
        assert.deepEqual(listed(result), [], title);
      }
    });

    it(`${name} is left alone by the fixes`, () => {
      const document = read(folder, name);
      const { document: fixed, applied } = fixAll(document, { lossy: true, targets: strictTargets });
      assert.equal(applied.length, 0);
      assert.deepEqual(fixed.toBytes(), document.toBytes());
    });
  }
});

describe('a sound session gets nothing above a hint', () => {
  const folder = new URL('sound/', fixtures);

  for (const name of jsonlFiles(folder)) {
    it(name, () => {
      const document = read(folder, name);
      for (const profile of profiles) {
        const result = check(document, { profile });
        assert.equal(result.dialect, 'openclaw', profile);
        const expected = name.startsWith('running-') ? ['open-call-at-end'] : [];
        const above = result.findings.filter((finding) => finding.severity !== 'hint');
        if (above.some((finding) => finding.severity !== 'information' || !expected.includes(finding.rule))) {
          assert.fail(`${profile}: ${listed(result, ['hint']).join('; ')}`);
        }
        assert.deepEqual([...new Set(above.map((finding) => finding.rule))], expected, profile);
      }
    });

    it(`${name} is left alone by the fixes`, () => {
      const document = read(folder, name);
      const { document: fixed, applied } = fixAll(document, { lossy: true });
      assert.equal(applied.length, 0);
      assert.deepEqual(fixed.toBytes(), document.toBytes());
    });
  }
});

describe('the fixtures explain themselves', () => {
  for (const folder of ['foreign/', 'sound/']) {
    it(folder, () => {
      const url = new URL(folder, fixtures);
      const explained = [...readFileSync(new URL('README.md', url), 'utf8').matchAll(/^\| `([^`]+\.jsonl)` \|/gm)];
      assert.deepEqual(explained.map((match) => match[1]).sort(), jsonlFiles(url));
    });
  }
});

/** A session file grows line by line, and may be looked at after each of them. */
describe('a sound session was sound all the time', () => {
  const folder = new URL('sound/', fixtures);
  /** What makes these sound comes last: the way back to another branch, the compaction, the parent of an earlier line. */
  const soundAtLast = ['branch-abandoned-with-open-calls', 'compaction-above-faults', 'tree-order-in-file-is-free'];

  for (const name of jsonlFiles(folder).filter((file) => !soundAtLast.includes(file.replace('.jsonl', '')))) {
    it(name, () => {
      const lines = readFileSync(new URL(name, folder), 'utf8').split(/(?<=\n)/);
      for (let count = 1; count < lines.length; count++) {
        const result = check(SessionDocument.fromString(lines.slice(0, count).join('')));
        const faults = result.findings.filter(
          ({ rule, severity }) => severity !== 'hint' && rule !== 'open-call-at-end',
        );
        assert.deepEqual(faults, [], `after ${count} lines`);
      }
    });
  }
});

it('the sound sessions are what their script writes', () => {
  for (const { name, text } of sounds) {
    assert.equal(readFileSync(new URL(`sound/${name}.jsonl`, fixtures), 'utf8'), text, name);
  }
});

describe('a generated session gets nothing above a hint', () => {
  for (const [entries, bytes, seed] of [
    [1, 500, 1],
    [60, 40_000, 2],
    [500, 700_000, 3],
    [1200, 400_000, 4],
  ] as const) {
    it(`${entries} entries, about ${bytes} bytes`, () => {
      const lines = [...generateSession({ entries, bytes, seed })];
      assert.equal(lines.length, entries + 1);
      const text = lines.map((line) => `${line}\n`).join('');
      assert.deepEqual(listed(check(SessionDocument.fromString(text)), ['hint']), []);
    });
  }
});

/** The samples show one fault each: what their README names, and nothing besides. */
describe('a sample has the faults its README names and no others', () => {
  const rows = readFileSync(new URL('README.md', samples), 'utf8').matchAll(/^\| `([^`]+\.jsonl)` \| ([^|]*) \|/gm);
  const rulesByFile = new Map(
    [...rows].map(([, name = '', rules = '']) => [name, rules.match(/[a-z]+(-[a-z]+)+/g) ?? []]),
  );

  for (const name of jsonlFiles(samples)) {
    it(name, () => {
      const document = read(samples, name);
      const above = check(document).findings.filter((finding) => finding.severity !== 'hint');
      assert.deepEqual(
        above.map((finding) => finding.rule),
        rulesByFile.get(name),
      );
      const { document: fixed } = fixAll(document, { lossy: true });
      assert.deepEqual(listed(check(fixed), ['hint', 'information']), []);
    });
  }
});
