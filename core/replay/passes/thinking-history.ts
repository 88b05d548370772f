import { definePass } from '../pass';
import { contentOf, editAssistants, isRole } from '../traced';
import { filterThinking } from './thinking';

/** Pass 6b: only the last assistant turn keeps its thinking. */
export const thinkingHistory = definePass(
  'thinking-history',
  ({ policy }) => policy.dropThinkingBlocks,
  (messages, { modelId, targetName }, report) => {
    const last = messages.findLast((message) => isRole(message, 'assistant') && contentOf(message) !== undefined);
    return editAssistants(messages, (message) =>
      message === last
        ? message
        : filterThinking(message, `Thinking of earlier turns does not go back to ${modelId || targetName}.`, report),
    );
  },
);
