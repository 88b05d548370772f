import type { Fix } from '../types';
import type { Inspection } from './inspection';
import { removeCallEdits } from './missing-tool-result';
import { type Call, hasUsableName } from './pairing';
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
          location: inspection.at(result.entry, 'message', 'toolCallId'),
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
  const path = ['message', 'content', block, 'arguments'];
  const real = results.filter(({ isStandIn }) => !isStandIn);
  if (hasUsableName(facts) && facts.id !== undefined && !facts.hasArguments) {
    if (real.length > 0) return safeFix('Give the call empty arguments', { kind: 'setValue', line, path, value: {} });
    if (facts.partialJson === 'whole') {
      const value: unknown = JSON.parse(partialJson(inspection, call));
      return safeFix('Recover the arguments from the partial JSON', { kind: 'setValue', line, path, value });
    }
  }
  // Without its call a result is an orphan: it goes as well.
  const answers = facts.id === undefined ? [] : results;
  const lost = real.length > 0 ? ' and its result' : '';
  return lossyFix(
    `Remove the ${facts.name === undefined ? 'nameless' : 'unfinished'} call${lost} (loses what was streamed of it)`,
    ...removeCallEdits(inspection, call),
    ...answers.map((result) => ({ kind: 'deleteLine', line: inspection.lineOf(result.entry) }) as const),
  );
}

function partialJson(inspection: Inspection, { entry, block }: Call): string {
  const { content } = inspection.value(entry).message as { content: { partialJson: string }[] };
  return content[block]!.partialJson;
}
