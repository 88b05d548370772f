import { replayableReasoning } from '../../session/signatures';
import { definePass } from '../pass';
import { isResponsesApi } from '../policy';
import { editAssistants, editBlocks, fieldsOf, hasNoBlocks, placeOf, REMOVED } from '../traced';

/** Pass 9a: reasoning items that OpenAI would refuse go. */
export const openaiReasoning = openaiReasoningPass(({ modelChanged }) => modelChanged);

/** Pass 9a inside pass 26, where the switch of the model has been dealt with. */
export const outgoingOpenaiReasoning = openaiReasoningPass(() => false);

function openaiReasoningPass(isAfterSwitch: (context: { readonly modelChanged: boolean }) => boolean) {
  return definePass(
    'openai-reasoning',
    ({ api }) => isResponsesApi(api),
    (messages, context, report) => {
      const dropsAll = isAfterSwitch(context);
      const reason = dropsAll
        ? 'The model has changed since, and the new one cannot take over this reasoning.'
        : 'Nothing follows this reasoning in its turn, and the provider refuses reasoning that leads to nothing.';
      return editAssistants(messages, (message, { content }) => {
        if (!Array.isArray(content)) return message;
        const lastOther = content.findLastIndex((block) => fieldsOf(block)?.type !== 'thinking');
        const edited = editBlocks(message, (block, place, at) => {
          if (!replayableReasoning(block) || (!dropsAll && at < lastOther)) return block;
          report('removed', place, reason);
          return REMOVED;
        });
        const isEmptied = edited !== message && hasNoBlocks(edited);
        if (!isEmptied) return edited;
        report('removed', placeOf(message), 'This turn held nothing but that reasoning, so it is not sent.');
        return null;
      });
    },
  );
}
