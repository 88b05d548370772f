/** `fix` as its users see it: what it writes where, what it says about it, and what it leaves alone. */
import assert from 'node:assert/strict';
import { linkSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { folderWith, runCli, sessions } from '../support/cli';

const BACKUP = /^a\.jsonl\.bak-\d+-\d+$/;

function contents(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => lstatSync(join(folder, name)).isFile());
  return Object.fromEntries(
    names.map((name) => [name.replace(/\d+-\d+$/, 'N'), readFileSync(join(folder, name), 'utf8')]),
  );
}

describe('fix', () => {
  it('writes the fixed text, keeps the old one beside it, and says both', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    const { code, stdout, stderr } = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.deepEqual(contents(cwd), { 'a.jsonl': sessions.safeFixed, 'a.jsonl.bak-N': sessions.safe });
    assert.match(
      stdout,
      /^a\.jsonl\n {2}fixed {2}line 4 {2}\S.* {2}blank-user-turn\n {2}backup a\.jsonl\.bak-\d+-\d+\n\n1 fixed; no problems left in 1 file\n$/,
    );
  });

  it('gives the same bytes when it runs twice, and no second backup', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    await runCli(['fix', 'a.jsonl'], { cwd });
    const again = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.deepEqual([again.code, again.stdout], [0, 'nothing to fix; no problems left in 1 file\n']);
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), sessions.safeFixed);
    assert.equal(readdirSync(cwd).length, 2);
  });

  it('leaves what loses something, says so, and does it with --lossy', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.lossy });
    const safe = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.equal(safe.code, 1);
    assert.match(
      safe.stdout,
      /remaining\n +5:1 +error .* malformed-line\n +not fixed, it loses something: .* \(--lossy does it\)\n/,
    );
    assert.match(
      safe.stdout,
      /^1 fixed; 1 error left in 1 file\n1 can be fixed with some loss: transcript-hygiene fix --lossy a\.jsonl\n$/m,
    );
    const lossy = await runCli(['fix', '--lossy', 'a.jsonl'], { cwd });
    assert.equal(lossy.code, 0, lossy.stdout);
    const text = readFileSync(join(cwd, 'a.jsonl'), 'utf8');
    assert.equal(text, sessions.lossy.replace('{"oops\n', '').replace('"   "', '"(continue)"'));
  });

  it('ends by what is left: --fail-on never', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.lossy });
    assert.equal((await runCli(['fix', '--fail-on', 'never', 'a.jsonl'], { cwd })).code, 0);
  });

  it('fixes one rule with --only', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe.trimEnd() });
    const { code } = await runCli(['fix', '--only', 'missing-final-newline', 'a.jsonl'], { cwd });
    assert.equal(code, 1);
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), sessions.safe);
  });

  it('keeps no backup with --no-backup', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    const { code, stdout } = await runCli(['fix', '--no-backup', 'a.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.doesNotMatch(stdout, /backup/);
    assert.deepEqual(contents(cwd), { 'a.jsonl': sessions.safeFixed });
  });

  it('takes folders, and leaves backups and other files alone', async (t) => {
    const cwd = folderWith(t, {
      's/a.jsonl': sessions.safe,
      's/b.jsonl': sessions.foreign,
      's/a.jsonl.bak-1-2': sessions.safe,
    });
    const { code, stdout } = await runCli(['fix', 's'], { cwd });
    assert.equal(code, 0, stdout);
    assert.deepEqual(Object.keys(contents(join(cwd, 's'))), ['a.jsonl', 'a.jsonl.bak-N', 'b.jsonl']);
    assert.equal(readdirSync(join(cwd, 's')).length, 4);
    assert.equal(readFileSync(join(cwd, 's/b.jsonl'), 'utf8'), sessions.foreign);
  });

  it('leaves a backup alone that a shell pattern named, unless --force', async (t) => {
    const name = 'a.jsonl.bak-1-2';
    const cwd = folderWith(t, { [name]: sessions.safe });
    const { code, stdout } = await runCli(['fix', name], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /is the backup or temporary file of a repair and was left alone; --force/);
    assert.equal(readFileSync(join(cwd, name), 'utf8'), sessions.safe);
    await runCli(['fix', '--force', name], { cwd });
    assert.equal(readFileSync(join(cwd, name), 'utf8'), sessions.safeFixed);
  });

  it('follows a symbolic link, says so, and leaves the link a link', async (t) => {
    const cwd = folderWith(t, { 'real/a.jsonl': sessions.safe });
    symlinkSync('real/a.jsonl', join(cwd, 'link.jsonl'));
    const { code, stdout } = await runCli(['fix', 'link.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /note {3}is a symbolic link; the file it leads to is rewritten: .*real\/a\.jsonl/);
    assert.ok(lstatSync(join(cwd, 'link.jsonl')).isSymbolicLink());
    assert.deepEqual(contents(join(cwd, 'real')), { 'a.jsonl': sessions.safeFixed, 'a.jsonl.bak-N': sessions.safe });
  });

  it('says that other names of the file keep the old text', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    linkSync(join(cwd, 'a.jsonl'), join(cwd, 'other'));
    const { stdout } = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.match(stdout, /it has other names \(hard links\); they keep the old text/);
    assert.deepEqual(contents(cwd), {
      'a.jsonl': sessions.safeFixed,
      'a.jsonl.bak-N': sessions.safe,
      other: sessions.safe,
    });
  });

  it('keeps bytes that are no UTF-8', async (t) => {
    const broken = Buffer.concat([Buffer.from(sessions.safe), Buffer.from([0x7b, 0xff, 0xfe, 0x0a])]);
    const cwd = folderWith(t, { 'a.jsonl': broken });
    await runCli(['fix', 'a.jsonl'], { cwd });
    const fixed = readFileSync(join(cwd, 'a.jsonl'));
    assert.deepEqual(fixed, Buffer.concat([Buffer.from(sessions.safeFixed), Buffer.from([0x7b, 0xff, 0xfe, 0x0a])]));
    const backup = readdirSync(cwd).find((name) => BACKUP.test(name))!;
    assert.deepEqual(readFileSync(join(cwd, backup)), broken);
  });

  it('does nothing under settings with mistakes', async (t) => {
    const cwd = folderWith(t, {
      'a.jsonl': sessions.safe,
      '.transcript-hygiene.json': '{"rules": {"blank-user-turn": "of"}}',
    });
    const refused = await runCli(['fix', 'a.jsonl'], { cwd });
    assert.equal(refused.code, 2);
    assert.match(refused.stderr, /\.transcript-hygiene\.json has mistakes, so nothing was fixed under it/);
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), sessions.safe);
    assert.equal((await runCli(['fix', '--no-config', 'a.jsonl'], { cwd })).code, 0);
  });

  for (const { name, words, make } of [
    { name: 'none.jsonl', words: /none\.jsonl: no such file or folder/ },
    { name: 'empty', words: /empty: no session file/, make: (path: string) => mkdirSync(path) },
    { name: '/dev/null', words: /is a device, not a regular file/ },
    {
      name: 'link',
      words: /is a symbolic link to nowhere, which does not exist/,
      make: (path: string) => symlinkSync('nowhere', path),
    },
  ]) {
    it(`has a clear message for ${name}`, async (t) => {
      const cwd = folderWith(t);
      make?.(join(cwd, name));
      const { code, stderr } = await runCli(['fix', name], { cwd });
      assert.equal(code, 2);
      assert.match(stderr, words);
    });
  }
});

describe('fix without writing', () => {
  it('--dry-run reports what would be fixed', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.lossy });
    const { code, stdout } = await runCli(['fix', '--dry-run', 'a.jsonl'], { cwd });
    assert.equal(code, 1);
    assert.match(stdout, /would fix {2}line 4 .*\n {2}would remain\n/);
    assert.match(stdout, /^1 would be fixed; nothing was written; 1 error would be left in 1 file$/m);
    assert.deepEqual(contents(cwd), { 'a.jsonl': sessions.lossy });
  });

  it('--diff prints a diff on standard output and the report on standard error', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    const { code, stdout, stderr } = await runCli(['fix', '--diff', 'a.jsonl'], { cwd });
    assert.equal(code, 0);
    const lines = sessions.safe.trimEnd().split('\n');
    const fixed = sessions.safeFixed.trimEnd().split('\n');
    const expected = [
      '--- a/a.jsonl',
      '+++ b/a.jsonl',
      '@@ -1,4 +1,4 @@',
      ...lines.slice(0, 3).map((line) => ` ${line}`),
      `-${lines[3]}`,
      `+${fixed[3]}`,
      '',
    ];
    assert.equal(stdout, expected.join('\n'));
    assert.match(stderr, /would fix {2}line 4/);
    assert.deepEqual(contents(cwd), { 'a.jsonl': sessions.safe });
  });

  it('--stdout prints the fixed text', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
    const { code, stdout, stderr } = await runCli(['fix', '--stdout', 'a.jsonl'], { cwd });
    assert.deepEqual([code, stdout], [0, sessions.safeFixed]);
    assert.match(stderr, /^1 fixed; no problems left in 1 file$/m);
    assert.deepEqual(contents(cwd), { 'a.jsonl': sessions.safe });
  });

  for (const { name, args, input, code, stdout } of [
    { name: 'the fixed text', args: ['-'], input: sessions.safe, code: 0, stdout: sessions.safeFixed },
    { name: 'a text with nothing to fix', args: ['-'], input: sessions.sound, code: 0, stdout: sessions.sound },
    { name: 'a text that is no transcript', args: ['-'], input: sessions.foreign, code: 0, stdout: sessions.foreign },
    {
      name: 'the text and a JSON report',
      args: ['--format', 'json', '-'],
      input: sessions.safe,
      code: 0,
      stdout: sessions.safeFixed,
    },
    { name: 'an empty text', args: ['-'], input: '', code: 0, stdout: '' },
  ]) {
    it(`of standard input prints ${name} and everything else on standard error`, async (t) => {
      const result = await runCli(['fix', ...args], { cwd: folderWith(t), input });
      assert.deepEqual([result.code, result.stdout], [code, stdout]);
      assert.notEqual(result.stderr, '');
      if (args.includes('json')) assert.equal(JSON.parse(result.stderr).files[0].fixed.length, 1);
    });
  }
});

describe('the JSON report of fix', () => {
  it('says what was fixed, where the backup is, and what is left', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.lossy });
    const { stdout } = await runCli(['fix', '--format', 'json', 'a.jsonl'], { cwd });
    const report = JSON.parse(stdout);
    const [file] = report.files;
    assert.deepEqual(Object.keys(file), ['file', 'dialect', 'findings', 'fixed', 'backup']);
    assert.deepEqual(
      file.fixed.map(({ rule, line }: { rule: string; line: number }) => [rule, line]),
      [['blank-user-turn', 4]],
    );
    assert.match(file.backup, BACKUP);
    assert.deepEqual(
      file.findings.map(({ rule, line }: { rule: string; line: number }) => [rule, line]),
      [['malformed-line', 5]],
    );
    assert.deepEqual(report.summary, { files: 1, errors: 1, warnings: 0, informations: 0, hints: 0 });
  });
});
