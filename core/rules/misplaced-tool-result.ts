import { idPath } from './orphan-tool-result';
import { quote, type Rule, safeFix } from './rule';

export const misplacedToolResult: Rule = {
  id: 'misplaced-tool-result',
  summary: 'A result exists, but something stands between it and its call.',
  severity: 'error',
  step: 'calls',
  description:
    'A user turn or an extension message was written while the tool still ran. Providers demand the result right behind the turn with the call.',
  repair: 'Moves the result behind its call, the rest behind it in order.',
  *check(inspection) {
    const { pairing, turns } = inspection;
    for (const { entry, verdict, call } of pairing.results) {
      if (verdict !== 'misplaced' || call === undefined) continue;
      const anchor = turns[pairing.runEnd(call.position) - 1]!.entry;
      const line = inspection.lineOf(entry);
      const isEditable = [entry, anchor].every((index) => !inspection.entry(index).isRecovered);
      yield {
        location: inspection.at(entry, 'message', ...idPath(inspection, entry)),
        message: `This result of ${quote(call.facts.name ?? '')} does not stand right behind its call in ${inspection.name(call.entry)}: providers refuse what stands between.`,
        related: [{ location: inspection.block(call.entry, call.block, 'id'), message: 'Its call.' }],
        fixes: isEditable
          ? [
              safeFix(`Move the result behind its call in ${inspection.name(call.entry)}`, {
                kind: 'moveEntry',
                line,
                after: inspection.lineOf(anchor),
              }),
            ]
          : [],
      };
    }
  },
};
