import { always, definePass } from '../pass';
import { type Fields, fieldsOf, placeOf, type TracedMessage } from '../traced';

// OpenClaw 2026.5.7, "After validation": the timed question whether there is anything to do, and its answer.
const POLL = '[OpenClaw heartbeat poll]';
const TASKS_START = 'Run the following periodic tasks (only those due based on their intervals):';
const TASKS_END = 'After completing all due tasks, reply HEARTBEAT_OK.';
const TOKEN = 'HEARTBEAT_OK';
/** How long an answer may be beside the token. */
const ANSWER_LENGTH = 300;

/** After pass 19: a heartbeat question and an answer that says nothing are both left out. */
export const heartbeat = definePass('heartbeat', always, (messages, _context, report) => {
  const isDropped = messages.map(() => false);
  for (let at = 0; at + 1 < messages.length; at++) {
    if (!isPoll(messages[at]!) || !isAcknowledgement(messages[at + 1]!)) continue;
    for (const index of [at, at + 1]) {
      report(
        'removed',
        placeOf(messages[index]!),
        'A heartbeat question and an answer that says “nothing to do” are not sent again.',
      );
      isDropped[index] = true;
    }
    at++;
  }
  return isDropped.includes(true) ? messages.filter((_, at) => !isDropped[at]) : messages;
});

function isPoll({ value }: TracedMessage): boolean {
  const fields = fieldsOf(value);
  if (fields?.role !== 'user') return false;
  const text = textOf(fields, false)?.trim();
  if (text === undefined) return false;
  return text === POLL || (text.startsWith(TASKS_START) && text.includes(TASKS_END));
}

function isAcknowledgement({ value }: TracedMessage): boolean {
  const fields = fieldsOf(value);
  if (fields?.role !== 'assistant') return false;
  const text = (fields.content ?? '') === '' ? '' : textOf(fields, true)?.trim();
  if (text === undefined) return false;
  if (text === '') return true;
  const rest = withoutToken(text) || withoutToken(withoutMarkup(text));
  return rest !== null && rest.length <= ANSWER_LENGTH;
}

/** A text, or text blocks joined; undefined for other content, and for other blocks where only text may stand. */
function textOf({ content }: Fields, onlyText: boolean): string | undefined {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return undefined;
  const blocks = content.map(fieldsOf);
  const texts = blocks.filter((block) => block?.type === 'text' && typeof block.text === 'string');
  if (onlyText && texts.length < blocks.length) return undefined;
  return texts.map((block) => block?.text).join('');
}

function withoutMarkup(text: string): string {
  const plain = text.replace(/<[^>]*>|&nbsp;/gi, ' ');
  return plain.replace(/^[*`~_]+/, '').replace(/[*`~_]+$/, '');
}

/** The text without the token at its start and end, white space in one form; null when there is none. */
function withoutToken(text: string): string | null {
  let rest = text.trim();
  let isFound = false;
  for (;;) {
    if (rest.startsWith(TOKEN)) {
      rest = rest.slice(TOKEN.length).trimStart();
    } else if (/HEARTBEAT_OK\W{0,4}$/.test(rest)) {
      const at = rest.lastIndexOf(TOKEN);
      const before = rest.slice(0, at).trimEnd();
      // A sentence's mark behind the token belongs to the sentence before it.
      rest = before === '' ? '' : before + rest.slice(at + TOKEN.length).trimStart();
    } else {
      return isFound ? rest.replace(/\s+/g, ' ').trim() : null;
    }
    isFound = true;
  }
}
