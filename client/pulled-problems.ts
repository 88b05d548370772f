import * as vscode from 'vscode';
import { isInCheckedFolder } from './checked-folders';
import { SECTION } from './selector';
import { isInTab, urisOf } from './tabs';

/**
 * Where the language client library keeps problems, see its `DiagnosticCollectionProvider`. The server can check whole
 * folders, so the library leaves the problems of a document whose tab was closed to the check of its folder. Where the
 * setting has none made, they would stay for ever.
 */
export class PulledProblems {
  private readonly followers = new Map<vscode.DiagnosticCollection, vscode.Disposable>();

  create(name: string | undefined): vscode.DiagnosticCollection {
    const collection = vscode.languages.createDiagnosticCollection(name);
    this.followers.set(collection, followTabs(collection));
    return collection;
  }

  dispose(collection: vscode.DiagnosticCollection): void {
    this.followers.get(collection)?.dispose();
    this.followers.delete(collection);
    collection.dispose();
  }
}

/**
 * Takes problems away with the last tab of their document. They are kept while VS Code keeps the document, since the
 * library does not ask again for one that comes back at once, as when an editor is moved to another group.
 */
function followTabs(collection: vscode.DiagnosticCollection): vscode.Disposable {
  const kept = new Map<string, readonly vscode.Diagnostic[]>();
  const hide = (uri: vscode.Uri) => {
    if (isInTab(uri) || isInCheckedFolder(uri)) return;
    kept.set(uri.toString(), collection.get(uri) ?? []);
    collection.delete(uri);
  };
  const showAgain = (uri: vscode.Uri) => {
    const problems = kept.get(uri.toString());
    kept.delete(uri.toString());
    if (problems && !collection.has(uri)) collection.set(uri, problems);
  };
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
      closed.flatMap(urisOf).forEach(hide);
      opened.flatMap(urisOf).forEach(showAgain);
    }),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SECTION)) collection.forEach(hide);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      kept.delete(uri.toString());
      if (!isInCheckedFolder(uri)) collection.delete(uri);
    }),
  );
}
