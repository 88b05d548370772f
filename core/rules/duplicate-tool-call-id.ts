import { renameCall, replacementId, usedCallIds } from './call-ids';
import { idVerdict } from './invalid-tool-call-id';
import { quote, type Rule, safeFix } from './rule';

export const duplicateToolCallId: Rule = {
  id: 'duplicate-tool-call-id',
  summary: 'One id for two calls.',
  severity: 'error',
  step: 'calls',
  description:
    'Two calls share an id. Within a turn providers refuse it; across turns results can be taken for those of the other call.',
  repair: 'Gives the second call and its result a fresh id; results are matched to calls by order.',
  *check(inspection) {
    let used: Set<string> | undefined;
    const occurrences = new Map<string, number>();
    for (const call of inspection.pairing.calls) {
      const { twin, facts, entry, block } = call;
      if (twin === undefined) continue;
      const id = facts.id!;
      used ??= usedCallIds(inspection);
      const suits = (fresh: string) => idVerdict(inspection, call, fresh) === undefined;
      const occurrence = (occurrences.get(id) ?? 1) + 1;
      occurrences.set(id, occurrence);
      const isSameTurn = inspection.pairing.calls.some(
        (other) => other !== call && other.position === call.position && other.block < block && other.facts.id === id,
      );
      yield {
        location: inspection.block(entry, block, 'id'),
        severity: isSameTurn ? 'error' : 'warning',
        message: isSameTurn
          ? `Two calls of this turn have the id ${quote(id)}: providers refuse the request.`
          : `The call in ${inspection.name(twin.entry)} has the id ${quote(id)} as well: its results can be taken for those of this one.`,
        related: [
          { location: inspection.block(twin.entry, twin.block, 'id'), message: 'The first call with this id.' },
        ],
        fixes: inspection.entry(entry).isRecovered
          ? []
          : [
              safeFix(
                'Give this call and its result a fresh id',
                ...renameCall(inspection, call, replacementId(inspection, id, occurrence, used, suits)),
              ),
            ],
      };
    }
  },
};
