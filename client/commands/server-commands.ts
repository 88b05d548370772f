import * as vscode from 'vscode';
import { DEBUG_INFORMATION, type DebugInformation } from '../../server/messages';
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
export const traceServer: Command = async ({ output }, named) => {
  const options = { title: 'Trace Server Messages', placeHolder: 'What is written to the output channel' };
  const chosen = TRACES.find(({ trace }) => trace === named) ?? (await vscode.window.showQuickPick(TRACES, options));
  if (!chosen) return;
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const value = chosen.trace === 'off' ? undefined : chosen.trace;
  await configuration.update('trace.server', value, vscode.ConfigurationTarget.Global);
  // VS Code has no function for the level of a channel, only a command for the channel in front.
  output.show();
  if (output.logLevel !== chosen.level) {
    await vscode.commands.executeCommand(`workbench.action.output.activeOutputLogLevel.${chosen.level}`);
  }
};

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
    settings: changedSettings(),
    server: facts,
  };
  await vscode.env.clipboard.writeText(`${JSON.stringify(report, null, 2)}\n`);
  const said =
    'Copied: versions, changed settings and counts. Nothing of your files is in it, neither content nor names.';
  void vscode.window.showInformationMessage(said);
};

/** The settings that are not as they came, by name; globs may name files, so only their number is told. */
function changedSettings(): Record<string, unknown> {
  const configuration = vscode.workspace.getConfiguration(SECTION);
  const changed: Record<string, unknown> = {};
  for (const name of [
    'enable',
    'profile',
    'targets',
    'rules',
    'imageMaxDimension',
    'workspaceDiagnostics',
    'trace.server',
  ]) {
    const value = configuration.get(name);
    if (JSON.stringify(value) !== JSON.stringify(configuration.inspect(name)?.defaultValue)) changed[name] = value;
  }
  for (const name of ['include', 'exclude']) changed[name] = `${configuration.get<unknown[]>(name, []).length} globs`;
  return changed;
}
