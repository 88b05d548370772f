import type * as vscode from 'vscode';

/** The product's name, which stands on each of its problems. */
export const SOURCE = 'Transcript Hygiene';

/** The rule of one of our problems. */
export function ruleOf({ code }: vscode.Diagnostic): string {
  return String(typeof code === 'object' ? code.value : code);
}
