import { isToolCall, objectBlocks } from '../blocks';
import { keepsPrefill } from '../departures';
import { definePass, type PassContext } from '../pass';
import { isRole, placeOf } from '../traced';

/** Pass 24: answers at the end of the history, which the provider would take for a beginning to go on with, go. */
export const trailingAssistants = definePass(
  'trailing-assistants',
  stripsPrefill,
  (messages, { targetName }, report) => {
    let end = messages.length;
    while (end > 0 && isRole(messages[end - 1], 'assistant') && !objectBlocks(messages[end - 1]).some(isToolCall))
      end--;
    if (end === messages.length) return messages;
    for (const message of messages.slice(end)) {
      report(
        'removed',
        placeOf(message),
        `A history for ${targetName} must not end with an assistant turn, so this one is not sent.`,
      );
    }
    return messages.slice(0, end);
  },
);

function stripsPrefill({ policy, profile, api, thinkingLevel }: PassContext): boolean {
  return (policy.validateAnthropicTurns || policy.validateGeminiTurns) && !keepsPrefill(profile, api, thinkingLevel);
}
