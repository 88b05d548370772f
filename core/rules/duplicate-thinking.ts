import { isResponsesApi } from '../replay/policy';
import { needOf, type TargetView } from '../replay/requirements';
import type { ThinkingFacts } from '../session/facts';
import type { Item } from '../session/history';
import type { Inspection } from './inspection';
import { removeBlock } from './remove-block';
import { type Rule, safeFix } from './rule';
import { OMITTED_REASONING } from './unsigned-thinking';

export const duplicateThinking: Rule = {
  id: 'duplicate-thinking',
  summary: 'The same thinking signature in two turns.',
  severity: 'error',
  step: 'thinking',
  description:
    'A thinking block was stored again in a later turn, as some proxies and retries do. The provider refuses a signed block that does not belong to its turn, or a reasoning item that comes twice.',
  repair: 'Removes the later block.',
  *check(inspection) {
    const seen = new Map<string, { item: Item; block: number }>();
    for (const { item, block, facts } of inspection.blocks.thinking) {
      const key = keyOf(inspection, item, facts);
      if (key === undefined) continue;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, { item, block });
      if (first === undefined || first.item === item) continue;
      const verdict = inspection.judge((view) => (fits(view, key) ? needOf('duplicate-thinking', view) : undefined));
      if (verdict === undefined) continue;
      yield {
        ...verdict,
        location: inspection.block(item.entry, block),
        message: `This thinking block already belongs to ${inspection.name(first.item.entry)}: the provider refuses it a second time.`,
        related: [{ location: inspection.block(first.item.entry, first.block), message: 'The block it repeats.' }],
        fixes: [
          safeFix(
            'Remove the repeated thinking block',
            ...removeBlock(inspection, item.entry, block, OMITTED_REASONING),
          ),
        ],
      };
    }
  },
};

/** What must not come twice: a signature of an api that signs, or the id of a reasoning item. */
function keyOf(inspection: Inspection, item: Item, facts: ThinkingFacts): string | undefined {
  if (inspection.isSigningApi(item)) {
    const isReal = facts.signature === 'base64' || facts.signature === 'opaque';
    return isReal ? `signature ${facts.signatureHash}` : undefined;
  }
  if (!isResponsesApi(item.message?.assistant?.api) || facts.reasoningId === undefined) return undefined;
  return `item ${facts.reasoningId}`;
}

function fits({ family }: TargetView, key: string): boolean {
  return key.startsWith('item ') === (family === 'RSP');
}
