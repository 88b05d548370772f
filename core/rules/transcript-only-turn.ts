import type { Rule } from './rule';

export const transcriptOnlyTurn: Rule = {
  id: 'transcript-only-turn',
  summary: 'A delivery-mirror or gateway-injected turn stands on the branch.',
  severity: 'hint',
  step: 'turns',
  description:
    'OpenClaw stores text it delivered without a model as an assistant turn for display. Replay leaves such turns out.',
  repair: 'None.',
  *check(inspection) {
    if (inspection.profile === 'pi') return;
    for (const { entry, isTranscriptOnly } of inspection.history.items) {
      if (!isTranscriptOnly) continue;
      yield {
        location: inspection.at(entry, 'message', 'model'),
        message: 'This turn was delivered without a model; it is for display, and replay leaves it out.',
      };
    }
  },
};
