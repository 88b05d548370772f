import * as vscode from 'vscode';
import {
  type NoPreview,
  PREVIEW,
  type PreviewAnswer,
  type PreviewDocument,
  type PreviewParams,
} from '../../server/messages';
import { SECTION, watchSettingsFiles } from '../selector';
import type { Server } from '../server';
import { isInTab, urisOf } from '../tabs';
import { keyOf, PREVIEW_SCHEME, type PreviewKey } from './preview-uri';

/** How long the session is left in peace before its previews are made anew, in milliseconds. */
const REFRESH_DELAY = 400;

/**
 * The previews that are shown: read-only documents that follow their session while it is edited. The text comes from
 * the server together with the way back to the session's lines, so that both always belong together.
 */
export class Previews implements vscode.TextDocumentContentProvider {
  private readonly known = new Map<string, PreviewDocument>();
  private readonly running = new Map<string, vscode.CancellationTokenSource>();
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  private readonly texts = new vscode.EventEmitter<vscode.Uri>();
  private readonly made = new vscode.EventEmitter<vscode.Uri>();
  private readonly gone = new vscode.EventEmitter<vscode.Uri>();
  private readonly disposables: vscode.Disposable[];
  readonly onDidChange = this.texts.event;
  /** Fires when a preview was made, for the first time or anew. */
  readonly onDidMake = this.made.event;
  /** Fires when no tab shows a preview any more. */
  readonly onDidForget = this.gone.event;

  constructor(private readonly server: Server) {
    this.disposables = [
      watchSettingsFiles(() => this.refreshAll()),
      this.texts,
      this.made,
      this.gone,
      vscode.workspace.registerTextDocumentContentProvider(PREVIEW_SCHEME, this),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.sessionChanged(document.uri)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(SECTION)) this.refreshAll();
      }),
      // Tabs count: VS Code keeps a document for minutes after its last tab was closed.
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        for (const uri of closed.flatMap(urisOf)) if (isPreview(uri) && !isInTab(uri)) this.forget(uri);
        for (const uri of opened.flatMap(urisOf)) if (isPreview(uri) && !this.of(uri)) this.refreshSoon(uri);
      }),
    ];
  }

  /** What is known of a preview. */
  of(uri: vscode.Uri): PreviewDocument | undefined {
    return this.known.get(uri.toString());
  }

  /** The addresses of the previews that tabs show; those in front of their group come first. */
  open(): vscode.Uri[] {
    const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
    const inFront = tabs.filter(({ isActive }) => isActive);
    return [...inFront, ...tabs].flatMap(urisOf).filter(isPreview);
  }

  /**
   * Asks the server for a preview; undefined when the user did not want to wait.
   *
   * @param known the same preview as it was, where there is one: the server then says only what is different.
   */
  async request(
    key: PreviewKey,
    { token, known }: { readonly token?: vscode.CancellationToken; readonly known?: PreviewDocument | undefined } = {},
  ): Promise<PreviewDocument | NoPreview | undefined> {
    // The server knows the session only while it is open.
    await vscode.workspace.openTextDocument(vscode.Uri.parse(key.session));
    const { session, target, before = false, wholeImages = false } = key;
    const params: PreviewParams = {
      uri: session,
      before,
      wholeImages,
      ...(target !== '' && { target }),
      ...(known && { known: known.id }),
    };
    try {
      const answer = await this.server.request<PreviewAnswer | NoPreview>(PREVIEW, params, token);
      return 'error' in answer ? answer : { ...answer, text: textOf(answer, known) };
    } catch (error) {
      if (token?.isCancellationRequested) return undefined;
      throw error;
    }
  }

  /** Keeps a preview under its address. */
  keep(uri: vscode.Uri, preview: PreviewDocument): void {
    this.known.set(uri.toString(), preview);
    this.texts.fire(uri);
    this.made.fire(uri);
  }

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const known = this.of(uri);
    if (known) return known.text;
    const key = keyOf(uri);
    const made = key && (await this.request(key));
    if (!made || 'error' in made) return JSON.stringify({ error: made?.error ?? 'This preview is not kept.' }, null, 2);
    this.known.set(uri.toString(), made);
    this.made.fire(uri);
    return made.text;
  }

  dispose(): void {
    for (const timer of this.waiting.values()) clearTimeout(timer);
    for (const source of this.running.values()) source.cancel();
    for (const disposable of this.disposables) disposable.dispose();
  }

  private sessionChanged(session: vscode.Uri): void {
    const text = session.toString();
    for (const uri of this.open()) if (keyOf(uri)?.session === text) this.refreshSoon(uri);
  }

  private refreshAll(): void {
    for (const uri of this.open()) this.refreshSoon(uri);
  }

  private refreshSoon(uri: vscode.Uri): void {
    const id = uri.toString();
    this.running.get(id)?.cancel();
    clearTimeout(this.waiting.get(id));
    this.waiting.set(
      id,
      setTimeout(() => void this.refresh(uri), REFRESH_DELAY),
    );
  }

  private async refresh(uri: vscode.Uri): Promise<void> {
    const key = keyOf(uri);
    if (!key) return;
    const source = new vscode.CancellationTokenSource();
    this.running.set(uri.toString(), source);
    try {
      const preview = await this.request(key, { token: source.token, known: this.of(uri) });
      if (preview && !('error' in preview) && !source.token.isCancellationRequested) this.keep(uri, preview);
    } catch {
      // What was shown stays; the server's log holds the reason, and the next edit asks again.
    } finally {
      source.dispose();
      if (this.running.get(uri.toString()) === source) this.running.delete(uri.toString());
    }
  }

  private forget(uri: vscode.Uri): void {
    this.known.delete(uri.toString());
    this.running.get(uri.toString())?.cancel();
    this.gone.fire(uri);
  }
}

/** The text of an answer: what is replaced belongs to the text that the server was told we have. */
function textOf({ text }: PreviewAnswer, known: PreviewDocument | undefined): string {
  if (typeof text === 'string') return text;
  const { start, end, by } = text;
  const { text: before = '' } = known ?? {};
  return before.slice(0, start) + by + before.slice(end);
}

function isPreview({ scheme }: vscode.Uri): boolean {
  return scheme === PREVIEW_SCHEME;
}
