import * as vscode from 'vscode';
import { mayBeTranscript } from './selector';

const KEY = 'treatedAsTranscripts';

/** The files that the user said are transcripts, as URIs; they are remembered with the workspace. */
export class TreatedFiles {
  constructor(private readonly memory: vscode.Memento) {}

  all(): readonly string[] {
    return this.memory.get<readonly string[]>(KEY, []);
  }

  has(uri: vscode.Uri): boolean {
    return this.all().includes(uri.toString());
  }

  async set(uri: vscode.Uri, isTreated: boolean): Promise<void> {
    const others = this.all().filter((known) => known !== uri.toString());
    await this.memory.update(KEY, isTreated ? [...others, uri.toString()] : others);
  }
}

/**
 * Gives a document the language JSON Lines where the server would not get to see it otherwise. VS Code does not
 * remember that, so it is done at each opening.
 */
export async function reachServer(document: vscode.TextDocument): Promise<void> {
  if (!mayBeTranscript(document)) await vscode.languages.setTextDocumentLanguage(document, 'jsonl');
}
