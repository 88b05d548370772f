import type { BlockFacts, ImageFacts, ThinkingFacts } from '../session/facts';
import type { Item } from '../session/history';
import type { Session } from '../session/session';
import type { JsonPath } from '../types';

/** A block of a message, with its index in the content list. */
export interface BlockAt<Facts> {
  readonly item: Item;
  readonly block: number;
  readonly facts: Facts;
}

/** An image of the history. */
export interface ImageAt {
  readonly entry: number;
  /** From the entry's value to the image block. */
  readonly path: JsonPath;
  readonly facts: ImageFacts;
}

export interface BlockIndex {
  /** Of assistant turns. */
  readonly thinking: readonly BlockAt<ThinkingFacts>[];
  readonly blankTexts: readonly BlockAt<BlockFacts>[];
  /** Of assistant turns: blocks whose Gemini thought signature is not base64. */
  readonly badThoughtSignatures: readonly BlockAt<BlockFacts>[];
  /** Every image that a request would hold. */
  readonly images: readonly ImageAt[];
}

/** Sorts the blocks of a history by what rules look for. Blocks of damaged lines are left to the mended line. */
export function indexBlocks(turns: readonly Item[], session: Session): BlockIndex {
  const thinking: BlockAt<ThinkingFacts>[] = [];
  const blankTexts: BlockAt<BlockFacts>[] = [];
  const badThoughtSignatures: BlockAt<BlockFacts>[] = [];
  const images: ImageAt[] = [];
  for (const item of turns) {
    const entry = session.entries[item.entry]!;
    const blocks = item.message?.blocks ?? entry.facts.blocks;
    if (blocks === undefined || entry.isRecovered) continue;
    for (let block = 0; block < blocks.length; block++) {
      const facts = blocks[block]!;
      const isAssistant = item.role === 'assistant';
      if (facts.kind === 'thinking' && isAssistant) thinking.push({ item, block, facts });
      else if (facts.kind === 'text' && facts.isBlank) blankTexts.push({ item, block, facts });
      else if (facts.kind === 'image') {
        const base = item.message === undefined ? ['content'] : ['message', 'content'];
        images.push({ entry: item.entry, path: [...base, block], facts });
      }
      if (facts.badThoughtSignature !== undefined && isAssistant) badThoughtSignatures.push({ item, block, facts });
    }
  }
  return { thinking, blankTexts, badThoughtSignatures, images };
}
