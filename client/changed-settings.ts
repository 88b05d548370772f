import * as vscode from 'vscode';
import { SECTION } from './selector';

/** The part of package.json that lists the settings. */
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<Record<string, { readonly default?: unknown }>>;
    }[];
  };
}

/**
 * The settings that are not as the manifest has them, by name without the section. VS Code itself always gives all of
 * them, so that nobody could tell what was set.
 */
export function changedSettings(extension: vscode.ExtensionContext, scope?: vscode.Uri): Record<string, unknown> {
  const { contributes } = extension.extension.packageJSON as Manifest;
  const configuration = vscode.workspace.getConfiguration(SECTION, scope);
  const changed: Record<string, unknown> = {};
  for (const [fullName, { default: byDefault }] of contributes.configuration.flatMap(({ properties }) =>
    Object.entries(properties),
  )) {
    const name = fullName.slice(SECTION.length + 1);
    const value: unknown = configuration.get(name);
    if (JSON.stringify(value) !== JSON.stringify(byDefault)) changed[name] = value;
  }
  return changed;
}
