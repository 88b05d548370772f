/** `repair`: the on-disk repair as a command. What the text becomes is tested with the core. */
import assert from 'node:assert/strict';
import { lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { buildSession } from '../support/build-session';
import { folderWith, runCli, sessions } from '../support/cli';

const DAMAGED = sessions.lossy.replaceAll('\n', '\r\n');
const REPAIRED = sessions.lossy
  .replace('{"oops\n', '')
  .replace(/\{[^{}]*"text":" {3}"\}/, '{"type":"text","text":"(continue)"}');

describe('repair', () => {
  it('rewrites the file, keeps the old text beside it, and says so', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': DAMAGED });
    const { code, stdout, stderr } = await runCli(['repair', 'a.jsonl'], { cwd });
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^a\.jsonl: session file repaired: dropped 1 malformed line\(s\), rewrote 1 user message\(s\)\na\.jsonl: the old text is a\.jsonl\.bak-\d+-\d+\n$/,
    );
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), REPAIRED);
    const [backup] = readdirSync(cwd).filter((name) => name.includes('.bak-'));
    assert.equal(readFileSync(join(cwd, backup!), 'utf8'), DAMAGED);
  });

  it('prints the report with --format json', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': DAMAGED });
    const { code, stdout } = await runCli(['repair', '--format', 'json', 'a.jsonl'], { cwd });
    const { backupPath, ...report } = JSON.parse(stdout);
    assert.equal(code, 0);
    assert.deepEqual(report, {
      repaired: true,
      droppedLines: 1,
      rewrittenAssistantMessages: 0,
      droppedBlankUserMessages: 0,
      rewrittenUserMessages: 1,
    });
    assert.match(backupPath, /^a\.jsonl\.bak-\d+-\d+$/);
  });

  it('changes the text as a later release does with --mode, and keeps the backup all the same', async (t) => {
    const text = buildSession()
      .user('Hello.')
      .entry('message', { message: { content: 'no role' } })
      .text();
    const cwd = folderWith(t, { 'a.jsonl': text });
    assert.match((await runCli(['repair', 'a.jsonl'], { cwd })).stdout, /nothing to repair/);
    const { code, stdout } = await runCli(['repair', '--mode', '2026.5.18', 'a.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /dropped 1 malformed line\(s\)/);
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), buildSession().user('Hello.').text());
    assert.equal(readdirSync(cwd).length, 2);
  });

  it('leaves a file alone in which there is nothing to do', async (t) => {
    const text = sessions.sound.replaceAll('\n', '\r\n');
    const cwd = folderWith(t, { 'a.jsonl': text });
    const { code, stdout } = await runCli(['repair', 'a.jsonl'], { cwd });
    assert.deepEqual([code, stdout], [0, 'a.jsonl: nothing to repair\n']);
    assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), text);
    assert.equal(readdirSync(cwd).length, 1);
  });

  const [header, ...entries] = sessions.sound.trimEnd().split('\n');
  for (const { name, text, reason, overwritten } of [
    { name: 'without a header', text: `${entries.join('\n')}\n`, reason: 'invalid session header', overwritten: true },
    {
      name: 'with the header below',
      text: `${[entries[0], header, ...entries.slice(1)].join('\n')}\n`,
      reason: 'invalid session header',
      overwritten: true,
    },
    {
      name: 'with a byte-order mark, which the loader accepts',
      text: `\uFEFF${sessions.sound}`,
      reason: 'invalid session header',
      overwritten: false,
    },
    { name: 'that is empty', text: '', reason: 'empty session file', overwritten: false },
  ]) {
    it(`refuses a file ${name}${overwritten ? ' and warns that agents would overwrite it' : ''}`, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': text });
      const result = await runCli(['repair', '--format', 'json', 'a.jsonl'], { cwd });
      assert.equal(result.code, 1);
      assert.equal(JSON.parse(result.stdout).reason, reason);
      assert.match(result.stderr, new RegExp(`a\\.jsonl: refused: ${reason}; nothing was changed`));
      assert.equal(
        /OpenClaw and pi would take this file for empty and overwrite it on opening/.test(result.stderr),
        overwritten,
      );
      assert.equal(readFileSync(join(cwd, 'a.jsonl'), 'utf8'), text);
    });
  }

  it('refuses a file that an agent uses, unless --force', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': DAMAGED, 'a.jsonl.lock': '' });
    const { code, stderr } = await runCli(['repair', 'a.jsonl'], { cwd });
    assert.equal(code, 1);
    assert.match(stderr, /there is a lock file, a\.jsonl\.lock/);
    assert.equal((await runCli(['repair', '--force', 'a.jsonl'], { cwd })).code, 0);
  });

  it('writes the file that a symbolic link leads to, and says so', async (t) => {
    const cwd = folderWith(t, { 'real/a.jsonl': DAMAGED });
    symlinkSync('real/a.jsonl', join(cwd, 'link.jsonl'));
    const { code, stdout } = await runCli(['repair', 'link.jsonl'], { cwd });
    assert.equal(code, 0);
    assert.match(stdout, /is a symbolic link; the file it leads to is rewritten: .*real\/a\.jsonl/);
    assert.ok(lstatSync(join(cwd, 'link.jsonl')).isSymbolicLink());
    assert.equal(readFileSync(join(cwd, 'real/a.jsonl'), 'utf8'), REPAIRED);
  });

  for (const { name, reason, words } of [
    {
      name: 'none.jsonl',
      reason: /^missing session file$/,
      words: /none\.jsonl: could not be read: no such file or folder/,
    },
    { name: 'folder', reason: /^failed to read session file: is a folder/, words: /folder: is a folder, not a file/ },
    {
      name: '/dev/null',
      reason: /^failed to read session file: is a device/,
      words: /is a device, not a regular file/,
    },
  ]) {
    it(`could not run on ${name}`, async (t) => {
      const cwd = folderWith(t);
      mkdirSync(join(cwd, 'folder'));
      const { code, stdout, stderr } = await runCli(['repair', '--format', 'json', name], { cwd });
      assert.equal(code, 2);
      assert.match(JSON.parse(stdout).reason, reason);
      assert.match(stderr, words);
    });
  }
});
