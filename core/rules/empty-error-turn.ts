import type { MessageFacts } from '../session/facts';
import { alternative, lossyFix, type Rule, safeFix } from './rule';

/** What OpenClaw puts into a turn that failed without content (OpenClaw 2026.5.7, on-disk repair). */
const FAILED = [{ type: 'text', text: '[assistant turn failed before producing content]' }];

export const emptyErrorTurn: Rule = {
  id: 'empty-error-turn',
  summary: 'An assistant turn that failed holds nothing but blank text.',
  severity: 'error',
  step: 'turns',
  description:
    'The model call failed before it gave any content, and the empty turn was stored. Bedrock and others refuse a message without content, and so every later request of the session. Turns that were aborted are skipped by every runtime and reported as a hint.',
  repair:
    "Puts the text of OpenClaw's on-disk repair in its place; id, parent, stop reason and error message stay. Deleting the turn is offered. For aborted turns neither is preferred.",
  *check(inspection) {
    for (const { entry, message } of inspection.assistants) {
      if (message === undefined || !isEmptyFailure(message)) continue;
      const line = inspection.lineOf(entry);
      const isAborted = message.assistant?.stopReason === 'aborted';
      const fill = safeFix('Put a text into the failed turn', {
        kind: 'setValue',
        line,
        path: ['message', 'content'],
        value: FAILED,
      });
      const remove = alternative(
        lossyFix('Delete the failed turn (loses its error message)', { kind: 'deleteLine', line }),
      );
      yield {
        location: inspection.at(entry, 'message', ...(message.content === 'absent' ? [] : ['content'])),
        severity: isAborted ? 'hint' : 'error',
        message: isAborted
          ? 'This turn was aborted before it gave any content; agents skip it.'
          : 'This turn failed and holds no content: providers refuse an empty message, and with it every later request.',
        fixes: [isAborted ? alternative(fill) : fill, remove],
      };
    }
  },
};

/** A failed turn that says nothing, or a stop with neither content nor usage (OpenClaw 2026.5.7, pass 2). */
export function isEmptyFailure({ assistant, content, isBlank, blocks }: MessageFacts): boolean {
  if (assistant === undefined) return false;
  const { stopReason, hasZeroUsage } = assistant;
  if (stopReason === 'error' || stopReason === 'aborted') return isBlank || content === 'absent';
  const isEmpty = content === 'list' && blocks.length === 0;
  return stopReason === 'stop' && hasZeroUsage && isEmpty;
}
