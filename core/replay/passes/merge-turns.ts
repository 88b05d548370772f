import { definePass, type Report } from '../pass';
import {
  contentOf,
  type Fields,
  fieldsOf,
  type Messages,
  placeOf,
  type TracedBlock,
  type TracedMessage,
  withContent,
} from '../traced';

/** Pass 18: assistant turns that follow one another become one, which is the first one but for how it ended. */
export const mergeAssistants = definePass(
  'merge-assistants',
  ({ policy }) => policy.validateGeminiTurns,
  (messages, { targetName }, report) =>
    mergeTurns(messages, 'assistant', targetName, report, (previous, current) => ({
      owner: previous,
      fields: truthyFields(current, ['usage', 'stopReason', 'errorMessage']),
      content: [...(contentOf(previous) ?? []), ...(contentOf(current) ?? [])],
    })),
);

/** Pass 19b: user turns that follow one another become one, which is the last one but for its content. */
export const mergeUsers = definePass(
  'merge-users',
  ({ policy }) => policy.validateAnthropicTurns,
  (messages, { targetName }, report) =>
    mergeTurns(messages, 'user', targetName, report, (previous, current) => {
      const timestamp = fieldsOf(current.value)?.timestamp ?? fieldsOf(previous.value)?.timestamp;
      return {
        owner: current,
        fields: timestamp === undefined ? {} : { timestamp },
        content: [...userBlocks(previous), ...userBlocks(current)],
      };
    }),
);

interface Merged {
  /** The turn whose fields stay. */
  readonly owner: TracedMessage;
  readonly fields: Fields;
  readonly content: readonly TracedBlock[];
}

/** A message without a role does not end a run of turns; it is merged into when it stands last (OpenClaw 2026.5.7). */
function mergeTurns(
  messages: Messages,
  role: string,
  targetName: string,
  report: Report,
  merge: (previous: TracedMessage, current: TracedMessage) => Merged,
): Messages {
  const merged: TracedMessage[] = [];
  let lastRole: unknown;
  for (const message of messages) {
    const ownRole = fieldsOf(message.value)?.role;
    const previous = merged.at(-1);
    if (ownRole === role && lastRole === role && previous && fieldsOf(previous.value)) {
      report(
        'merged',
        placeOf(message),
        `This turn is joined to the one before it, because ${targetName} wants turns to alternate.`,
      );
      const { owner, fields, content } = merge(previous, message);
      const other = owner === previous ? message : previous;
      merged[merged.length - 1] = withContent(
        { ...owner, value: { ...fieldsOf(owner.value), ...fields }, sources: [...owner.sources, ...other.sources] },
        content,
      );
    } else {
      merged.push(message);
    }
    if (ownRole) lastRole = ownRole;
  }
  return merged.length === messages.length ? messages : merged;
}

function truthyFields({ value }: TracedMessage, keys: readonly string[]): Fields {
  return Object.fromEntries(
    Object.entries(fieldsOf(value) ?? {}).filter(([key, field]) => keys.includes(key) && field),
  );
}

function userBlocks(message: TracedMessage): readonly TracedBlock[] {
  const content = fieldsOf(message.value)?.content;
  if (typeof content !== 'string') return contentOf(message) ?? [];
  return [{ value: { type: 'text', text: content }, place: placeOf(message, 'content') }];
}
