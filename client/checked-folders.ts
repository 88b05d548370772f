import * as vscode from 'vscode';
import { SECTION } from './selector';

/** Whether the server keeps the problems of a whole folder fresh, also of files that are not open. */
export function isFolderChecked({ uri }: vscode.WorkspaceFolder): boolean {
  return vscode.workspace.getConfiguration(SECTION, uri).get('workspaceDiagnostics') === true;
}

/** Whether a file lies in such a folder. */
export function isInCheckedFolder(uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  return folder !== undefined && isFolderChecked(folder);
}
