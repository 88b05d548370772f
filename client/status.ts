import * as vscode from 'vscode';
import type { StatusParams } from '../server/messages';
import { commandName } from './command-ids';
import { JSON_LINES, mayBeTranscript } from './selector';
import type { Server } from './server';
import { type StatusText, statusText } from './status-text';
import type { TreatedFiles } from './treated-files';

const SEVERITIES = {
  information: vscode.LanguageStatusSeverity.Information,
  warning: vscode.LanguageStatusSeverity.Warning,
  error: vscode.LanguageStatusSeverity.Error,
};

/**
 * The language status item (behind the braces in the status bar), and the context keys that menus are shown by. Both
 * speak of the document in front; for a foreign one the item is not there at all.
 */
export class Status {
  private readonly known = new Map<string, StatusParams>();
  private readonly changed = new vscode.EventEmitter<StatusParams>();
  private readonly item = vscode.languages.createLanguageStatusItem('transcriptHygiene.status', []);
  private readonly disposables: vscode.Disposable[];
  private isDown = false;
  /** Fires when more is known of a document. */
  readonly onDidChange = this.changed.event;

  constructor(
    server: Server,
    private readonly treated: TreatedFiles,
  ) {
    this.item.name = 'Transcript Hygiene';
    this.disposables = [
      this.item,
      this.changed,
      server.onStatus((status) => {
        this.known.set(status.uri, status);
        this.changed.fire(status);
        this.show();
      }),
      server.onEvent((event) => {
        this.isDown = event === 'stopped' || event === 'given up';
        if (event !== 'running') this.known.clear();
        this.show();
      }),
      vscode.workspace.onDidCloseTextDocument((document) => this.known.delete(document.uri.toString())),
      vscode.window.onDidChangeActiveTextEditor(() => this.show()),
      vscode.window.tabGroups.onDidChangeTabs(() => this.show()),
    ];
    this.show();
  }

  /** What the server said of a document last. */
  of(uri: vscode.Uri): StatusParams | undefined {
    return this.known.get(uri.toString());
  }

  /** Brings item and context keys in line with the document in front. */
  show(): void {
    const document = vscode.window.activeTextEditor?.document;
    const status = document && this.of(document.uri);
    setContext('isTranscript', status?.state === 'transcript');
    setContext('isTreated', document !== undefined && this.treated.has(document.uri));
    const shown = status && statusText(status);
    if (unsyncedTab()) this.showUnsynced();
    else if (document && this.isDown && mayBeTranscript(document)) this.showDown(document);
    else if (document && shown) this.showStatus(document, shown);
    else this.item.selector = [];
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }

  private showStatus({ uri, languageId }: vscode.TextDocument, shown: StatusText): void {
    this.fill(shown.text, shown.detail, SEVERITIES[shown.severity]);
    this.item.busy = shown.isBusy;
    this.item.command = { title: 'Show Configuration', command: commandName('showConfiguration') };
    this.item.selector = { scheme: uri.scheme, language: languageId };
  }

  private showDown({ uri, languageId }: vscode.TextDocument): void {
    this.fill('The server is not running', 'Nothing is checked', vscode.LanguageStatusSeverity.Error);
    this.item.command = { title: 'Restart', command: commandName('restartServer') };
    this.item.selector = { scheme: uri.scheme, language: languageId };
  }

  /** No notice pops up: such a file may be anybody's data. */
  private showUnsynced(): void {
    const why = 'VS Code gives files over 50 MB to no extension';
    this.fill('Too large for the editor', why, vscode.LanguageStatusSeverity.Information);
    this.item.command = { title: 'Check File on Disk', command: commandName('checkFileOnDisk') };
    this.item.selector = [...JSON_LINES];
  }

  private fill(text: string, detail: string, severity: vscode.LanguageStatusSeverity): void {
    this.item.busy = false;
    this.item.text = text;
    this.item.detail = detail;
    this.item.severity = severity;
    this.item.accessibilityInformation = { label: `Transcript Hygiene: ${text}. ${detail}` };
  }
}

/** The JSON Lines file of the tab in front where VS Code does not give its text to extensions. */
export function unsyncedTab(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputText) || vscode.window.activeTextEditor) return undefined;
  const { uri } = input;
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  return !isOpen && uri.scheme === 'file' && /\.jsonl(\.|$)/.test(uri.path) ? uri : undefined;
}

function setContext(key: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `transcriptHygiene.${key}`, value);
}
