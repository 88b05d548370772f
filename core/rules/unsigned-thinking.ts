import type { ThinkingFacts } from '../session/facts';
import type { Item } from '../session/history';
import type { Fix } from '../types';
import type { Inspection, TargetVerdict } from './inspection';
import { removeBlock } from './remove-block';
import { alternative, lossyFix, type Rule, safeFix } from './rule';

/** What stands in for a turn of nothing but reasoning (OpenClaw 2026.5.7, pass 5). */
export const OMITTED_REASONING = '[assistant reasoning omitted]';

export const unsignedThinking: Rule = {
  id: 'unsigned-thinking',
  summary: 'A thinking block without a signature, for a target that needs one.',
  severity: 'error',
  step: 'thinking',
  description:
    'Anthropic signs the thinking its models return and wants it back with the signature. When the stream broke, or a proxy dropped it, the block is stored without one, and the provider refuses it. Turns of an api that signs nothing are reported as information.',
  repair:
    'Removes the block; where the turn would be empty, the omitted-reasoning text takes its place. Turning it into text is offered.',
  *check(inspection) {
    for (const { item, block, facts } of inspection.blocks.thinking) {
      const verdict = unsignedVerdict(inspection, item, facts);
      if (verdict === undefined) continue;
      yield {
        ...verdict,
        location: inspection.block(item.entry, block),
        message: facts.isRedacted
          ? 'This redacted thinking block has lost its payload: the provider refuses it, and with it every later request.'
          : verdict.severity === 'error'
            ? 'This thinking block has no signature: the provider refuses it, and with it every later request.'
            : 'This thinking block has no signature, since the api that wrote it gives none: it is left out on every replay.',
        fixes: removeThinking(inspection, item.entry, block, facts),
      };
    }
  },
};

/** What targets say of a block without a signature; undefined for one that has it. */
export function unsignedVerdict(inspection: Inspection, item: Item, facts: ThinkingFacts): TargetVerdict | undefined {
  if (facts.isSigned) return undefined;
  return inspection.need(
    inspection.isSigningApi(item) ? 'unsigned-thinking: signing api' : 'unsigned-thinking: other api',
  );
}

/** Taking a thinking block out, or keeping its words as text. */
export function removeThinking(inspection: Inspection, entry: number, block: number, facts: ThinkingFacts): Fix[] {
  const removal = removeBlock(inspection, entry, block, OMITTED_REASONING);
  if (facts.isBlank || facts.isRedacted)
    return [lossyFix('Remove the thinking block (it holds no readable text)', ...removal)];
  const content = (inspection.value(entry).message as { content: { thinking: string }[] }).content;
  const { thinking } = content[block]!;
  return [
    lossyFix(`Remove the thinking block (loses ${thinking.length} characters of reasoning)`, ...removal),
    alternative(
      safeFix('Turn the thinking block into text', {
        kind: 'setValue',
        line: inspection.lineOf(entry),
        path: ['message', 'content', block],
        value: { type: 'text', text: thinking },
      }),
    ),
  ];
}
