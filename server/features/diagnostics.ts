import {
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
} from 'vscode-languageserver/node';
import { resultIdOf } from '../analysis';
import type { Settings } from '../configuration';
import type { Feature, FeatureHooks, ServerContext } from '../context';
import type { ServerDocument } from '../documents';
import { describe, guard, StaleError } from '../handler';
import { isConfigFile } from '../uris';
import { configDiagnostics, shownFindings, toDiagnostic } from './to-diagnostic';

/** How long a client without pull is left in peace while someone types, in milliseconds. */
const PUSH_DELAY = 200;

/** Problems. Clients that pull them ask; the others are sent them after each change. Never both. */
export const diagnostics: Feature = {
  capabilities: (client) =>
    client.pullsDiagnostics
      ? {
          diagnosticProvider: {
            identifier: 'transcript-hygiene',
            interFileDependencies: false,
            workspaceDiagnostics: true,
          },
        }
      : {},
  register: (context) => (context.client.pullsDiagnostics ? registerPull(context) : registerPush(context)),
};

function registerPull(context: ServerContext): FeatureHooks {
  const { connection, log } = context;
  const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

  const report = async ({ textDocument, previousResultId }: DocumentDiagnosticParams) =>
    (await pulledReport(context, textDocument.uri, previousResultId)) ?? nothing;

  connection.languages.diagnostics.on(guard('Diagnostics', log, () => nothing, report, LSPErrorCodes.ServerCancelled));
  return {
    configurationChanged() {
      if (context.client.refreshesDiagnostics) void connection.languages.diagnostics.refresh();
    },
  };
}

/** What an open document has, or that it still has what `previous` names; undefined when it is not open. */
export async function pulledReport(
  context: ServerContext,
  uri: string,
  previous: string | undefined,
): Promise<DocumentDiagnosticReport | undefined> {
  const settings = await context.configuration.get(uri);
  const document = context.documents.get(uri);
  if (!document) return undefined;
  const resultId = resultIdOf(document, settings);
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  const items = await diagnosticsOf(context, document, settings);
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}

function registerPush(context: ServerContext): FeatureHooks {
  const { connection, documents, log } = context;
  const waiting = new Map<string, NodeJS.Timeout>();

  const push = async (uri: string): Promise<void> => {
    waiting.delete(uri);
    try {
      const settings = await context.configuration.get(uri);
      const document = documents.get(uri);
      if (!document) return;
      const found = await diagnosticsOf(context, document, settings);
      if (document.version !== documents.get(uri)?.version) return;
      await connection.sendDiagnostics({ uri, version: document.version, diagnostics: found });
    } catch (error) {
      // A stale analysis needs no word: the change that made it stale has asked for the next one.
      if (!(error instanceof StaleError)) log.error(`Diagnostics failed: ${describe(error)}`);
    }
  };
  const schedule = (uri: string, delay: number) => {
    clearTimeout(waiting.get(uri));
    waiting.set(
      uri,
      setTimeout(() => void push(uri), delay),
    );
  };

  return {
    documentChanged: (document: ServerDocument) => schedule(document.uri, PUSH_DELAY),
    documentClosed({ uri }) {
      clearTimeout(waiting.get(uri));
      waiting.delete(uri);
      void connection.sendDiagnostics({ uri, diagnostics: [] });
    },
    configurationChanged() {
      for (const uri of documents.keys()) schedule(uri, 0);
    },
  };
}

async function diagnosticsOf(
  context: ServerContext,
  document: ServerDocument,
  settings: Settings,
): Promise<Diagnostic[]> {
  if (isConfigFile(document.uri)) return configDiagnostics(document.session.toString());
  const { result } = await context.analyses.get(document, settings);
  return shownFindings(result.findings).map((finding) =>
    toDiagnostic(document, finding, context.rulePage(finding.rule)),
  );
}
