import { definePass } from '../pass';
import { isRole, madeUp, placeOf } from '../traced';

/** The user turn that opens a history without one (OpenClaw 2026.5.7, pass 16). */
const BOOTSTRAP = '(session bootstrap)';

/** Passes 14 and 16: a history that begins with the assistant gets a user turn in front. */
export const assistantFirst = definePass(
  'assistant-first',
  ({ policy }) => policy.applyGoogleTurnOrdering,
  (messages, { now, targetName }, report) => {
    const first = messages[0];
    if (!first || !isRole(first, 'assistant')) return messages;
    report(
      'inserted',
      placeOf(first),
      `A user turn is put in front, because ${targetName} wants a history to begin with one.`,
    );
    return [madeUp({ role: 'user', content: BOOTSTRAP, timestamp: now() }), ...messages];
  },
);
