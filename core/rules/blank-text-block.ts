import type { Item } from '../session/history';
import { isEmptyFailure } from './empty-error-turn';
import { type Rule, safeFix } from './rule';

/** What stands in for blank content (OpenClaw 2026.5.7, pass 4). */
const OMITTED = { type: 'text', text: '[empty content omitted]' };

export const blankTextBlock: Rule = {
  id: 'blank-text-block',
  summary: 'A blank text block beside other content, or alone in an assistant turn that did not fail.',
  severity: 'warning',
  step: 'turns',
  description:
    'A text block that holds nothing but white space. Bedrock refuses it; other routes drop it on the way, which changes the turn on every replay.',
  repair: 'Removes the block; where it stands alone, the omitted-content text takes its place.',
  *check(inspection) {
    for (const { item, block: index } of inspection.blocks.blankTexts) {
      if (!isJudged(item)) continue;
      const { entry, message } = item;
      const { blocks } = message!;
      const isAlone = message!.isBlank;
      const line = inspection.lineOf(entry);
      const path = ['message', 'content'] as const;
      // Reasoning of OpenAI's must have something behind it in its turn.
      const holdsReasoning = blocks.slice(0, index).some((other) => other.kind === 'thinking' && other.reasoningId);
      const isFollower = holdsReasoning && blocks.every((other, at) => at === index || other.kind === 'thinking');
      yield {
        location: inspection.block(entry, index, 'text'),
        message: isAlone
          ? 'This turn holds nothing but blank text.'
          : 'A blank text block stands beside other content: Bedrock refuses it, other routes drop it.',
        fixes: [
          isAlone
            ? safeFix('Put the omitted-content text in its place', { kind: 'setValue', line, path, value: [OMITTED] })
            : isFollower
              ? safeFix('Put the omitted-content text in its place', {
                  kind: 'setValue',
                  line,
                  path: [...path, index],
                  value: OMITTED,
                })
              : safeFix('Remove the blank text block', { kind: 'removeValue', line, path: [...path, index] }),
        ],
      };
    }
  },
};

/** Turns of nothing but blank text have rules of their own, but for an assistant turn that did not fail. */
function isJudged({ role, message }: Item): boolean {
  if (message === undefined || message.content !== 'list') return false;
  if (role === 'assistant') return !isEmptyFailure(message);
  return role !== 'extension' && !message.isBlank;
}
