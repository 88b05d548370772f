/** Standard output and standard error: whole writes, and no crash when the reader has gone. */
import { codeOf, reasonOf } from '../disk/system-error';

/**
 * A reader that closed its end (`| head`) is no error; later writes are dropped. Anything else, such as a full disk
 * behind a redirection, is reported.
 */
export function watchOutput(failed: (message: string) => void): void {
  for (const [name, stream] of [['output', process.stdout] as const, ['error', process.stderr] as const]) {
    stream.on('error', (error) => {
      if (codeOf(error) !== 'EPIPE') failed(`standard ${name} could not be written: ${reasonOf(error)}`);
    });
  }
}

/** Writes and waits until the system has taken it, so that the process may end afterwards. */
export function write(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    // A failed write calls back as well and is dealt with by the stream's error handler.
    stream.write(text, () => resolve());
  });
}

/** One line to standard error, marked as ours. */
export function say(message: string): Promise<void> {
  return write(process.stderr, `transcript-hygiene: ${visible(message)}\n`);
}

/** Whether to colour what goes to the stream: the option, then NO_COLOR, FORCE_COLOR, then whether it is a terminal. */
export function colored(stream: NodeJS.WriteStream, option: boolean | undefined): boolean {
  if (option !== undefined) return option;
  if (process.env.NO_COLOR) return false;
  const force = process.env.FORCE_COLOR;
  if (force !== undefined) return force !== '0' && force !== 'false';
  return stream.isTTY === true && process.env.TERM !== 'dumb';
}

/** The text with control characters spelled out: a transcript must not steer the terminal, nor break a line in two. */
export function visible(text: string): string {
  return text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
