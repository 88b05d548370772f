import type { InitializeParams, WorkspaceFolder } from 'vscode-languageserver/node';
import type { InitializationOptions } from './messages';

/** What the client can do, as far as it changes what the server does. */
export interface ClientFacts {
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  /** It can be asked for settings by document. */
  readonly answersConfiguration: boolean;
  readonly registersConfigurationChanges: boolean;
  readonly registersFileChanges: boolean;
  /** It can be asked for the workspace's folders. */
  readonly hasWorkspaceFolders: boolean;
  /** The folders it named when it started. */
  readonly folders: readonly Pick<WorkspaceFolder, 'uri'>[];
  readonly resolvesEdits: boolean;
  readonly documentChanges: boolean;
  readonly annotatesChanges: boolean;
  readonly options: InitializationOptions;
}

/** Reads the capabilities that a client announces. */
export function clientFacts(params: InitializeParams): ClientFacts {
  const { capabilities, workspaceFolders, rootUri } = params;
  const { textDocument, workspace } = capabilities;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    answersConfiguration: workspace?.configuration === true,
    registersConfigurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    registersFileChanges: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    hasWorkspaceFolders: workspace?.workspaceFolders === true,
    folders: workspaceFolders ?? (rootUri ? [{ uri: rootUri }] : []),
    resolvesEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotatesChanges: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    options: readOptions(params.initializationOptions),
  };
}

/** Other editors send options of any shape; what is none of ours is left out, so that the server starts all the same. */
function readOptions(raw: unknown): InitializationOptions {
  if (typeof raw !== 'object' || raw === null) return {};
  const { rulePages, lineEndsCommand, ruleCommands, wantsStatus, treatedAsTranscripts, settings } =
    raw as InitializationOptions;
  return {
    ...(typeof rulePages === 'string' && { rulePages }),
    ...(typeof lineEndsCommand === 'string' && { lineEndsCommand }),
    ...(typeof ruleCommands === 'object' && ruleCommands !== null && { ruleCommands }),
    wantsStatus: wantsStatus === true,
    ...(Array.isArray(treatedAsTranscripts) && { treatedAsTranscripts }),
    settings,
  };
}
