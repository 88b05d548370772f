import * as vscode from 'vscode';
import { commandName } from '../command-ids';
import { documentFilters } from '../selector';
import type { Status } from '../status';

/** Above the first line of a transcript: the way to what a provider would be sent. */
export function headerLens(status: Status): vscode.Disposable {
  const changed = new vscode.EventEmitter<void>();
  const top = new vscode.Range(0, 0, 0, 0);
  const provider = vscode.languages.registerCodeLensProvider(
    documentFilters().filter(({ pattern }) => pattern === undefined),
    {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses({ uri }) {
        const known = status.of(uri);
        if (known?.state !== 'transcript') return [];
        const own = known.targets.find((target) => target.own);
        const lens = (title: string, ...args: string[]) =>
          new vscode.CodeLens(top, {
            title,
            command: commandName('previewReplay'),
            arguments: [uri.toString(), ...args],
          });
        return [
          ...(own ? [lens(`Preview as sent to ${own.name}`, own.name)] : []),
          lens('Preview replay for provider…'),
        ];
      },
    },
  );
  const listening = status.onDidChange(({ state }) => {
    if (state !== 'busy') changed.fire();
  });
  return vscode.Disposable.from(changed, provider, listening);
}
