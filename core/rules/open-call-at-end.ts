import { insertMadeUpResult } from './made-up-result';
import { alternative, quote, type Rule, safeFix } from './rule';

const ID = 'open-call-at-end';

export const openCallAtEnd: Rule = {
  id: ID,
  summary: 'The branch ends in an unanswered call.',
  severity: 'information',
  step: 'calls',
  description:
    'The last turn made a call that has no result yet. That is the normal picture of a running session; when the agent was killed, it will heal or need a result before it can go on.',
  repair: 'None is preferred; inserting a made-up error result is offered.',
  *check(inspection) {
    for (const call of inspection.pairing.calls) {
      if (call.state !== 'open') continue;
      yield {
        location: inspection.block(call.entry, call.block, 'id'),
        message: `The call ${quote(call.facts.name ?? '')} at the end of the session has no result: its tool is still running, or the agent was killed.`,
        fixes: inspection.entry(call.entry).isRecovered
          ? []
          : [
              alternative(
                safeFix(
                  'Insert an error result that says the result is missing',
                  ...insertMadeUpResult(inspection, call, ID),
                ),
              ),
            ],
      };
    }
  },
};
