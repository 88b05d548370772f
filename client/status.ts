import * as vscode from 'vscode';
import type { StatusParams } from '../server/messages';
import { commandName } from './command-ids';
import { JSON_LINES, mayBeTranscript } from './selector';
import type { Server } from './server';
import { type StatusText, statusText, targetText } from './status-text';
import type { TreatedFiles } from './treated-files';

const SEVERITIES = {
  information: vscode.LanguageStatusSeverity.Information,
  warning: vscode.LanguageStatusSeverity.Warning,
  error: vscode.LanguageStatusSeverity.Error,
};

const SHOW_PROBLEMS = { title: 'Problems', command: 'workbench.actions.view.problems' };
const SHOW_CONFIGURATION = { title: 'Configuration', command: commandName('showConfiguration') };
const RESTART = { title: 'Restart', command: commandName('restartServer') };
const CHECK_ON_DISK = { title: 'Check on Disk', command: commandName('checkFileOnDisk') };

const DOWN: StatusText = {
  text: 'The server is not running',
  detail: 'Nothing is checked',
  severity: 'error',
  isBusy: false,
};

/** No notice pops up: such a file may be anybody's data. */
const UNSYNCED: StatusText = {
  text: 'Too large for the editor',
  detail: 'over 50 MB',
  severity: 'information',
  isBusy: false,
};

/**
 * The language status items (behind the braces in the status bar): what was found, and what it was judged for; and the
 * context keys that menus are shown by. All speak of the document in front; for a foreign one there are no items.
 */
export class Status {
  private readonly known = new Map<string, StatusParams>();
  private readonly changed = new vscode.EventEmitter<StatusParams>();
  private readonly item = vscode.languages.createLanguageStatusItem('transcriptHygiene.status', []);
  private readonly target = vscode.languages.createLanguageStatusItem('transcriptHygiene.target', []);
  private readonly disposables: vscode.Disposable[];
  private isDown = false;
  /** Fires when more is known of a document. */
  readonly onDidChange = this.changed.event;

  constructor(
    server: Server,
    private readonly treated: TreatedFiles,
  ) {
    this.item.name = 'Transcript Hygiene: Problems';
    this.target.name = 'Transcript Hygiene: Target';
    this.disposables = [
      this.item,
      this.target,
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
    this.item.selector = [];
    this.target.selector = [];
    const shown = status && statusText(status);
    if (unsyncedTab()) fill(this.item, UNSYNCED, CHECK_ON_DISK, [...JSON_LINES]);
    else if (!document) return;
    else if (this.isDown && mayBeTranscript(document)) fill(this.item, DOWN, RESTART, selectorOf(document));
    else if (shown) {
      const isChecked = status.state === 'transcript';
      fill(this.item, shown, isChecked ? SHOW_PROBLEMS : SHOW_CONFIGURATION, selectorOf(document));
      const target = targetText(status);
      if (target) fill(this.target, target, SHOW_CONFIGURATION, selectorOf(document), target.label);
    }
  }

  dispose(): void {
    for (const disposable of this.disposables) disposable.dispose();
  }
}

function fill(
  item: vscode.LanguageStatusItem,
  { text, detail, severity, isBusy }: StatusText,
  command: vscode.Command,
  selector: vscode.DocumentSelector,
  label = `${text}, ${detail}`,
): void {
  item.text = text;
  item.detail = detail;
  item.severity = SEVERITIES[severity];
  item.busy = isBusy;
  item.command = command;
  item.accessibilityInformation = { label: `Transcript Hygiene: ${label}` };
  item.selector = selector;
}

function selectorOf({ uri, languageId }: vscode.TextDocument): vscode.DocumentSelector {
  return { scheme: uri.scheme, language: languageId };
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
