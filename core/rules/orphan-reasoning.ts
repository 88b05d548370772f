import type { Item } from '../session/history';
import type { Inspection, TargetVerdict } from './inspection';
import { removeBlock } from './remove-block';
import { lossyFix, type Rule } from './rule';
import { OMITTED_REASONING } from './unsigned-thinking';

export const orphanReasoning: Rule = {
  id: 'orphan-reasoning',
  summary: "A reasoning item of OpenAI's that no content follows in its turn.",
  severity: 'error',
  step: 'thinking',
  description:
    'The turn was stopped after the model had reasoned and before it said or did anything. OpenAI refuses a reasoning item without the item it led to.',
  repair: 'Removes it; where the turn would be empty, the omitted-reasoning text takes its place.',
  *check(inspection) {
    for (const { item, block } of inspection.blocks.thinking) {
      const verdict = orphanVerdict(inspection, item, block);
      if (verdict === undefined) continue;
      yield {
        ...verdict,
        location: inspection.block(item.entry, block),
        message:
          'No text or call follows this reasoning item in its turn: OpenAI refuses it, and with it every later request.',
        fixes: [
          lossyFix(
            'Remove the reasoning item (loses the reasoning it stands for)',
            ...removeBlock(inspection, item.entry, block, OMITTED_REASONING),
          ),
        ],
      };
    }
  },
};

/** What targets say of a reasoning item by its place in the turn; turns of another model are converted on the way. */
export function orphanVerdict(inspection: Inspection, item: Item, block: number): TargetVerdict | undefined {
  const blocks = item.message!.blocks;
  const facts = blocks[block]!;
  if (facts.kind !== 'thinking' || facts.reasoningId === undefined) return undefined;
  if (blocks.slice(block + 1).some(({ kind }) => kind !== 'thinking')) return undefined;
  return inspection.need('orphan-reasoning', (view) => inspection.isOwnTurn(item, view));
}
