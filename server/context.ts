import type { Connection, ServerCapabilities, TextDocuments } from 'vscode-languageserver/node';
import type { ImageShrinker } from '../core';
import type { Analyses, Analysis } from './analysis';
import type { ClientFacts } from './client-facts';
import type { Configuration } from './configuration';
import type { ServerDocument } from './documents';
import type { Log } from './handler';
import type { SessionSender } from './session-sender';
import type { JobRunner } from './worker';

/** What a feature works with. One context a connection, made when the client has said what it can do. */
export interface ServerContext {
  readonly connection: Connection;
  readonly client: ClientFacts;
  readonly documents: TextDocuments<ServerDocument>;
  readonly configuration: Configuration;
  readonly analyses: Analyses;
  readonly jobs: JobRunner;
  /** For replay: its thread remembers sessions, and nothing else is to wait for it. */
  readonly replays: JobRunner;
  readonly sessions: SessionSender;
  readonly shrinker: ImageShrinker;
  readonly log: Log;
  readonly version: string;
  /** Address of the folder with the rules' pages, with a slash at its end. */
  readonly rulePages: string;
  /** Address of a rule's page. */
  rulePage(rule: string): string;
  /** Paths of the workspace's folders. */
  workspaceFolders(): Promise<readonly string[]>;
  /** Something that findings depend on has changed for every document. */
  configurationChanged(): void;
}

/** One LSP feature: what it announces, and its handlers. */
export interface Feature {
  capabilities?(client: ClientFacts): ServerCapabilities;
  register(context: ServerContext): FeatureHooks;
}

/** What a feature wants to hear of. */
export interface FeatureHooks {
  /** The client is ready for requests of ours. */
  initialized?(): void;
  documentChanged?(document: ServerDocument): void;
  documentClosed?(document: ServerDocument): void;
  /** Settings (or what else findings depend on) may have changed for every document. */
  configurationChanged?(): void;
  /** Files have changed on disk, as URIs. */
  filesChanged?(uris: readonly string[]): void;
}

/** The analysis of an open document, or undefined when it is not open (any more). */
export async function analysisOf(context: ServerContext, uri: string): Promise<Analysis | undefined> {
  const settings = await context.configuration.get(uri);
  const document = context.documents.get(uri);
  return document && context.analyses.get(document, settings);
}
