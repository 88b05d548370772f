import * as vscode from 'vscode';
import { LanguageClient, type LanguageClientOptions, State, TransportKind } from 'vscode-languageclient/node';
import type { InitializationOptions } from '../server/messages';
import { LINE_ENDS_COMMAND } from './line-ends';

/** The built-in language of JSON Lines files. Whether a file is a transcript is the server's to say. */
export const DOCUMENTS = [
  { language: 'jsonl', scheme: 'file' },
  { language: 'jsonl', scheme: 'untitled' },
  { language: 'jsonl', scheme: 'vscode-vfs' },
] satisfies vscode.DocumentSelector;

/** The language server as the rest of the client sees it. */
export interface Server {
  /** Starts it unless it has been started before. */
  start(): Promise<void>;
  /** Stops it and starts a new one, also after a failed start. Requests that meet are served by one restart. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Makes the server's handle; nothing runs until `start`. */
export function createServer(context: vscode.ExtensionContext, output: vscode.LogOutputChannel): Server {
  let client: LanguageClient | undefined;
  /** Starting and stopping, one after the other. */
  let work: Promise<void> = Promise.resolve();
  let restarting: Promise<void> | undefined;

  const enqueue = (step: () => Promise<void>): Promise<void> => {
    work = work.then(step).catch((error: unknown) => {
      output.error(error instanceof Error ? error : String(error));
      void offerOutput();
    });
    return work;
  };
  const begin = async () => {
    client = createClient(context, output);
    await client.start();
  };
  const end = async () => {
    const ending = client;
    client = undefined;
    // The library restarts a server that crashed by itself; that has to be over before anything can be stopped.
    if (ending?.state === State.Starting) await ending.start().catch(() => undefined);
    // A client whose start failed has nothing running, and stopping it is an error.
    if (ending?.state === State.Running) await ending.stop();
  };

  return {
    start() {
      return client ? work : enqueue(async () => (client ? undefined : begin()));
    },
    restart() {
      restarting ??= enqueue(async () => {
        restarting = undefined;
        await end();
        await begin();
      });
      return restarting;
    },
    stop: () => enqueue(end),
  };
}

function createClient(context: vscode.ExtensionContext, output: vscode.LogOutputChannel): LanguageClient {
  const module = vscode.Uri.joinPath(context.extensionUri, 'dist', 'server.js').fsPath;
  const run = { module, transport: TransportKind.ipc };
  const initializationOptions: InitializationOptions = {
    rulePages: vscode.Uri.joinPath(context.extensionUri, 'docs', 'rules').toString(),
    lineEndsCommand: LINE_ENDS_COMMAND,
  };
  const options: LanguageClientOptions = {
    documentSelector: DOCUMENTS,
    outputChannel: output,
    initializationOptions,
    diagnosticPullOptions: { onChange: true, onSave: false, onFocus: false, onTabs: false },
  };
  return new LanguageClient('transcriptHygiene', 'Transcript Hygiene', { run, debug: run }, options);
}

async function offerOutput(): Promise<void> {
  const show = 'Show Output';
  const message = 'The Transcript Hygiene server could not be started or stopped.';
  const chosen = await vscode.window.showErrorMessage(message, show);
  if (chosen === show) await vscode.commands.executeCommand('transcriptHygiene.showOutput');
}
