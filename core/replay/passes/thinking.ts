import { isThinking, OMITTED_REASONING } from '../blocks';
import type { Report } from '../pass';
import { editBlocks, type Fields, hasNoBlocks, placeOf, REMOVED, type TracedMessage, withText } from '../traced';

/**
 * A turn without the thinking blocks that `keeps` refuses. One that loses all it has gets a text in their place
 * (OpenClaw 2026.5.7, passes 5 and 6).
 *
 * @param reason why a block goes, a sentence.
 * @param keeps gives the block to keep it, an edited one in its place, or null to drop it.
 */
export function filterThinking(
  message: TracedMessage,
  reason: string,
  report: Report,
  keeps: (block: Fields) => Fields | null = () => null,
): TracedMessage {
  let isDropped = false;
  const kept = editBlocks(message, (block, place) => {
    const edited = isThinking(block) ? keeps(block) : block;
    if (edited !== null) return edited;
    isDropped = true;
    report('removed', place, reason);
    return REMOVED;
  });
  if (!isDropped || !hasNoBlocks(kept)) return kept;
  report(
    'inserted',
    placeOf(message, 'content'),
    'A note stands in for the reasoning, because a turn must not be empty.',
  );
  return withText(message, OMITTED_REASONING);
}
