/** A small LSP client that talks to the real server process over stdio, as an editor does. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import {
  type ClientCapabilities,
  type CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  createProtocolConnection,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  FileChangeType,
  type FileEvent,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  type Range,
  StreamMessageReader,
  StreamMessageWriter,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import { BUNDLES } from '../../../scripts/lib/bundles.mjs';
import type { StatusParams } from '../../../server/messages';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** What VS Code can do, as far as the server asks. */
export const PULLING: ClientCapabilities = {
  textDocument: {
    diagnostic: {},
    codeAction: { resolveSupport: { properties: ['edit'] } },
  },
  workspace: {
    configuration: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} },
  },
};

/** An editor without pull diagnostics, lazy actions or settings requests. */
export const PUSHING: ClientCapabilities = { textDocument: { publishDiagnostics: {} } };

let built: Promise<string> | undefined;

/** Builds the server once a test process; the folder goes when the process ends. */
function buildServer(): Promise<string> {
  built ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), 'th-server-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    const outfile = join(folder, 'dist', 'server.js');
    await build({ ...BUNDLES.server, absWorkingDir: ROOT, outfile });
    return outfile;
  })();
  return built;
}

export interface ClientOptions {
  readonly capabilities?: ClientCapabilities;
  readonly initializationOptions?: unknown;
  /** What the client answers when it is asked for settings; a function gets the URI they are for. */
  readonly settings?: unknown;
  /** Paths of the workspace's folders. */
  readonly folders?: readonly string[];
  /** What stands behind the server's file on the command line. */
  readonly args?: readonly string[];
}

const uriOf = (path: string) => pathToFileURL(path).href;

export class TestClient {
  /** The server's log messages so far. */
  readonly log: string[] = [];
  readonly statuses: StatusParams[] = [];
  private readonly waiting = new Map<string, ((params: unknown) => void)[]>();
  private readonly versions = new Map<string, number>();

  private constructor(
    readonly connection: ProtocolConnection,
    readonly process: ChildProcess,
    readonly bundle: string,
    private settings: unknown,
  ) {}

  /** Set by {@link start}. */
  initialized!: InitializeResult;

  static async start({
    capabilities = PULLING,
    initializationOptions,
    settings,
    folders = [],
    args,
  }: ClientOptions = {}) {
    const bundle = await buildServer();
    const child = spawn(process.execPath, [bundle, ...(args ?? ['--stdio'])], { stdio: ['pipe', 'pipe', 'inherit'] });
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    const client = new TestClient(connection, child, bundle, settings);
    connection.onRequest('workspace/configuration', ({ items }: { items: { scopeUri?: string }[] }) =>
      items.map(({ scopeUri }) => {
        return (typeof client.settings === 'function' ? client.settings(scopeUri ?? '') : client.settings) ?? null;
      }),
    );
    const workspaceFolders = folders.map((path) => ({ uri: uriOf(path), name: path }));
    connection.onRequest('workspace/workspaceFolders', () => workspaceFolders);
    connection.onNotification('transcriptHygiene/status', (params) => {
      client.statuses.push(params);
      client.arrived('status', params);
    });
    connection.onRequest('client/registerCapability', () => client.arrived('registered', undefined));
    connection.onRequest('workspace/diagnostic/refresh', () => client.arrived('refresh', undefined));
    connection.onNotification('textDocument/publishDiagnostics', (params) => {
      client.arrived('published', params);
    });
    connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      client.log.push(message);
      client.arrived('logged', message);
    });
    connection.listen();
    const registered = capabilities.workspace?.didChangeConfiguration?.dynamicRegistration
      ? client.next('registered')
      : undefined;
    client.initialized = await connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      rootUri: null,
      workspaceFolders,
      capabilities,
      initializationOptions,
    });
    await connection.sendNotification(InitializedNotification.type, {});
    await registered;
    return client;
  }

  /** The next thing of this kind that the server sends. Ask before doing what makes it come. */
  next<T>(kind: 'registered' | 'refresh' | 'published' | 'logged' | 'status'): Promise<T> {
    return new Promise((resolve) => {
      this.waiting.set(kind, [...(this.waiting.get(kind) ?? []), resolve as (params: unknown) => void]);
    });
  }

  private arrived(kind: string, params: unknown): null {
    const [first, ...rest] = this.waiting.get(kind) ?? [];
    this.waiting.set(kind, rest);
    first?.(params);
    return null;
  }

  open(uri: string, text: string): Promise<void> {
    this.versions.set(uri, 1);
    const textDocument = { uri, languageId: 'jsonl', version: 1, text };
    return this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  change(uri: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    const textDocument = { uri, version };
    return this.connection.sendNotification(DidChangeTextDocumentNotification.type, { textDocument, contentChanges });
  }

  close(uri: string): Promise<void> {
    return this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  pull(uri: string, previousResultId?: string) {
    const previous = previousResultId === undefined ? {} : { previousResultId };
    return this.connection.sendRequest(DocumentDiagnosticRequest.type, { textDocument: { uri }, ...previous });
  }

  /** The problems of a document; fails when the server says `unchanged`. */
  async problems(uri: string) {
    const report = await this.pull(uri);
    if (report.kind !== 'full') throw new Error(`a full report was expected, not ${report.kind}`);
    return report.items;
  }

  async actions(uri: string, range: Range, only?: string[]): Promise<CodeAction[]> {
    const context = { diagnostics: [], ...(only ? { only } : {}) };
    const found = await this.connection.sendRequest(CodeActionRequest.type, { textDocument: { uri }, range, context });
    return (found ?? []) as CodeAction[];
  }

  resolve(action: CodeAction): Promise<CodeAction> {
    return this.connection.sendRequest(CodeActionResolveRequest.type, action);
  }

  /** Tells of files that changed on disk, as a client does that watches them. */
  filesChanged(...paths: string[]): Promise<void> {
    const changes: FileEvent[] = paths.map((path) => ({ uri: uriOf(path), type: FileChangeType.Changed }));
    return this.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  setSettings(settings: unknown): Promise<void> {
    this.settings = settings;
    return this.connection.sendNotification(DidChangeConfigurationNotification.type, {
      settings: { transcriptHygiene: settings },
    });
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.process.on('exit', resolve));
    await this.connection.sendRequest('shutdown');
    await this.connection.sendNotification('exit');
    await ended;
    this.connection.dispose();
  }
}
