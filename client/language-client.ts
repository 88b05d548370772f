/** The one module that loads the language client library; it is loaded when the server starts. */
import type { Disposable, ExtensionContext, LogOutputChannel } from 'vscode';
import { RelativePattern, Uri } from 'vscode';
import {
  CloseAction,
  type CloseHandlerResult,
  type ConfigurationItem,
  type DocumentFilter,
  ErrorAction,
  type ErrorHandler,
  LanguageClient,
  LSPErrorCodes,
  ResponseError,
  State,
  TransportKind,
} from 'vscode-languageclient/node';
import type { InitializationOptions } from '../server/messages';
import { STATUS, type StatusParams } from '../server/messages';
import { changedSettings } from './changed-settings';
import { commandName } from './command-ids';
import { CrashCount } from './crashes';
import { LINE_ENDS_COMMAND } from './line-ends';
import { PulledProblems } from './pulled-problems';
import { type Filter, SECTION } from './selector';

/** What became of the server. `given up`: it crashed too often to be started by itself again. */
export type ServerEvent = 'starting' | 'running' | 'stopped' | 'crashed' | 'given up';

export interface ClientSetup {
  readonly extension: ExtensionContext;
  readonly output: LogOutputChannel;
  readonly filters: readonly Filter[];
  /** URIs of the files that the user said are transcripts. */
  readonly treated: () => readonly string[];
  readonly onStatus: (status: StatusParams) => void;
  readonly onEvent: (event: ServerEvent) => void;
}

/** A client that is not started yet. */
export function createLanguageClient(setup: ClientSetup): LanguageClient {
  const { extension, output } = setup;
  const module = Uri.joinPath(extension.extensionUri, 'dist', 'server.js').fsPath;
  const run = { module, transport: TransportKind.ipc };
  // A function, since a server that was restarted after a crash is told what holds by then.
  const initializationOptions = (): InitializationOptions => ({
    rulePages: Uri.joinPath(extension.extensionUri, 'docs', 'rules').toString(),
    lineEndsCommand: LINE_ENDS_COMMAND,
    ruleCommands: {
      showPage: commandName('explainRule'),
      setSeverity: commandName('setSeverity'),
      ignoreInFile: commandName('ignoreRule'),
    },
    wantsStatus: true,
    treatedAsTranscripts: setup.treated(),
  });
  const client: LanguageClient = new LanguageClient(
    'transcriptHygiene',
    'Transcript Hygiene',
    { run, debug: run },
    {
      documentSelector: setup.filters.map(toProtocol),
      outputChannel: output,
      diagnosticCollectionProvider: new PulledProblems(),
      initializationOptions,
      middleware: {
        workspace: { configuration: (params) => params.items.map((item) => settingsFor(extension, item)) },
      },
      errorHandler: errorHandler(() => client.state, setup.onEvent),
      diagnosticPullOptions: {
        onChange: true,
        // Nothing but the text and the settings decides what is found: saving and looking again change neither.
        onSave: false,
        onFocus: false,
        // For tabs that VS Code has not loaded yet: the server knows no text of them, and asks for nothing on disk.
        onTabs: false,
      },
    },
  );
  client.onNotification(STATUS, setup.onStatus);
  onState(client, setup.onEvent);
  return client;
}

/** What the server gets when it asks for settings: what was set, so that it can tell where a value comes from. */
function settingsFor(extension: ExtensionContext, { scopeUri, section }: ConfigurationItem): unknown {
  if (section !== SECTION) throw new Error(`The server has no business with the settings ${section}`);
  return changedSettings(extension, scopeUri === undefined ? undefined : Uri.parse(scopeUri));
}

/** Ends a client, whatever state it is in. */
export async function endLanguageClient(client: LanguageClient): Promise<void> {
  // The library restarts a server that crashed by itself; that has to be over before anything can be stopped.
  if (client.state === State.Starting) await client.start().catch(() => undefined);
  // A client whose start failed has nothing running, and stopping it is an error.
  if (client.state === State.Running) await client.stop();
}

/** Whether requests can be sent, now or as soon as the restart after a crash is over. */
export function isAlive(client: LanguageClient): boolean {
  return client.state === State.Running || client.state === State.Starting;
}

/** Whether the server has refused a request because the document had changed. */
export function isAboutOldText(error: unknown): boolean {
  return error instanceof ResponseError && error.code === LSPErrorCodes.ContentModified;
}

function onState(client: LanguageClient, tell: (event: ServerEvent) => void): Disposable {
  return client.onDidChangeState(({ newState }) => {
    if (newState === State.Running) tell('running');
    else if (newState === State.Starting) tell('starting');
    else tell('stopped');
  });
}

/** As the library does it, but the words are ours: they come with buttons that help. */
function errorHandler(state: () => State, tell: (event: ServerEvent) => void): ErrorHandler {
  const crashes = new CrashCount();
  return {
    error: (_error, _message, count = 0) => ({
      action: count <= 3 ? ErrorAction.Continue : ErrorAction.Shutdown,
      handled: true,
    }),
    closed(): CloseHandlerResult {
      // A server that could not even start would not do better the next time; `start` has failed and says so.
      if (state() === State.Starting) return { action: CloseAction.DoNotRestart, handled: true };
      const isTooMuch = crashes.add(Date.now());
      tell(isTooMuch ? 'given up' : 'crashed');
      return { action: isTooMuch ? CloseAction.DoNotRestart : CloseAction.Restart, handled: true };
    },
  };
}

/** The library takes globs that start at a folder with the folder's URI as text. */
function toProtocol({ language, scheme, pattern }: Filter): DocumentFilter {
  const glob =
    pattern instanceof RelativePattern ? { baseUri: pattern.baseUri.toString(), pattern: pattern.pattern } : pattern;
  return { scheme, ...(language ? { language } : {}), ...(glob ? { pattern: glob } : {}) } as DocumentFilter;
}
