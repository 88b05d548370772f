import type { Connection, ServerCapabilities, TextDocuments } from 'vscode-languageserver/node';
import type { Analyses, Analysis } from './analysis';
import type { ClientFacts } from './client-facts';
import type { ServerDocument } from './documents';
import type { Log } from './handler';
import type { SettingsCache } from './settings';

/** What a feature works with. One context a connection, made when the client has said what it can do. */
export interface ServerContext {
  readonly connection: Connection;
  readonly client: ClientFacts;
  readonly documents: TextDocuments<ServerDocument>;
  readonly settings: SettingsCache;
  readonly analyses: Analyses;
  readonly log: Log;
  /** Address of a rule's page. */
  rulePage(rule: string): string;
}

/** One LSP feature: what it announces, and its handlers. */
export interface Feature {
  capabilities(client: ClientFacts): ServerCapabilities;
  register(context: ServerContext): FeatureHooks;
}

/** What a feature wants to hear of. */
export interface FeatureHooks {
  documentChanged?(document: ServerDocument): void;
  documentClosed?(document: ServerDocument): void;
  /** Settings (or what else findings depend on) may have changed for every document. */
  configurationChanged?(): void;
}

/** The analysis of an open document, or undefined when it is not open (any more). */
export async function analysisOf(context: ServerContext, uri: string): Promise<Analysis | undefined> {
  const settings = await context.settings.get(uri);
  const document = context.documents.get(uri);
  return document && context.analyses.get(document, settings);
}
