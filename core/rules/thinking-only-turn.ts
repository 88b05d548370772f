import { needOf } from '../replay/requirements';
import type { Item } from '../session/history';
import type { Inspection } from './inspection';
import { invalidSignatureVerdict } from './invalid-thinking-signature';
import { orphanVerdict } from './orphan-reasoning';
import { lossyFix, type Rule } from './rule';
import { losesThinking } from './thinking-alone';
import { OMITTED_REASONING, unsignedVerdict } from './unsigned-thinking';

export const thinkingOnlyTurn: Rule = {
  id: 'thinking-only-turn',
  summary: 'A turn of nothing but thinking that replay strips.',
  severity: 'warning',
  step: 'thinking',
  description:
    'Some targets take no thinking of earlier turns, and replay removes it. A turn that holds nothing else is replaced by a placeholder every time.',
  repair: 'As replay does: the omitted-reasoning text takes its place.',
  *check(inspection) {
    for (const item of inspection.assistants) {
      const blocks = item.message?.blocks ?? [];
      if (blocks.length === 0 || blocks.some(({ kind }) => kind !== 'thinking')) continue;
      const verdict = inspection.judge((view) =>
        losesThinking(inspection, item.entry, view) ? needOf('thinking-only-turn', view) : undefined,
      );
      if (verdict === undefined || hasOtherFault(inspection, item)) continue;
      yield {
        ...verdict,
        location: inspection.at(item.entry, 'message', 'content'),
        message:
          'This turn holds nothing but thinking, which this target does not take back: replay replaces it by a placeholder.',
        fixes: [
          lossyFix('Put the omitted-reasoning text in its place (loses the reasoning)', {
            kind: 'setValue',
            line: inspection.lineOf(item.entry),
            path: ['message', 'content'],
            value: [{ type: 'text', text: OMITTED_REASONING }],
          }),
        ],
      };
    }
  },
};

function hasOtherFault(inspection: Inspection, item: Item): boolean {
  return item.message!.blocks.some(
    (facts, block) =>
      facts.kind === 'thinking' &&
      (unsignedVerdict(inspection, item, facts) ??
        invalidSignatureVerdict(inspection, item, facts) ??
        orphanVerdict(inspection, item, block)) !== undefined,
  );
}
