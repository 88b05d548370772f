import { allowThinkingReplay } from '../replay/policy';
import { acceptsCallId, type TargetView } from '../replay/requirements';
import { cleanToolCallId, foreignCallId, isNativeAnthropicId } from '../replay/tool-call-ids';
import type { CallFacts } from '../session/facts';
import type { Item } from '../session/history';
import { renameCall, replacementId, usedCallIds } from './call-ids';
import type { Inspection, TargetVerdict } from './inspection';
import { idPath } from './orphan-tool-result';
import { type Call, hasUsableName } from './pairing';
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
    let occurrences: ReadonlyMap<Call, number> | undefined;
    for (const call of inspection.pairing.calls) {
      const { entry, block } = call;
      const judged = judgedId(call);
      const verdict = judged === undefined ? undefined : idVerdict(inspection, call, judged);
      if (judged === undefined || verdict === undefined) continue;
      used ??= usedCallIds(inspection);
      occurrences ??= countOccurrences(inspection.pairing.calls);
      const occurrence = occurrences.get(call)!;
      const suits = (id: string) => idVerdict(inspection, call, id) === undefined;
      yield {
        ...verdict,
        location: inspection.block(entry, block, 'id'),
        message:
          verdict.severity === 'error'
            ? `The provider refuses the call id ${quote(judged)}: ${wanted(inspection, verdict.targets)}.`
            : `The call id ${quote(judged)} is not what the provider takes (${wanted(inspection, verdict.targets)}); it is rewritten on every replay.`,
        related: call.results.map((result) => ({
          location: inspection.at(result.entry, 'message', ...idPath(inspection, result.entry)),
          message: 'Its result carries the same id.',
        })),
        fixes: inspection.entry(entry).isRecovered
          ? []
          : [
              safeFix(
                'Give the call and its result an id the provider takes',
                ...renameCall(inspection, call, replacementId(inspection, judged, occurrence, used, suits)),
              ),
            ],
      };
    }
  },
};

/** The id of a call that is sent with it. */
function judgedId({ state, facts }: Call): string | undefined {
  return state === 'incomplete' || !facts.isCamelCase ? undefined : facts.id;
}

/** By call: which one it is of those with its id, from 1. */
function countOccurrences(calls: readonly Call[]): ReadonlyMap<Call, number> {
  const counts = new Map<string, number>();
  const occurrences = new Map<Call, number>();
  for (const call of calls) {
    const id = judgedId(call);
    if (id === undefined) continue;
    const occurrence = (counts.get(id) ?? 0) + 1;
    counts.set(id, occurrence);
    occurrences.set(call, occurrence);
  }
  return occurrences;
}

/** What targets say of a call under an id (targets specification, section 4). */
export function idVerdict(inspection: Inspection, call: Call, id: string): TargetVerdict | undefined {
  const item = inspection.turns[call.position]!;
  return inspection.judge((view) => {
    if (acceptsCallId(view, id)) return undefined;
    const isOwn = inspection.isOwnTurn(item, view);
    const arriving = arrivingId(item, id, view, isOwn);
    if (arriving === undefined || !acceptsCallId(view, arriving)) return 'error';
    return isOwn ? 'warning' : undefined;
  });
}

/** What the provider would get; undefined when nothing rewrites the id. */
function arrivingId(item: Item, id: string, view: TargetView, isOwn: boolean): string | undefined {
  const replayed = replayedId(item, id, view);
  if (isOwn) return replayed;
  const source = item.message?.assistant;
  return foreignCallId(replayed ?? id, view.target.api, {
    provider: view.target.provider,
    modelId: view.target.model,
    sourceProvider: source?.provider,
    sourceApi: source?.api,
  });
}

/** What replay makes of the id (OpenClaw 2026.5.7, pass 10); undefined when its policy has no mode for ids. */
function replayedId(item: Item, id: string, { releasePolicy, target }: TargetView): string | undefined {
  const { toolCallIdMode, sanitizeToolCallIds, preserveNativeAnthropicToolUseIds } = releasePolicy;
  if (!sanitizeToolCallIds || toolCallIdMode === undefined) return undefined;
  const isKept =
    (preserveNativeAnthropicToolUseIds && isNativeAnthropicId(id)) ||
    (allowThinkingReplay(releasePolicy, target.api) && isReplaySafe(item));
  if (isKept) return id;
  const clean = cleanToolCallId(id, toolCallIdMode);
  return toolCallIdMode === 'strict' ? clean.slice(0, 40) : clean;
}

/** Signed thinking keeps the calls beside it as they are, when all of them are sound (OpenClaw 2026.5.7, pass 10). */
function isReplaySafe({ message }: Item): boolean {
  const { blocks } = message!;
  const calls = blocks.filter((block) => block.kind === 'call' && block.isCamelCase) as CallFacts[];
  return (
    blocks.some((block) => block.kind === 'thinking' && block.isSigned) &&
    new Set(calls.map(({ id }) => id?.trim())).size === calls.length &&
    calls.every((facts) => facts.hasArguments && facts.id && hasUsableName(facts) && facts.name === facts.name?.trim())
  );
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
