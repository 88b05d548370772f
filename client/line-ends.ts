import * as vscode from 'vscode';
import type { CodeActionMiddleware } from 'vscode-languageclient';
import type { CodeActionData } from '../server/messages';

type Resolve = NonNullable<CodeActionMiddleware['resolveCodeAction']>;

/**
 * Adds the change of a document's line ends to a resolved action that asks for it. VS Code normalises the line
 * ends of every text edit, and the protocol knows no other way to say it.
 */
export const withLineEnds: Resolve = async (item, token, next) => {
  const action = await next(item, token);
  const data = (action as { data?: CodeActionData } | null | undefined)?.data;
  if (action && data?.lineEnds) {
    const uri = vscode.Uri.parse(data.uri);
    const edit = action.edit ?? new vscode.WorkspaceEdit();
    edit.set(uri, [...edit.get(uri), vscode.TextEdit.setEndOfLine(vscode.EndOfLine.LF)]);
    action.edit = edit;
  }
  return action;
};
