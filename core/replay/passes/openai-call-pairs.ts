import { replayableReasoning } from '../../session/signatures';
import { isToolCall } from '../blocks';
import { definePass, type Report } from '../pass';
import { isResponsesApi } from '../policy';
import { editBlocks, type Fields, fieldsOf, placeOf, type TracedMessage, withFields, within } from '../traced';

const REASON =
  'The item id behind the bar is taken off, because the provider refuses such an item without its reasoning.';

/** Pass 9b: calls whose reasoning is not sent lose the id of their item, and so do the results behind them. */
export const openaiCallPairs = definePass(
  'openai-call-pairs',
  ({ api }) => isResponsesApi(api),
  (messages, _context, report) => {
    let isChanged = false;
    let shortened: ReadonlyMap<string, string> = new Map();
    const edited = messages.map((message) => {
      const fields = fieldsOf(message.value);
      let result = message;
      if (fields?.role === 'toolResult') result = shortenResult(message, fields, shortened, report);
      else shortened = new Map();
      if (fields?.role === 'assistant') ({ result, shortened } = shortenCalls(message, report));
      if (result !== message) isChanged = true;
      return result;
    });
    return isChanged ? edited : messages;
  },
);

function shortenCalls(turn: TracedMessage, report: Report): { result: TracedMessage; shortened: Map<string, string> } {
  const shortened = new Map<string, string>();
  let hasReasoning = false;
  const result = editBlocks(turn, (block, place) => {
    if (replayableReasoning(block)) hasReasoning = true;
    const { id } = block;
    if (hasReasoning || !isToolCall(block) || typeof id !== 'string') return block;
    const callId = callIdOf(id);
    if (callId === null) return block;
    shortened.set(id, callId);
    report('replaced', within(place, 'id'), REASON);
    return { ...block, id: callId };
  });
  return { result, shortened };
}

/** The part in front of the first bar, if an item of a function call stands behind it. */
function callIdOf(id: string): string | null {
  const bar = id.indexOf('|');
  return bar > 0 && id.startsWith('fc_', bar + 1) ? id.slice(0, bar) : null;
}

function shortenResult(
  message: TracedMessage,
  fields: Fields,
  shortened: ReadonlyMap<string, string>,
  report: Report,
): TracedMessage {
  let result = message;
  for (const key of ['toolCallId', 'toolUseId']) {
    const id = fields[key];
    const callId = typeof id === 'string' ? shortened.get(id) : undefined;
    if (callId === undefined) continue;
    report('replaced', placeOf(message, key), REASON);
    result = withFields(result, { [key]: callId });
  }
  return result;
}
