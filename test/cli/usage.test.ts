/** What the command line says about itself, and about mistakes in its usage. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { version } from '../../package.json';
import { folderWith, runCli, sessions } from '../support/cli';

describe('usage', () => {
  const cases: readonly { args: string[]; code: number; stdout?: RegExp; stderr?: RegExp }[] = [
    { args: ['--version'], code: 0, stdout: new RegExp(`^${version.replaceAll('.', '\\.')}\n$`) },
    {
      args: ['--help'],
      code: 0,
      stdout: /^Checks and repairs[\s\S]*Examples:[\s\S]*Usage:[\s\S]*nearest \.transcript-hygiene\.json/,
    },
    { args: ['check', '--help'], code: 0, stdout: /--target[\s\S]*--fail-on[\s\S]*Exit codes: 0 clean/ },
    { args: ['fix', '--help'], code: 0, stdout: /--lossy[\s\S]*--no-backup[\s\S]*--force/ },
    { args: ['repair', '--help'], code: 0, stdout: /--mode[\s\S]*2026\.5\.18/ },
    { args: [], code: 2, stderr: /say what to do: transcript-hygiene check, fix, repair or preview/ },
    { args: ['chekc', 'a.jsonl'], code: 2, stderr: /unknown command "chekc"\. Did you mean "check"\?/ },
    { args: ['a.jsonl'], code: 2, stderr: /say what to do with it: transcript-hygiene check a\.jsonl/ },
    { args: ['check'], code: 2, stderr: /name files, folders or globs, or - for standard input/ },
    { args: ['fix'], code: 2, stderr: /name files, folders or globs/ },
    { args: ['repair'], code: 2, stderr: /missing required argument 'file'/ },
    { args: ['check', '--fromat', 'json', 'a.jsonl'], code: 2, stderr: /unknown option '--fromat'[\s\S]*--format/ },
    { args: ['check', '--format', 'xml', 'a.jsonl'], code: 2, stderr: /pretty, compact, json, sarif, github/ },
    { args: ['check', '--fail-on', 'bad', 'a.jsonl'], code: 2, stderr: /error, warning, information, never/ },
    { args: ['check', '--profile', 'mine', 'a.jsonl'], code: 2, stderr: /documented, openclaw-2026\.5\.7, pi/ },
    { args: ['check', '--max-warnings', 'x', 'a.jsonl'], code: 2, stderr: /--max-warnings.*whole number/ },
    {
      args: ['check', '--rule', 'torn-recrod=off', 'a.jsonl'],
      code: 2,
      stderr: /no rule "torn-recrod"\. Did you mean "torn-record"\?/,
    },
    {
      args: ['check', '--rule', 'torn-record=warn', 'a.jsonl'],
      code: 2,
      stderr: /one of error, .*Did you mean "warning"\?/,
    },
    {
      args: ['check', '--rule', 'torn-record', 'a.jsonl'],
      code: 2,
      stderr: /write a rule id and a severity, such as torn-record=off/,
    },
    { args: ['check', '--target', 'anthropic', 'a.jsonl'], code: 2, stderr: /--target anthropic: / },
    {
      args: ['check', '--config', 'none.json', 'a.jsonl'],
      code: 2,
      stdout: /^nothing could be done: 1 failure\n$/,
      stderr: /none\.json: no such file/,
    },
    { args: ['--config', 'none.json', 'check', 'a.jsonl'], code: 2, stderr: /options go behind the command/ },
    {
      args: ['fix', '--only', 'nul-byte', 'a.jsonl'],
      code: 2,
      stderr: /no rule "nul-byte"\. Did you mean "nul-bytes"\?/,
    },
    { args: ['fix', '--stdout', '--diff', 'a.jsonl'], code: 2, stderr: /choose one/ },
    { args: ['fix', '--stdout', 'a.jsonl', 'b.jsonl'], code: 2, stderr: /--stdout takes exactly one file/ },
    { args: ['repair', '--mode', '2025', 'a.jsonl'], code: 2, stderr: /2026\.5\.7, 2026\.5\.18/ },
    { args: ['--explain', 'nul-bytes'], code: 0, stdout: /^nul-bytes \(error\)\n\n[\s\S]+Fix: / },
    { args: ['--explain', 'nul-byte'], code: 2, stderr: /Did you mean "nul-bytes"\?/ },
    { args: ['check', '--list-rules'], code: 0, stdout: /^nul-bytes\s+error\s+\S/m },
    { args: ['--list-rules'], code: 0, stdout: /^orphan-tool-result\s+error\s+\S/m },
  ];
  for (const { args, code, stdout, stderr } of cases) {
    it(`transcript-hygiene ${args.join(' ')}`, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': sessions.safe, 'b.jsonl': sessions.safe });
      const result = await runCli(args, { cwd });
      assert.equal(result.code, code, result.stderr);
      if (stdout) assert.match(result.stdout, stdout);
      else assert.equal(result.stdout, '');
      if (stderr) assert.match(result.stderr, stderr);
      else assert.equal(result.stderr, '');
    });
  }

  it('--list-rules --format json is for programs', async (t) => {
    const { stdout } = await runCli(['--list-rules', '--format', 'json'], { cwd: folderWith(t) });
    const { version: format, rules } = JSON.parse(stdout);
    assert.equal(format, 1);
    assert.deepEqual(Object.keys(rules[0]), ['id', 'severity', 'fix', 'summary']);
    assert.ok(rules.length > 40);
  });
});
