import { needOf, type TargetView } from '../replay/requirements';
import type { ThinkingFacts } from '../session/facts';
import type { Item } from '../session/history';
import type { Inspection, TargetVerdict } from './inspection';
import type { Rule } from './rule';
import { removeThinking } from './unsigned-thinking';

export const invalidThinkingSignature: Rule = {
  id: 'invalid-thinking-signature',
  summary: 'A thinking signature the target cannot take.',
  severity: 'error',
  step: 'thinking',
  description:
    "The signature of a thinking block belongs to another provider, or is not of the form this one wants: a reasoning item of OpenAI's, the name of a wire field, or text that is not base64. The provider refuses it.",
  repair: 'Removes the block; where the turn would be empty, the omitted-reasoning text takes its place.',
  *check(inspection) {
    for (const { item, block, facts } of inspection.blocks.thinking) {
      const verdict = invalidSignatureVerdict(inspection, item, facts);
      if (verdict === undefined) continue;
      yield {
        ...verdict,
        location: inspection.block(item.entry, block),
        message: `${what(facts)}: the provider refuses this thinking block, and with it every later request.`,
        fixes: removeThinking(inspection, item.entry, block, facts),
      };
    }
  },
};

/** What targets say of a signature that is there; only turns of the very model are sent as stored. */
export function invalidSignatureVerdict(
  inspection: Inspection,
  item: Item,
  facts: ThinkingFacts,
): TargetVerdict | undefined {
  if (!facts.isSigned) return undefined;
  return inspection.judge((view) =>
    inspection.isOwnTurn(item, view) && isInvalid(inspection, view, facts)
      ? needOf('invalid-thinking-signature', view)
      : undefined,
  );
}

function isInvalid(
  inspection: Inspection,
  view: TargetView,
  { signature, isAntigravitySigned }: ThinkingFacts,
): boolean {
  switch (view.family) {
    case 'ANT':
    case 'BED':
      return signature === 'item' || signature === 'field-name';
    case 'RSP':
      return signature !== 'item';
    default:
      return inspection.isAntigravity(view) && view.target.model.toLowerCase().includes('claude')
        ? !isAntigravitySigned
        : signature !== 'base64';
  }
}

function what({ signature }: ThinkingFacts): string {
  if (signature === 'item') return "Its signature is a reasoning item of OpenAI's";
  if (signature === 'field-name') return 'Its signature is the name of a wire field';
  return 'Its signature is not of the form this provider gives';
}
