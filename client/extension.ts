import * as vscode from 'vscode';
import { LINE_ENDS_COMMAND, setLineEnds } from './line-ends';
import { createServer, DOCUMENTS, type Server } from './server';

let server: Server | undefined;

/**
 * Wakes on any JSON Lines file, so it does next to nothing: the server starts when the first file that it may
 * have something to say about is open, and never twice.
 */
export function activate(context: vscode.ExtensionContext): void {
  const output = vscode.window.createOutputChannel('Transcript Hygiene', { log: true });
  const created = createServer(context, output);
  server = created;
  const startFor = (document: vscode.TextDocument) => {
    if (vscode.languages.match(DOCUMENTS, document) > 0) void created.start();
  };
  context.subscriptions.push(
    output,
    vscode.workspace.onDidOpenTextDocument(startFor),
    vscode.commands.registerCommand('transcriptHygiene.restartServer', () => created.restart()),
    vscode.commands.registerCommand('transcriptHygiene.showOutput', () => output.show()),
    vscode.commands.registerCommand(LINE_ENDS_COMMAND, setLineEnds),
  );
  vscode.workspace.textDocuments.forEach(startFor);
}

/** VS Code waits for this when it shuts down. */
export function deactivate(): Promise<void> | undefined {
  return server?.stop();
}
