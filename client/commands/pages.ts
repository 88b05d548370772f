import * as vscode from 'vscode';
import type { Command } from '../context';
import { ruleFor } from './pick-rule';

/** Shows a Markdown document as a reader wants it. */
export async function showMarkdown(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('markdown.showPreview', uri);
}

/** Argument: a rule's id; without one the user picks. Its page lies in the extension, so this needs no network. */
export const explainRule: Command = async (context, named) => {
  const rule = await ruleFor(context, named, 'Explain a Rule');
  if (rule) await showMarkdown(vscode.Uri.joinPath(context.extension.extensionUri, 'docs', 'rules', `${rule.id}.md`));
};

/** Opens the walkthrough. */
export const getStarted: Command = async ({ extension }) => {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `${extension.extension.id}#getStarted`);
};

/** Opens a copy of one of the packaged samples as a new document. */
export const openSample: Command = async ({ extension }) => {
  const folder = vscode.Uri.joinPath(extension.extensionUri, 'samples');
  const names = (await vscode.workspace.fs.readDirectory(folder))
    .map(([name]) => name)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const items = names.map((name) => ({ label: titleOf(name), description: name, name }));
  const options = {
    title: 'Open a Sample Transcript',
    placeHolder: 'It opens as a new document; nothing on disk changes',
  };
  const chosen = await vscode.window.showQuickPick(items, options);
  if (!chosen) return;
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, chosen.name));
  const content = new TextDecoder().decode(bytes);
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'jsonl', content }));
};

/** "02-missing-result.jsonl" is "Missing result". */
function titleOf(name: string): string {
  const words = name
    .replace(/^\d+-/, '')
    .replace(/\.jsonl$/, '')
    .replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
