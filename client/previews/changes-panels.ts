import * as vscode from 'vscode';
import type { PreviewSource } from '../../server/messages';
import type { Server } from '../server';
import { changesPage, SHOW_SOURCE } from './changes-page';
import { keyOf } from './preview-uri';
import type { Previews } from './previews';
import { locationOf } from './sources';

/** What replay changed and why, in a panel for each preview that people ask it of. It follows the preview. */
export class ChangesPanels {
  private readonly panels = new Map<string, vscode.WebviewPanel>();
  private readonly disposables: vscode.Disposable[];

  constructor(
    private readonly previews: Previews,
    server: Server,
  ) {
    this.disposables = [
      previews.onDidMake((uri) => this.write(uri)),
      vscode.commands.registerCommand(SHOW_SOURCE, async (session: string, source: PreviewSource) => {
        const { uri, range } = await locationOf(server, session, source);
        await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false, selection: range });
      }),
    ];
  }

  /** Shows the panel of a preview. */
  show(uri: vscode.Uri): void {
    const id = uri.toString();
    const known = this.panels.get(id);
    if (known) {
      known.reveal();
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      'transcriptHygiene.changes',
      'What changed and why',
      vscode.ViewColumn.Active,
      { enableCommandUris: [SHOW_SOURCE], enableFindWidget: true, localResourceRoots: [] },
    );
    panel.onDidDispose(() => this.panels.delete(id));
    this.panels.set(id, panel);
    this.write(uri);
  }

  dispose(): void {
    for (const panel of this.panels.values()) panel.dispose();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private write(uri: vscode.Uri): void {
    const panel = this.panels.get(uri.toString());
    const preview = this.previews.of(uri);
    const key = keyOf(uri);
    if (panel && preview && key) panel.webview.html = changesPage(preview, key.session);
  }
}

/** Where a session is shown: where it is already, else in the first column. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  return editor?.viewColumn ?? vscode.ViewColumn.One;
}
