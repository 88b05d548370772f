import { isEqualJson } from '../jsonl/equal-json';
import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { idPath } from './orphan-tool-result';
import type { Call, Result } from './pairing';
import { lossyFix, quote, type Rule, safeFix } from './rule';

export const duplicateToolResult: Rule = {
  id: 'duplicate-tool-result',
  summary: 'A second result for one call.',
  severity: 'error',
  step: 'calls',
  description:
    'A made-up result was stored for a call whose real result came later, or a result was persisted twice. Providers take a single result for each call.',
  repair: 'Keeps the real one: a made-up result goes first, else the later one.',
  *check(inspection) {
    for (const call of inspection.pairing.calls) {
      const { results, facts } = call;
      for (const result of results.slice(1)) {
        if (result.verdict !== 'duplicate') continue;
        yield {
          location: inspection.at(result.entry, 'message', ...idPath(inspection, result.entry)),
          message: `A second result for the call ${quote(facts.name ?? '')}: providers take one for each call and refuse the request.`,
          related: [
            {
              location: inspection.at(results[0]!.entry, 'message', ...idPath(inspection, results[0]!.entry)),
              message: 'The first result.',
            },
          ],
          fixes: [fixFor(inspection, call, result)],
        };
      }
    }
  },
};

function fixFor(inspection: Inspection, call: Call, result: Result): Fix {
  const { results } = call;
  const kept = results.find(({ isStandIn }) => !isStandIn) ?? results[0]!;
  // All before the first real result are made up: they go one by one.
  const removed = result === kept ? results[0]! : result;
  const edit = { kind: 'deleteLine' as const, line: inspection.lineOf(removed.entry) };
  const place = inspection.name(removed.entry);
  if (removed.isStandIn) {
    return safeFix(`Take out the made-up result in ${place}`, edit, ...moveUp(inspection, call, removed));
  }
  if (hasSameContent(inspection, removed.entry, kept.entry))
    return safeFix(`Take out the repeated result in ${place}`, edit);
  const textLength = inspection.textLength(removed.entry);
  return lossyFix(`Take out the later result in ${place} (loses ${textLength} characters of its text)`, edit);
}

/** Where the first result goes, the one that answers instead takes its place, if it does not stand there. */
function moveUp(inspection: Inspection, { results, position }: Call, removed: Result): SessionEdit[] {
  const heir = results[1]!;
  const end = inspection.pairing.runEnd(position);
  if (removed !== results[0] || heir.position < end) return [];
  const anchor = inspection.turns[end - 1]!.entry;
  return [{ kind: 'moveEntry', line: inspection.lineOf(heir.entry), after: inspection.lineOf(anchor) }];
}

function hasSameContent(inspection: Inspection, one: number, other: number): boolean {
  const [first, second] = [one, other].map((index) => {
    const message = inspection.value(index).message as Record<string, unknown> | undefined;
    return { content: message?.content, isError: message?.isError };
  });
  return isEqualJson(first, second);
}
