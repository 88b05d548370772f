/** Standard input, whole. */

import { reasonOf } from '../disk/system-error';
import { say } from './output';

/** Reads to the end. */
export async function readStdin(): Promise<Buffer | { readonly error: string }> {
  if (process.stdin.isTTY) await say('reading the transcript from the terminal; end it with Ctrl-D');
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  } catch (error) {
    return { error: `could not be read: ${reasonOf(error)}` };
  }
  return Buffer.concat(chunks);
}
