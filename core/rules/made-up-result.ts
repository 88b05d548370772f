import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import type { Call } from './pairing';

/** The edit that answers a call with a made-up error result, behind the turn's other results (replay, pass 11). */
export function insertMadeUpResult(inspection: Inspection, call: Call, rule: string): SessionEdit {
  const { pairing, turns } = inspection;
  const last = turns[pairing.runEnd(call.position) - 1]!;
  const id = call.facts.id!;
  return {
    kind: 'insertEntry',
    line: inspection.lineOf(last.entry),
    where: 'after',
    rule,
    callId: id,
    message: {
      role: 'toolResult',
      toolCallId: id,
      toolName: call.facts.name?.trim() ?? 'unknown',
      content: [{ type: 'text', text: inspection.resultText }],
      isError: true,
    },
  };
}
