import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import { globsIn, includeFromFiles, SETTINGS_FILE, watchSettingsFiles } from './selector';

/** More settings files than these are not looked at for what they include. */
const MOST_FILES = 100;
/** How long the settings files are left in peace before they are read anew, in milliseconds. */
const REREAD_DELAY = 200;

/**
 * Follows what the settings files of the workspace include, so that the editor checks the same files as the command
 * line. `changed` is called when it is another list. In Restricted Mode they include nothing, as the setting.
 */
export function followIncludedFiles(changed: () => void): vscode.Disposable {
  let reading = 0;
  let timer: NodeJS.Timeout | undefined;
  const read = async () => {
    const nth = ++reading;
    const found = vscode.workspace.isTrusted
      ? await vscode.workspace.findFiles(`**/${SETTINGS_FILE}`, '**/node_modules/**', MOST_FILES)
      : [];
    const patterns = (await Promise.all(found.map(includedBy))).flat();
    if (nth === reading && includeFromFiles(patterns)) changed();
  };
  const readSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), REREAD_DELAY);
  };
  readSoon();
  return vscode.Disposable.from(
    watchSettingsFiles(readSoon),
    vscode.workspace.onDidChangeWorkspaceFolders(readSoon),
    vscode.workspace.onDidGrantWorkspaceTrust(readSoon),
    { dispose: () => clearTimeout(timer) },
  );
}

/** What one settings file includes. What is wrong with it is the server's to say. */
async function includedBy(file: vscode.Uri): Promise<vscode.RelativePattern[]> {
  try {
    const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const folder = vscode.Uri.joinPath(file, '..');
    return globsIn(parse(text, [], { allowTrailingComma: true })?.include).map(
      (glob) => new vscode.RelativePattern(folder, glob),
    );
  } catch {
    return [];
  }
}
