import * as vscode from 'vscode';
import type { Diagnostic, LanguageClient } from 'vscode-languageclient/node';
import type { StatusParams } from '../server/messages';
import type { ServerEvent } from './language-client';
import { documentFilters } from './selector';

/** The language server as the rest of the client sees it. */
export interface Server {
  /** Starts it unless it has been started before; false when it does not run. */
  start(): Promise<boolean>;
  /** Stops it and starts a new one, also after a failed start. Requests that meet are served by one restart. */
  restart(): Promise<boolean>;
  /** Restarts it where it runs and is to see other documents than when it started. */
  documentsChanged(): Promise<void>;
  stop(): Promise<void>;
  /**
   * Starts it when need be. Rejects with a {@link ServerDownError} when it does not run, and with a
   * {@link DocumentChangedError} when the document has changed while it was at work.
   */
  request<R>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<R>;
  /** Tells a server that runs; one that starts later hears of it by its initialization options. */
  notify(method: string, params: unknown): Promise<void>;
  /** The server's diagnostics as VS Code's. */
  toDiagnostics(diagnostics: readonly Diagnostic[]): Promise<vscode.Diagnostic[]>;
  readonly onStatus: vscode.Event<StatusParams>;
  readonly onEvent: vscode.Event<ServerEvent>;
}

/** There is no server to ask. */
export class ServerDownError extends Error {}

/** The answer would be for a text that is no more. */
export class DocumentChangedError extends Error {}

/** Makes the server's handle; nothing runs, and the language client library is not loaded, until `start`. */
export function createServer(
  extension: vscode.ExtensionContext,
  output: vscode.LogOutputChannel,
  treated: () => readonly string[],
): Server {
  const status = new vscode.EventEmitter<StatusParams>();
  const events = new vscode.EventEmitter<ServerEvent>();
  extension.subscriptions.push(status, events);
  let client: LanguageClient | undefined;
  let filters = '';
  /** Starting and stopping, one after the other. */
  let work: Promise<unknown> = Promise.resolve();
  let restarting: Promise<boolean> | undefined;
  const library = () => import('./language-client');

  const enqueue = <T>(step: () => Promise<T>): Promise<T> => {
    const done = work.then(step);
    work = done.catch(() => undefined);
    return done;
  };
  /** False when it could not be started; the log says why. */
  const begin = async (): Promise<boolean> => {
    const { createLanguageClient } = await library();
    const seen = documentFilters();
    filters = JSON.stringify(seen);
    client = createLanguageClient({
      extension,
      output,
      filters: seen,
      treated,
      onStatus: (params) => status.fire(params),
      onEvent: (event) => events.fire(event),
    });
    try {
      await client.start();
      output.info('The server is running.');
      return true;
    } catch (error) {
      output.error('The server could not be started:', error);
      return false;
    }
  };
  const end = async (): Promise<void> => {
    const ending = client;
    client = undefined;
    if (!ending) return;
    try {
      await (await library()).endLanguageClient(ending);
    } catch (error) {
      output.error('The server did not stop as it should:', error);
    }
  };
  const alive = async (): Promise<LanguageClient | undefined> => {
    await work;
    return client && (await library()).isAlive(client) ? client : undefined;
  };

  const server: Server = {
    async start() {
      if (!client) await enqueue(async () => client !== undefined || begin());
      return (await alive()) !== undefined;
    },
    restart() {
      restarting ??= enqueue(async () => {
        restarting = undefined;
        await end();
        return begin();
      });
      return restarting;
    },
    async documentsChanged() {
      await work;
      if (client && filters !== JSON.stringify(documentFilters())) await server.restart();
    },
    stop: () => enqueue(end),
    async request<R>(method: string, params: unknown, token?: vscode.CancellationToken): Promise<R> {
      await server.start();
      const running = await alive();
      if (!running) throw new ServerDownError();
      try {
        return await running.sendRequest<R>(method, params, ...(token ? [token] : []));
      } catch (error) {
        throw (await library()).isAboutOldText(error) ? new DocumentChangedError() : error;
      }
    },
    async notify(method, params) {
      await (await alive())?.sendNotification(method, params);
    },
    async toDiagnostics(diagnostics) {
      return client ? client.protocol2CodeConverter.asDiagnostics([...diagnostics]) : [];
    },
    onStatus: status.event,
    onEvent: events.event,
  };
  return server;
}
