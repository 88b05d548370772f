/** `fix` when something goes wrong in the middle of the write: whatever happens, no line of a session is lost. */
import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { folderWith, type RunOptions, runCli, sessions } from '../support/cli';

const PRELOAD = fileURLToPath(new URL('../support/fs-faults.cjs', import.meta.url));
const FILE = 'a.jsonl';
const LAST = JSON.parse(sessions.safe.trimEnd().split('\n').at(-1)!) as { id: string };
const APPENDED = `${JSON.stringify({ type: 'custom', customType: 'x', id: 'ffffffff', parentId: LAST.id, timestamp: '2026-03-02T10:00:00.000Z' })}\n`;

/** Runs `fix` on a file in a folder while `faults` happen; see the preload. */
async function fixUnder(folder: string, faults: object, args: readonly string[] = [], more: Partial<RunOptions> = {}) {
  const env = { FS_FAULTS: JSON.stringify({ folder, ...faults }) };
  const result = await runCli(['fix', ...args, FILE], { cwd: folder, env, preload: PRELOAD, ...more });
  const names = readdirSync(folder).sort();
  const backups = names.filter((name) => /\.bak-\d+-\d+$/.test(name));
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  return {
    ...result,
    text: names.includes(FILE) ? read(FILE) : undefined,
    backups: backups.map(read),
    others: names.filter((name) => name !== FILE && !backups.includes(name)),
  };
}

/** The steps of an undisturbed run. */
async function stepsOf(t: TestContext): Promise<string[]> {
  const folder = folderWith(t, { [FILE]: sessions.safe });
  const log = join(folderWith(t), 'log');
  const { text } = await fixUnder(folder, { log });
  assert.equal(text, sessions.safeFixed);
  return readFileSync(log, 'utf8').trimEnd().split('\n');
}

describe('the write of fix', () => {
  it('has the new text and the backup on the disk before the file is replaced', async (t) => {
    const steps = (await stepsOf(t)).map((step) => step.replace(/\d+/g, 'N'));
    const order = [
      'create .*tmp',
      'write .*tmp',
      'chmod .*tmp',
      'sync .*tmp',
      'link .*bak',
      'sync',
      'sync',
      'rename .*tmp',
      'sync',
    ];
    const found = order.reduce((from, pattern) => {
      const at = steps.findIndex((step, index) => index >= from && new RegExp(`^${pattern}`).test(step));
      assert.notEqual(at, -1, `${pattern} comes after step ${from} of ${steps.join(', ')}`);
      return at + 1;
    }, 0);
    assert.equal(found, steps.length);
  });

  it('leaves the old file or the new one, and a whole backup, wherever it is killed', async (t) => {
    const steps = await stepsOf(t);
    const rename = steps.findIndex((step) => step.startsWith('rename'));
    for (let killAt = 1; killAt <= steps.length; killAt++) {
      for (const half of steps[killAt - 1]!.startsWith('write') ? [false, true] : [false]) {
        const folder = folderWith(t, { [FILE]: sessions.safe });
        const name = `killed at step ${killAt}, ${steps[killAt - 1]}`;
        const { signal, text, backups } = await fixUnder(folder, { killAt, half });
        assert.equal(signal, 'SIGKILL', name);
        assert.equal(text, killAt <= rename + 1 ? sessions.safe : sessions.safeFixed, name);
        assert.ok(
          backups.every((backup) => backup === sessions.safe),
          name,
        );
        assert.equal(backups.length, killAt - 1 > steps.findIndex((step) => step.startsWith('link')) ? 1 : 0, name);
        const again = await runCli(['fix', FILE], { cwd: folder });
        assert.equal(again.code, 0, `${name}: ${again.stderr}`);
        assert.equal(readFileSync(join(folder, FILE), 'utf8'), sessions.safeFixed, name);
      }
    }
  });

  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`leaves nothing half done behind when it is ended by ${signal}`, async (t) => {
      const steps = await stepsOf(t);
      for (let killAt = 1; killAt <= steps.length; killAt++) {
        const folder = folderWith(t, { [FILE]: sessions.safe });
        const name = `${signal} at step ${killAt}, ${steps[killAt - 1]}`;
        const result = await fixUnder(folder, { killAt, signal });
        assert.deepEqual(result.others, [], name);
        if (result.signal === null) {
          // The signal came with the last step, too late to be noticed by a process that was done.
          assert.equal(result.code, 0, name);
        } else assert.equal(result.signal, signal, name);
        if (result.text === sessions.safe) assert.deepEqual(result.backups, [], name);
        else assert.deepEqual([result.text, result.backups], [sessions.safeFixed, [sessions.safe]], name);
      }
    });
  }

  for (const { code, step, words } of [
    { code: 'ENOSPC', step: '^write .*tmp', words: /no space is left on the disk \(ENOSPC\).*free some space/ },
    { code: 'ENOSPC', step: '^sync .*tmp', words: /no space is left on the disk \(ENOSPC\).*free some space/ },
    { code: 'EACCES', step: '^create .*tmp', words: /permission denied \(EACCES\).*--stdout/ },
    { code: 'EROFS', step: '^create .*tmp', words: /the file system is read-only \(EROFS\).*--stdout/ },
    { code: 'EIO', step: '^sync .*tmp', words: /input\/output error \(EIO\)/ },
    { code: 'EPERM', step: '^rename', words: /not permitted \(EPERM\)/ },
  ]) {
    it(`says what is wrong and changes nothing: ${code} at ${step}`, async (t) => {
      const folder = folderWith(t, { [FILE]: sessions.safe });
      const result = await fixUnder(folder, { fail: { step, code } });
      assert.equal(result.code, 2);
      assert.match(result.stderr, words);
      assert.match(result.stderr, /a\.jsonl: could not be written, and nothing was changed/);
      assert.deepEqual([result.text, result.backups, result.others], [sessions.safe, [], []]);
    });
  }

  it('says that a file may not be read', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const result = await fixUnder(folder, { fail: { step: '^open a', code: 'EACCES' } });
    assert.equal(result.code, 2);
    assert.match(result.stderr, /a\.jsonl: could not be read: permission denied \(EACCES\)/);
  });

  it('copies the backup where the file system has no hard links', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const result = await fixUnder(folder, { fail: { step: '^link', code: 'EPERM' } });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual([result.text, result.backups, result.others], [sessions.safeFixed, [sessions.safe], []]);
  });

  it('changes nothing when the disk fills up while the backup is copied', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    linkSync(join(folder, FILE), join(folder, 'other-name'));
    const result = await fixUnder(folder, { fail: { step: '^write .*bak', code: 'ENOSPC' } });
    assert.equal(result.code, 2);
    assert.deepEqual([result.text, result.backups, result.others], [sessions.safe, [], ['other-name']]);
  });

  it('keeps mode and owner, of the backup as well', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const path = join(folder, FILE);
    chmodSync(path, 0o640);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(path, 12345, 12346);
    const before = statSync(path);
    const result = await runCli(['fix', FILE], { cwd: folder });
    assert.equal(result.code, 0, result.stderr);
    for (const name of readdirSync(folder)) {
      const { mode, uid, gid } = statSync(join(folder, name));
      assert.deepEqual({ mode, uid, gid }, { mode: before.mode, uid: before.uid, gid: before.gid }, name);
    }
  });

  it('says so when the owner could not be kept', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const result = await fixUnder(folder, { foreign: true, fail: { step: '^chown', code: 'EPERM' } });
    assert.equal(result.code, 0, result.stderr);
    assert.match(result.stdout, /its owner \(user \d+, group \d+\) could not be kept: not permitted \(EPERM\)/);
  });
});

describe('a writer beside fix', () => {
  for (const how of ['append', 'rewrite'] as const) {
    for (const step of ['^create .*tmp', '^write .*tmp', '^link', '^sync \\.$']) {
      it(`makes it refuse: ${how} at ${step}`, async (t) => {
        const folder = folderWith(t, { [FILE]: sessions.safe });
        const text = how === 'append' ? APPENDED : sessions.sound;
        const result = await fixUnder(folder, { writer: { step, file: join(folder, FILE), text, how } });
        assert.equal(result.code, 2);
        assert.match(result.stderr, /a\.jsonl: changed since it was read: .*--force/);
        assert.equal(result.text, how === 'append' ? sessions.safe + text : text);
        assert.deepEqual([result.backups, result.others], [[], []]);
      });
    }
  }

  it('is followed with --force: the file is read again and what came in is kept', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const writer = { step: '^write .*tmp', file: join(folder, FILE), text: APPENDED, how: 'append' };
    const result = await fixUnder(folder, { writer }, ['--force']);
    assert.equal(result.code, 0, result.stderr);
    assert.equal(result.text, sessions.safeFixed + APPENDED);
    assert.deepEqual(result.backups, [sessions.safe + APPENDED]);
  });

  for (const how of ['append', 'fd'] as const) {
    it(`loses nothing in the last instant before the file is replaced (${how})`, async (t) => {
      const folder = folderWith(t, { [FILE]: sessions.safe });
      const writer = { step: '^rename', file: join(folder, FILE), text: APPENDED, how };
      const result = await fixUnder(folder, { writer });
      assert.equal(result.code, 0, result.stderr);
      assert.equal(result.text, sessions.safeFixed + APPENDED);
      assert.deepEqual(result.backups, [sessions.safe + APPENDED]);
      assert.match(result.stdout, /appended \d+ bytes while the file was replaced; they were carried over/);
    });
  }

  for (const args of [[], ['--no-backup']]) {
    it(`that rewrites the file in that instant finds its version kept (fix ${args.join(' ')})`, async (t) => {
      const folder = folderWith(t, { [FILE]: sessions.safe });
      const writer = { step: '^rename', file: join(folder, FILE), text: sessions.sound, how: 'rewrite' };
      const result = await fixUnder(folder, { writer }, args);
      assert.equal(result.code, 2);
      assert.match(result.stderr, /was rewritten by another process while it was replaced.*\.bak-\d+-\d+; compare/);
      assert.deepEqual([result.text, result.backups], [sessions.safeFixed, [sessions.sound]]);
    });
  }

  it('that still has the old file open writes into the backup', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const result = await fixUnder(folder, { late: { file: join(folder, FILE), text: APPENDED } });
    assert.equal(result.code, 0, result.stderr);
    assert.deepEqual([result.text, result.backups], [sessions.safeFixed, [sessions.safe + APPENDED]]);
  });

  it('loses no line over many runs, whenever it writes', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const blankTurn = JSON.parse(sessions.safe.trimEnd().split('\n').at(-1)!);
    let running = true;
    let count = 0;
    const writing = (async () => {
      while (running) {
        const parentId = count === 0 ? LAST.id : `line-${count - 1}`;
        const line = `${JSON.stringify({ ...blankTurn, id: `line-${count++}`, parentId })}\n`;
        writeFileSync(join(folder, FILE), line, { flag: 'a' });
        await setTimeout((count * 37) % 101);
      }
    })();
    let replaced = 0;
    for (let run = 0; run < 8; run++) {
      const { stdout } = await runCli(['fix', '--force', FILE], { cwd: folder });
      if (stdout.includes('backup')) replaced++;
    }
    running = false;
    await writing;
    const text = readFileSync(join(folder, FILE), 'utf8');
    const missing = Array.from({ length: count }, (_, n) => `line-${n}`).filter((id) => !text.includes(`"id":"${id}"`));
    assert.deepEqual(missing, []);
    assert.ok(replaced > 0, 'some of the runs got to write');
  });
});

describe('signs of an agent', () => {
  for (const { name, content, words } of [
    {
      name: 'a lock file',
      content: '',
      words: /is in use by an agent: there is a lock file, a\.jsonl\.lock; .*--force/,
    },
    {
      name: 'a lock file of a running process',
      content: JSON.stringify({ pid: process.pid, createdAt: '2026-03-02T10:00:00.000Z' }),
      words: new RegExp(`lock file of process ${process.pid}, a\\.jsonl\\.lock`),
    },
    {
      name: 'a lock file of a process that is gone',
      content: '{"pid": 999999999}',
      words: /lock file, a\.jsonl\.lock, of process 999999999, which no longer runs here; delete the lock file/,
    },
  ]) {
    it(`${name} makes fix refuse, and --force makes it go on`, async (t) => {
      const folder = folderWith(t, { [FILE]: sessions.safe, [`${FILE}.lock`]: content });
      const refused = await runCli(['fix', FILE], { cwd: folder });
      assert.equal(refused.code, 2);
      assert.match(refused.stderr, words);
      assert.equal(readFileSync(join(folder, FILE), 'utf8'), sessions.safe);
      assert.equal(readdirSync(folder).length, 2);
      const forced = await runCli(['fix', '--force', FILE], { cwd: folder });
      assert.equal(forced.code, 0, forced.stderr);
      assert.equal(readFileSync(join(folder, FILE), 'utf8'), sessions.safeFixed);
    });
  }

  it('a lock that appears during the run makes fix refuse', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const writer = { step: '^link', file: join(folder, `${FILE}.lock`), text: '', how: 'append' };
    const result = await fixUnder(folder, { writer });
    assert.equal(result.code, 2);
    assert.match(result.stderr, /there is a lock file/);
    assert.deepEqual([result.text, result.backups, result.others], [sessions.safe, [], [`${FILE}.lock`]]);
  });

  it('a process that has the file open for writing makes fix refuse', {
    skip: process.platform !== 'linux' && 'only Linux tells',
  }, async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe });
    const fd = openSync(join(folder, FILE), 'a');
    const result = await runCli(['fix', FILE], { cwd: folder });
    closeSync(fd);
    assert.equal(result.code, 2);
    assert.match(result.stderr, new RegExp(`is open for writing in process ${process.pid}`));
    assert.equal((await runCli(['fix', FILE], { cwd: folder })).code, 0);
  });

  it('do not matter to a run that writes nothing', async (t) => {
    const folder = folderWith(t, { [FILE]: sessions.safe, [`${FILE}.lock`]: '' });
    for (const option of ['--dry-run', '--diff', '--stdout']) {
      const result = await runCli(['fix', option, FILE], { cwd: folder });
      assert.equal(result.code, 0, result.stderr);
    }
  });
});
