import {
  allowedNames,
  extractToolCalls,
  hasInput,
  isAllowedName,
  isRawToolCall,
  isThinking,
  objectBlocks,
} from '../blocks';
import { always, definePass, type Report } from '../pass';
import { allowThinkingReplay } from '../policy';
import {
  editAssistants,
  editBlocks,
  type Fields,
  hasNoBlocks,
  placeOf,
  REMOVED,
  type TracedMessage,
  trimmed,
  within,
} from '../traced';
import { isSpawnCall, needsRedaction, redactSpawn } from './spawn-redaction';

/** Where a call may keep its id (OpenClaw 2026.5.7, pass 7). */
const ID_KEYS = ['id', 'call_id', 'toolCallId', 'toolUseId', 'tool_call_id', 'tool_use_id'];

type Names = ReadonlySet<string> | null;

/**
 * Pass 7: calls without arguments, id or a sound name go. A signed thinking turn cannot be edited: it stays whole or
 * goes whole.
 */
export const callInputs = definePass('call-inputs', always, (messages, context, report) => {
  const names = allowedNames(context.allowedToolNames);
  const keepsSigned = allowThinkingReplay(context.policy, context.api);
  const claimed = new Set<string>();
  return editAssistants(messages, (message) => {
    const blocks = objectBlocks(message);
    if (!keepsSigned || !blocks.some(isThinking) || !blocks.some(isRawToolCall))
      return editCalls(message, names, report);
    const ids = extractToolCalls(message).map(({ id }) => id);
    if (areSoundSigned(blocks, names) && !ids.some((id) => claimed.has(id))) {
      for (const id of ids) claimed.add(id);
      return message;
    }
    report(
      'removed',
      placeOf(message),
      'A call of this turn cannot be sent as it is, and a signed turn must not be edited, so the whole turn stays out.',
    );
    return null;
  });
});

/** Whether every call of a signed turn can be sent as it stands. */
function areSoundSigned(blocks: readonly Fields[], names: Names): boolean {
  const ids = new Set<string>();
  return blocks.filter(isRawToolCall).every((call) => {
    const id = trimmed(call.id);
    if (id === undefined || ids.has(id) || !hasInput(call) || !isAllowedName(call.name, names)) return false;
    ids.add(id);
    return call.name === call.name.trim() && !(isSpawnCall(call) && needsRedaction(call));
  });
}

function editCalls(message: TracedMessage, names: Names, report: Report): TracedMessage | null {
  let isDropped = false;
  const edited = editBlocks(message, (call, place) => {
    if (!isRawToolCall(call)) return call;
    const fault = faultOf(call, names);
    if (fault !== null) {
      report('removed', place, `This call ${fault}, so it is not sent.`);
      isDropped = true;
      return REMOVED;
    }
    const name = trimmed(call.name);
    const named = name === call.name ? call : { ...call, name };
    if (named !== call)
      report('replaced', within(place, 'name'), 'White space around the name of the tool is taken off.');
    const redacted = isSpawnCall(named) ? redactSpawn(named) : named;
    if (redacted !== named)
      report('replaced', place, 'Attachments and session ids of this call are private, so they are left out.');
    return redacted;
  });
  return isDropped && hasNoBlocks(edited) ? null : edited;
}

/** Why a call cannot be sent; null when it can. */
function faultOf(call: Fields, names: Names): string | null {
  if (!hasInput(call)) return 'has no arguments';
  if (!ID_KEYS.some((key) => trimmed(call[key]) !== undefined)) return 'has no id';
  if (!isAllowedName(call.name, null)) return 'has no sound tool name';
  return isAllowedName(call.name, names) ? null : 'names a tool that is not allowed';
}
