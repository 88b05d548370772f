/** `check` as its users see it: which files it takes, what it prints, and how it ends. */
import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { folderWith, runCli, sessions } from '../support/cli';

/** The files of a JSON report by name, with the rules found in each. */
function rulesByFile(stdout: string): Record<string, string[]> {
  const { files } = JSON.parse(stdout) as { files: { file: string; findings: { rule: string }[] }[] };
  return Object.fromEntries(files.map(({ file, findings }) => [file, findings.map(({ rule }) => rule)]));
}

describe('exit code of check', () => {
  const cases: readonly { name: string; text: string; args?: string[]; code: number }[] = [
    { name: 'a sound session', text: sessions.sound, code: 0 },
    { name: 'a file that is no transcript', text: sessions.foreign, code: 0 },
    { name: 'an empty file', text: '', code: 0 },
    { name: 'an error', text: sessions.safe, code: 1 },
    { name: 'an error, never fail', text: sessions.safe, args: ['--fail-on', 'never'], code: 0 },
    { name: 'an error that is switched off', text: sessions.safe, args: ['--rule', 'blank-user-turn=off'], code: 0 },
    {
      name: 'an error that is made a warning',
      text: sessions.safe,
      args: ['--rule', 'blank-user-turn=warning'],
      code: 0,
    },
    { name: 'a warning', text: sessions.warning, code: 0 },
    { name: 'a warning, fail on warnings', text: sessions.warning, args: ['--fail-on', 'warning'], code: 1 },
    { name: 'a warning, fail on information', text: sessions.warning, args: ['--fail-on', 'information'], code: 1 },
    { name: 'a warning, none allowed', text: sessions.warning, args: ['--max-warnings', '0'], code: 1 },
    { name: 'a warning, one allowed', text: sessions.warning, args: ['--max-warnings', '1'], code: 0 },
    { name: 'a warning, quiet', text: sessions.warning, args: ['--quiet', '--fail-on', 'warning'], code: 1 },
  ];
  for (const { name, text, args = [], code } of cases) {
    it(`is ${code} for ${name}`, async (t) => {
      const result = await runCli(['check', ...args, 'a.jsonl'], { cwd: folderWith(t, { 'a.jsonl': text }) });
      assert.equal(result.code, code, result.stdout + result.stderr);
      assert.equal(result.stderr, '');
    });
  }
});

describe('the files that check takes', () => {
  const tree = {
    'b.jsonl': sessions.safe,
    'sub/.hidden/c.jsonl': sessions.warning,
    'sub/old.jsonl.reset.2026-03-01T10-00-00.000Z': sessions.safe,
    'sub/old.jsonl.deleted.2026-03-01': sessions.sound,
    'sub/b.jsonl.bak-12-3456': sessions.safe,
    'sub/b.jsonl.repair-12-3456.tmp': sessions.safe,
    'sub/sessions.json': '{}',
    'sub/notes.txt': sessions.safe,
    'node_modules/x/d.jsonl': sessions.safe,
    'sub/.git/e.jsonl': sessions.safe,
  };
  const inSub = [
    'sub/.hidden/c.jsonl',
    'sub/old.jsonl.deleted.2026-03-01',
    'sub/old.jsonl.reset.2026-03-01T10-00-00.000Z',
  ];
  const cases: readonly { args: string[]; files: string[] }[] = [
    { args: ['.'], files: ['b.jsonl', ...inSub] },
    { args: ['sub'], files: inSub },
    { args: ['./sub/'], files: inSub },
    { args: ['b.jsonl', '.'], files: ['b.jsonl', ...inSub] },
    { args: ['**/*.jsonl'], files: ['b.jsonl', 'sub/.hidden/c.jsonl'] },
    {
      args: ['sub/*'],
      files: [
        'sub/notes.txt',
        'sub/old.jsonl.deleted.2026-03-01',
        'sub/old.jsonl.reset.2026-03-01T10-00-00.000Z',
        'sub/sessions.json',
      ],
    },
    { args: ['{b,x}.jsonl'], files: ['b.jsonl'] },
    {
      args: ['.', '!sub/.hidden/**', '!**/*.deleted.*'],
      files: ['b.jsonl', 'sub/old.jsonl.reset.2026-03-01T10-00-00.000Z'],
    },
    { args: ['sub/b.jsonl.bak-12-3456'], files: ['sub/b.jsonl.bak-12-3456'] },
  ];
  for (const { args, files } of cases) {
    it(args.join(' '), async (t) => {
      const result = await runCli(['check', '--format', 'json', ...args], { cwd: folderWith(t, tree) });
      assert.equal(result.stderr, '');
      assert.deepEqual(Object.keys(rulesByFile(result.stdout)), files);
    });
  }

  it('takes a name with glob characters literally when it exists', async (t) => {
    const cwd = folderWith(t, { '[a] {b}.jsonl': sessions.safe });
    const { stdout } = await runCli(['check', '--format', 'json', '[a] {b}.jsonl'], { cwd });
    assert.deepEqual(rulesByFile(stdout), { '[a] {b}.jsonl': ['blank-user-turn'] });
  });

  it('follows links to files, and not links to folders', async (t) => {
    const cwd = folderWith(t, { 'real/a.jsonl': sessions.safe, 'in/b.jsonl': sessions.sound });
    symlinkSync('../real/a.jsonl', join(cwd, 'in/link.jsonl'));
    symlinkSync('..', join(cwd, 'in/up'));
    const { stdout, code } = await runCli(['check', '--format', 'json', 'in'], { cwd });
    assert.equal(code, 1);
    assert.deepEqual(rulesByFile(stdout), { 'in/b.jsonl': [], 'in/link.jsonl': ['blank-user-turn'] });
  });
});

describe('what cannot be checked', () => {
  const cases: readonly { args: string[]; words: RegExp; make?: (cwd: string) => void }[] = [
    { args: ['none.jsonl'], words: /none\.jsonl: no such file or folder/ },
    { args: ['*.none'], words: /\*\.none: no file matches this pattern/ },
    {
      args: ['empty'],
      words: /empty: no session file \(\*\.jsonl\) in this folder/,
      make: (cwd) => mkdirSync(join(cwd, 'empty')),
    },
    { args: [''], words: /no such file or folder/ },
    { args: ['a.jsonl/x.jsonl'], words: /no such file or folder/ },
    { args: ['/dev/null'], words: /\/dev\/null: is a device, not a regular file/ },
    {
      args: ['link'],
      words: /link: is a symbolic link to nowhere, which does not exist/,
      make: (cwd) => symlinkSync('nowhere', join(cwd, 'link')),
    },
    {
      args: ['loop'],
      words: /loop: could not be read: .*circle/,
      make: (cwd) => symlinkSync('loop', join(cwd, 'loop')),
    },
    { args: [`${'x'.repeat(300)}.jsonl`], words: /the name is too long/ },
  ];
  for (const { args, words, make } of cases) {
    it(`${args[0]!.slice(0, 20)} ends with 2 and a message, and the rest is checked`, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': sessions.safe });
      make?.(cwd);
      const result = await runCli(['check', '--format', 'json', ...args, 'a.jsonl'], { cwd });
      assert.equal(result.code, 2);
      assert.match(result.stderr, words);
      const { files } = JSON.parse(result.stdout);
      assert.match(files[0].error, new RegExp(words.source.replace(/^[^:]*: /, '')));
      assert.deepEqual(
        files[1].findings.map((finding: { rule: string }) => finding.rule),
        ['blank-user-turn'],
      );
    });
  }

  it('--no-error-on-unmatched makes a pattern without a match no mistake', async (t) => {
    const result = await runCli(['check', '--no-error-on-unmatched', '*.none'], { cwd: folderWith(t) });
    assert.deepEqual([result.code, result.stderr], [0, '']);
  });
});

describe('standard input', () => {
  it('is checked for -, under the name given for it', async (t) => {
    const args = ['check', '--format', 'json', '--stdin-filename', 'sessions/x.jsonl', '-'];
    const result = await runCli(args, { cwd: folderWith(t), input: sessions.safe });
    assert.equal(result.code, 1);
    assert.deepEqual(rulesByFile(result.stdout), { 'sessions/x.jsonl': ['blank-user-turn'] });
  });

  it('has a name of its own without one', async (t) => {
    const result = await runCli(['check', '--format', 'compact', '-'], { cwd: folderWith(t), input: sessions.safe });
    assert.match(result.stdout, /^<stdin>:4:\d+: error blank-user-turn /);
  });

  it('finds the settings for the name given', async (t) => {
    const cwd = folderWith(t, { 'sub/.transcript-hygiene.json': '{"rules": {"blank-user-turn": "off"}}' });
    const options = { cwd, input: sessions.safe };
    assert.equal((await runCli(['check', '--stdin-filename', 'sub/x.jsonl', '-'], options)).code, 0);
    assert.equal((await runCli(['check', '--stdin-filename', 'x.jsonl', '-'], options)).code, 1);
  });
});

describe('the output of check', () => {
  const files = { 'a.jsonl': sessions.lossy, 'b.jsonl': sessions.sound, 'c.jsonl': sessions.foreign };

  it('names place, severity, message and rule, what can be done, and what to run next', async (t) => {
    const { stdout } = await runCli(['check', '.'], { cwd: folderWith(t, files) });
    assert.match(stdout, /^a\.jsonl\n {2}4:\d+ {2}error {8}\S.* {2}blank-user-turn\n {8,}fix \(safe\): \S.*$/m);
    assert.match(stdout, /^ +5:1 +error .* malformed-line\n {8,}fix \(lossy\): \S.*$/m);
    assert.match(
      stdout,
      /^2 errors in 3 files \(1 not recognised as an agent transcript\)\n1 can be fixed without losing anything: transcript-hygiene fix \.\n1 can be fixed with some loss, too: transcript-hygiene fix --lossy \.\n$/m,
    );
    assert.doesNotMatch(stdout, /[bc]\.jsonl/);
  });

  it('says that nothing is wrong', async (t) => {
    const { stdout } = await runCli(['check', 'b.jsonl'], { cwd: folderWith(t, files) });
    assert.equal(stdout, 'no problems in 1 file\n');
  });

  it('has no colour without a terminal, and obeys NO_COLOR, FORCE_COLOR, --color and --no-color', async (t) => {
    const cwd = folderWith(t, files);
    const colored = async (args: string[], env: Record<string, string> = {}) =>
      (await runCli(['check', ...args, '.'], { cwd, env })).stdout.includes('\u001b[');
    assert.deepEqual(
      [
        await colored([]),
        await colored([], { FORCE_COLOR: '1' }),
        await colored([], { FORCE_COLOR: '1', NO_COLOR: '1' }),
        await colored(['--color'], { NO_COLOR: '1' }),
        await colored(['--no-color'], { FORCE_COLOR: '1' }),
        await colored(['--color', '--format', 'compact']),
      ],
      [false, true, false, true, false, false],
    );
  });

  it('keeps what a transcript holds from steering the terminal', async (t) => {
    const text = sessions.sound.replace('"type":"message"', '"type":"\\u001b[2Jmessage"');
    const { stdout } = await runCli(['check', '--fail-on', 'never', 'a.jsonl'], {
      cwd: folderWith(t, { 'a.jsonl': text }),
    });
    assert.ok(!stdout.includes('\u001b'));
  });

  it('shows errors only with --quiet', async (t) => {
    const cwd = folderWith(t, { 'a.jsonl': sessions.safe.trimEnd() });
    const all = await runCli(['check', '--format', 'json', 'a.jsonl'], { cwd });
    assert.deepEqual(rulesByFile(all.stdout), { 'a.jsonl': ['blank-user-turn', 'missing-final-newline'] });
    const quiet = await runCli(['check', '--format', 'json', '--quiet', 'a.jsonl'], { cwd });
    assert.deepEqual(rulesByFile(quiet.stdout), { 'a.jsonl': ['blank-user-turn'] });
  });

  it('goes to a file with --output-file', async (t) => {
    const cwd = folderWith(t, files);
    const result = await runCli(['check', '--format', 'sarif', '--output-file', 'out.sarif', '.'], { cwd });
    assert.deepEqual([result.code, result.stdout, result.stderr], [1, '', '']);
    assert.equal(JSON.parse(readFileSync(join(cwd, 'out.sarif'), 'utf8')).version, '2.1.0');
    const failed = await runCli(['check', '--output-file', 'none/out.txt', '.'], { cwd });
    assert.equal(failed.code, 2);
    assert.match(failed.stderr, /none\/out\.txt: the report could not be written: no such file or folder/);
  });

  it('is whole when it is long and goes into a pipe', async (t) => {
    const lines = Array.from({ length: 3000 }, (_, n) => `[${n}]`).join('\n');
    const cwd = folderWith(t, { 'a.jsonl': `${sessions.sound}${lines}\n` });
    const { stdout, code } = await runCli(['check', '--format', 'json', 'a.jsonl'], { cwd });
    assert.equal(code, 1);
    assert.equal(JSON.parse(stdout).summary.errors, 3000);
  });

  it('is cut by a reader that leaves, without a crash', async (t) => {
    const lines = Array.from({ length: 3000 }, (_, n) => `[${n}]`).join('\n');
    const cwd = folderWith(t, { 'a.jsonl': `${sessions.sound}${lines}\n` });
    const result = await runCli(['check', 'a.jsonl'], {
      cwd,
      started: (child) => child.stdout?.once('data', () => child.stdout?.destroy()),
    });
    assert.deepEqual([result.code, result.stderr], [1, '']);
  });
});

describe('progress', () => {
  const files = {
    'a.jsonl': `${sessions.foreign}${`${JSON.stringify({ filling: 'x'.repeat(1_000_000) })}\n`.repeat(9)}`,
    'terminal.cjs': 'process.stderr.isTTY = true; process.stderr.columns = 40;',
  };

  it('names a large file on a terminal, on one line that goes away', async (t) => {
    const cwd = folderWith(t, files);
    const { stdout, stderr } = await runCli(['check', 'a.jsonl'], { cwd, preload: join(cwd, 'terminal.cjs') });
    assert.ok(stderr.endsWith('\r\u001b[Kchecking 1 of 1 (9 MB): a.jsonl\r\u001b[K'), JSON.stringify(stderr));
    assert.match(
      stdout,
      /^a\.jsonl\n {2}note {3}is not recognised as an agent transcript .*--transcript\n\nno problems in 1 file/,
    );
  });

  it('is not shown with --quiet, nor without a terminal', async (t) => {
    const cwd = folderWith(t, files);
    const quiet = await runCli(['check', '--quiet', 'a.jsonl'], { cwd, preload: join(cwd, 'terminal.cjs') });
    assert.equal(quiet.stderr, '');
    assert.equal((await runCli(['check', 'a.jsonl'], { cwd })).stderr, '');
  });
});

describe('a full disk behind standard output', () => {
  const noFullDevice = !existsSync('/dev/full') && 'this system has no /dev/full';
  for (const args of [['check', 'a.jsonl'], ['fix', '-'], ['repair', '--format', 'json', 'a.jsonl'], ['--help']]) {
    it(`is a failure with a message: ${args.join(' ')}`, { skip: noFullDevice }, async (t) => {
      const cwd = folderWith(t, { 'a.jsonl': sessions.sound });
      const full = openSync('/dev/full', 'w');
      t.after(() => closeSync(full));
      const result = await runCli(args, { cwd, input: sessions.safe, stdout: full });
      assert.equal(result.code, 2);
      assert.match(result.stderr, /standard output could not be written: no space is left on the disk \(ENOSPC\)/);
    });
  }
});

describe('Ctrl-C', () => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    it(`ends check at once (${signal})`, async (t) => {
      const result = await runCli(['check', '-'], {
        cwd: folderWith(t),
        input: null,
        started: (child) => setTimeout(() => child.kill(signal), 300),
      });
      assert.equal(result.signal, signal);
    });
  }
});
