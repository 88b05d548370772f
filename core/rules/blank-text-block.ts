import type { Item } from '../session/history';
import type { Fix, JsonPath } from '../types';
import { isEmptyFailure } from './empty-error-turn';
import type { Inspection } from './inspection';
import type { Result } from './pairing';
import { type Rule, safeFix } from './rule';
import { leavesThinkingAlone } from './thinking-alone';

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
    const unpaired = new Set(inspection.pairing.results.filter(isUnpaired).map(({ entry }) => entry));
    for (const { item, block } of inspection.blocks.blankTexts) {
      if (!isJudged(item) || unpaired.has(item.entry)) continue;
      yield {
        location: inspection.block(item.entry, block, 'text'),
        message: item.message!.isBlank
          ? 'This turn holds nothing but blank text.'
          : 'A blank text block stands beside other content: Bedrock refuses it, other routes drop it.',
        fixes: [fixFor(inspection, item, block)],
      };
    }
  },
};

/** Results without a sound call have a rule of their own, which says all. */
function isUnpaired({ verdict }: Result): boolean {
  return verdict === 'orphan' || verdict === 'silent';
}

/** Turns of nothing but blank text have rules of their own, but for an assistant turn that did not fail. */
function isJudged({ role, message }: Item): boolean {
  if (message === undefined || message.content !== 'list') return false;
  if (role === 'assistant') return !isEmptyFailure(message);
  return role !== 'extension' && !message.isBlank;
}

function fixFor(inspection: Inspection, { entry, message }: Item, block: number): Fix {
  const line = inspection.lineOf(entry);
  const path = ['message', 'content'];
  const fill = (place: JsonPath, value: unknown) =>
    safeFix('Put the omitted-content text in its place', { kind: 'setValue', line, path: place, value });
  if (message!.isBlank) return fill(path, [OMITTED]);
  if (leavesThinkingAlone(inspection, entry, block)) return fill([...path, block], OMITTED);
  return safeFix('Remove the blank text block', { kind: 'removeValue', line, path: [...path, block] });
}
