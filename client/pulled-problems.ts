import * as vscode from 'vscode';
import { isInCheckedFolder } from './checked-folders';

/**
 * Where the language client library keeps problems, see its `DiagnosticCollectionProvider`. The server can check whole
 * folders, so the library leaves the problems of a document that was closed to the check of its folder. Where the
 * setting has none made, they would stay for ever.
 */
export class PulledProblems {
  private readonly closing = new Map<vscode.DiagnosticCollection, vscode.Disposable>();

  create(name: string | undefined): vscode.DiagnosticCollection {
    const collection = vscode.languages.createDiagnosticCollection(name);
    const forget = ({ uri }: vscode.TextDocument) => {
      if (!isInCheckedFolder(uri)) collection.delete(uri);
    };
    this.closing.set(collection, vscode.workspace.onDidCloseTextDocument(forget));
    return collection;
  }

  dispose(collection: vscode.DiagnosticCollection): void {
    this.closing.get(collection)?.dispose();
    this.closing.delete(collection);
    collection.dispose();
  }
}
