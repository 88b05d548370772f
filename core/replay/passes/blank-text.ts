import { isBlankText } from '../blocks';
import { always, definePass } from '../pass';
import { editBlocks, editMessages, fieldsOf, placeOf, REMOVED, type TracedMessage, withText } from '../traced';

/** What a user turn or a tool result without content is sent as (OpenClaw 2026.5.7, pass 4). */
const EMPTY_CONTENT = '[empty content omitted]';

/**
 * Pass 4, last part: blank text blocks go. A tool result or user turn left empty gets a text, an assistant turn left
 * empty goes.
 */
export const blankText = definePass('blank-text', always, (messages, { targetName }, report) =>
  editMessages(messages, (message, { role, content }) => {
    const isResult = role === 'toolResult';
    if (!isResult && !(Array.isArray(content) && (role === 'user' || role === 'assistant'))) return message;
    const kept = editBlocks(message, (block, place) => {
      if (!isBlankText(block)) return block;
      report('removed', place, `This text block is blank, and ${targetName} may refuse blank text.`);
      return REMOVED;
    });
    if (!isLeftEmpty(kept)) return kept;
    if (role === 'assistant') {
      report('removed', placeOf(message), 'This assistant turn has nothing left to say, so it is not sent.');
      return null;
    }
    report(
      'replaced',
      placeOf(message, 'content'),
      isResult && typeof content === 'string'
        ? 'This result holds a plain text where a list of blocks is expected; a note stands in for it.'
        : `A note stands in for this empty content, because ${targetName} may refuse an empty turn.`,
    );
    return withText(message, EMPTY_CONTENT);
  }),
);

function isLeftEmpty({ value }: TracedMessage): boolean {
  const content = fieldsOf(value)?.content;
  return !Array.isArray(content) || content.length === 0;
}
