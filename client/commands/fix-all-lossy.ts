import * as vscode from 'vscode';
import { FIX_ALL_PREVIEW, type FixAllPreview, type FixAllPreviewParams } from '../../server/messages';
import type { ClientContext, Command } from '../context';
import { count, countsText } from '../counts';
import { previewInFront } from '../fix-previews';
import { setLineEnds } from '../line-ends';
import { documentFor, uriOf } from './active';

const APPLY = 'Apply';
const DISCARD = 'Discard';

/** Argument: a document's URI. Compares it with what all its fixes would make of it; nothing changes yet. */
export const fixAllLossy: Command = async (context, argument) => {
  const document = await documentFor(argument, 'to fix');
  if (!document) return;
  const { uri } = document;
  const params: FixAllPreviewParams = { uri: uri.toString() };
  const options = { location: vscode.ProgressLocation.Notification, title: 'Working out all fixes', cancellable: true };
  const preview = await vscode.window.withProgress(options, (_progress, token) =>
    context.server.request<FixAllPreview | null>(FIX_ALL_PREVIEW, params, token).catch((error: unknown) => {
      if (token.isCancellationRequested) return undefined;
      throw error;
    }),
  );
  if (preview === undefined) return;
  if (preview === null) return say('This file does not look like a transcript, so there is nothing to fix.');
  if (preview.fixes.length === 0) {
    return say(['Nothing can be fixed here.', ...preview.notes, `Left: ${countsText(preview.remaining)}.`].join(' '));
  }
  if (document.version !== preview.version) return say(CHANGED);
  const name = uri.path.slice(uri.path.lastIndexOf('/') + 1);
  const shown = await context.fixPreviews.show(uri, preview, `${name}: as it is ↔ with all fixes`);
  const message = `${name}: ${whatHappens(preview)} Nothing is changed yet.`;
  const chosen = await vscode.window.showInformationMessage(message, APPLY, DISCARD);
  if (chosen === APPLY) await applyFixes(context, shown);
  if (chosen === DISCARD) await discardFixes(context, shown);
};

const CHANGED =
  'The document has changed since these fixes were worked out, so they were not applied. Run “Fix All, Lossy Ones Too…” again.';

/** "5 fixes, of which 2 lose something: torn-record (1), unsigned-thinking (1)." */
function whatHappens({ fixes, notes, remaining }: FixAllPreview): string {
  const all = fixes.reduce((sum, { count }) => sum + count, 0);
  const lossy = fixes.filter(({ lossy }) => lossy > 0);
  const lost = lossy.reduce((sum, fix) => sum + fix.lossy, 0);
  const rules = lossy.map((fix) => `${fix.rule} (${fix.lossy})`).join(', ');
  const loss = lost === 0 ? 'none of which loses anything' : `of which ${lost} cut something off: ${rules}`;
  const left = countsText(remaining);
  const rest = left === 'no problems' ? 'No problems are left then.' : `Left then: ${left}.`;
  return [`${count(all, 'fix', 'fixes')}, ${loss}.`, ...notes, rest].join(' ');
}

/** Argument: the address of a comparison, else the one in front. One undo step; refused when the document has changed. */
export const applyFixes: Command = async (context, argument) => {
  const uri = comparison(context, argument);
  const shown = uri && context.fixPreviews.get(uri);
  if (!uri || !shown) return say('Run “Fix All, Lossy Ones Too…” on a transcript first; it shows what would change.');
  const { document, preview } = shown;
  const open = await vscode.workspace.openTextDocument(document);
  if (open.version !== preview.version) return say(CHANGED);
  const edit = new vscode.WorkspaceEdit();
  edit.set(document, preview.edits.map(toEdit));
  if (!(await vscode.workspace.applyEdit(edit))) return say(CHANGED);
  if (open.eol === vscode.EndOfLine.CRLF && !preview.text.includes('\r\n')) await setLineEnds(document.toString());
  await context.fixPreviews.close(uri);
  await vscode.window.showTextDocument(document, { preview: false });
};

export const discardFixes: Command = async (context, argument) => {
  const uri = comparison(context, argument);
  if (uri) await context.fixPreviews.close(uri);
};

/** The address of a comparison; undefined when it is not shown any more. */
function comparison({ fixPreviews }: ClientContext, argument: unknown): vscode.Uri | undefined {
  const given = uriOf(argument);
  return [given, previewInFront()].find((uri) => uri && fixPreviews.get(uri));
}

function toEdit({ range: { start, end }, newText }: FixAllPreview['edits'][number]): vscode.TextEdit {
  return vscode.TextEdit.replace(new vscode.Range(start.line, start.character, end.line, end.character), newText);
}

function say(message: string): void {
  void vscode.window.showInformationMessage(message);
}
