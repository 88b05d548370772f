import * as vscode from 'vscode';
import type { FindingCounts } from '../../server/messages';
import type { ClientContext, Command } from '../context';
import { addCounts, count, countsText, NO_COUNTS } from '../counts';
import { sessionPatterns } from '../selector';
import { checkPath } from './check-path';

/** What a check of many files has come to. */
interface Sum {
  transcripts: number;
  withProblems: number;
  counts: FindingCounts;
  readonly unreadable: string[];
}

/** Checks every session file of the workspace once; the Problems panel shows what is found as it is found. */
export const checkWorkspace: Command = async (context) => {
  const files = await findSessions();
  if (files.length === 0) {
    const why =
      'There is no .jsonl file on this machine in the open folders. Open the folder of your agent’s sessions.';
    void vscode.window.showInformationMessage(why);
    return;
  }
  const options = {
    location: vscode.ProgressLocation.Notification,
    title: 'Checking transcripts',
    cancellable: true,
  };
  const sum: Sum = { transcripts: 0, withProblems: 0, counts: NO_COUNTS, unreadable: [] };
  context.diskProblems.clear();
  const isWhole = await vscode.window.withProgress(options, (progress, token) =>
    checkAll(context, files, sum, progress, token),
  );
  await report(sum, files.length, isWhole);
};

/** What may be a session and can be read by its path, each file once. */
async function findSessions(): Promise<vscode.Uri[]> {
  const found = await Promise.all(sessionPatterns().map((pattern) => vscode.workspace.findFiles(pattern)));
  const files = found.flat().filter(({ scheme }) => scheme === 'file');
  return [...new Map(files.map((uri) => [uri.toString(), uri])).values()];
}

/** False when the user has stopped it. */
async function checkAll(
  context: ClientContext,
  files: readonly vscode.Uri[],
  sum: Sum,
  progress: vscode.Progress<{ message: string; increment: number }>,
  token: vscode.CancellationToken,
): Promise<boolean> {
  for (const [index, uri] of files.entries()) {
    const message = `${index + 1} of ${files.length}: ${vscode.workspace.asRelativePath(uri)}`;
    progress.report({ message, increment: 100 / files.length });
    const checked = await checkPath(context, uri, token);
    if (!checked) return false;
    if (checked.error !== undefined) sum.unreadable.push(checked.error);
    else if (checked.state === 'transcript') {
      sum.transcripts++;
      if (checked.total > 0) sum.withProblems++;
      sum.counts = addCounts(sum.counts, checked.counts);
    }
  }
  return true;
}

async function report({ transcripts, withProblems, counts, unreadable }: Sum, files: number, isWhole: boolean) {
  const checked = `${count(transcripts, 'transcript') || 'No transcript'} among ${count(files, 'file')}`;
  const found = withProblems === 0 ? 'no problems' : `${countsText(counts)} in ${count(withProblems, 'file')}`;
  const failed =
    unreadable.length > 0 ? ` ${count(unreadable.length, 'file')} could not be read: ${unreadable[0]}.` : '';
  const stopped = isWhole ? '' : 'Stopped before the end. ';
  const show = 'Show Problems';
  const buttons = withProblems > 0 ? [show] : [];
  const message = `${stopped}${checked}: ${found}.${failed}`;
  const chosen = await vscode.window.showInformationMessage(message, ...buttons);
  if (chosen === show) await vscode.commands.executeCommand('workbench.actions.view.problems');
}
