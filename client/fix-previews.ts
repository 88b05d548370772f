import * as vscode from 'vscode';
import type { FixAllPreview } from '../server/messages';
import { VirtualDocuments } from './virtual-documents';

/** The scheme of documents that show what fixes would make of another one; menus in package.json name it. */
const SCHEME = 'transcript-hygiene-fixed';

export interface ShownPreview {
  readonly document: vscode.Uri;
  readonly preview: FixAllPreview;
}

/** Comparisons of a document with what all its fixes would make of it. */
export class FixPreviews {
  private readonly shown = new Map<string, ShownPreview>();
  private readonly documents = new VirtualDocuments(SCHEME);
  private readonly closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => this.shown.delete(uri.toString()));

  /** Opens the comparison; gives back the address that stands for it. */
  async show(document: vscode.Uri, preview: FixAllPreview, title: string): Promise<vscode.Uri> {
    const uri = document.with({ scheme: SCHEME, query: document.toString() });
    this.documents.set(uri, preview.text);
    const opened = await vscode.workspace.openTextDocument(uri);
    // The same colours on both sides, also where the name does not end in .jsonl. VS Code says that the document was closed then.
    if (opened.languageId !== 'jsonl') await vscode.languages.setTextDocumentLanguage(opened, 'jsonl');
    this.shown.set(uri.toString(), { document, preview });
    await vscode.commands.executeCommand('vscode.diff', document, uri, title, { preview: false });
    return uri;
  }

  /** The comparison that an address stands for, while it is shown. */
  get(uri: vscode.Uri): ShownPreview | undefined {
    return this.shown.get(uri.toString());
  }

  async close(uri: vscode.Uri): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.toString() === uri.toString());
    await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    this.documents.dispose();
    this.closing.dispose();
  }
}

/** The comparison in front, if there is one. */
export function previewInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === SCHEME ? input.modified : undefined;
}
