import * as vscode from 'vscode';

/** What a log channel writes with; the first argument is the text. */
const WRITERS: readonly (string | symbol)[] = ['trace', 'debug', 'info', 'warn', 'error', 'append', 'appendLine'];

/**
 * The output channel of extension and server. With `mirror` (under test) the console gets what is written, too, so
 * that a failed run in CI shows why.
 */
export function createOutput(mirror: boolean): vscode.LogOutputChannel {
  const channel = vscode.window.createOutputChannel('Transcript Hygiene', { log: true });
  if (!mirror) return channel;
  return new Proxy(channel, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]) => {
        if (WRITERS.includes(name)) console.log(`[Transcript Hygiene] ${String(name)}:`, ...args);
        return member.apply(target, args);
      };
    },
  });
}
