import * as vscode from 'vscode';
import type { Command } from '../context';
import { SEVERITIES } from '../rules';
import { SECTION } from '../selector';
import { uriOf } from './active';
import { ruleFor } from './pick-rule';
import { offerSettingsFile } from './settings-file';
import { effectiveConfiguration } from './show-configuration';

/** Arguments: a document's URI and a rule's id; what is missing is taken from the editor or asked for. */
export const setSeverity: Command = async (context, argument, named) => {
  const uri = uriOf(argument) ?? vscode.window.activeTextEditor?.document.uri;
  const rule = await ruleFor(context, named, 'Set Severity of a Rule');
  if (!rule) return;
  const setting = `rules.${rule.id}`;
  const known = uri && (await effectiveConfiguration(context, uri));
  const current = known?.values.find(({ key }) => key === setting);
  if (known?.file !== undefined && current?.from === 'file') return offerSettingsFile(known.file, rule.id);
  const items = SEVERITIES.map((severity) => ({
    label: severity,
    description: [severity === current?.value && 'now', severity === rule.severity && 'as it came']
      .filter(Boolean)
      .join(', '),
  }));
  const options = { title: `Severity of ${rule.id}`, placeHolder: 'The settings keep it' };
  const chosen = await vscode.window.showQuickPick(items, options);
  if (chosen) await writeSeverity(uri, rule.id, chosen.label);
};

/** Into the settings of the folder that holds the file, of the workspace, or of the user: the narrowest that there are. */
async function writeSeverity(uri: vscode.Uri | undefined, rule: string, severity: string): Promise<void> {
  const configuration = vscode.workspace.getConfiguration(SECTION, uri);
  const inspected = configuration.inspect<Record<string, string>>('rules');
  const isInFolder = uri !== undefined && vscode.workspace.getWorkspaceFolder(uri) !== undefined;
  const isMultiRoot = vscode.workspace.workspaceFile !== undefined;
  const [target, known] = !isInFolder
    ? [vscode.ConfigurationTarget.Global, inspected?.globalValue]
    : isMultiRoot
      ? [vscode.ConfigurationTarget.WorkspaceFolder, inspected?.workspaceFolderValue]
      : [vscode.ConfigurationTarget.Workspace, inspected?.workspaceValue];
  await configuration.update('rules', { ...known, [rule]: severity }, target);
}
