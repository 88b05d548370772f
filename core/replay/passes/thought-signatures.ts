import { isBase64Signature } from '../../session/signatures';
import { definePass } from '../pass';
import type { Policy } from '../policy';
import { editAssistants, editBlocks, type Fields, within } from '../traced';

const SNAKE_CASE = 'thought_signature';
const CAMEL_CASE = 'thoughtSignature';

/** Pass 4, first part: Gemini thought signatures that the provider could not read go. */
export const thoughtSignatures = definePass(
  'thought-signatures',
  ({ policy }) => !policy.preserveSignatures,
  (messages, { policy, targetName }, report) =>
    editAssistants(messages, (message, { stopReason }) => {
      if (stopReason === 'error') return message;
      return editBlocks(message, (block, place) => {
        const unreadable = unreadableKeys(block, policy);
        // A list among the blocks comes out as an object where signatures are tested (OpenClaw 2026.5.7).
        const isList = policy.sanitizeThoughtSignatures !== undefined && Array.isArray(block);
        if (unreadable.length === 0 && !isList) return block;
        for (const key of unreadable) {
          report(
            'removed',
            within(place, key),
            `This thought signature was made by another model, and ${targetName} could not read it.`,
          );
        }
        return without(block, unreadable);
      });
    }),
);

/** OpenClaw 2026.5.7, pass 4: without options only signatures that are message ids (`msg_`) count as foreign. */
function unreadableKeys(block: Fields, { sanitizeThoughtSignatures }: Policy): string[] {
  if (!sanitizeThoughtSignatures) {
    const signature = block[SNAKE_CASE];
    return typeof signature === 'string' && signature.startsWith('msg_') ? [SNAKE_CASE] : [];
  }
  return [SNAKE_CASE, CAMEL_CASE].filter((key) => {
    const signature = block[key];
    return Object.hasOwn(block, key) && !(typeof signature === 'string' && isBase64Signature(signature));
  });
}

function without(block: Fields, keys: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(block).filter(([key]) => !keys.includes(key)));
}
