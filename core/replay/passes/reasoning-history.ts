import { objectBlocks } from '../blocks';
import { definePass } from '../pass';
import { editAssistants, isRole, type Messages } from '../traced';
import { filterThinking } from './thinking';

/** The calls this pass knows; `toolUse` and `functionCall` are none (OpenClaw 2026.5.7, pass 6a). */
const CALLS: ReadonlySet<unknown> = new Set(['toolCall', 'tool_use', 'function_call']);

/** Pass 6a: reasoning of finished turns goes; the tool loop in progress keeps that of its first turn. */
export const reasoningHistory = definePass(
  'reasoning-history',
  ({ policy }) => policy.dropReasoningFromHistory,
  (messages, { targetName }, report) => {
    const latestUser = messages.findLastIndex((message) => isRole(message, 'user'));
    return editAssistants(messages, (message, _fields, at) =>
      at >= latestUser && isCurrentToolTurn(messages, at)
        ? message
        : filterThinking(message, `Reasoning of earlier turns must not go back to ${targetName}.`, report),
    );
  },
);

/** The first assistant turn behind a user's, with calls whose results are there. */
function isCurrentToolTurn(messages: Messages, at: number): boolean {
  if (!objectBlocks(messages[at]).some(({ type }) => CALLS.has(type))) return false;
  let before = at - 1;
  while (before >= 0 && !isRole(messages[before], 'user') && !isRole(messages[before], 'assistant')) before--;
  if (isRole(messages[before], 'assistant')) return false;
  let after = at + 1;
  while (after < messages.length && !isRole(messages[after], 'user') && !isRole(messages[after], 'toolResult')) after++;
  return isRole(messages[after], 'toolResult');
}
