/** What only the runner outside can do: it sees the window and has a keyboard. */
import { existsSync, readFileSync, watch } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { report } from './harness';

/** Where the runner puts its answers; unset where there is nobody to ask (a desktop VS Code). */
const ANSWERS = process.env.TRANSCRIPT_HYGIENE_E2E_WINDOW;

/** Whether there is somebody to ask. */
export const hasWindow = ANSWERS !== undefined;

/** One thing to do; places in the window are CSS selectors as playwright knows them. */
export type Step =
  | { readonly waitFor: string }
  /** Waits for a place in a frame of the window, such as a page of Markdown. */
  | { readonly waitInFrame: string }
  | { readonly clickInFrame: string }
  | { readonly press: string }
  | { readonly type: string }
  | { readonly click: string }
  | { readonly hover: string }
  /** Gives back the text that a place shows. */
  | { readonly read: string }
  /** Waits for a notification that has these words. */
  | { readonly notice: string }
  | { readonly picture: string };

const NOTICE = '.notifications-center .notification-list-item';

/** Waits until VS Code tells the user something with these words in it. */
export async function notice(words: string): Promise<void> {
  await ask({ notice: words });
}

/** Presses a button of the notice with these words in it. */
export async function answer(words: string, button: string): Promise<void> {
  await ask({ notice: words }, { click: `${NOTICE}:has-text("${words}") a:text-is("${button}")` });
}

/** Takes all notices away, which answers them with nothing. */
export async function dismissNotices(): Promise<void> {
  await vscode.commands.executeCommand('notifications.clearAll');
}

let asked = 0;

/** Has the runner do these steps, one after the other; gives back what it has read. */
export function ask(...steps: readonly Step[]): Promise<string[]> {
  if (ANSWERS === undefined) throw new Error('there is nobody to ask');
  const id = String(++asked);
  const file = join(ANSWERS, `${id}.json`);
  return new Promise((resolve, reject) => {
    const watcher = watch(ANSWERS, () => {
      if (!existsSync(file)) return;
      watcher.close();
      const { texts, error } = JSON.parse(readFileSync(file, 'utf8')) as { texts: string[]; error?: string };
      if (error === undefined) resolve(texts);
      else reject(new Error(error));
    });
    report(`window ${JSON.stringify({ id, steps })}`);
  });
}
