/**
 * The documentation says what is: generated files are fresh, the rules' examples are what their pages say, links lead
 * somewhere, and the commands of README.md print what stands there.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { check, fixAll, RULES } from '../core';
import { readExample } from '../scripts/lib/example';
import { generatedFiles, leftoverPages } from '../scripts/lib/generated';
import { runCli } from './support/cli';
import { assertFixAllLaws, assertFixLaws } from './support/laws';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

describe('generated files', () => {
  const files = generatedFiles(ROOT);

  it('are fresh (node --import tsx scripts/generate.ts writes them)', () => {
    const stale = [...files].filter(([path, content]) => !existsSync(join(ROOT, path)) || read(path) !== content);
    assert.deepEqual(
      stale.map(([path]) => path),
      [],
    );
  });

  it('hold no page of a rule that is no more', () => {
    assert.deepEqual(leftoverPages(ROOT, files), []);
  });
});

describe('examples', () => {
  it('are there for every rule and no other', () => {
    const names = readdirSync(join(ROOT, 'docs', 'examples')).sort();
    assert.deepEqual(names, RULES.map(({ id }) => `${id}.jsonl`).sort());
  });

  for (const rule of RULES) {
    it(`${rule.id}: is reported, by this rule alone, and mended`, () => {
      const { document, options, findings, others, repair } = readExample(ROOT, rule);
      assert.notEqual(findings.length, 0);
      assert.deepEqual(
        others.map((finding) => finding.rule),
        [],
      );
      for (const finding of findings) {
        for (const fix of finding.fixes) assertFixLaws(document, options, finding, fix);
      }
      assertFixAllLaws(document, { ...options, lossy: true });
      if (!repair) return;
      const left = check(repair.document, options).findings;
      assert.deepEqual(
        left.map((finding) => finding.rule),
        [],
      );
      const fixed = fixAll(document, { ...options, lossy: true }).document.toString();
      assert.equal(fixed, repair.fix.preferred ? repair.document.toString() : document.toString());
    });
  }
});

describe('links', () => {
  const pages = [
    'README.md',
    'CHANGELOG.md',
    'DEVELOPERS.md',
    'samples/README.md',
    'docs/other-editors.md',
    'docs/ux.md',
    ...readdirSync(join(ROOT, 'docs', 'rules')).map((name) => `docs/rules/${name}`),
  ];

  for (const page of pages) {
    it(`${page}: each leads to a file that is there`, () => {
      const text = read(page).replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, '');
      const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map(([, link]) => link!);
      const dead = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
      assert.deepEqual(dead, []);
    });
  }
});

/** The blocks of a page that show a terminal: `$ command`, then what it prints. */
function* sessions(page: string): Generator<{ command: string; output: string }> {
  for (const [, block] of read(page).matchAll(/^```console\n([\s\S]*?)^```$/gm)) {
    for (const part of block!.split(/^\$ /m).slice(1)) {
      const lineEnd = part.indexOf('\n');
      yield { command: part.slice(0, lineEnd), output: part.slice(lineEnd + 1).trimEnd() };
    }
  }
}

describe('commands in README.md', () => {
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'transcript-hygiene-docs-'));
    cpSync(join(ROOT, 'samples'), join(folder, 'samples'), { recursive: true });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { command, output } of sessions('README.md')) {
    it(command, async () => {
      const [program, ...args] = command.split(' ');
      assert.equal(program, 'transcript-hygiene');
      const { stdout, stderr } = await runCli(args, { cwd: folder });
      assert.equal(`${stdout}${stderr}`.replaceAll(/\.bak-\d+-\d+/g, '.bak-4711-1770000000000').trimEnd(), output);
    });
  }
});
