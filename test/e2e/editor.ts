/** What the tests do in the editor. Nothing here sleeps: every wait is for an event that VS Code sends. */
import * as vscode from 'vscode';

/** A file of the workspace, which is a copy of the samples. */
export function fileUri(name: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (!folder) throw new Error('no folder is open');
  return vscode.Uri.joinPath(folder.uri, name);
}

/** Makes a file of the workspace. */
export async function write(name: string, content: string): Promise<void> {
  await vscode.workspace.fs.writeFile(fileUri(name), new TextEncoder().encode(content));
}

/** What a file of the workspace holds on disk. */
export async function read(name: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(fileUri(name)));
}

/** Shows a file of the workspace. */
export async function open(name: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(fileUri(name), { preview: false });
}

/** Closes everything that is open and drops what was not saved. */
export function closeAll(): Thenable<unknown> {
  return vscode.commands
    .executeCommand('workbench.action.revertAndCloseActiveEditor')
    .then(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
}

/** Waits until `value` gives something; asked again after each of the events. */
function until<T>(event: vscode.Event<unknown>, value: () => T | undefined): Promise<T> {
  return new Promise((resolve) => {
    const now = value();
    if (now !== undefined) return resolve(now);
    const subscription = event(() => {
      const later = value();
      if (later === undefined) return;
      subscription.dispose();
      resolve(later);
    });
  });
}

/**
 * The problems of a document above hints, as soon as they fit. (A session that ends in a reply carries a hint, and
 * most samples do.)
 */
export function problems(
  uri: vscode.Uri,
  fit: (found: readonly vscode.Diagnostic[]) => boolean,
): Promise<vscode.Diagnostic[]> {
  return until(vscode.languages.onDidChangeDiagnostics, () => {
    const found = problemsNow(uri);
    return fit(found) ? found : undefined;
  });
}

/** The problems of a document above hints. */
export function problemsNow(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ severity }) => severity !== vscode.DiagnosticSeverity.Hint);
}

/** Waits until a document has a text that fits. */
export function text(document: vscode.TextDocument, fit: (text: string) => boolean): Promise<string> {
  return until(vscode.workspace.onDidChangeTextDocument, () => {
    const now = document.getText();
    return fit(now) ? now : undefined;
  });
}

/** The next document that VS Code opens and that fits, also in a preview. */
export function opened(fit: (document: vscode.TextDocument) => boolean): Promise<vscode.TextDocument> {
  return until(vscode.workspace.onDidOpenTextDocument, () => vscode.workspace.textDocuments.find(fit));
}

/** Waits until the editor of a document is in front and something in it is selected. */
export function inFront(document: vscode.TextDocument): Promise<vscode.TextEditor> {
  const { onDidChangeActiveTextEditor, onDidChangeTextEditorSelection } = vscode.window;
  const either: vscode.Event<unknown> = (listener) =>
    vscode.Disposable.from(onDidChangeActiveTextEditor(listener), onDidChangeTextEditorSelection(listener));
  return until(either, () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document === document && !editor.selection.isEmpty ? editor : undefined;
  });
}

/** Waits until a tab with such a label is in front. */
export function tabInFront(label: RegExp): Promise<vscode.Tab> {
  return until(vscode.window.tabGroups.onDidChangeTabs, () => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && label.test(tab.label) ? tab : undefined;
  });
}

/** The rule of a problem of ours. */
export function ruleOf(problem: vscode.Diagnostic): string {
  const { code } = problem;
  return String(typeof code === 'object' ? code.value : code);
}

export const rulesOf = (found: readonly vscode.Diagnostic[]): string[] => found.map(ruleOf).sort();

/**
 * Puts the cursor on a problem and waits until VS Code has asked for the light bulb there. It asks a moment after
 * the cursor has moved, and drops a command for code actions that is still at work then.
 */
export async function select(editor: vscode.TextEditor, range: vscode.Range): Promise<void> {
  const { document } = editor;
  await new Promise<void>((resolve) => {
    const provider = vscode.languages.registerCodeActionsProvider(document.languageId, {
      provideCodeActions(asked, place, { triggerKind }) {
        const isHere = asked === document && place.contains(range.start);
        if (!isHere || triggerKind !== vscode.CodeActionTriggerKind.Automatic) return;
        provider.dispose();
        resolve();
      },
    });
    editor.selection = new vscode.Selection(range.start, range.start);
    editor.revealRange(range);
  });
}

/** How many code actions are offered at a place, as the light bulb asks; none of them is worked out. */
export async function offers(uri: vscode.Uri, range: vscode.Range): Promise<number> {
  const offered = await execute<vscode.CodeAction[]>('vscode.executeCodeActionProvider', uri, range);
  return offered.length;
}

/** The code actions at a place, resolved. The answer takes as long as the server needs to read the file. */
export function actions(uri: vscode.Uri, range: vscode.Range): Thenable<vscode.CodeAction[]> {
  return vscode.commands.executeCommand('vscode.executeCodeActionProvider', uri, range, undefined, 100);
}

/** Runs the command of the action with such a title that is offered for a rule's problem; its end is the command's. */
export async function runOffered(
  uri: vscode.Uri,
  found: readonly vscode.Diagnostic[],
  rule: string,
  title: string,
): Promise<{ readonly done: Thenable<unknown> }> {
  const offered = await actions(uri, found.find((problem) => ruleOf(problem) === rule)!.range);
  const command = offered.find((action) => action.title.startsWith(title))?.command;
  if (!command) throw new Error(`${title} is not offered: ${offered.map((action) => action.title).join()}`);
  return { done: execute(command.command, ...(command.arguments ?? [])) };
}

/** The code actions at a place that change something. */
export async function fixes(uri: vscode.Uri, range: vscode.Range): Promise<vscode.CodeAction[]> {
  return (await actions(uri, range)).filter(({ edit }) => edit !== undefined);
}

export function execute<T>(command: string, ...args: unknown[]): Thenable<T> {
  return vscode.commands.executeCommand(command, ...args);
}

/** Runs a command of ours. Some are over only when the user has answered them. */
export async function run(command: string, ...args: unknown[]): Promise<void> {
  await execute(`transcriptHygiene.${command}`, ...args);
}

/** Fixes everything that is safe to fix, as the source action does. */
export async function fixAll(document: vscode.TextDocument): Promise<void> {
  const kind = 'source.fixAll.transcriptHygiene';
  const [action, ...others]: vscode.CodeAction[] = await vscode.commands.executeCommand(
    'vscode.executeCodeActionProvider',
    document.uri,
    whole(document),
    kind,
    1,
  );
  if (!action?.edit || others.length > 0) throw new Error('one action with an edit was expected');
  await vscode.workspace.applyEdit(action.edit);
  const { command } = action;
  if (command) await vscode.commands.executeCommand(command.command, ...(command.arguments ?? []));
}

/** The whole of a document. */
export function whole(document: vscode.TextDocument): vscode.Range {
  return document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
}
