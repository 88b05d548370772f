import * as vscode from 'vscode';
import type { PreviewDocument, PreviewProblem } from '../../server/messages';
import type { Server } from '../server';
import { keyOf, PREVIEW_SCHEME } from './preview-uri';
import type { Previews } from './previews';
import { locationOf, sourceOfLine } from './sources';

const SELECTOR: vscode.DocumentSelector = { scheme: PREVIEW_SCHEME };

/** The product's name on every problem. */
const SOURCE = 'Transcript Hygiene';

/** What a preview can do beside showing its text: lead back to the session, explain, and show what is refused. */
export function previewFeatures(previews: Previews, server: Server): vscode.Disposable[] {
  const problems = vscode.languages.createDiagnosticCollection('transcript-hygiene-preview');
  const show = async (uri: vscode.Uri) => {
    const preview = previews.of(uri);
    const key = keyOf(uri);
    if (!preview || !key) return;
    problems.set(uri, await Promise.all(preview.problems.map((problem) => toDiagnostic(server, key.session, problem))));
  };
  return [
    problems,
    previews.onDidMake((uri) => void show(uri)),
    previews.onDidForget((uri) => problems.delete(uri)),
    vscode.languages.registerDefinitionProvider(SELECTOR, {
      async provideDefinition({ uri }, { line }) {
        const preview = previews.of(uri);
        const source = preview && sourceOfLine(preview, line);
        return source && locationOf(server, keyOf(uri)!.session, source);
      },
    }),
    vscode.languages.registerHoverProvider(SELECTOR, {
      provideHover({ uri }, { line }) {
        const preview = previews.of(uri);
        return preview && hoverOf(preview, line);
      },
    }),
  ];
}

async function toDiagnostic(server: Server, session: string, problem: PreviewProblem): Promise<vscode.Diagnostic> {
  const { start, end } = problem.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const diagnostic = new vscode.Diagnostic(range, problem.message, vscode.DiagnosticSeverity.Error);
  diagnostic.source = SOURCE;
  diagnostic.code = problem.check;
  const { source, what } = problem;
  if (source) {
    const location = await locationOf(server, session, source);
    diagnostic.relatedInformation = [new vscode.DiagnosticRelatedInformation(location, what)];
  }
  return diagnostic;
}

function hoverOf(preview: PreviewDocument, line: number): vscode.Hover | undefined {
  const source = sourceOfLine(preview, line);
  if (!source) return undefined;
  const text = new vscode.MarkdownString();
  const entry = source.entry === null ? '' : `, entry \`${source.entry}\``;
  text.appendMarkdown(`From line ${source.line + 1} of the session${entry}\n\n`);
  for (const change of preview.changes) {
    if (change.source?.line !== source.line) continue;
    text.appendMarkdown(`- *${change.pass}*: `).appendText(change.message).appendMarkdown('\n');
  }
  return new vscode.Hover(text);
}
