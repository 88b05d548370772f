import { isBlankText } from '../blocks';
import { stripInboundMetadata } from '../inbound-metadata';
import { always, definePass, type Report } from '../pass';
import {
  editBlocks,
  editMessages,
  type Fields,
  fieldsOf,
  hasNoBlocks,
  placeOf,
  REMOVED,
  type TracedMessage,
  within,
  withText,
} from '../traced';

/** What an assistant turn that failed at once is sent as (OpenClaw 2026.5.7, pass 2). */
const FAILED_TURN = '[assistant turn failed before producing content]';

/**
 * Pass 2, and the first step of pass 21: blank user turns and turns that no model wrote go, assistant texts lose
 * OpenClaw's own metadata, an assistant turn that failed with nothing to say gets a text.
 */
export const turnNormalisation = definePass('turn-normalisation', always, (messages, _context, report) =>
  editMessages(messages, (message, fields) => {
    if (fields.role === 'user') return normaliseUser(message, fields, report);
    return fields.role === 'assistant' ? normaliseAssistant(message, fields, report) : message;
  }),
);

function normaliseUser(message: TracedMessage, { content }: Fields, report: Report): TracedMessage | null {
  if (typeof content !== 'string' && !Array.isArray(content)) return message;
  const kept = editBlocks(message, (block) => (isBlankText(block) ? REMOVED : block));
  if (isEmpty(kept)) {
    report('removed', placeOf(message), 'This user turn says nothing, so it is not sent.');
    return null;
  }
  if (kept !== message) {
    editBlocks(message, (block, place) => {
      if (isBlankText(block)) report('removed', place, 'This text block is blank, and providers refuse blank text.');
      return block;
    });
  }
  return kept;
}

function isEmpty(message: TracedMessage): boolean {
  const content = fieldsOf(message.value)?.content;
  return typeof content === 'string' ? content.trim() === '' : hasNoBlocks(message);
}

function normaliseAssistant(message: TracedMessage, fields: Fields, report: Report): TracedMessage | null {
  const { provider, model, content } = fields;
  if (provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected')) {
    report('removed', placeOf(message), 'No model wrote this turn: it is a copy of delivered text, and stays out.');
    return null;
  }
  if (typeof content === 'string') return textToBlock(message, content, report);
  if (!Array.isArray(content)) return message;
  if (content.length > 0) return stripBlocks(message, report);
  if (fields.stopReason !== 'error' && !isZeroUsageStop(fields)) return message;
  report(
    'replaced',
    placeOf(message, 'content'),
    'This turn failed before it said anything; a fixed text stands in, because providers refuse an empty turn.',
  );
  return withText(message, FAILED_TURN);
}

function textToBlock(message: TracedMessage, content: string, report: Report): TracedMessage | null {
  const text = stripInboundMetadata(content);
  if (text.trim() === '') {
    report('removed', placeOf(message), 'This turn holds no words of the model, so it is not sent.');
    return null;
  }
  const reason =
    text === content
      ? 'This plain text becomes a text block, the form that assistant turns are sent in.'
      : 'OpenClaw’s own metadata is taken out of this text, which becomes a text block.';
  report('replaced', placeOf(message, 'content'), reason);
  return withText(message, text);
}

function stripBlocks(message: TracedMessage, report: Report): TracedMessage | null {
  const stripped = editBlocks(message, (block, place) => {
    if (typeof block.text !== 'string') return block;
    const text = stripInboundMetadata(block.text);
    if (text === block.text) return block;
    const isGone = text.trim() === '';
    report(
      isGone ? 'removed' : 'replaced',
      isGone ? place : within(place, 'text'),
      'OpenClaw’s own metadata (times, senders, untrusted context) is taken out of what the model said.',
    );
    return isGone ? REMOVED : { ...block, text };
  });
  return hasNoBlocks(stripped) ? null : stripped;
}

/** A turn that ended at once and used no token: it never reached a model (OpenClaw 2026.5.7, pass 2). */
function isZeroUsageStop({ stopReason, usage }: Fields): boolean {
  const tokens = fieldsOf(usage);
  if (stopReason !== 'stop' || !tokens) return false;
  const components = [tokens.input, tokens.output, tokens.cacheRead, tokens.cacheWrite].filter(Number.isFinite);
  const total = tokens.total ?? tokens.totalTokens ?? tokens.total_tokens;
  if (Number.isFinite(total)) components.push(total);
  return components.length > 0 && components.every((count) => count === 0);
}
