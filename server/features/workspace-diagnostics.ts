import { stat } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import {
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  type ResultProgressReporter,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { sessionFiles } from '../../disk/session-files';
import type { Feature, ServerContext } from '../context';
import { type CancellationToken, guard } from '../handler';
import { pathOf } from '../uris';
import { pathJob } from './by-path';

/**
 * Problems of the files that nobody has opened, behind a setting. VS Code asks again two seconds after each answer, for
 * ever; so an answer waits until something has changed.
 */
export const workspaceDiagnostics: Feature = {
  register(context) {
    if (!context.client.pullsDiagnostics) return {};
    const { connection, log } = context;
    const changes = new Changes();
    let isWatching = false;
    const watch = () => {
      if (isWatching || !context.client.registersFileChanges) return;
      isWatching = true;
      void connection.client.register(DidChangeWatchedFilesNotification.type, {
        watchers: [{ globPattern: '**/*.jsonl' }, { globPattern: '**/*.jsonl.*' }],
      });
    };

    connection.languages.diagnostics.onWorkspace((params, token, _progress, partial) =>
      guard(
        'Workspace diagnostics',
        log,
        (): WorkspaceDiagnosticReport => ({ items: [] }),
        async (asked: WorkspaceDiagnosticParams) => {
          await changes.next(token);
          const folders = await enabledFolders(context);
          if (folders.length > 0) watch();
          return report(context, folders, asked, token, partial);
        },
        LSPErrorCodes.ServerCancelled,
      )(params, token),
    );
    return {
      configurationChanged: () => changes.note(),
      filesChanged: () => changes.note(),
      documentClosed: () => changes.note(),
    };
  },
};

/** Whether something has changed since the last answer; at first, everything has. */
class Changes {
  private isPending = true;
  private wake: (() => void) | undefined;

  note(): void {
    this.isPending = true;
    this.wake?.();
  }

  /** Resolves as soon as there is something new to tell, or the request is cancelled. */
  async next(token: CancellationToken): Promise<void> {
    if (!this.isPending) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        token.onCancellationRequested(resolve);
      });
    }
    if (!token.isCancellationRequested) this.isPending = false;
  }
}

/** The folders that the user wants checked as a whole. */
async function enabledFolders(context: ServerContext): Promise<string[]> {
  const enabled: string[] = [];
  for (const folder of await context.workspaceFolders()) {
    const { state, editor } = await context.configuration.get(pathToFileURL(folder).href);
    if (state === 'on' && editor.workspaceDiagnostics) enabled.push(folder);
  }
  return enabled;
}

async function report(
  context: ServerContext,
  folders: readonly string[],
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
  partial: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
): Promise<WorkspaceDiagnosticReport> {
  const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  const tell = (item: WorkspaceDocumentDiagnosticReport) => {
    if (partial) partial.report({ items: [item] });
    else items.push(item);
  };
  // An open document is asked for by itself. Clients spell URIs in their own ways, so paths are compared.
  const open = new Set(context.documents.keys().map(pathOf));
  for (const folder of folders) {
    for (const file of await sessionFiles(folder)) {
      if (token.isCancellationRequested) return { items: [] };
      if ('error' in file) {
        context.log.warn(`${file.path} ${file.error}`);
        continue;
      }
      if (open.has(file.path)) continue;
      const uri = pathToFileURL(file.path).href;
      const item = await reportOf(context, file.path, uri, previous.get(uri), token);
      previous.delete(uri);
      if (item) tell(item);
    }
  }
  // What was told earlier of files that are gone, or not to be looked at any more, is taken back.
  for (const uri of previous.keys()) {
    if (!open.has(pathOf(uri))) tell({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  }
  return { items };
}

async function reportOf(
  context: ServerContext,
  path: string,
  uri: string,
  previous: string | undefined,
  token: CancellationToken,
): Promise<WorkspaceDocumentDiagnosticReport | undefined> {
  const stats = await stat(path).catch(() => undefined);
  if (!stats) return undefined;
  const { key } = await context.configuration.get(uri);
  const resultId = `${stats.mtimeMs}:${stats.size}:${key}`;
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version: null, resultId };
  const job = await pathJob(context, uri);
  const checked = 'state' in job ? job : await context.jobs.run('checkPath', job, token);
  if (checked.error !== undefined) context.log.warn(checked.error);
  return { kind: DocumentDiagnosticReportKind.Full, uri, version: null, resultId, items: [...checked.diagnostics] };
}
