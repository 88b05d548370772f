import * as vscode from 'vscode';

/** The documents that a tab shows: a comparison shows two. */
export function urisOf({ input }: vscode.Tab): vscode.Uri[] {
  if (input instanceof vscode.TabInputText) return [input.uri];
  return input instanceof vscode.TabInputTextDiff ? [input.original, input.modified] : [];
}

/** Whether some tab shows a document. */
export function isInTab(uri: vscode.Uri): boolean {
  const key = uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some((tab) => urisOf(tab).some((u) => u.toString() === key)),
  );
}
