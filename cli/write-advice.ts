import type { WriteAdvice } from '../disk/safe-write';

/** What to tell people on the command line who may not write. */
export const CLI_ADVICE: WriteAdvice = {
  busy: 'run again when it has ended, or add --force',
  staleLock: ', or add --force',
  noFolder: ', or write the result elsewhere with --stdout',
};
