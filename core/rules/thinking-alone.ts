import type { TargetView } from '../replay/requirements';
import type { Inspection } from './inspection';

/** Whether replay pass 6a or 6b takes a turn's thinking; 6b spares the last assistant turn with a content list. */
export function losesThinking(inspection: Inspection, entry: number, { policy }: TargetView): boolean {
  if (policy.dropReasoningFromHistory) return true;
  if (!policy.dropThinkingBlocks) return false;
  return inspection.assistants.findLast(({ message }) => message?.content === 'list')?.entry !== entry;
}

/**
 * Whether taking a block out would leave a turn with thinking that must not stand alone: OpenAI's reasoning with
 * nothing behind it, or thinking that replay takes as well.
 */
export function leavesThinkingAlone(inspection: Inspection, entry: number, block: number): boolean {
  const { blocks } = inspection.entry(entry).facts.message!;
  if (blocks.length === 1 || blocks.some(({ kind }, index) => index !== block && kind !== 'thinking')) return false;
  const isFollower = blocks[block]!.kind !== 'thinking';
  if (isFollower && blocks.slice(0, block).some((facts) => facts.kind === 'thinking' && facts.reasoningId)) return true;
  return inspection.need('thinking-only-turn', (view) => losesThinking(inspection, entry, view)) !== undefined;
}
