import { fileURLToPath } from 'node:url';
import { type Checked, type CheckOptions, type CheckResult, checkInSlices } from '../core';
import type { ServerDocument } from './documents';
import { StaleError } from './handler';
import type { Settings } from './settings';
import { memorySaver } from './spare-memory';

/** What is known of one version of a document under certain settings. */
export interface Analysis {
  readonly document: ServerDocument;
  readonly options: CheckOptions;
  readonly result: CheckResult;
  /** Equal for equal text and settings; never used twice for different ones. */
  readonly resultId: string;
}

/** Names the analysis of a document before it is made. */
export function resultIdOf(document: ServerDocument, settings: Settings): string {
  return `${document.opening}:${document.version}:${settings.key}`;
}

interface Running {
  readonly resultId: string;
  readonly analysis: Promise<Analysis>;
  readonly abort: AbortController;
}

/** Keeps the newest analysis of each open document; diagnostics and actions share it. */
export class Analyses {
  private readonly byUri = new Map<string, Running>();
  /** The last check of each document that came to its end, for the next one to take over what still holds. */
  private readonly checked = new Map<string, Checked>();
  private readonly saveMemory = memorySaver();

  /** Rejects with a {@link StaleError} when the document changes before it is done. */
  get(document: ServerDocument, settings: Settings): Promise<Analysis> {
    const resultId = resultIdOf(document, settings);
    const running = this.byUri.get(document.uri);
    if (running?.resultId === resultId) return running.analysis;
    running?.abort.abort();
    const abort = new AbortController();
    const analysis = this.analyse(document, settings, resultId, abort.signal);
    this.byUri.set(document.uri, { resultId, analysis, abort });
    // A failed analysis is not kept; whoever asked for it hears of the failure.
    analysis.catch(() => {
      if (this.byUri.get(document.uri)?.abort === abort) this.byUri.delete(document.uri);
    });
    return analysis;
  }

  /** The document has changed: what runs for it is of no use any more. */
  drop(uri: string): void {
    this.byUri.get(uri)?.abort.abort();
    this.byUri.delete(uri);
  }

  /** The document was closed. */
  forget(uri: string): void {
    this.drop(uri);
    this.checked.delete(uri);
  }

  private async analyse(
    document: ServerDocument,
    settings: Settings,
    resultId: string,
    signal: AbortSignal,
  ): Promise<Analysis> {
    const { uri, session } = document;
    const options = { ...settings.options, ...fileNameOf(uri) };
    if (!settings.enable) return { document, options, resultId, result: { dialect: null, findings: [], targets: [] } };
    try {
      const checked = await checkInSlices(session, options, this.checked.get(uri), signal);
      signal.throwIfAborted();
      this.checked.set(uri, checked);
      this.saveMemory();
      return { document, options, resultId, result: checked.result };
    } catch (error) {
      throw signal.aborted ? new StaleError(`${uri} has changed`) : error;
    }
  }
}

/** The name that the core may take a session's id from. Only `file` has a path; elsewhere the last part counts. */
function fileNameOf(uri: string): Pick<CheckOptions, 'fileName'> {
  try {
    const url = new URL(uri);
    if (url.protocol === 'file:') return { fileName: fileURLToPath(url) };
    if (url.protocol === 'untitled:') return {};
    return { fileName: decodeURIComponent(url.pathname.slice(url.pathname.lastIndexOf('/') + 1)) };
  } catch {
    return {};
  }
}
