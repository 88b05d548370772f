import { type Checked, type CheckOptions, type CheckResult, checkInSlices } from '../core';
import type { Settings } from './configuration';
import type { ServerDocument } from './documents';
import { StaleError } from './handler';
import { memorySaver } from './spare-memory';
import { fileNameOf } from './uris';

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

/** Hears of analyses as they begin and end. */
export interface AnalysisWatcher {
  began(document: ServerDocument, settings: Settings): void;
  ended(analysis: Analysis, settings: Settings): void;
  /** It ended without a result. */
  gaveUp(uri: string): void;
}

/** Keeps the newest analysis of each open document; diagnostics and actions share it. */
export class Analyses {
  private readonly byUri = new Map<string, Running>();
  /** The last check of each document that came to its end, for the next one to take over what still holds. */
  private readonly checked = new Map<string, Checked>();
  private readonly saveMemory = memorySaver();

  constructor(private readonly watcher: AnalysisWatcher) {}

  /** Rejects with a {@link StaleError} when the document changes before it is done. */
  get(document: ServerDocument, settings: Settings): Promise<Analysis> {
    const resultId = resultIdOf(document, settings);
    const running = this.byUri.get(document.uri);
    if (running?.resultId === resultId) return running.analysis;
    running?.abort.abort();
    const abort = new AbortController();
    this.watcher.began(document, settings);
    const analysis = this.analyse(document, settings, resultId, abort.signal);
    this.byUri.set(document.uri, { resultId, analysis, abort });
    // A failed analysis is not kept; whoever asked for it hears of the failure.
    analysis.then(
      (ended) => this.watcher.ended(ended, settings),
      () => {
        if (this.byUri.get(document.uri)?.abort === abort) this.drop(document.uri);
      },
    );
    return analysis;
  }

  /** The document has changed: what runs for it is of no use any more. */
  drop(uri: string): void {
    this.byUri.get(uri)?.abort.abort();
    this.byUri.delete(uri);
    this.watcher.gaveUp(uri);
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
    if (settings.state !== 'on')
      return { document, options, resultId, result: { dialect: null, findings: [], targets: [] } };
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
