import {
  type Diagnostic,
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
} from 'vscode-languageserver/node';
import { type Analysis, resultIdOf } from '../analysis';
import { analysisOf, type Feature, type FeatureHooks, type ServerContext } from '../context';
import type { ServerDocument } from '../documents';
import { describe, guard, StaleError } from '../handler';
import { shownFindings, toDiagnostic } from './to-diagnostic';

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
            workspaceDiagnostics: false,
          },
        }
      : {},
  register: (context) => (context.client.pullsDiagnostics ? registerPull(context) : registerPush(context)),
};

function registerPull(context: ServerContext): FeatureHooks {
  const { connection, log } = context;
  const nothing: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

  const report = async (params: DocumentDiagnosticParams): Promise<DocumentDiagnosticReport> => {
    const { uri } = params.textDocument;
    const settings = await context.settings.get(uri);
    const document = context.documents.get(uri);
    if (!document) return nothing;
    const resultId = resultIdOf(document, settings);
    if (resultId === params.previousResultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    const items = diagnosticsOf(context, await context.analyses.get(document, settings));
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  };

  connection.languages.diagnostics.on(guard('Diagnostics', log, () => nothing, report, LSPErrorCodes.ServerCancelled));
  return {
    configurationChanged() {
      if (context.client.refreshesDiagnostics) void connection.languages.diagnostics.refresh();
    },
  };
}

function registerPush(context: ServerContext): FeatureHooks {
  const { connection, documents, log } = context;
  const waiting = new Map<string, NodeJS.Timeout>();

  const push = async (uri: string): Promise<void> => {
    waiting.delete(uri);
    try {
      const analysis = await analysisOf(context, uri);
      if (!analysis || analysis.document.version !== documents.get(uri)?.version) return;
      const found = diagnosticsOf(context, analysis);
      await connection.sendDiagnostics({ uri, version: analysis.document.version, diagnostics: found });
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

function diagnosticsOf(context: ServerContext, { document, result }: Analysis): Diagnostic[] {
  const shown = shownFindings(result.findings);
  if (shown.length < result.findings.length) {
    context.log.info(`${document.uri}: the worst ${shown.length} of ${result.findings.length} findings are shown`);
  }
  return shown.map((finding) => toDiagnostic(document, finding, context.rulePage(finding.rule)));
}
