import { type Rule, safeFix } from './rule';

export const stopReasonMismatch: Rule = {
  id: 'stop-reason-mismatch',
  summary: 'The stop reason says toolUse without a call, or stop with a call that has results.',
  severity: 'warning',
  step: 'turns',
  description:
    'The stop reason does not fit what the turn holds, mostly because a call was lost or added afterwards. Agents that go by the stop reason run the turn on, or end it, at the wrong place.',
  repair: 'Sets the stop reason that fits.',
  *check(inspection) {
    const { pairing, turns } = inspection;
    const answered = new Set<number>();
    for (const { position, results } of pairing.calls) if (results.length > 0) answered.add(position);
    for (let position = 0; position < turns.length; position++) {
      const { entry, message } = turns[position]!;
      const reason = message?.assistant?.stopReason;
      if (reason === undefined || pairing.incompleteTurns.has(position)) continue;
      const hasCall = message!.blocks.some(({ kind }) => kind === 'call');
      const fitting =
        reason === 'toolUse' && !hasCall ? 'stop' : reason === 'stop' && answered.has(position) ? 'toolUse' : undefined;
      if (fitting === undefined) continue;
      yield {
        location: inspection.at(entry, 'message', 'stopReason'),
        message:
          fitting === 'stop'
            ? 'The stop reason says tool use, but the turn holds no tool call.'
            : 'The stop reason says the turn was over, but it holds a tool call that has a result.',
        fixes: [
          safeFix(`Set the stop reason to ${fitting}`, {
            kind: 'setValue',
            line: inspection.lineOf(entry),
            path: ['message', 'stopReason'],
            value: fitting,
          }),
        ],
      };
    }
  },
};
