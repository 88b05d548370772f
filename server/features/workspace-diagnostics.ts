import { stat } from 'node:fs/promises';
import { join } from 'node:path';
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
import { includedFiles, sessionFiles } from '../../disk/session-files';
import type { Settings } from '../configuration';
import type { Feature, ServerContext } from '../context';
import { type CancellationToken, guard, StaleError } from '../handler';
import { pathOf } from '../uris';
import { pathJob } from './by-path';
import { pulledReport } from './diagnostics';

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
          try {
            return await report(context, folders, asked, token, partial);
          } finally {
            // What was broken off has told a part at most.
            if (token.isCancellationRequested) changes.note();
          }
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
  private readonly waiting = new Set<() => void>();

  note(): void {
    this.isPending = true;
    for (const wake of this.waiting) wake();
    this.waiting.clear();
  }

  /** Resolves as soon as there is something new to tell, or the request is cancelled. */
  async next(token: CancellationToken): Promise<void> {
    if (!this.isPending) {
      await new Promise<void>((resolve) => {
        this.waiting.add(resolve);
        token.onCancellationRequested(() => {
          this.waiting.delete(resolve);
          resolve();
        });
      });
    }
    if (!token.isCancellationRequested) this.isPending = false;
  }
}

/** A folder of the workspace, and what holds for a session right in it. */
interface Folder {
  readonly path: string;
  readonly settings: Settings;
}

/** The folders that the user wants checked as a whole. */
async function enabledFolders({ configuration, workspaceFolders }: ServerContext): Promise<Folder[]> {
  const enabled: Folder[] = [];
  for (const path of await workspaceFolders()) {
    const settings = await configuration.get(pathToFileURL(join(path, 'session.jsonl')).href);
    if (settings.editor.enable && settings.editor.workspaceDiagnostics) enabled.push({ path, settings });
  }
  return enabled;
}

/** The sessions of a folder: those with the usual names, and what the settings include. */
async function filesOf({ path, settings: { editor, file } }: Folder) {
  const included = [
    ...(await includedFiles(path, editor.include, path)),
    ...(file ? await includedFiles(path, file.include, file.folder) : []),
  ];
  const named = await sessionFiles(path);
  const known = new Set(named.map((found) => found.path));
  return [...named, ...[...new Set(included)].flatMap((more) => (known.has(more) ? [] : [{ path: more }]))];
}

async function report(
  context: ServerContext,
  folders: readonly Folder[],
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
  // Clients spell URIs in their own ways, so paths are compared.
  const open = new Map([...context.documents.keys()].map((uri) => [pathOf(uri), uri]));
  for (const folder of folders) {
    for (const file of await filesOf(folder)) {
      if (token.isCancellationRequested) return { items: [] };
      if ('error' in file) {
        context.log.warn(`${file.path} ${file.error}`);
        continue;
      }
      const openUri = open.get(file.path);
      const uri = openUri ?? pathToFileURL(file.path).href;
      const item = openUri
        ? await documentReport(context, uri, previous.get(uri)).catch(unlessStale)
        : await fileReport(context, file.path, uri, previous.get(uri), token);
      previous.delete(uri);
      if (item) tell(item);
    }
  }
  // What was told earlier of files that are gone, or not to be looked at any more, is taken back.
  for (const uri of previous.keys()) {
    tell({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  }
  return { items };
}

/**
 * An open document is asked for by itself only while a tab shows it; the client prefers that answer to this one. Some
 * clients keep documents open, unseen, for minutes.
 */
async function documentReport(
  context: ServerContext,
  uri: string,
  previous: string | undefined,
): Promise<WorkspaceDocumentDiagnosticReport | undefined> {
  const report = await pulledReport(context, uri, previous);
  return report && { ...report, uri, version: context.documents.get(uri)?.version ?? null };
}

/** A document that changes meanwhile is asked for by itself, or the next time. */
function unlessStale(error: unknown): undefined {
  if (!(error instanceof StaleError)) throw error;
}

async function fileReport(
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
