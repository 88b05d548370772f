import * as vscode from 'vscode';

/** Only for the server's actions, so it is in no menu and not in the palette. */
export const LINE_ENDS_COMMAND = 'transcriptHygiene.setLineEnds';

/**
 * Makes every line end of a document LF. It stands as an undo step of its own: VS Code restores a wrong text when
 * one step has changed both text and line ends.
 */
export async function setLineEnds(uri: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.set(vscode.Uri.parse(uri), [vscode.TextEdit.setEndOfLine(vscode.EndOfLine.LF)]);
  await vscode.workspace.applyEdit(edit);
}
