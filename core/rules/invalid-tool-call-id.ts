import { acceptsCallId, type TargetView } from '../replay/requirements';
import { cleanToolCallId, foreignCallId, isNativeAnthropicId } from '../replay/tool-call-ids';
import type { Severity } from '../types';
import { renameCall, replacementId, usedCallIds } from './call-ids';
import type { Inspection } from './inspection';
import type { Call } from './pairing';
import { quote, type Rule, safeFix } from './rule';

export const invalidToolCallId: Rule = {
  id: 'invalid-tool-call-id',
  summary: "A call's id breaks the rule of a target's provider.",
  severity: 'error',
  step: 'calls',
  description:
    'Providers put rules on the ids of tool calls: Mistral wants nine letters or digits, Anthropic a character set and 64 characters, OpenAI 40 or 64 characters. A session that changes providers, or an agent that makes up ids, can hold ids the next provider refuses.',
  repair: 'Gives the call and its results together the id that replay would use.',
  *check(inspection) {
    let used: Set<string> | undefined;
    for (const call of inspection.pairing.calls) {
      const { facts, entry, block, state } = call;
      if (state === 'incomplete' || facts.id === undefined || !facts.isCamelCase) continue;
      const verdict = inspection.judge((view) => judge(inspection, call, view));
      if (verdict === undefined) continue;
      used ??= usedCallIds(inspection);
      yield {
        ...verdict,
        location: inspection.block(entry, block, 'id'),
        message:
          verdict.severity === 'error'
            ? `The provider refuses the call id ${quote(facts.id)}: ${wanted(inspection, verdict.targets)}.`
            : `The call id ${quote(facts.id)} is not what the provider takes (${wanted(inspection, verdict.targets)}); it is rewritten on every replay.`,
        related: call.results.map((result) => ({
          location: inspection.at(result.entry, 'message', 'toolCallId'),
          message: 'Its result carries the same id.',
        })),
        fixes: inspection.entry(entry).isRecovered
          ? []
          : [
              safeFix(
                'Give the call and its result an id the provider takes',
                ...renameCall(inspection, call, replacementId(inspection, facts.id, 1, used)),
              ),
            ],
      };
    }
  },
};

/** Targets specification, section 4: what would arrive, and whether the provider takes that. */
function judge(inspection: Inspection, call: Call, view: TargetView): Severity | undefined {
  const id = call.facts.id!;
  if (acceptsCallId(view, id)) return undefined;
  const turn = inspection.turns[call.position]!;
  const isOwn = inspection.isOwnTurn(turn, view);
  const arriving = arrivingId(inspection, call, view, isOwn);
  if (arriving === undefined || !acceptsCallId(view, arriving)) return 'error';
  return isOwn ? 'warning' : undefined;
}

function arrivingId(inspection: Inspection, call: Call, view: TargetView, isOwn: boolean): string | undefined {
  const id = call.facts.id!;
  const { toolCallIdMode, sanitizeToolCallIds, preserveNativeAnthropicToolUseIds } = view.releasePolicy;
  if (sanitizeToolCallIds && toolCallIdMode !== undefined) {
    if (preserveNativeAnthropicToolUseIds && isNativeAnthropicId(id)) return id;
    const clean = cleanToolCallId(id, toolCallIdMode);
    return toolCallIdMode === 'strict' ? clean.slice(0, 40) : clean;
  }
  if (isOwn) return undefined;
  const source = inspection.turns[call.position]!.message?.assistant;
  return foreignCallId(id, view.target.api, {
    provider: view.target.provider,
    modelId: view.target.model,
    sourceProvider: source?.provider,
    sourceApi: source?.api,
  });
}

function wanted(inspection: Inspection, names: readonly string[]): string {
  const families = new Set(
    inspection.targets.filter((view) => names.includes(inspection.targetName(view))).map(({ family }) => family),
  );
  const texts = [
    families.has('MIS') && 'a Mistral model wants nine letters or digits',
    (families.has('ANT') || families.has('BED')) && 'it must be 1 to 64 letters, digits, _ or -',
    families.has('RSP') && 'a call id has at most 64 characters, and the item id behind | begins with fc',
    (families.has('CHAT') || families.has('OTHER')) && 'it may have at most 40 characters',
  ];
  return texts.filter((text) => text !== false).join('; ');
}
