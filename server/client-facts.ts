import type { InitializeParams } from 'vscode-languageserver/node';
import type { InitializationOptions } from './messages';

/** What the client can do, as far as it changes what the server does. */
export interface ClientFacts {
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  /** It can be asked for settings by document. */
  readonly answersConfiguration: boolean;
  readonly registersConfigurationChanges: boolean;
  readonly resolvesEdits: boolean;
  readonly documentChanges: boolean;
  readonly annotatesChanges: boolean;
  readonly options: InitializationOptions;
}

/** Reads the capabilities that a client announces. */
export function clientFacts({ capabilities, initializationOptions }: InitializeParams): ClientFacts {
  const { textDocument, workspace } = capabilities;
  return {
    pullsDiagnostics: textDocument?.diagnostic !== undefined,
    refreshesDiagnostics: workspace?.diagnostics?.refreshSupport === true,
    answersConfiguration: workspace?.configuration === true,
    registersConfigurationChanges: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    resolvesEdits: textDocument?.codeAction?.resolveSupport?.properties.includes('edit') === true,
    documentChanges: workspace?.workspaceEdit?.documentChanges === true,
    annotatesChanges: workspace?.workspaceEdit?.changeAnnotationSupport !== undefined,
    options: (initializationOptions as InitializationOptions | null | undefined) ?? {},
  };
}
