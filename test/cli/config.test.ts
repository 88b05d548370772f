/** The settings file: which one holds, what it sets, and what is said about its mistakes. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { parseConfig, RULES } from '../../core';
import { CONFIG_KEYS, PROFILES, SETTINGS } from '../../core/config/keys';
import schema from '../../schemas/transcript-hygiene.schema.json';
import { buildSession } from '../support/build-session';
import { folderWith, runCli, sessions } from '../support/cli';

const NAME = '.transcript-hygiene.json';
const OFF = '{"rules": {"blank-user-turn": "off"}}';
const WARN = '{"rules": {"blank-user-turn": "warning"}}';

describe('the settings in force', () => {
  const cases: readonly { name: string; files: Record<string, string>; args?: string[]; code: number }[] = [
    { name: 'none', files: {}, code: 1 },
    { name: 'a file beside the session', files: { [`s/t/${NAME}`]: OFF }, code: 0 },
    { name: 'a file in a folder above', files: { [NAME]: OFF }, code: 0 },
    { name: 'the nearest of two', files: { [NAME]: OFF, [`s/${NAME}`]: '{}' }, code: 1 },
    { name: 'a file in a folder beside', files: { [`x/${NAME}`]: OFF }, code: 1 },
    { name: '--no-config', files: { [NAME]: OFF }, args: ['--no-config'], code: 1 },
    { name: '--config', files: { [NAME]: '{}', 'x.json': OFF }, args: ['--config', 'x.json'], code: 0 },
    { name: '--rule before the file', files: { [NAME]: OFF }, args: ['--rule', 'blank-user-turn=error'], code: 1 },
    { name: '--rule for another rule', files: { [NAME]: OFF }, args: ['--rule', 'nul-bytes=off'], code: 0 },
    { name: 'comments and commas too many', files: { [NAME]: `// mine\n${OFF.replace('}}', ',},}')}` }, code: 0 },
    { name: 'an excluded file', files: { [NAME]: '{"exclude": ["**/a.jsonl"]}' }, code: 0 },
    { name: 'an excluded folder', files: { [NAME]: '{"exclude": ["s"]}' }, code: 0 },
    {
      name: 'an override for the file',
      files: { [NAME]: '{"overrides": [{"files": ["s/**"], "rules": {"blank-user-turn": "off"}}]}' },
      code: 0,
    },
    {
      name: 'an override for another file',
      files: { [NAME]: '{"overrides": [{"files": ["x/**"], "rules": {"blank-user-turn": "off"}}]}' },
      code: 1,
    },
    {
      name: 'the later of two overrides',
      files: {
        [NAME]:
          '{"overrides": [{"files": ["s/**"], "rules": {"blank-user-turn": "off"}}, {"files": ["**/a.*"], "rules": {"blank-user-turn": "error"}}]}',
      },
      code: 1,
    },
    {
      name: '--rule before an override',
      files: { [NAME]: '{"overrides": [{"files": ["s/**"], "rules": {"blank-user-turn": "off"}}]}' },
      args: ['--rule', 'blank-user-turn=error'],
      code: 1,
    },
    { name: 'a glob that fits no file', files: { [NAME]: '{"exclude": ["a.jsonl", "**/*.txt"]}' }, code: 1 },
    { name: 'a glob relative to the settings file', files: { [`s/${NAME}`]: '{"exclude": ["t/*.jsonl"]}' }, code: 0 },
  ];
  for (const { name, files, args = [], code } of cases) {
    it(name, async (t) => {
      const cwd = folderWith(t, { 's/t/a.jsonl': sessions.safe, ...files });
      for (const path of name.includes('exclude') || name.includes('glob')
        ? ['s/t/a.jsonl', 's', '**/*.jsonl']
        : ['s']) {
        const result = await runCli(['check', ...args, path], { cwd });
        assert.equal(result.code, code, `${path}: ${result.stdout}${result.stderr}`);
      }
    });
  }

  it('can be about some entries of a file only', async (t) => {
    const text = buildSession().user(' ', { id: 'blank001' }).assistant('Yes?').user(' ', { id: 'blank002' }).text();
    const override = { files: ['a.jsonl'], entries: ['blank001'], rules: { 'blank-user-turn': 'off' } };
    const cwd = folderWith(t, { 'a.jsonl': text, [NAME]: JSON.stringify({ overrides: [override] }) });
    const lines = async (...args: string[]) => {
      const { stdout } = await runCli(['check', '--format', 'compact', ...args, 'a.jsonl'], { cwd });
      return [...stdout.matchAll(/^a\.jsonl:(\d+):\d+: error blank-user-turn/gm)].map(([, line]) => line);
    };
    assert.deepEqual(await lines(), ['4']);
    assert.deepEqual(await lines('--rule', 'blank-user-turn=error'), ['2', '4']);
  });

  it('include files that do not have the name of a session', async (t) => {
    const cwd = folderWith(t, {
      's/a.jsonl': sessions.sound,
      's/old/b.txt': sessions.safe,
      's/old/c.log': sessions.safe,
      'd.txt': sessions.safe,
      [NAME]: '{"include": ["s/**/*.txt", "s/*.jsonl", "d.txt"]}',
    });
    for (const [folder, expected] of [
      ['s', ['s/a.jsonl', 's/old/b.txt']],
      ['s/old', ['s/old/b.txt']],
      ['.', ['s/a.jsonl', 'd.txt', 's/old/b.txt']],
    ] as const) {
      const { stdout } = await runCli(['check', '--format', 'json', folder], { cwd });
      const { files } = JSON.parse(stdout) as { files: { file: string }[] };
      assert.deepEqual(
        files.map(({ file }) => file),
        expected,
      );
    }
  });

  it('leaves out what is excluded, and says so', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe, 'b.jsonl': sessions.safe, [NAME]: '{"exclude": ["a.*"]}' });
    const { stdout, stderr } = await runCli(['check', '--format', 'compact', '.'], { cwd });
    assert.match(stdout, /^b\.jsonl:4:\d+: error [^\n]*\n$/);
    assert.match(stderr, /1 file was left out by "exclude"/);
  });

  it('are printed by --print-config, with the file they come from', async (t) => {
    const cwd = folderWith(t, { 's/a.jsonl': sessions.safe, [NAME]: WARN });
    const args = ['check', '--print-config', 's/a.jsonl', '--target', 'mistral:x', '--profile', 'pi'];
    const { code, stdout } = await runCli(args, { cwd });
    const printed = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.equal(printed.config, join(cwd, NAME));
    assert.equal(printed.rules['blank-user-turn'], 'warning');
    assert.deepEqual(
      [printed.profile, printed.targets, printed.imageMaxDimension],
      ['pi', ['mistral/mistral-conversations:x'], 1200],
    );
    assert.equal(JSON.parse((await runCli(['--print-config', '/none/a.jsonl'], { cwd })).stdout).config, null);
  });
});

describe('mistakes in the settings file', () => {
  const cases: readonly { text: string; found: [severity: string, place: string, words: RegExp][] }[] = [
    { text: '{}', found: [] },
    {
      text: '{"$schema": "x", "profile": "pi", "targets": ["a:b"], "rules": {"nul-bytes": "off"}, "imageMaxDimension": 1, "models": {"a:b": {"maxTokens": 1}}, "exclude": []}',
      found: [],
    },
    { text: '', found: [['error', '1:1', /empty.*\{\}/]] },
    { text: '[]', found: [['error', '1:1', /one JSON object/]] },
    { text: '{"profile": }', found: [['error', '1:13', /Not valid JSON here: value expected/]] },
    {
      text: '{\n  "profil": "pi"\n}',
      found: [['warning', '2:3', /Unknown setting "profil".*Did you mean "profile"\?/]],
    },
    { text: '{"profile": "p"}', found: [['error', '1:13', /documented, openclaw-2026\.5\.7 or pi/]] },
    { text: '{"profile": "pi", "profile": "pi"}', found: [['warning', '1:19', /twice/]] },
    { text: '{"targets": "a:b"}', found: [['error', '1:13', /a list of targets/]] },
    {
      text: '{"targets": ["a:b", 1, "nothing"]}',
      found: [
        ['error', '1:21', /a list of targets/],
        ['error', '1:24', /\S/],
      ],
    },
    { text: '{"rules": []}', found: [['error', '1:11', /an object of rule ids/]] },
    { text: '{"rules": {"nul-byte": "off"}}', found: [['warning', '1:12', /Unknown rule "nul-byte".*"nul-bytes"/]] },
    { text: '{"rules": {"nul-bytes": "warn"}}', found: [['error', '1:25', /Did you mean "warning"\?/]] },
    { text: '{"rules": {"nul-bytes": 2}}', found: [['error', '1:25', /severity is error, /]] },
    { text: '{"imageMaxDimension": 0}', found: [['error', '1:23', /whole number of pixels/]] },
    { text: '{"models": []}', found: [['error', '1:12', /an object of facts/]] },
    { text: '{"models": {"claude": {}}}', found: [['error', '1:23', /"claude" does not name a model/]] },
    {
      text: '{"models": {"a:b": {"maxTokens": "9"}, "a:c": {"reasoning": true}}}',
      found: [['error', '1:34', /"a:b\.maxTokens" must be a number/]],
    },
    { text: '{"exclude": ["a", ""]}', found: [['error', '1:19', /a list of globs/]] },
    { text: '{"include": 1}', found: [['error', '1:13', /a list of globs/]] },
    { text: '{"overrides": {}}', found: [['error', '1:15', /a list of objects/]] },
    { text: '{"overrides": [1]}', found: [['error', '1:16', /object with "files" and "rules"/]] },
    { text: '{"overrides": [{"files": ["a"]}]}', found: [['error', '1:16', /needs "rules"/]] },
    {
      text: '{"overrides": [{"rules": {"nul-bytes": "of"}, "file": []}]}',
      found: [
        ['error', '1:16', /needs "files"/],
        ['error', '1:40', /severity is error, .*"off"/],
        ['warning', '1:47', /Did you mean "files"/],
      ],
    },
    { text: '{"$schema": 1}', found: [['error', '1:13', /string/]] },
    { text: '\uFEFF{"😀": 1}', found: [['warning', '1:3', /Unknown setting/]] },
  ];
  for (const { text, found } of cases) {
    it(JSON.stringify(text), () => {
      const { problems } = parseConfig(text);
      assert.deepEqual(
        problems.map(({ severity, start }) => [severity, `${start.line + 1}:${start.column + 1}`]),
        found.map(([severity, place]) => [severity, place]),
      );
      for (const [index, [, , words]] of found.entries()) assert.match(problems[index]!.message, words);
    });
  }

  it('are findings on it in every format, and count', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.sound, [NAME]: '{"profile": 1, "x": 2}' });
    for (const [format, words] of [
      ['pretty', /^\.transcript-hygiene\.json\n +1:13 +error .* config\n +1:16 +warning /],
      ['compact', /^\.transcript-hygiene\.json:1:13: error config /],
      ['json', /"file": "\.transcript-hygiene\.json",\n +"dialect": null,\n +"findings": \[\n +\{\n +"rule": "config"/],
      ['sarif', /"ruleId": "config",\n +"ruleIndex": \d+,\n +"level": "error"/],
      ['github', /^::error file=\.transcript-hygiene\.json,line=1,col=13,endLine=1,endColumn=14,title=config::/],
    ] as const) {
      const { code, stdout } = await runCli(['check', '--format', format, 'a.jsonl'], { cwd });
      assert.equal(code, 1);
      assert.match(stdout, words);
    }
    assert.equal((await runCli(['check', '--no-config', 'a.jsonl'], { cwd })).code, 0);
  });

  it('that cannot be read end with 2, and nothing is checked under it', async (t) => {
    const cwd = folderWith(t, { 's/a.jsonl': sessions.safe, 'b.jsonl': sessions.safe });
    mkdirSync(join(cwd, 's', NAME));
    const { code, stdout, stderr } = await runCli(['check', '--format', 'compact', '.'], { cwd });
    assert.equal(code, 2);
    assert.match(
      stderr,
      /s\/\.transcript-hygiene\.json: could not be read: it is a folder \(EISDIR\); what it covers was left out/,
    );
    assert.match(stdout, /^b\.jsonl[^\n]*\n$/);
  });
});

describe('the schema of the settings file', () => {
  it('knows the same keys and words as the command line', () => {
    const { properties } = schema;
    assert.deepEqual(Object.keys(properties), CONFIG_KEYS);
    assert.deepEqual(properties.profile.enum, PROFILES);
    assert.ok(SETTINGS.every((setting) => JSON.stringify(properties.rules).includes(`"${setting}"`)));
    const listed: object = 'properties' in properties.rules ? (properties.rules.properties as object) : {};
    assert.ok(Object.keys(listed).every((id) => RULES.some((rule) => rule.id === id)));
  });
});
