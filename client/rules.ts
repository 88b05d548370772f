import type * as vscode from 'vscode';
import { SECTION } from './selector';

/** A rule as the manifest lists it; the manifest is made from the registry of rules. */
export interface RuleInfo {
  readonly id: string;
  readonly summary: string;
  readonly severity: string;
}

/** The part of package.json that lists the rules. */
interface Manifest {
  readonly contributes: {
    readonly configuration: readonly {
      readonly properties: Readonly<
        Record<
          string,
          { readonly properties?: Readonly<Record<string, { markdownDescription: string; default: string }>> }
        >
      >;
    }[];
  };
}

export const SEVERITIES = ['off', 'hint', 'information', 'warning', 'error'] as const;

/** All rules, in the order of the catalogue. */
export function rulesOf(extension: vscode.ExtensionContext): RuleInfo[] {
  const { contributes } = extension.extension.packageJSON as Manifest;
  const setting = contributes.configuration.flatMap(({ properties }) => properties[`${SECTION}.rules`] ?? [])[0];
  return Object.entries(setting?.properties ?? {}).map(([id, rule]) => ({
    id,
    summary: rule.markdownDescription,
    severity: rule.default,
  }));
}
