import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { insertMadeUpResult } from './made-up-result';
import type { Call } from './pairing';
import { removeBlock } from './remove-block';
import { alternative, lossyFix, quote, type Rule, safeFix } from './rule';

const ID = 'missing-tool-result';

export const missingToolResult: Rule = {
  id: ID,
  summary: 'A call of a finished turn is not answered before the next turn.',
  severity: 'error',
  step: 'calls',
  description:
    'The agent was killed while a tool ran, or its result was never written, and the conversation went on. Providers demand a result for every call right behind its turn and refuse the request without one.',
  repair: "Inserts a made-up error result behind the turn's other results. Removing the call is offered.",
  *check(inspection) {
    for (const call of inspection.pairing.calls) {
      if (call.state !== 'missing') continue;
      const isEditable = !inspection.entry(call.entry).isRecovered;
      yield {
        location: inspection.block(call.entry, call.block, 'id'),
        message: `The call ${quote(call.facts.name ?? '')} is never answered, and the conversation goes on: providers refuse the request until a result stands behind it.`,
        fixes: isEditable
          ? [
              safeFix(
                'Insert an error result that says the result is missing',
                ...insertMadeUpResult(inspection, call, ID),
              ),
              removeCall(inspection, call),
            ]
          : [],
      };
    }
  },
};

function removeCall(inspection: Inspection, call: Call): Fix {
  return alternative(
    lossyFix(
      `Remove the call ${quote(call.facts.name ?? '')} (loses its arguments)`,
      ...removeCallEdits(inspection, call),
    ),
  );
}

/** Takes a call out of its turn; a turn that ends without a call no longer stops for tool use. */
export function removeCallEdits(inspection: Inspection, call: Call): SessionEdit[] {
  return removeBlock(inspection, call.entry, call.block, '[tool calls omitted]');
}
