import type * as vscode from 'vscode';
import { CHECK_PATH, type CheckedPath, type CheckPathParams } from '../../server/messages';
import type { ClientContext } from '../context';
import { stampOf } from '../disk-problems';

/** Checks a file on disk and shows its problems; undefined when the user has cancelled it. */
export async function checkPath(
  { server, diskProblems, output }: ClientContext,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<CheckedPath | undefined> {
  if (token.isCancellationRequested) return undefined;
  const params: CheckPathParams = { uri: uri.toString() };
  const stamp = await stampOf(uri);
  try {
    const checked = await server.request<CheckedPath>(CHECK_PATH, params, token);
    if (checked.error !== undefined) output.warn(checked.error);
    await diskProblems.show(uri, checked, stamp);
    return checked;
  } catch (error) {
    if (token.isCancellationRequested) return undefined;
    throw error;
  }
}
