import { join } from 'node:path';
import { ProcessShrinker } from '../images/process-shrinker';

/** Shrinks images in a process of this very Node; it starts with the first image. */
export function imageShrinker(): ProcessShrinker {
  return new ProcessShrinker({ script: join(__dirname, 'images.js') });
}
