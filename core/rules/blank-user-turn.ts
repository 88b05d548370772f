import { type Rule, safeFix } from './rule';

/** What OpenClaw puts in the place of a blank user turn (OpenClaw 2026.5.7, on-disk repair). */
const CONTINUE = '(continue)';

export const blankUserTurn: Rule = {
  id: 'blank-user-turn',
  summary: 'A user turn of nothing but blank text.',
  severity: 'error',
  step: 'turns',
  description:
    "An empty message was stored as the user's turn. Bedrock and Anthropic refuse blank text; where the turn is left out instead, two assistant turns follow each other.",
  repair: "Puts the placeholder of OpenClaw's on-disk repair in its place.",
  *check(inspection) {
    for (const { entry, role, message } of inspection.turns) {
      if (role !== 'user' || !message?.isBlank) continue;
      yield {
        location: inspection.at(entry, 'message', 'content'),
        message: 'This user turn holds nothing but blank text: providers refuse it, and with it every later request.',
        fixes: [
          safeFix(`Put ${CONTINUE} in its place`, {
            kind: 'setValue',
            line: inspection.lineOf(entry),
            path: ['message', 'content'],
            value: message.content === 'string' ? CONTINUE : [{ type: 'text', text: CONTINUE }],
          }),
        ],
      };
    }
  },
};
