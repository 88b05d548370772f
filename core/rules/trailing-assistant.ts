import type { Rule } from './rule';

export const trailingAssistant: Rule = {
  id: 'trailing-assistant',
  summary: 'The branch ends in an assistant turn, and a target refuses prefill.',
  severity: 'hint',
  step: 'turns',
  description:
    'A delivered reply as last turn is the normal state of a session at rest. A request without a new message would ask the model to continue that turn, which newer models refuse.',
  repair: 'None.',
  *check(inspection) {
    const last = inspection.turns.at(-1);
    if (last?.role !== 'assistant' || last.message?.blocks.some(({ kind }) => kind === 'call')) return;
    const verdict = inspection.need('trailing-assistant');
    if (verdict === undefined) return;
    yield {
      ...verdict,
      location: inspection.at(last.entry, 'message', 'role'),
      message: 'The session ends in an assistant turn: a request without a new message would be refused as a prefill.',
    };
  },
};
