import * as vscode from 'vscode';
import { TREATED_AS_TRANSCRIPTS, type TreatedAsTranscriptsParams } from '../../server/messages';
import type { ClientContext, Command } from '../context';
import { isSettingsFile } from '../selector';
import { reachServer } from '../treated-files';
import { uriOf } from './active';

/** Argument: a file's URI, else the document in front. It is checked whatever is in it, until it is taken back. */
export const treatAsTranscript: Command = (context, argument) => setTreated(context, argument, true);

export const stopTreating: Command = (context, argument) => setTreated(context, argument, false);

async function setTreated(context: ClientContext, argument: unknown, isTreated: boolean): Promise<void> {
  const uri = uriOf(argument) ?? vscode.window.activeTextEditor?.document.uri;
  if (!uri || isSettingsFile(uri)) {
    const why = 'Open the file that you know to be a transcript, then run this command again.';
    void vscode.window.showInformationMessage(why);
    return;
  }
  await context.treated.set(uri, isTreated);
  const params: TreatedAsTranscriptsParams = { uris: context.treated.all() };
  await context.server.notify(TREATED_AS_TRANSCRIPTS, params);
  const document = vscode.workspace.textDocuments.find((open) => open.uri.toString() === uri.toString());
  if (document && isTreated) await reachServer(document);
  context.status.show();
}
