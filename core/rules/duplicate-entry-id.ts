import { isEqualJson } from '../jsonl/equal-json';
import { isLinear } from '../session/session';
import { quote, type Rule, safeFix } from './rule';

const ID = 'duplicate-entry-id';

export const duplicateEntryId: Rule = {
  id: ID,
  summary: 'Two entries share an id.',
  severity: 'error',
  step: 'entries',
  description:
    'Entries are found by their id, and of two with the same one readers only find the later. The earlier one and what hangs on it can drop out of the conversation, or a loop arises.',
  repair:
    'Deletes the later entry when both are equal; else gives the later one a fresh id, which its children follow.',
  *check(inspection) {
    const { session } = inspection;
    if (isLinear(session)) return;
    for (const [id, twins] of session.byId.repeated) {
      const [first, ...later] = twins;
      for (const index of later) {
        const isEqual =
          !inspection.entry(index).isRecovered &&
          !inspection.entry(first!).isRecovered &&
          isEqualJson(inspection.value(index), inspection.value(first!));
        const line = inspection.lineOf(index);
        yield {
          location: inspection.at(index, 'id'),
          message: isEqual
            ? `This entry stands in the file a second time (id ${quote(id)}).`
            : `Another entry has the id ${quote(id)} as well: readers only find one of the two.`,
          related: [{ location: inspection.at(first!, 'id'), message: 'The first entry with this id.' }],
          fixes: [
            isEqual
              ? safeFix('Delete the repeated entry', { kind: 'deleteLine', line, heir: inspection.lineOf(first!) })
              : safeFix('Give this entry a fresh id', { kind: 'freshId', line, rule: ID, anchor: id }),
          ],
        };
      }
    }
  },
};
