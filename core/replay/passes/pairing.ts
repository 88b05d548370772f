import { extractToolCalls, type ToolCall, toolResultId } from '../blocks';
import { type ChangeKind, definePass, type Pass, type PassContext, type Report } from '../pass';
import { isResponsesApi } from '../policy';
import {
  fieldsOf,
  isRole,
  type Messages,
  madeUp,
  type Place,
  placeOf,
  type TracedMessage,
  trimmed,
  withFields,
} from '../traced';

/** Texts of made-up results (OpenClaw 2026.5.7, passes 8 and 11). */
const ABORTED = 'aborted';
const MISSING_RESULT =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.';

/** Pass 20b: every call is followed by its one result. */
export const pairing = definePass(
  'pairing',
  ({ policy }) => policy.repairToolUseResultPairing,
  (messages, context, report) =>
    new PairingRepair(context, 'drop', isResponsesApi(context.api) ? ABORTED : MISSING_RESULT).repair(messages, report),
);

/** Pass 8: on the Responses apis pairing comes before reasoning and ids. */
export const responsesPairing: Pass = {
  ...pairing,
  runsWhen: (context) => pairing.runsWhen(context) && isResponsesApi(context.api),
};

/** Pass 11: elsewhere pairing comes behind ids. */
export const genericPairing: Pass = {
  ...pairing,
  runsWhen: (context) => pairing.runsWhen(context) && !isResponsesApi(context.api),
};

/** The pairing repair inside passes 22 and 26: calls of failed turns stay. */
export function repairOutgoingPairing(messages: Messages, context: PassContext, report: Report): Messages {
  return new PairingRepair(context, 'keep', MISSING_RESULT).repair(messages, report);
}

/** What stands behind a turn with calls, up to the next assistant turn. */
interface Span {
  /** By call id, the first one each. */
  readonly results: ReadonlyMap<string, TracedMessage>;
  readonly rest: readonly TracedMessage[];
  /** Where the scan stopped. */
  readonly end: number;
}

/**
 * One run over a history (OpenClaw 2026.5.7, `replay.md` passes 8 and 11). Ids are compared exactly. A wrong order
 * within a span, or a second result there, alone is no reason to rebuild the list.
 */
class PairingRepair {
  private readonly repaired: TracedMessage[] = [];
  private readonly notes: [ChangeKind, Place | null, string][] = [];
  /** Ids of the results in `repaired`. */
  private readonly seen = new Set<string>();
  private isChanged = false;

  constructor(
    private readonly context: PassContext,
    /** What becomes of turns with calls that ended in `error` or `aborted`. */
    private readonly failedTurns: 'keep' | 'drop',
    private readonly missingText: string,
  ) {}

  repair(messages: Messages, report: Report): Messages {
    for (let at = 0; at < messages.length; ) {
      const message = messages[at]!;
      const calls = isRole(message, 'assistant') ? extractToolCalls(message) : [];
      if (calls.length > 0) {
        const span = this.readSpan(messages, at + 1, calls);
        this.pushTurn(message, calls, span);
        at = span.end;
        continue;
      }
      if (isRole(message, 'toolResult')) this.drop(message, NO_CALL);
      else this.repaired.push(message);
      at++;
    }
    if (!this.isChanged) return messages;
    for (const note of this.notes) report(...note);
    return this.repaired;
  }

  private readSpan(messages: Messages, start: number, calls: readonly ToolCall[]): Span {
    const names = new Map(calls.map(({ id, name }) => [id, name]));
    const results = new Map<string, TracedMessage>();
    const rest: TracedMessage[] = [];
    let at = start;
    for (; at < messages.length && !isRole(messages[at], 'assistant'); at++) {
      const message = messages[at]!;
      const fields = fieldsOf(message.value);
      if (fields?.role !== 'toolResult') {
        rest.push(message);
        continue;
      }
      const id = toolResultId(fields);
      if (id === undefined || !names.has(id)) {
        this.drop(message, NO_CALL);
        continue;
      }
      if (this.seen.has(id)) {
        this.drop(message, SECOND);
        continue;
      }
      const result = this.named(message, names.get(id));
      if (results.has(id)) {
        this.notes.push(['removed', placeOf(message), SECOND]);
        continue;
      }
      results.set(id, result);
      if (rest.length > 0) this.notes.push(['moved', placeOf(message), MOVED]);
    }
    return { results, rest, end: at };
  }

  private pushTurn(message: TracedMessage, calls: readonly ToolCall[], { results, rest }: Span): void {
    const stopReason = fieldsOf(message.value)?.stopReason;
    const hasFailed = stopReason === 'error' || stopReason === 'aborted';
    if (hasFailed && this.failedTurns === 'drop') {
      this.drop(message, 'This turn failed before its calls were complete, so neither it nor their results are sent.');
      for (const result of results.values()) this.drop(result, 'The turn that asked for this result failed.');
    } else {
      this.repaired.push(message);
      for (const call of calls) this.pushResult(message, call, results.get(call.id), hasFailed);
      if (!hasFailed && results.size > 0 && rest.length > 0) this.isChanged = true;
    }
    this.repaired.push(...rest);
  }

  private pushResult(turn: TracedMessage, call: ToolCall, found: TracedMessage | undefined, hasFailed: boolean): void {
    if (!found && hasFailed) return;
    if (this.seen.has(call.id)) {
      this.isChanged = true;
      return;
    }
    this.seen.add(call.id);
    if (found) {
      this.repaired.push(found);
      return;
    }
    this.isChanged = true;
    const place = turn.blocks[call.at] ?? null;
    this.notes.push(['inserted', place, `No result follows the call ${call.id}: a made-up one answers it. ${PAIRS}`]);
    this.repaired.push(madeUpResult(call, this.missingText, this.context));
  }

  /** A result with the name it should have: its own trimmed, else the call's. */
  private named(result: TracedMessage, callName: string | undefined): TracedMessage {
    const toolName = fieldsOf(result.value)?.toolName;
    const name = trimmed(toolName) ?? trimmed(callName) ?? (typeof toolName === 'string' ? 'unknown' : undefined);
    if (name === undefined || name === toolName) return result;
    this.isChanged = true;
    this.notes.push(['replaced', placeOf(result, 'toolName'), `This result gets its tool’s name, ${name}.`]);
    return withFields(result, { toolName: name });
  }

  private drop(message: TracedMessage, reason: string): void {
    this.isChanged = true;
    this.notes.push(['removed', placeOf(message), reason]);
  }
}

const PAIRS = 'Providers want one result for every call, right behind it.';
const NO_CALL = `No call in the turn before asks for this result, so it is not sent. ${PAIRS}`;
const SECOND = `The call of this result has another one already, so it is not sent. ${PAIRS}`;
const MOVED = `This result moves up to its call. ${PAIRS}`;

function madeUpResult({ id, name }: ToolCall, text: string, { now }: PassContext): TracedMessage {
  return madeUp({
    role: 'toolResult',
    toolCallId: id,
    toolName: name ?? 'unknown',
    content: [{ type: 'text', text }],
    isError: true,
    timestamp: now(),
  });
}
