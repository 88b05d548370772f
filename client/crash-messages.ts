import * as vscode from 'vscode';
import { commandName } from './command-ids';
import type { Server } from './server';

const SHOW_OUTPUT = { title: 'Show Output', command: commandName('showOutput') };
const RESTART = { title: 'Restart', command: commandName('restartServer') };

/** Says that the server is down, with the two things that help. */
export async function offerRestart(what: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(
    `${what} Nothing is checked until it runs.`,
    RESTART,
    SHOW_OUTPUT,
  );
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

/** Says an error that the user can look up in the log. */
export async function offerOutput(what: string): Promise<void> {
  const chosen = await vscode.window.showErrorMessage(what, SHOW_OUTPUT);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}

/** Tells of the first crash, and of the one after which the server stays down; those between are in the log. */
export function tellCrashes(server: Server, output: vscode.LogOutputChannel): vscode.Disposable {
  let isTold = false;
  return server.onEvent((event) => {
    if (event === 'given up') {
      output.error('The server crashed too often and stays down.');
      void offerRestart('The Transcript Hygiene server crashed five times in three minutes and stays down.');
    } else if (event === 'crashed') {
      output.warn('The server crashed and is started again.');
      if (!isTold) void tellFirst();
      isTold = true;
    }
  });
}

async function tellFirst(): Promise<void> {
  const what = 'The Transcript Hygiene server crashed and was started again. Your files were not touched.';
  const chosen = await vscode.window.showWarningMessage(what, SHOW_OUTPUT);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}
