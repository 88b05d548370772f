import { extractToolCalls, isThinking, objectBlocks } from '../blocks';
import { definePass } from '../pass';
import { allowThinkingReplay } from '../policy';
import {
  editBlocks,
  editMessages,
  type Fields,
  hasNoBlocks,
  isRole,
  type Messages,
  REMOVED,
  trimmed,
  withText,
} from '../traced';

/** What a user turn that has lost all its embedded results is sent as (OpenClaw 2026.5.7, pass 23). */
const OMITTED_RESULTS = '[tool results omitted]';

/** OpenClaw 2026.5.7, pass 23. */
const ID_KEYS = ['toolUseId', 'toolCallId', 'tool_use_id', 'tool_call_id'];

/** Pass 23: results inside user turns that the turn before does not ask for go. */
export const embeddedResults = definePass(
  'embedded-results',
  ({ policy }) => policy.validateAnthropicTurns,
  (messages, { policy, api }, report) => {
    const keepsSigned = allowThinkingReplay(policy, api);
    return editMessages(messages, (message, { role }, at) => {
      if (role !== 'user') return message;
      const asked = askedBefore(messages, at, keepsSigned);
      const edited = editBlocks(message, (block, place) => {
        if ((block.type !== 'toolResult' && block.type !== 'tool') || isAsked(block, asked)) return block;
        report('removed', place, 'The turn before does not ask for this result, so it is not sent.');
        return REMOVED;
      });
      const isEmptied = edited !== message && hasNoBlocks(edited);
      return isEmptied ? withText(edited, OMITTED_RESULTS) : edited;
    });
  },
);

/** The ids of the calls in the turn right before; none when that is a signed turn, whose results stand alone. */
function askedBefore(messages: Messages, at: number, keepsSigned: boolean): ReadonlySet<string> {
  const previous = messages[at - 1];
  if (!isRole(previous, 'assistant') || (keepsSigned && objectBlocks(previous).some(isThinking))) return new Set();
  return new Set(extractToolCalls(previous).map(({ id }) => id.trim()));
}

function isAsked(block: Fields, asked: ReadonlySet<string>): boolean {
  return ID_KEYS.some((key) => asked.has(trimmed(block[key]) ?? ''));
}
