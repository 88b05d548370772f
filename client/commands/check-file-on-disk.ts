import * as vscode from 'vscode';
import { type CheckedPath, FIX_PATH, type FixedPath, type FixPathParams } from '../../server/messages';
import type { ClientContext, Command } from '../context';
import { count, countsText } from '../counts';
import { stampOf } from '../disk-problems';
import { unsyncedTab } from '../status';
import { uriOf } from './active';
import { checkPath } from './check-path';
import { treatAsTranscript } from './treat';

const FIX = 'Fix (Safe)';
const FIX_LOSSY = 'Fix Lossy Too…';
const WITH_LOSS = 'Fix with Loss';
const SHOW = 'Show Problems';
const TREAT = 'Treat It as a Transcript';

/** VS Code gives larger documents to no extension, in characters; the bytes of a file are close enough to explain it. */
const LARGEST_DOCUMENT = 50 * 1024 * 1024;

/**
 * Argument: a file's URI; without one the file in front when VS Code keeps its text from extensions, else the user picks.
 * Checks it by its path, and offers to fix it there.
 */
export const checkFileOnDisk: Command = async (context, argument) => {
  const uri = uriOf(argument) ?? unsyncedTab() ?? (await pickFile());
  if (!uri) return;
  if (uri.scheme !== 'file') {
    const why = 'Only files on this machine’s disks can be checked there. Open this one in an editor instead.';
    void vscode.window.showInformationMessage(why);
    return;
  }
  const checked = await checkWithProgress(context, uri);
  if (checked) await report(context, uri, checked, await whyOnDisk(uri));
};

async function pickFile(): Promise<vscode.Uri | undefined> {
  const filters = { 'Session files': ['jsonl'], 'All files': ['*'] };
  const picked = await vscode.window.showOpenDialog({ title: 'Check File on Disk', openLabel: 'Check', filters });
  return picked?.[0];
}

function checkWithProgress(context: ClientContext, uri: vscode.Uri): Thenable<CheckedPath | undefined> {
  const title = `Checking ${nameOf(uri)}`;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (_progress, token) => checkPath(context, uri, token));
}

async function whyOnDisk(uri: vscode.Uri): Promise<string> {
  const { size } = await vscode.workspace.fs.stat(uri).then(undefined, () => ({ size: 0 }));
  return size > LARGEST_DOCUMENT
    ? ' VS Code gives files over 50 MB to no extension, so it can only be checked and fixed on disk.'
    : '';
}

async function report(context: ClientContext, uri: vscode.Uri, checked: CheckedPath, why: string): Promise<void> {
  const name = nameOf(uri);
  const { state, error, counts, total, fixable } = checked;
  if (error !== undefined) return void vscode.window.showErrorMessage(error);
  if (state === 'disabled' || state === 'excluded') {
    const how = state === 'disabled' ? 'transcriptHygiene.enable is off for it' : 'the settings exclude it';
    return void vscode.window.showInformationMessage(`${name} is not checked: ${how}.`);
  }
  if (state === 'foreign') return reportForeign(context, uri);
  const buttons = [
    ...(fixable.safe > 0 ? [FIX] : []),
    ...(fixable.lossy > 0 ? [FIX_LOSSY] : []),
    ...(total > 0 ? [SHOW] : []),
  ];
  const message = `${name}: ${countsText(counts)}.${why}`;
  await act(context, uri, await vscode.window.showInformationMessage(message, ...buttons), checked);
}

async function reportForeign(context: ClientContext, uri: vscode.Uri): Promise<void> {
  const message = `${nameOf(uri)} does not look like a session of OpenClaw or pi, so it was left alone.`;
  if ((await vscode.window.showInformationMessage(message, TREAT)) !== TREAT) return;
  await treatAsTranscript(context, uri);
  await checkFileOnDisk(context, uri);
}

async function act(context: ClientContext, uri: vscode.Uri, chosen: string | undefined, checked: CheckedPath) {
  if (chosen === SHOW) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (chosen === FIX) await fix(context, uri, false);
  if (chosen === FIX_LOSSY && (await confirmLoss(uri, checked))) await fix(context, uri, true);
}

async function confirmLoss(uri: vscode.Uri, { fixable }: CheckedPath): Promise<boolean> {
  const fixes = count(fixable.lossy, 'fix cuts', 'fixes cut');
  const message = `${nameOf(uri)}: ${fixes} something off that cannot be repaired; the Problems panel says where. The file as it is stays beside it as a backup.`;
  return (await vscode.window.showWarningMessage(message, WITH_LOSS)) === WITH_LOSS;
}

async function fix(context: ClientContext, uri: vscode.Uri, lossy: boolean): Promise<void> {
  const isDirty = vscode.workspace.textDocuments.some((open) => open.isDirty && open.uri.toString() === uri.toString());
  if (isDirty) {
    const why = `${nameOf(uri)} has changes in the editor that are not saved. Save or revert them, then fix it on disk.`;
    return void vscode.window.showWarningMessage(why);
  }
  const params: FixPathParams = { uri: uri.toString(), lossy };
  const options = { location: vscode.ProgressLocation.Notification, title: `Fixing ${nameOf(uri)}` };
  const fixed = await vscode.window.withProgress(options, () => context.server.request<FixedPath>(FIX_PATH, params));
  await context.diskProblems.show(uri, fixed.now, await stampOf(uri));
  if (fixed.error !== undefined) return void vscode.window.showErrorMessage(`Not fixed: ${fixed.error}`);
  const backup =
    fixed.backup === undefined ? '' : ` The file as it was is ${nameOf(vscode.Uri.file(fixed.backup))}, beside it.`;
  const left = fixed.now.total > 0 ? ` Left: ${countsText(fixed.now.counts)}.` : '';
  const notes = fixed.notes.map((note) => ` ${note}`).join('');
  const message = `${nameOf(uri)}: ${count(fixed.fixed, 'problem') || 'nothing'} fixed.${notes}${left}${backup}`;
  const buttons = [...(fixed.now.fixable.lossy > 0 ? [FIX_LOSSY] : []), ...(fixed.now.total > 0 ? [SHOW] : [])];
  await act(context, uri, await vscode.window.showInformationMessage(message, ...buttons), fixed.now);
}

function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf('/') + 1);
}
