import type { Connection } from 'vscode-languageserver/node';
import { targetName } from '../../core';
import type { Analysis, AnalysisWatcher } from '../analysis';
import type { Settings } from '../configuration';
import type { ServerDocument } from '../documents';
import { countFindings, NO_FINDINGS } from '../finding-counts';
import { STATUS, type StatusParams } from '../messages';
import { shownFindings } from './to-diagnostic';

/** Shorter work is over before anybody could read that it runs, in milliseconds. */
const BUSY_AFTER = 300;

/** Tells the client what became of each document, for its status item. */
export class StatusReporter implements AnalysisWatcher {
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(
    private readonly connection: Connection,
    private readonly isWanted: () => boolean,
  ) {}

  began(document: ServerDocument, settings: Settings): void {
    this.gaveUp(document.uri);
    const busy = () => this.send({ ...blank(document, settings), state: 'busy' });
    this.waiting.set(document.uri, setTimeout(busy, BUSY_AFTER).unref());
  }

  ended({ document, result }: Analysis, settings: Settings): void {
    this.gaveUp(document.uri);
    const { dialect, findings, targets } = result;
    const looked = dialect === null ? 'foreign' : 'transcript';
    this.send({
      ...blank(document, settings),
      state: settings.state === 'on' ? looked : settings.state,
      dialect,
      targets: targets.map((target) => ({ name: targetName(target), own: target.own, isGuess: target.guessedApi })),
      counts: countFindings(findings),
      total: findings.length,
      shown: shownFindings(findings).length,
    });
  }

  gaveUp(uri: string): void {
    clearTimeout(this.waiting.get(uri));
    this.waiting.delete(uri);
  }

  private send(params: StatusParams): void {
    if (this.isWanted()) void this.connection.sendNotification(STATUS, params);
  }
}

function blank({ uri, version }: ServerDocument, { options }: Settings): Omit<StatusParams, 'state'> {
  const { profile = 'documented' } = options;
  return { uri, version, dialect: null, profile, targets: [], counts: NO_FINDINGS, total: 0, shown: 0 };
}
