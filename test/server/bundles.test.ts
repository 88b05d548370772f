import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { build, type Metafile } from 'esbuild';
import { BUNDLES, bundleFaults } from '../../scripts/lib/bundles.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Calls that reach a network without any import. */
const NETWORK_CALLS = /\b(fetch|WebSocket|XMLHttpRequest|EventSource)\s*\(|\bnavigator\b|\bsendBeacon\b/;

/** The largest bundles that are still quick to load, in kilobytes. */
const MOST_KILOBYTES = { extension: 100, languageClient: 600, server: 900, cli: 1000, images: 50 };

for (const [name, options] of Object.entries(BUNDLES)) {
  describe(`the bundle ${name}`, async () => {
    const built = build({ ...options, absWorkingDir: ROOT, write: false });

    it('holds nothing that it must not have', async () => {
      const { metafile } = await built;
      assert.deepEqual(bundleFaults(name, metafile), []);
    });

    it('uses no network in any file of ours', async () => {
      const { metafile } = await built;
      const ours = Object.keys(metafile.inputs).filter((path) => !path.startsWith('node_modules/'));
      assert.ok(ours.length > 1);
      for (const path of ours) assert.doesNotMatch(readFileSync(join(ROOT, path), 'utf8'), NETWORK_CALLS, path);
    });

    it('is small', async () => {
      const { outputFiles } = await built;
      const file = outputFiles?.find(({ path }) => path.endsWith('.js'));
      const kilobytes = (file?.contents.length ?? 0) / 1024;
      assert.ok(kilobytes > 1);
      assert.ok(kilobytes < MOST_KILOBYTES[name as keyof typeof MOST_KILOBYTES], `${Math.round(kilobytes)} kB`);
    });
  });
}

describe('the bundle extension', () => {
  it('requires the language client from where that is built', async () => {
    const { metafile } = await build({ ...BUNDLES.extension, absWorkingDir: ROOT, write: false });
    const beside = Object.values(metafile.outputs).flatMap(({ imports }) =>
      imports.filter(({ path }) => path.startsWith('.')).map(({ kind, path }) => `${kind} ${join('dist', path)}.js`),
    );
    assert.deepEqual(beside, [`require-call ${BUNDLES.languageClient.outfile}`]);
  });
});

describe('the bundle cli as a program', () => {
  it('runs by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'th-cli-'));
    try {
      const outfile = join(folder, 'cli.js');
      await build({ ...BUNDLES.cli, absWorkingDir: ROOT, outfile });
      assert.match(readFileSync(outfile, 'utf8'), /^#!\/usr\/bin\/env node\n/);
      const { status, stdout } = spawnSync(process.execPath, [outfile, '--version'], { encoding: 'utf8' });
      assert.equal(status, 0);
      assert.match(stdout, /^\d+\.\d+\.\d+/);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('the check of bundles', () => {
  const metafile = (path: string, imported: string): Metafile => ({
    inputs: { [path]: { bytes: 1, imports: [{ path: imported, kind: 'import-statement', external: true }] } },
    outputs: {},
  });
  const wrong: readonly [bundle: string, path: string, imported: string][] = [
    ['server', 'node_modules/some/index.js', 'vscode'],
    ['cli', 'cli/main.ts', 'vscode'],
    ['cli', 'node_modules/vscode-jsonrpc/lib/node/main.js', 'node:path'],
    ['server', 'core/index.ts', 'node:fs'],
    ['server', 'core/index.ts', 'fs/promises'],
    ['server', 'server/main.ts', 'node:net'],
    ['cli', 'cli/main.ts', 'https'],
    ['server', 'client/extension.ts', 'node:path'],
  ];
  for (const [bundle, path, imported] of wrong) {
    it(`refuses ${imported} in ${path} for ${bundle}`, () => {
      assert.equal(bundleFaults(bundle, metafile(path, imported)).length, 1);
    });
  }
});
