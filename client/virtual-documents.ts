import * as vscode from 'vscode';

/** Read-only documents of one scheme, whose texts are given to it. */
export class VirtualDocuments implements vscode.TextDocumentContentProvider {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];
  readonly onDidChange = this.changed.event;

  constructor(scheme: string) {
    this.disposables = [
      this.changed,
      vscode.workspace.registerTextDocumentContentProvider(scheme, this),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.texts.delete(uri.toString())),
    ];
  }

  /** Sets the text of a document, also of one that is open. */
  set(uri: vscode.Uri, text: string): void {
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? 'This page is not kept. Run the command that showed it again.';
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }
}
