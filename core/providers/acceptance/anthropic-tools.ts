/** Anthropic: calls and results (payloads.md 11). */
import { type AnthropicMessage, type AnthropicView, ofType } from './anthropic-view';
import { type Check, plainPath, type Refused, repeated } from './check';

const ID_PATTERN = /^[a-zA-Z0-9_-]+$/;

function usesIn(message: AnthropicMessage | undefined) {
  return ofType(message?.blocks ?? [], 'tool_use');
}

function resultsIn(message: AnthropicMessage | undefined) {
  return ofType(message?.blocks ?? [], 'tool_result');
}

export const ANTHROPIC_TOOL_CHECKS: readonly Check<AnthropicView>[] = [
  {
    id: 'anthropic/call-without-result',
    what: 'Every tool call is answered in the very next message.',
    find: function* ({ messages }): Iterable<Refused> {
      for (const [at, message] of messages.entries()) {
        const answered = new Set(resultsIn(messages[at + 1]).map(({ value }) => value.tool_use_id));
        const open = usesIn(message).filter(({ value }) => !answered.has(value.id));
        if (open.length === 0) continue;
        const ids = open.map(({ value }) => String(value.id)).join(', ');
        const error =
          `${plainPath(message.pointer)}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
          `${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
        yield* open.map(({ pointer }) => ({ pointer, error }));
      }
    },
  },
  {
    id: 'anthropic/result-without-call',
    what: 'Every tool result answers a call of the message in front of it.',
    find: function* ({ messages }): Iterable<Refused> {
      for (const [at, message] of messages.entries()) {
        const known = new Set(usesIn(messages[at - 1]).map(({ value }) => value.id));
        for (const { value, pointer } of resultsIn(message)) {
          if (known.has(value.tool_use_id)) continue;
          const error =
            `${plainPath(pointer)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${value.tool_use_id}. ` +
            'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.';
          yield { pointer, error };
        }
      }
    },
  },
  {
    id: 'anthropic/second-result',
    what: 'A tool call has one result.',
    find: function* ({ messages }): Iterable<Refused> {
      for (const message of messages) {
        for (const { value, pointer } of repeated(resultsIn(message), ({ value: { tool_use_id } }) =>
          String(tool_use_id),
        )) {
          const error =
            'each tool_use must have a single result. Found multiple `tool_result` blocks with id: ' +
            value.tool_use_id;
          yield { pointer, error };
        }
      }
    },
  },
  {
    id: 'anthropic/call-id-twice',
    what: 'The ids of tool calls are unique.',
    find: ({ blocks }) =>
      repeated(ofType(blocks, 'tool_use'), ({ value }) => String(value.id)).map(({ pointer }) => ({
        pointer,
        error: `${plainPath(pointer)}: \`tool_use\` ids must be unique`,
      })),
  },
  {
    id: 'anthropic/call-id-shape',
    what: 'The id of a tool call consists of letters, digits, underscores and dashes.',
    find: ({ blocks }) =>
      ofType(blocks, 'tool_use', 'tool_result').flatMap(({ value, pointer }) => {
        const field = value.type === 'tool_use' ? 'id' : 'tool_use_id';
        if (ID_PATTERN.test(String(value[field]))) return [];
        const error = `${plainPath(pointer)}.${value.type}.${field}: String should match pattern '${ID_PATTERN.source}'`;
        return [{ pointer: `${pointer}/${field}`, error }];
      }),
  },
];
