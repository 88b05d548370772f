import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { insertMadeUpResult } from './made-up-result';
import { removeCallEdits } from './missing-tool-result';
import { idPath } from './orphan-tool-result';
import { type Call, hasUsableName, type Result } from './pairing';
import { lossyFix, quote, type Rule, safeFix } from './rule';

export const incompleteToolCall: Rule = {
  id: 'incomplete-tool-call',
  summary: 'A call without arguments, name or id, or one that was cut off while it was streamed.',
  severity: 'error',
  step: 'calls',
  description:
    'The stream broke while the model wrote the call, and the half of it was stored. Providers refuse a call without input, name or id.',
  repair:
    'Has a real result: empty arguments. Its partial JSON is whole: recovers it. Else removes the call together with any made-up result.',
  *check(inspection) {
    for (const call of inspection.pairing.calls) {
      if (call.state !== 'incomplete') continue;
      const { facts, entry, block } = call;
      const isEditable = !inspection.entry(entry).isRecovered;
      yield {
        location: inspection.block(entry, block, ...(hasUsableName(facts) ? ['name'] : [])),
        message: `${reason(call)}: providers refuse such a call, and with it every later request.`,
        related: call.results.map((result) => ({
          location: inspection.at(result.entry, 'message', ...idPath(inspection, result.entry)),
          message: result.isStandIn ? 'Its made-up result.' : 'Its result.',
        })),
        fixes: isEditable ? [fixFor(inspection, call)] : [],
      };
    }
  },
};

function reason({ facts }: Call): string {
  if (!hasUsableName(facts)) {
    return facts.name === undefined ? 'This tool call has no name' : `No tool can be named ${quote(facts.name)}`;
  }
  if (facts.id === undefined) return `The call ${quote(facts.name!)} has no id`;
  if (!facts.hasArguments) return `The call ${quote(facts.name!)} has no arguments`;
  return `The call ${quote(facts.name!)} was cut off while it was streamed, and it was never run`;
}

function fixFor(inspection: Inspection, call: Call): Fix {
  const { facts, entry, block, results } = call;
  const line = inspection.lineOf(entry);
  const real = results.filter(({ isStandIn }) => !isStandIn);
  if (hasUsableName(facts) && facts.id !== undefined && !facts.hasArguments) {
    const set = (value: unknown): SessionEdit => ({
      kind: 'setValue',
      line,
      path: ['message', 'content', block, 'arguments'],
      value,
    });
    if (real.length > 0) return safeFix('Give the call empty arguments', set({}));
    const recovered = recoveredArguments(inspection, call);
    if (recovered !== undefined) {
      return safeFix('Recover the arguments from the partial JSON', set(recovered), ...settle(inspection, call));
    }
  }
  // Without its call a result is an orphan: it goes as well.
  const lost = real.length > 0 ? ' and its result' : '';
  return lossyFix(
    `Remove the ${facts.name === undefined ? 'nameless' : 'unfinished'} call${lost} (loses what was streamed of it)`,
    ...removeCallEdits(inspection, call),
    ...deletions(inspection, results),
  );
}

/** What `partialJson` holds, when that is whole; arguments are an object. */
function recoveredArguments(inspection: Inspection, { facts, entry, block }: Call): unknown {
  if (facts.partialJson !== 'whole') return undefined;
  const { content } = inspection.value(entry).message as { content: { partialJson: string }[] };
  const value: unknown = JSON.parse(content[block]!.partialJson);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** A call that has its arguments again needs one result, and one in a failed turn none. */
function settle(inspection: Inspection, call: Call): SessionEdit[] {
  if (call.isInFailedTurn) return deletions(inspection, call.results);
  const isLast =
    inspection.turns.findLastIndex(({ role }) => role === 'assistant' || role === 'user') === call.position;
  if (isLast || call.results.length > 0 || !call.facts.isCamelCase) return [];
  return insertMadeUpResult(inspection, call, 'missing-tool-result');
}

function deletions(inspection: Inspection, results: readonly Result[]): SessionEdit[] {
  return results.map(({ entry }) => ({ kind: 'deleteLine', line: inspection.lineOf(entry) }));
}
