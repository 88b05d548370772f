import * as vscode from 'vscode';
import { DEBUG_INFORMATION, type DebugInformation } from '../../server/messages';
import { changedSettings } from '../changed-settings';
import type { Command } from '../context';
import { offerRestart } from '../crash-messages';
import { SECTION } from '../selector';
import { ServerDownError } from '../server';

export const restartServer: Command = async ({ server }) => {
  if (!(await server.restart())) await offerRestart('The Transcript Hygiene server could not be started.');
};

export const showOutput: Command = async ({ output }) => output.show();

const TRACES = [
  { label: 'Off', detail: 'Nothing is written', trace: 'off', level: vscode.LogLevel.Info },
  { label: 'Messages', detail: 'The names of the messages', trace: 'messages', level: vscode.LogLevel.Trace },
  {
    label: 'Verbose',
    detail: 'The messages with all that is in them, which is the content of your transcripts',
    trace: 'verbose',
    level: vscode.LogLevel.Trace,
  },
] as const;

/** Argument: `off`, `messages` or `verbose`. The library traces when both the setting and the channel's level say so. */
export const traceServer: Command = async ({ output, server }, named) => {
  const options = { title: 'Trace Server Messages', placeHolder: 'What is written to the output channel' };
  const chosen = TRACES.find(({ trace }) => trace === named) ?? (await vscode.window.showQuickPick(TRACES, options));
  if (!chosen) return;
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const value = chosen.trace === 'off' ? undefined : chosen.trace;
  await configuration.update('trace.server', value, vscode.ConfigurationTarget.Global);
  if (output.logLevel === chosen.level) return output.show();
  // VS Code has the channel when something was written to it, which a server that starts has done. It has no function
  // for the level of a channel, only a command for the channel in front.
  await server.start();
  await bringToFront(output);
  await vscode.commands.executeCommand(`workbench.action.output.activeOutputLogLevel.${chosen.level}`);
  if (output.logLevel !== chosen.level) await askForLevel(vscode.LogLevel[chosen.level]);
};

/** Resolves when the Output panel shows the channel, which VS Code tells as it tells of any editor. */
function bringToFront(output: vscode.LogOutputChannel): Promise<void> {
  const isShown = (editors: readonly vscode.TextEditor[]) =>
    editors.some(({ document: { uri } }) => uri.scheme === 'output' && uri.path.includes(output.name));
  return new Promise((resolve) => {
    const subscription = vscode.window.onDidChangeVisibleTextEditors((editors) => {
      if (!isShown(editors)) return;
      subscription.dispose();
      resolve();
    });
    output.show();
    if (!isShown(vscode.window.visibleTextEditors)) return;
    subscription.dispose();
    resolve();
  });
}

async function askForLevel(level: string): Promise<void> {
  const set = 'Set Log Level…';
  const message = `The setting is made. The level of the output channel Transcript Hygiene must be ${level} as well.`;
  const chosen = await vscode.window.showInformationMessage(message, set);
  if (chosen === set) await vscode.commands.executeCommand('workbench.action.setLogLevel');
}

/** Puts facts for a bug report into the clipboard; neither names nor content of files are among them. */
export const copyDebugInformation: Command = async ({ extension, server }) => {
  const facts = await server.request<DebugInformation>(DEBUG_INFORMATION, {}).catch((error: unknown) => {
    if (error instanceof ServerDownError) return 'The server is not running.';
    throw error;
  });
  const report = {
    extension: String(extension.extension.packageJSON.version),
    vscode: `${vscode.version} (${vscode.env.appHost}${vscode.env.remoteName ? `, ${vscode.env.remoteName}` : ''})`,
    trusted: vscode.workspace.isTrusted,
    folders: vscode.workspace.workspaceFolders?.map(({ uri }) => uri.scheme) ?? [],
    settings: shareable(changedSettings(extension)),
    server: facts,
  };
  await vscode.env.clipboard.writeText(`${JSON.stringify(report, null, 2)}\n`);
  const said =
    'Copied: versions, changed settings and counts. Nothing of your files is in it, neither content nor names.';
  void vscode.window.showInformationMessage(said);
};

/** Globs may name files, so only their number is told. */
function shareable(settings: Record<string, unknown>): Record<string, unknown> {
  const share = ([name, value]: [string, unknown]) =>
    (name === 'include' || name === 'exclude') && Array.isArray(value)
      ? [name, `${value.length} globs`]
      : [name, value];
  return Object.fromEntries(Object.entries(settings).map(share));
}
