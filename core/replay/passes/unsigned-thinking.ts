import { hasUsableSignature } from '../../session/signatures';
import { definePass } from '../pass';
import { editAssistants } from '../traced';
import { filterThinking } from './thinking';

/** Pass 5: thinking that carries no signature goes, because providers that sign refuse it. */
export const unsignedThinking = definePass(
  'unsigned-thinking',
  ({ policy }) => policy.preserveSignatures,
  (messages, { targetName }, report) =>
    editAssistants(messages, (message) =>
      filterThinking(
        message,
        `This thinking has no signature, and ${targetName} refuses thinking it did not sign.`,
        report,
        (block) => (hasUsableSignature(block) ? block : null),
      ),
    ),
);
