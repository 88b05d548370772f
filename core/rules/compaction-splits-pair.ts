import { anchorEdit, anchorKey } from './compaction-anchor';
import { type Rule, safeFix } from './rule';

export const compactionSplitsPair: Rule = {
  id: 'compaction-splits-pair',
  summary: 'The first entry a compaction keeps is a tool result whose call is summarised away.',
  severity: 'error',
  step: 'tree',
  description:
    'The cut of a compaction fell between a tool call and its result. The result is sent without its call, which every provider with tool calls refuses.',
  repair: 'Moves the cut back to the assistant entry that made the call.',
  *check(inspection) {
    const { history, pairing } = inspection;
    if (pairing.cut === undefined || inspection.entry(history.compaction).isRecovered) return;
    const { results, callEntry } = pairing.cut;
    const line = inspection.lineOf(callEntry);
    const edit = anchorEdit(inspection, history.compaction, callEntry);
    yield {
      location: inspection.at(history.compaction, anchorKey(inspection)),
      message: `What this compaction keeps begins with the result in ${inspection.name(results[0]!.entry)}, whose call is summarised away: providers refuse a result without its call.`,
      related: [
        { location: inspection.at(callEntry, 'message'), message: 'The call.' },
        {
          location: inspection.at(results[0]!.entry, 'message', 'toolCallId'),
          message: 'Its result, kept without it.',
        },
      ],
      fixes: edit === undefined ? [] : [safeFix(`Keep from the call in line ${line + 1} on`, edit)],
    };
  },
};
