import type { ImageFacts } from '../session/facts';
import type { JsonPath } from '../types';
import type { Inspection } from './inspection';

/** An image of the history. */
export interface ImageAt {
  readonly entry: number;
  /** From the entry's value to the image block. */
  readonly path: JsonPath;
  readonly facts: ImageFacts;
}

/** Every image that a request would hold, in order. */
export function imagesOf({ turns, session }: Inspection): ImageAt[] {
  return turns.flatMap(({ entry, message }) => {
    const base = message === undefined ? ['content'] : ['message', 'content'];
    const blocks = message?.blocks ?? session.entries[entry]!.facts.blocks ?? [];
    return blocks.flatMap((facts, index) => (facts.kind === 'image' ? [{ entry, path: [...base, index], facts }] : []));
  });
}
