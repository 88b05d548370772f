import * as vscode from 'vscode';
import type { CheckedPath } from '../server/messages';
import { isInCheckedFolder } from './checked-folders';
import type { Server } from './server';
import { isInTab, urisOf } from './tabs';

/** Modification time and size of a file. */
type Stamp = string;

/**
 * The problems of files that were checked on disk. They go when the file changes, or is opened in an editor: from then
 * on the editor's own problems count.
 */
export class DiskProblems {
  private readonly collection = vscode.languages.createDiagnosticCollection('transcript-hygiene-disk');
  private readonly stamps = new Map<string, Stamp>();
  /** A watcher for each folder with problems. */
  private readonly watchers = new Map<string, vscode.FileSystemWatcher>();
  private readonly opening: vscode.Disposable;

  constructor(private readonly server: Server) {
    this.opening = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
      for (const uri of opened.flatMap(urisOf)) this.drop(uri);
    });
  }

  /** Shows what a check has found. The stamp is the file's from before the check. */
  async show(uri: vscode.Uri, { diagnostics }: CheckedPath, stamp: Stamp): Promise<void> {
    if (isShownOtherwise(uri)) return this.drop(uri);
    this.stamps.set(uri.toString(), stamp);
    this.collection.set(uri, await this.server.toDiagnostics(diagnostics));
    if (diagnostics.length > 0) this.watch(vscode.Uri.joinPath(uri, '..'));
  }

  /** Forgets everything. */
  clear(): void {
    this.collection.clear();
    this.stamps.clear();
    for (const watcher of this.watchers.values()) watcher.dispose();
    this.watchers.clear();
  }

  dispose(): void {
    this.clear();
    this.collection.dispose();
    this.opening.dispose();
  }

  private drop(uri: vscode.Uri): void {
    this.collection.delete(uri);
    this.stamps.delete(uri.toString());
  }

  private watch(folder: vscode.Uri): void {
    const key = folder.toString();
    if (this.watchers.has(key)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
    const look = (uri: vscode.Uri) => void this.look(uri);
    watcher.onDidChange(look);
    watcher.onDidCreate(look);
    watcher.onDidDelete(look);
    this.watchers.set(key, watcher);
  }

  /** News of a file may be late, and of what a fix of ours did before the problems were shown. */
  private async look(uri: vscode.Uri): Promise<void> {
    const shown = this.stamps.get(uri.toString());
    if (shown !== undefined && (await stampOf(uri)) !== shown) this.drop(uri);
  }
}

/** Tells one state of a file on disk from the next. */
export async function stampOf(uri: vscode.Uri): Promise<Stamp> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(uri);
    return `${mtime}:${size}`;
  } catch {
    return 'gone';
  }
}

/**
 * An editor, or the setting that keeps whole folders checked, shows the problems of this file already. VS Code's
 * documents do not tell: it keeps them for minutes after their last tab was closed.
 */
function isShownOtherwise(uri: vscode.Uri): boolean {
  return isInTab(uri) || isInCheckedFolder(uri);
}
