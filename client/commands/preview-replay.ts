import * as vscode from 'vscode';
import type { ClientContext, Command } from '../context';
import { pickTarget, recentTargets, remember } from '../previews/pick-target';
import { keyOf, PREVIEW_SCHEME, type PreviewKey, previewUri } from '../previews/preview-uri';
import { lineInPreview } from '../previews/sources';
import { documentFor, uriOf } from './active';

/** The messages of every payload stand on the third level; folded there, each is one line. */
const MESSAGE_LEVEL = 3;

/** A preview and what it shows. */
interface ShownPreview {
  readonly uri: vscode.Uri;
  readonly key: PreviewKey;
}

/** Arguments: the session's URI, and a target to ask for none. Shows what a provider would be sent of it. */
export const previewReplay: Command = async (context, argument, target) => {
  const document = await documentFor(argument, 'to preview');
  if (!document) return;
  const { workspaceState } = context.extension;
  const chosen =
    typeof target === 'string' ? target : await pickTarget(workspaceState, context.status.of(document.uri));
  if (chosen === undefined) return;
  await remember(workspaceState, chosen);
  await show(context, { session: document.uri.toString(), target: chosen });
};

/** Argument: the session's URI. The same for the target that was chosen last; asks when there is none. */
export const previewAgain: Command = (context, argument) =>
  previewReplay(context, argument, recentTargets(context.extension.workspaceState)[0]);

/** Argument: the preview's address. Compares what would be sent without repair with what is sent. */
export const comparePreview: Command = async (context, argument) => {
  const shown = previewFor(argument);
  if (!shown) return say();
  const { key, uri } = shown;
  const before = await make(context, { ...key, before: true });
  const after = key.before ? await make(context, { ...key, before: false }) : uri;
  if (!before || !after) return;
  const name = after.path.slice(1).replace(/\.json$/, '');
  await vscode.commands.executeCommand('vscode.diff', before, after, `${name}: without repair ↔ as sent`);
};

/** Argument: the preview's address. Shows what replay changed on the way, and why. */
export const showPreviewChanges: Command = async (context, argument) => {
  const shown = previewFor(argument);
  if (!shown || !context.previews.of(shown.uri)) return say();
  context.changes.show(shown.uri);
};

/** Argument: the preview's address. Shows image data whole, or as type and size again. */
export const togglePreviewImages: Command = async (context, argument) => {
  const shown = previewFor(argument);
  if (!shown) return say();
  await show(context, { ...shown.key, wholeImages: !shown.key.wholeImages });
};

/** Argument: the preview's address. The whole payload, images included, into the clipboard. */
export const copyPreview: Command = async (context, argument) => {
  const text = await wholeText(context, argument);
  if (text === undefined) return;
  await vscode.env.clipboard.writeText(text);
  void vscode.window.setStatusBarMessage('The payload is in the clipboard.', 4000);
};

/** Argument: the preview's address. The whole payload, images included, into a file. */
export const savePreview: Command = async (context, argument) => {
  const text = await wholeText(context, argument);
  const shown = previewFor(argument);
  if (text === undefined || !shown) return;
  const defaultUri = fileFor(shown);
  const target = await vscode.window.showSaveDialog({
    ...(defaultUri && { defaultUri }),
    filters: { JSON: ['json'] },
    saveLabel: 'Save Payload',
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(`${text}\n`));
  const open = 'Open File';
  const saved = `The payload is saved as ${vscode.workspace.asRelativePath(target)}.`;
  const chosen = await vscode.window.showInformationMessage(saved, open);
  if (chosen === open) await vscode.window.showTextDocument(target);
};

/** Shows in an open preview of the session in front what the line under the cursor became. */
export const revealInPreview: Command = async (context) => {
  const editor = vscode.window.activeTextEditor;
  const session = editor?.document.uri.toString();
  const uri = context.previews.open().find((open) => keyOf(open)?.session === session);
  const preview = uri && context.previews.of(uri);
  if (!editor || !uri || !preview) return previewReplay(context, editor?.document.uri);
  const line = lineInPreview(preview, editor.selection.active.line);
  if (line === undefined) {
    void vscode.window.showInformationMessage('Nothing of this line, or of what stands before it, is sent.');
    return;
  }
  const selection = new vscode.Range(line, 0, line, 0);
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false, selection });
};

/** Makes a preview and shows it beside the session. */
async function show(context: ClientContext, key: PreviewKey): Promise<void> {
  const uri = await make(context, key);
  if (!uri) return;
  await vscode.window.showTextDocument(uri, { viewColumn: columnOf(uri), preview: false });
  await vscode.commands.executeCommand(`editor.foldLevel${MESSAGE_LEVEL}`);
}

/** Makes a preview, with a progress to cancel; gives back its address. */
async function make({ previews }: ClientContext, key: PreviewKey): Promise<vscode.Uri | undefined> {
  const options = { location: vscode.ProgressLocation.Notification, title: 'Preview of the replay', cancellable: true };
  const preview = await vscode.window.withProgress(options, (_progress, token) => previews.request(key, { token }));
  if (!preview) return undefined;
  if ('error' in preview) {
    void vscode.window.showWarningMessage(preview.error);
    return undefined;
  }
  const uri = previewUri({ ...key, target: preview.target }, preview.title);
  previews.keep(uri, preview);
  return uri;
}

/** Where a preview is shown: where it is already, else beside. */
function columnOf(uri: vscode.Uri): vscode.ViewColumn {
  const editor = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  return editor?.viewColumn ?? vscode.ViewColumn.Beside;
}

/** The file that is proposed for a preview: beside the session, named after it and after what the preview is for. */
function fileFor({ uri, key }: ShownPreview): vscode.Uri | undefined {
  const session = vscode.Uri.parse(key.session);
  if (!vscode.workspace.fs.isWritableFileSystem(session.scheme)) return undefined;
  const [file] = session.path.split('/').slice(-1);
  const [, ...target] = uri.path.replace(' (without repair)', ' · without-repair').split(' · ');
  const ending = target.join('.').replaceAll(/[^\w.-]+/g, '-');
  return vscode.Uri.joinPath(session, '..', `${file?.replace(/\.jsonl$/, '')}.${ending}`);
}

/** The text of a preview without anything left out. */
async function wholeText({ previews }: ClientContext, argument: unknown): Promise<string | undefined> {
  const shown = previewFor(argument);
  if (!shown) {
    say();
    return undefined;
  }
  const made = await previews.request({ ...shown.key, wholeImages: true });
  if (!made || 'error' in made) return undefined;
  if (!made.isCut) return made.text;
  const advice = 'transcript-hygiene preview on the command line prints all of it.';
  void vscode.window.showWarningMessage(`The payload is too long for the editor. ${advice}`);
  return undefined;
}

/** The preview that was named, else the one in front. */
function previewFor(argument: unknown): ShownPreview | undefined {
  const front = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const inFront =
    front instanceof vscode.TabInputText
      ? front.uri
      : front instanceof vscode.TabInputTextDiff
        ? front.modified
        : undefined;
  for (const uri of [uriOf(argument), inFront]) {
    const key = uri?.scheme === PREVIEW_SCHEME ? keyOf(uri) : undefined;
    if (uri && key) return { uri, key };
  }
  return undefined;
}

function say(): void {
  void vscode.window.showInformationMessage('Run “Preview Replay for Provider…” on a transcript first.');
}
