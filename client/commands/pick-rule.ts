import * as vscode from 'vscode';
import type { ClientContext } from '../context';
import { type RuleInfo, rulesOf } from '../rules';
import { rulesInFront } from './active';

/**
 * The rule that a command is about: the named one, else the user's choice, where the rules with problems in the document
 * in front come first. Undefined when the user gives up.
 */
export async function ruleFor(context: ClientContext, named: unknown, title: string): Promise<RuleInfo | undefined> {
  const rules = rulesOf(context.extension);
  if (typeof named === 'string') {
    const known = rules.find(({ id }) => id === named);
    if (!known) throw new Error(`There is no rule ${JSON.stringify(named)}`);
    return known;
  }
  const inFront = rulesInFront();
  const item = (rule: RuleInfo) => ({ label: rule.id, description: rule.severity, detail: rule.summary, rule });
  const separator = (label: string) => ({ label, kind: vscode.QuickPickItemKind.Separator, rule: undefined });
  const here = inFront.flatMap((id) => rules.find((rule) => rule.id === id) ?? []);
  const others = rules.filter((rule) => !here.includes(rule));
  const items = [
    ...(here.length > 0 ? [separator('in this file'), ...here.map(item)] : []),
    separator(here.length > 0 ? 'other rules' : 'rules'),
    ...others.map(item),
  ];
  const options = { title, placeHolder: 'Rule', matchOnDetail: true };
  return (await vscode.window.showQuickPick(items, options))?.rule;
}
