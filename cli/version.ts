import { version } from '../package.json';

/** The version of the package. */
export const VERSION: string = version;
