import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import type { Call } from './pairing';

/**
 * The edits that answer a call with a made-up error result, behind the turn's other results (replay, pass 11). A
 * turn that stopped with its call stops for tool use then.
 */
export function insertMadeUpResult(inspection: Inspection, call: Call, rule: string): SessionEdit[] {
  const { pairing, turns } = inspection;
  const last = turns[pairing.runEnd(call.position) - 1]!;
  const id = call.facts.id!;
  const insertion: SessionEdit = {
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
  return [insertion, ...stopForCall(inspection, call)];
}

/** A call that gets a result is no end of its turn. */
export function stopForCall(inspection: Inspection, { position, entry }: Call): SessionEdit[] {
  const { calls } = inspection.pairing;
  const isAnswered = calls.some((call) => call.position === position && call.results.length > 0);
  if (isAnswered || inspection.entry(entry).facts.message!.assistant!.stopReason !== 'stop') return [];
  const path = ['message', 'stopReason'];
  return [{ kind: 'setValue', line: inspection.lineOf(entry), path, value: 'toolUse' }];
}
