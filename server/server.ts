import { pathToFileURL } from 'node:url';
import {
  type Connection,
  DidChangeConfigurationNotification,
  type InitializeResult,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import { Analyses } from './analysis';
import { type ClientFacts, clientFacts } from './client-facts';
import type { Feature, FeatureHooks, ServerContext } from './context';
import { createDocuments } from './documents';
import { codeActions } from './features/code-actions';
import { diagnostics } from './features/diagnostics';
import { describe } from './handler';
import { SECTION, SettingsCache } from './settings';

const FEATURES: readonly Feature[] = [diagnostics, codeActions];

/**
 * Serves one connection. `rulePages` is the folder with the rules' pages, for clients that name none;
 * `version` is what the server calls itself.
 */
export function serve(connection: Connection, { rulePages, version }: { rulePages: string; version: string }): void {
  const documents = createDocuments();
  const analyses = new Analyses();
  const log = connection.console;
  let client: ClientFacts | undefined;
  let hooks: readonly FeatureHooks[] = [];
  /** What a client that cannot be asked has told so far. */
  let toldSettings: unknown;

  const settings = new SettingsCache(
    async (uri) =>
      client?.answersConfiguration
        ? connection.workspace.getConfiguration({ scopeUri: uri, section: SECTION })
        : toldSettings,
    log,
  );

  connection.onInitialize((params): InitializeResult => {
    client = clientFacts(params);
    toldSettings = client.options.settings;
    const pages = (client.options.rulePages ?? pathToFileURL(rulePages).href).replace(/\/?$/, '/');
    const rulePage = (rule: string) => `${pages}${encodeURIComponent(rule)}.md`;
    const context: ServerContext = { connection, client, documents, settings, analyses, log, rulePage };
    hooks = FEATURES.map((feature) => feature.register(context));
    const announced = FEATURES.map((feature) => feature.capabilities(context.client));
    return {
      capabilities: Object.assign(
        { textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental } },
        ...announced,
      ),
      serverInfo: { name: 'Transcript Hygiene', version },
    };
  });

  connection.onInitialized(() => {
    if (client?.registersConfigurationChanges) {
      void connection.client.register(DidChangeConfigurationNotification.type, { section: SECTION });
    }
  });

  connection.onDidChangeConfiguration((params) => {
    const told = (params.settings as Record<string, unknown> | null | undefined)?.[SECTION];
    if (told !== undefined) toldSettings = told;
    settings.clear();
    for (const hook of hooks) hook.configurationChanged?.();
  });

  documents.onDidChangeContent(({ document }) => {
    analyses.drop(document.uri);
    for (const hook of hooks) hook.documentChanged?.(document);
  });
  documents.onDidClose(({ document }) => {
    analyses.forget(document.uri);
    settings.forget(document.uri);
    for (const hook of hooks) hook.documentClosed?.(document);
  });

  process.on('uncaughtException', (error) => log.error(`Uncaught: ${describe(error)}`));
  process.on('unhandledRejection', (error) => log.error(`Unhandled: ${describe(error)}`));

  documents.listen(connection);
  connection.listen();
}
