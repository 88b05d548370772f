/** The editor and the command line say the same: the findings of a file, their order, places and texts. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DiagnosticSeverity } from 'vscode-languageserver/node';
import { folderWith, runCli } from '../support/cli';
import { TestClient } from './support/client';

const SAMPLES = fileURLToPath(new URL('../../samples/', import.meta.url));
const FIELD = fileURLToPath(new URL('../golden/field/', import.meta.url));
const SEVERITIES: Readonly<Record<string, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Texts by name: the samples, and the sessions of people that the field cases hold. */
function sessions(): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of readdirSync(SAMPLES)) {
    if (name.endsWith('.jsonl')) texts[name] = readFileSync(SAMPLES + name, 'utf8');
  }
  for (const name of readdirSync(FIELD)) {
    const { text } = JSON.parse(readFileSync(FIELD + name, 'utf8')) as { text: string };
    texts[name.replace(/\.json$/, '.jsonl')] = text;
  }
  return texts;
}

describe('the editor and the command line', () => {
  let client: TestClient;
  before(async () => {
    client = await TestClient.start();
  });
  after(() => client.stop());

  const texts = sessions();

  it('are compared on real files', () => {
    assert.ok(Object.keys(texts).length >= 40, `${Object.keys(texts).length}`);
  });

  it('have the same findings in the same order with the same texts', async (t) => {
    const cwd = folderWith(t, texts);
    const { stdout } = await runCli(['check', '--format', 'json', '.'], { cwd });
    const { files } = JSON.parse(stdout) as { files: { file: string; findings: Record<string, never>[] }[] };
    assert.equal(files.length, Object.keys(texts).length);
    for (const { file, findings } of files) {
      const uri = pathToFileURL(`${cwd}/${file}`).href;
      await client.open(uri, texts[file]!);
      const shown = (await client.problems(uri)).map(({ code, severity, message, range, data }) => ({
        rule: code,
        severity,
        message,
        place: [range.start.line + 1, range.start.character + 1, range.end.line + 1, range.end.character + 1],
        path: data.pointer,
        targets: data.targets,
      }));
      const printed = findings.map(({ rule, severity, message, line, column, endLine, endColumn, path, targets }) => ({
        rule,
        severity: SEVERITIES[severity!],
        message,
        place: [line, column, endLine, endColumn],
        path,
        targets,
      }));
      assert.deepEqual(shown, printed, file);
    }
  });
});
