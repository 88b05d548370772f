import { anchorOf } from '../session/history';
import { anchorEdit, anchorKey } from './compaction-anchor';
import { type Rule, safeFix } from './rule';

export const compactionGap: Rule = {
  id: 'compaction-gap',
  summary: 'A later compaction drops turns that an earlier one kept and no summary covers.',
  severity: 'warning',
  step: 'tree',
  description:
    "The agent's next summary takes in what the earlier compaction kept. When it is blank, or the earlier summary word for word, the turns between the two cuts are in no summary and no longer in the conversation.",
  repair: 'Keeps from the first entry that the earlier compaction kept.',
  *check(inspection) {
    const { session, history } = inspection;
    const { compaction, earlierCompaction } = history;
    if (earlierCompaction < 0 || inspection.entry(compaction).isRecovered) return;
    const later = anchorOf(session, compaction);
    const earlier = anchorOf(session, earlierCompaction);
    if (later < 0 || earlier < 0) return;
    const laterAt = session.branch.indexOf(later);
    const earlierAt = session.branch.indexOf(earlier);
    if (earlierAt < 0 || laterAt <= earlierAt || laterAt > session.branch.indexOf(compaction)) return;
    const dropped = session.branch
      .slice(earlierAt, laterAt)
      .filter((index) => inspection.entry(index).facts.message !== undefined);
    if (dropped.length === 0 || !coversNothingNew()) return;
    const edit = anchorEdit(inspection, compaction, earlier);
    yield {
      location: inspection.at(compaction, anchorKey(inspection)),
      message: `This compaction drops ${dropped.length} message${dropped.length === 1 ? '' : 's'} that the one in ${inspection.name(earlierCompaction)} kept, and its summary does not cover them.`,
      related: [{ location: inspection.at(earlier, 'id'), message: 'The first entry the earlier compaction kept.' }],
      fixes:
        edit === undefined ? [] : [safeFix(`Keep from line ${inspection.lineOf(earlier) + 1} on, as before`, edit)],
    };

    function coversNothingNew(): boolean {
      if (inspection.entry(compaction).facts.compaction!.summaryIsBlank) return true;
      return inspection.value(compaction).summary === inspection.value(earlierCompaction).summary;
    }
  },
};
