import * as vscode from 'vscode';
import type { StatusParams } from '../../server/messages';
import samples from './sample-targets.json';

/** Under which the last choices are kept in the workspace's state, newest first. */
const RECENT = 'previewTargets';
const KEPT = 5;

/** A target as settings and options write it. */
const TARGET = /^[^:/\s]+(\/[^:\s]+)?:\S.*$/;

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: string;
}

/**
 * Lets the user choose what a preview is for: the session's own target first, then those of the settings, the last
 * choices, and known providers; or any other one, written as `provider[/api]:model`.
 */
export async function pickTarget(state: vscode.Memento, status: StatusParams | undefined): Promise<string | undefined> {
  const pick = vscode.window.createQuickPick<TargetItem>();
  const items = itemsFor(status, recentTargets(state));
  pick.title = 'Preview replay for provider';
  pick.placeholder = 'Choose a model, or write provider:model or provider/api:model';
  pick.matchOnDescription = true;
  pick.items = items;
  const written = pick.onDidChangeValue((value) => {
    const text = value.trim();
    const own = TARGET.test(text) ? [{ label: `Use ${text}`, description: text, target: text, alwaysShow: true }] : [];
    pick.items = [...own, ...items];
  });
  try {
    const chosen = await new Promise<TargetItem | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.activeItems[0]));
      pick.onDidHide(() => resolve(undefined));
      pick.show();
    });
    return chosen?.target;
  } finally {
    written.dispose();
    pick.dispose();
  }
}

/** The last choices, newest first. */
export function recentTargets(state: vscode.Memento): string[] {
  return state.get<string[]>(RECENT, []);
}

/** Keeps a choice. */
export async function remember(state: vscode.Memento, target: string): Promise<void> {
  await state.update(RECENT, [target, ...recentTargets(state).filter((known) => known !== target)].slice(0, KEPT));
}

function itemsFor(status: StatusParams | undefined, recent: readonly string[]): TargetItem[] {
  const seen = new Set<string>();
  const group = (title: string, targets: readonly { readonly target: string; readonly detail?: string }[]) => {
    const fresh = targets.filter(({ target }) => !seen.has(target));
    for (const { target } of fresh) seen.add(target);
    if (fresh.length === 0) return [];
    const separator: TargetItem = { label: title, kind: vscode.QuickPickItemKind.Separator };
    return [separator, ...fresh.map(({ target, detail }) => item(target, detail))];
  };
  const known = status?.targets ?? [];
  const named = (own: boolean) =>
    known
      .filter((target) => target.own === own)
      .map(({ name, isGuess }) => ({ target: name, ...(isGuess ? { detail: 'its api is a guess' } : {}) }));
  return [
    ...group('this session', named(true)),
    ...group('settings', named(false)),
    ...group(
      'last used',
      recent.map((target) => ({ target })),
    ),
    ...group(
      'providers',
      samples.map(({ target, name }) => ({ target, detail: name })),
    ),
  ];
}

/** `provider · model`, with the api behind it. */
function item(target: string, detail?: string): TargetItem {
  const colon = target.indexOf(':');
  const [provider = '', api] = target.slice(0, colon).split('/');
  const description = [api, detail].filter((word) => word !== undefined).join(', ');
  return { label: `${provider} · ${target.slice(colon + 1)}`, ...(description ? { description } : {}), target };
}
