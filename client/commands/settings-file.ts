import * as vscode from 'vscode';
import { IGNORE_RULE, type IgnoreRuleEdit, type IgnoreRuleParams } from '../../server/messages';
import type { Command } from '../context';
import { SETTINGS_FILE } from '../selector';
import { documentFor } from './active';
import { ruleFor } from './pick-rule';

/** A settings file goes before the editor's settings, so the place to change is there. */
export async function offerSettingsFile(path: string, rule: string): Promise<void> {
  const open = 'Open the Settings File';
  const why = `${path} sets the severity of ${rule}, and it goes before the settings of VS Code. Change it there.`;
  if ((await vscode.window.showInformationMessage(why, open)) === open) await reveal(vscode.Uri.file(path), rule);
}

async function reveal(uri: vscode.Uri, text: string): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  const { document } = editor;
  const at = document.getText().lastIndexOf(`"${text}"`);
  if (at >= 0) {
    const range = new vscode.Range(document.positionAt(at), document.positionAt(at + text.length + 2));
    editor.selection = new vscode.Selection(range.start, range.end);
    editor.revealRange(range, vscode.TextEditorRevealType.InCenter);
  }
  return editor;
}

/** Arguments: a document's URI, a rule's id, and an entry's id for that entry alone. Writes the settings file. */
export const ignoreRule: Command = async (context, argument, named, entry) => {
  const document = await documentFor(argument, 'to ignore a rule for');
  const rule = document && (await ruleFor(context, named, 'Ignore a Rule for This File'));
  if (!rule) return;
  const params: IgnoreRuleParams = {
    uri: document.uri.toString(),
    rule: rule.id,
    ...(typeof entry === 'string' ? { entry } : {}),
  };
  const edit = await context.server.request<IgnoreRuleEdit>(IGNORE_RULE, params);
  if (edit.error !== undefined) void vscode.window.showWarningMessage(edit.error);
  else await applyToSettingsFile(edit, rule.id);
};

/** One edit, so that one undo takes it back; saved, since what is on disk counts. */
async function applyToSettingsFile({ file, create, text }: IgnoreRuleEdit, rule: string): Promise<void> {
  const uri = vscode.Uri.file(file);
  const edit = new vscode.WorkspaceEdit();
  if (create) edit.createFile(uri, { contents: new TextEncoder().encode(text) });
  else {
    const { lineCount } = await vscode.workspace.openTextDocument(uri);
    edit.replace(uri, new vscode.Range(0, 0, lineCount, 0), text);
  }
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${file} could not be changed`);
  const { document } = await reveal(uri, rule);
  if (document.isDirty) await document.save();
}

/** Opens the settings file of the folder in front, and makes one first when there is none. */
export const createSettingsFile: Command = async () => {
  const folder = await folderForSettings();
  if (!folder) return;
  const uri = vscode.Uri.joinPath(folder, SETTINGS_FILE);
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { ignoreIfExists: true, contents: new TextEncoder().encode('{\n  "rules": {}\n}\n') });
  if (!(await vscode.workspace.applyEdit(edit))) throw new Error(`${uri.fsPath} could not be made`);
  await vscode.window.showTextDocument(uri, { preview: false });
};

async function folderForSettings(): Promise<vscode.Uri | undefined> {
  const { workspaceFolders = [] } = vscode.workspace;
  const document = vscode.window.activeTextEditor?.document;
  if (workspaceFolders.length === 1) return workspaceFolders[0]?.uri;
  if (workspaceFolders.length > 1) {
    return (await vscode.window.showWorkspaceFolderPick({ placeHolder: 'The folder that the settings hold for' }))?.uri;
  }
  if (document?.uri.scheme === 'file') return vscode.Uri.joinPath(document.uri, '..');
  const why = 'A settings file lies in a folder. Open the folder of your sessions, or one of its files, first.';
  void vscode.window.showInformationMessage(why);
  return undefined;
}
