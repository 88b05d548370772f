import { antigravitySignature } from '../../session/signatures';
import { definePass } from '../pass';
import { editAssistants } from '../traced';
import { filterThinking } from './thinking';

/**
 * Profile `documented`: thinking of Claude on Antigravity keeps its signature in one field, and goes when it has none
 * (`documented.md`).
 */
export const antigravityThinking = definePass(
  'antigravity-thinking',
  ({ policy }) => policy.normalizeAntigravityThinking === true,
  (messages, { targetName }, report) =>
    editAssistants(messages, (message) =>
      filterThinking(
        message,
        `This thinking has no signature that ${targetName} could check, so it is not sent.`,
        report,
        (block) => {
          if (block.type !== 'thinking') return block;
          const signature = antigravitySignature(block);
          if (signature === null || signature === block.thinkingSignature) return signature === null ? null : block;
          return { ...block, thinkingSignature: signature };
        },
      ),
    ),
);
