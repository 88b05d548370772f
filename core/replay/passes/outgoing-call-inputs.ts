import { extractToolCalls, hasInput, isThinking, isToolCall, objectBlocks } from '../blocks';
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
import { repairOutgoingPairing } from './pairing';
import { hasOpenAttachments, isSpawnCall } from './spawn-redaction';
import { resolveToolName } from './tool-names';

/** Pass 22: as pass 7 once more, with the names of the tools at hand; then calls and results are paired again. */
export const outgoingCallInputs = definePass('outgoing-call-inputs', always, (messages, context, report) => {
  const allowed = context.allowedToolNames.map(trimmed).filter((name) => name !== undefined);
  const keepsSigned = allowThinkingReplay(context.policy, context.api);
  const claimed = new Set<string>();
  const edited = editAssistants(messages, (message) => {
    const blocks = objectBlocks(message);
    if (!keepsSigned || !blocks.some(isThinking) || !blocks.some(isToolCall))
      return editCalls(message, allowed, report);
    const ids = extractToolCalls(message).map(({ id }) => id);
    if (areSoundSigned(blocks.filter(isToolCall), allowed) && !ids.some((id) => claimed.has(id))) {
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
  return edited === messages ? messages : repairOutgoingPairing(edited, context, report);
});

function areSoundSigned(calls: readonly Fields[], allowed: readonly string[]): boolean {
  const ids = new Set(calls.map(({ id }) => trimmed(id)));
  if (ids.size < calls.length) return false;
  return calls.every((call) => {
    const name = soundName(call, allowed);
    return name !== null && name === call.name && !(isSpawnCall(call) && hasOpenAttachments(call));
  });
}

/** The name a call is sent under; null when the call cannot be sent. */
function soundName(call: Fields, allowed: readonly string[]): string | null {
  const id = trimmed(call.id);
  return id === undefined || !hasInput(call) ? null : resolveToolName(call.name, id, allowed);
}

function editCalls(message: TracedMessage, allowed: readonly string[], report: Report): TracedMessage | null {
  const edited = editBlocks(message, (call, place) => {
    if (!isToolCall(call)) return call;
    const name = soundName(call, allowed);
    if (name === null) {
      report('removed', place, 'This call has no arguments, no id, or names no tool at hand, so it is not sent.');
      return REMOVED;
    }
    if (name === call.name) return call;
    report('replaced', within(place, 'name'), `This call means the tool ${name}, and is sent under that name.`);
    return { ...call, name };
  });
  const isEmptied = edited !== message && hasNoBlocks(edited);
  return isEmptied ? null : edited;
}
