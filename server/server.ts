import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { CONFIG_NAME } from '../core';
import { ProcessShrinker } from '../images/process-shrinker';
import { Analyses } from './analysis';
import { type ClientFacts, clientFacts } from './client-facts';
import { Configuration } from './configuration';
import type { Feature, FeatureHooks, ServerContext } from './context';
import { createDocuments } from './documents';
import { byPath } from './features/by-path';
import { codeActions } from './features/code-actions';
import { configurationRequests } from './features/configuration-requests';
import { debugInformation } from './features/debug-information';
import { diagnostics } from './features/diagnostics';
import { fixAllPreview } from './features/fix-all-preview';
import { previews } from './features/preview';
import { replayHover } from './features/replay-hover';
import { StatusReporter } from './features/status';
import { workspaceDiagnostics } from './features/workspace-diagnostics';
import { describe } from './handler';
import { TREATED_AS_TRANSCRIPTS, type TreatedAsTranscriptsParams } from './messages';
import { SessionSender } from './session-sender';
import { SECTION } from './settings';
import { innermostFolder, isConfigFile, pathOf } from './uris';
import { JobRunner } from './worker';

const FEATURES: readonly Feature[] = [
  diagnostics,
  workspaceDiagnostics,
  codeActions,
  fixAllPreview,
  previews,
  replayHover,
  byPath,
  configurationRequests,
  debugInformation,
];

export interface ServeOptions {
  /** Folder with the rules' pages, for clients that name none. */
  readonly rulePages: string;
  /** What the server calls itself. */
  readonly version: string;
  /** The file that this runs from; long work runs in threads of it. */
  readonly script: string;
}

/** How long threads without work are kept, in milliseconds: the one for replay remembers sessions while people edit. */
const JOBS_IDLE = 10_000;
const REPLAYS_IDLE = 120_000;

/** Serves one connection. */
export function serve(connection: Connection, { rulePages, version, script }: ServeOptions): void {
  const documents = createDocuments();
  const log = connection.console;
  const shrinker = new ProcessShrinker({ script: join(dirname(script), 'images.js') });
  let client: ClientFacts | undefined;
  let hooks: readonly FeatureHooks[] = [];
  /** What a client that cannot be asked has told so far. */
  let toldSettings: unknown;

  const workspaceFolders = async (): Promise<readonly string[]> => {
    const folders = client?.hasWorkspaceFolders ? await connection.workspace.getWorkspaceFolders() : client?.folders;
    return (folders ?? []).flatMap(({ uri }) => pathOf(uri) ?? []);
  };
  const configuration = new Configuration({
    editorSettings: async (uri) => {
      if (!client?.answersConfiguration) return toldSettings;
      const answer: unknown = await connection.workspace.getConfiguration({ scopeUri: uri, section: SECTION });
      // Neovim answers every question, and with nothing where the user gave settings for the start only.
      return answer ?? client.options.settings;
    },
    nodePath: (path) => shrinker.useNode(path),
    folderOf: async (path) => innermostFolder(path, await workspaceFolders()),
    log,
  });
  const status = new StatusReporter(connection, () => client?.options.wantsStatus === true);
  const analyses = new Analyses(status);
  const configurationChanged = () => {
    configuration.clear();
    for (const hook of hooks) hook.configurationChanged?.();
  };

  connection.onInitialize((params): InitializeResult => {
    client = clientFacts(params);
    toldSettings = client.options.settings;
    configuration.treatAsTranscripts(client.options.treatedAsTranscripts ?? []);
    const pages = (client.options.rulePages ?? pathToFileURL(rulePages).href).replace(/\/?$/, '/');
    const context: ServerContext = {
      connection,
      client,
      documents,
      configuration,
      analyses,
      jobs: new JobRunner(script, shrinker, JOBS_IDLE),
      replays: new JobRunner(script, shrinker, REPLAYS_IDLE),
      sessions: new SessionSender(),
      shrinker,
      log,
      version,
      rulePages: pages,
      rulePage: (rule) => `${pages}${encodeURIComponent(rule)}.md`,
      workspaceFolders,
      configurationChanged,
    };
    hooks = FEATURES.map((feature) => feature.register(context));
    const announced = FEATURES.map((feature) => feature.capabilities?.(context.client) ?? {});
    return {
      capabilities: Object.assign(
        {
          textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
          workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
        },
        ...announced,
      ),
      serverInfo: { name: 'Transcript Hygiene', version },
    };
  });

  connection.onInitialized(() => {
    if (client?.registersConfigurationChanges) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
    }
    if (client?.registersFileChanges) {
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: `**/${CONFIG_NAME}` }],
      });
    }
    if (client?.hasWorkspaceFolders) connection.workspace.onDidChangeWorkspaceFolders(configurationChanged);
    for (const hook of hooks) hook.initialized?.();
  });

  connection.onDidChangeConfiguration((params) => {
    const told = (params.settings as Record<string, unknown> | null | undefined)?.[SECTION];
    if (told !== undefined) toldSettings = told;
    configurationChanged();
  });

  connection.onDidChangeWatchedFiles(({ changes }) => {
    const uris = changes.map(({ uri }) => uri);
    if (uris.some(isConfigFile)) configurationChanged();
    for (const hook of hooks) hook.filesChanged?.(uris);
  });

  connection.onNotification(TREATED_AS_TRANSCRIPTS, ({ uris }: TreatedAsTranscriptsParams) => {
    configuration.treatAsTranscripts(uris.filter((uri) => typeof uri === 'string'));
    for (const hook of hooks) hook.configurationChanged?.();
  });

  documents.onDidChangeContent(({ document }) => {
    analyses.drop(document.uri);
    for (const hook of hooks) hook.documentChanged?.(document);
  });
  documents.onDidSave(({ document }) => {
    // A client that watches no files cannot tell when a settings file has changed: it is read anew with each save.
    if (isConfigFile(document.uri) || !client?.registersFileChanges) configurationChanged();
  });
  documents.onDidClose(({ document }) => {
    analyses.forget(document.uri);
    configuration.forget(document.uri);
    for (const hook of hooks) hook.documentClosed?.(document);
  });

  process.on('uncaughtException', (error) => log.error(`Uncaught: ${describe(error)}`));
  process.on('unhandledRejection', (error) => log.error(`Unhandled: ${describe(error)}`));

  documents.listen(connection);
  connection.listen();
}
