import { extractToolCalls, isThinking, isToolCall, objectBlocks, toolResultId } from '../blocks';
import { definePass, type Report } from '../pass';
import {
  contentOf,
  editAssistants,
  type Fields,
  fieldsOf,
  isRole,
  type Messages,
  placeOf,
  type TracedBlock,
  type TracedMessage,
  trimmed,
  withContent,
  withText,
} from '../traced';

/** What a turn that has lost its calls is sent as (OpenClaw 2026.5.7, pass 19). */
const OMITTED_CALLS = '[tool calls omitted]';

/** Where foreign results keep their call's id (OpenClaw 2026.5.7, pass 19). */
const RESULT_ID_KEYS = ['toolUseId', 'toolCallId', 'tool_use_id', 'tool_call_id', 'callId', 'call_id'];

/** Pass 19a: calls that nothing answers before the next assistant turn go. */
export const danglingCalls = definePass(
  'dangling-calls',
  ({ policy }) => policy.validateAnthropicTurns,
  (messages, _context, report) =>
    editAssistants(messages, (message, _fields, at) => {
      if (extractToolCalls(message).length === 0) return message;
      const answers = readAnswers(messages, at + 1);
      return objectBlocks(message).some(isThinking)
        ? checkSigned(message, answers, report)
        : dropUnanswered(message, answers, report);
    }),
);

interface Answers {
  /** The ids of results in any message. */
  readonly ids: ReadonlySet<string>;
  /** The ids of messages that are results, with the tool names they give. */
  readonly trusted: ReadonlyMap<string, ReadonlySet<string>>;
}

function readAnswers(messages: Messages, start: number): Answers {
  const ids = new Set<string>();
  const trusted = new Map<string, Set<string>>();
  for (let at = start; at < messages.length && !isRole(messages[at], 'assistant'); at++) {
    const message = messages[at]!;
    const fields = fieldsOf(message.value);
    if (fields?.role === 'toolResult' || fields?.role === 'tool') {
      const foreign = foreignIds(fields);
      const own = fields.role === 'toolResult' ? toolResultIds(fields) : [];
      // The id of a tool result counts as it is written here, so that blanks around it keep it from its call.
      for (const id of fields.role === 'toolResult' ? own : foreign) ids.add(id);
      const name = trimmed(fields.toolName) ?? trimmed(fields.name);
      for (const id of [...own, ...foreign]) {
        const names = trusted.get(id) ?? new Set();
        trusted.set(id, name === undefined ? names : names.add(name));
      }
    }
    for (const block of objectBlocks(message)) {
      if (block.type === 'toolResult' || block.type === 'tool') for (const id of foreignIds(block)) ids.add(id);
    }
  }
  return { ids, trusted };
}

function toolResultIds(fields: Fields): string[] {
  const id = toolResultId(fields);
  return id === undefined ? [] : [id];
}

function foreignIds(fields: Fields): string[] {
  return RESULT_ID_KEYS.map((key) => trimmed(fields[key])).filter((id) => id !== undefined);
}

/** A signed turn must not be edited: it stays as it is, or its whole content goes. */
function checkSigned(message: TracedMessage, { trusted }: Answers, report: Report): TracedMessage {
  const isAnswered = objectBlocks(message)
    .filter(isToolCall)
    .every((call) => {
      const id = trimmed(call.id);
      const name = trimmed(call.name);
      const names = id === undefined ? undefined : trusted.get(id);
      return name !== undefined && names !== undefined && (names.size === 0 || names.has(name));
    });
  if (isAnswered) return message;
  report(
    'replaced',
    placeOf(message, 'content'),
    'A call of this signed turn has no result, and a signed turn must not be edited, so its whole content is left out.',
  );
  return emptied(message);
}

function dropUnanswered(message: TracedMessage, { ids }: Answers, report: Report): TracedMessage {
  const content = contentOf(message) ?? [];
  const kept = content.filter(({ value, place }: TracedBlock) => {
    const block = fieldsOf(value);
    if (!isToolCall(block)) return Boolean(value);
    const id = trimmed(block.id);
    if (id !== undefined && ids.has(id)) return true;
    report('removed', place, 'No result answers this call before the next assistant turn, so it is not sent.');
    return false;
  });
  if (kept.length === content.length) return message;
  return kept.length === 0 ? emptied(message) : withContent(message, kept);
}

/** OpenClaw 2026.5.7, pass 19: a failed turn may stay empty. */
function emptied(message: TracedMessage): TracedMessage {
  const stopReason = fieldsOf(message.value)?.stopReason;
  const hasFailed = stopReason === 'error' || stopReason === 'aborted';
  return hasFailed ? withContent(message, []) : withText(message, OMITTED_CALLS);
}
