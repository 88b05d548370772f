import * as vscode from 'vscode';
import { ruleOf, SOURCE } from '../problems';
import { mayBeTranscript } from '../selector';

/** The URI that a menu, a code action or a key binding gave with a command, as text or as an object. */
export function uriOf(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  return typeof argument === 'string' && argument !== '' ? vscode.Uri.parse(argument) : undefined;
}

/** The document that a command is about: the one that was named, else the one in front; it says when there is none. */
export async function documentFor(argument: unknown, purpose: string): Promise<vscode.TextDocument | undefined> {
  const uri = uriOf(argument);
  if (uri) return vscode.workspace.openTextDocument(uri);
  const document = vscode.window.activeTextEditor?.document;
  if (document && mayBeTranscript(document)) return document;
  const reason = document ? 'The file in front is no session file' : 'No session file is open';
  void vscode.window.showInformationMessage(`${reason}. Open the one ${purpose}, then run this command again.`);
  return undefined;
}

/** The rules with problems in the document in front: those under the cursor first, each once. */
export function rulesInFront(): string[] {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return [];
  const problems = vscode.languages.getDiagnostics(editor.document.uri).filter(({ source }) => source === SOURCE);
  const isHere = ({ range }: vscode.Diagnostic) => range.intersection(editor.selection) !== undefined;
  const ordered = [...problems.filter(isHere), ...problems];
  return [...new Set(ordered.map(ruleOf))];
}
