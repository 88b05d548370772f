import * as vscode from 'vscode';
import { isFolderChecked } from './checked-folders';
import { COMMAND_IDS, type CommandId, commandName } from './command-ids';
import { type ClientContext, PAGE_SCHEME } from './context';
import { offerOutput, offerRestart, tellCrashes } from './crash-messages';
import { DiskProblems } from './disk-problems';
import { FixPreviews } from './fix-previews';
import { followIncludedFiles } from './included-files';
import { LINE_ENDS_COMMAND, setLineEnds } from './line-ends';
import { createOutput } from './output';
import { ChangesPanels } from './previews/changes-panels';
import { headerLens } from './previews/header-lens';
import { previewFeatures } from './previews/preview-features';
import { Previews } from './previews/previews';
import { documentFilters, SECTION } from './selector';
import { createServer, DocumentChangedError, type Server, ServerDownError } from './server';
import { Status } from './status';
import { reachServer, TreatedFiles } from './treated-files';
import { VirtualDocuments } from './virtual-documents';

let server: Server | undefined;

/**
 * Wakes on any JSON Lines file, so it does next to nothing: the server starts when the first file that it may have
 * something to say about is open, and never twice; the commands are loaded when one is run.
 */
export function activate(extension: vscode.ExtensionContext): void {
  const output = createOutput(extension.extensionMode === vscode.ExtensionMode.Test);
  const treated = new TreatedFiles(extension.workspaceState);
  server = createServer(extension, output, () => treated.all());
  const previews = new Previews(server);
  const context: ClientContext = {
    extension,
    output,
    server,
    treated,
    status: new Status(server, treated),
    diskProblems: new DiskProblems(server),
    fixPreviews: new FixPreviews(),
    previews,
    changes: new ChangesPanels(previews, server),
    pages: new VirtualDocuments(PAGE_SCHEME),
  };
  extension.subscriptions.push(
    output,
    context.status,
    context.diskProblems,
    context.fixPreviews,
    context.pages,
    context.previews,
    context.changes,
    ...previewFeatures(context.previews, server),
    headerLens(context.status),
    tellCrashes(server, output),
    vscode.commands.registerCommand(LINE_ENDS_COMMAND, setLineEnds),
    ...COMMAND_IDS.map((id) => vscode.commands.registerCommand(commandName(id), (...args) => run(context, id, args))),
    ...startWhenNeeded(context),
  );
}

/** VS Code waits for this when it shuts down. */
export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}

/** Starts the server for the documents and folders that are there, and for those that come. */
function startWhenNeeded(context: ClientContext): vscode.Disposable[] {
  const start = async () => {
    if (!(await context.server.start())) await offerRestart('The Transcript Hygiene server could not be started.');
  };
  let isStarting = false;
  const startOnce = () => {
    if (isStarting) return;
    isStarting = true;
    void start();
  };
  const look = (document: vscode.TextDocument) => {
    if (context.treated.has(document.uri)) void reachServer(document);
    if (vscode.languages.match(documentFilters(), document) > 0) startOnce();
  };
  const lookAtAll = () => {
    // Whole folders are checked also when no document is open.
    if (vscode.workspace.workspaceFolders?.some(isFolderChecked)) startOnce();
    vscode.workspace.textDocuments.forEach(look);
    void context.server.documentsChanged();
  };
  lookAtAll();
  return [
    followIncludedFiles(lookAtAll),
    vscode.workspace.onDidOpenTextDocument(look),
    vscode.workspace.onDidChangeWorkspaceFolders(lookAtAll),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration(SECTION)) lookAtAll();
    }),
  ];
}

/** Runs a command. What it cannot do it says itself; this tells of what nobody expected. */
async function run(context: ClientContext, id: CommandId, args: readonly unknown[]): Promise<void> {
  try {
    const { COMMANDS } = await import('./commands');
    await COMMANDS[id](context, ...args);
  } catch (error) {
    if (error instanceof ServerDownError) {
      return offerRestart('This command needs the Transcript Hygiene server, and it is not running.');
    }
    if (error instanceof DocumentChangedError) {
      const what = 'The document has changed while this was worked out, so nothing was done. Run the command again.';
      return void vscode.window.showInformationMessage(what);
    }
    context.output.error(`${commandName(id)} failed:`, error);
    const reason = error instanceof Error ? error.message : String(error);
    await offerOutput(`This did not work: ${reason}.`);
  }
}
