import * as vscode from 'vscode';
import {
  EFFECTIVE_CONFIGURATION,
  type EffectiveConfiguration,
  type EffectiveConfigurationParams,
} from '../../server/messages';
import { type ClientContext, type Command, PAGE_SCHEME } from '../context';
import { documentFor } from './active';
import { configurationPage } from './configuration-page';
import { showMarkdown } from './pages';

/** Argument: a document's URI. Shows each setting that holds for it, and where its value comes from. */
export const showConfiguration: Command = async (context, argument) => {
  const document = await documentFor(argument, 'whose settings you want to see');
  if (!document) return;
  const { uri } = document;
  const page = vscode.Uri.from({
    scheme: PAGE_SCHEME,
    path: '/Effective configuration.md',
    query: uri.toString(),
  });
  const configuration = await effectiveConfiguration(context, uri);
  context.pages.set(page, configurationPage(vscode.workspace.asRelativePath(uri), configuration));
  await showMarkdown(page);
};

/** The settings that hold for a document. */
export function effectiveConfiguration({ server }: ClientContext, uri: vscode.Uri): Promise<EffectiveConfiguration> {
  const params: EffectiveConfigurationParams = { uri: uri.toString() };
  return server.request(EFFECTIVE_CONFIGURATION, params);
}
