import type { CallFacts } from '../session/facts';
import type { History, Item } from '../session/history';
import { anchorOf, itemOf } from '../session/history';
import type { Session } from '../session/session';

/** A tool call of the history. */
export interface Call {
  /** Position of its turn among the turns. */
  readonly position: number;
  readonly entry: number;
  /** Index in the content list. */
  readonly block: number;
  readonly facts: CallFacts;
  readonly isInFailedTurn: boolean;
  /** Results that answer it, in order; the first is the answer. */
  results: readonly Result[];
  /**
   * `incomplete`: it lacks arguments, name or id, or was cut off while it was streamed. `failed`: its turn ended in
   * an error and is left out. `open`: nothing follows it yet. `missing`: the history goes on without an answer.
   */
  state: 'answered' | 'missing' | 'open' | 'incomplete' | 'failed';
  /** The earlier call with the same id, when there is one. */
  twin: Call | undefined;
}

/** A tool result of the history. */
export interface Result {
  readonly position: number;
  readonly entry: number;
  readonly id: string | undefined;
  readonly isStandIn: boolean;
  call: Call | undefined;
  /**
   * `cut`: its call was summarised away by the compaction that keeps it. `silent`: its call is incomplete, which
   * says all.
   */
  verdict: 'answer' | 'misplaced' | 'duplicate' | 'orphan' | 'cut' | 'silent';
}

export interface Pairing {
  readonly calls: readonly Call[];
  readonly results: readonly Result[];
  /** The results a compaction cut off from their calls, with the assistant entry that made the first of the calls. */
  readonly cut: { readonly results: readonly Result[]; readonly callEntry: number } | undefined;
  /** Positions of turns that hold an incomplete call. */
  readonly incompleteTurns: ReadonlySet<number>;
  /** By position of an assistant turn: the position behind the results that follow it at once. */
  runEnd(position: number): number;
}

const NO_RESULTS: readonly Result[] = [];

/** A tool name a provider takes (OpenClaw 2026.5.7, pass 7). */
const TOOL_NAME = /^[A-Za-z0-9_:.-]{1,64}$/;

/** Whether a call's name can be sent. */
export function hasUsableName({ name }: CallFacts): boolean {
  return name !== undefined && TOOL_NAME.test(name.trim());
}

/** Matches the calls and results of a history: by id, the nearest turn first, in order within it. */
export function pairCalls(session: Session, history: History, turns: readonly Item[]): Pairing {
  const calls: Call[] = [];
  const results: Result[] = [];
  const byId = new Map<string, Call[]>();
  for (let position = 0; position < turns.length; position++) {
    const item = turns[position]!;
    if (item.role === 'assistant') {
      addCalls(item, position, calls, byId);
    } else if (item.role === 'toolResult' && item.message?.result !== undefined) {
      const { callId, isStandIn } = item.message.result;
      const call = callId === undefined ? undefined : chooseCall(byId.get(callId));
      const result: Result = { position, entry: item.entry, id: callId, isStandIn, call, verdict: 'orphan' };
      results.push(result);
      if (call === undefined) continue;
      // Nearly every call has one result: a literal takes less memory than a pushed list.
      call.results = call.results.length === 0 ? [result] : [...call.results, result];
    }
  }
  const ends = runEnds(turns);
  const runEnd = (position: number) => ends[position]!;
  const lastTurn = turns.findLastIndex(({ role }) => role === 'assistant' || role === 'user');
  for (const call of calls) call.state = stateOf(call, lastTurn);
  for (const result of results) result.verdict = verdictOf(result, runEnd);
  linkTwins(byId);
  const cut = findCut(session, history, results);
  for (const result of cut?.results ?? []) result.verdict = 'cut';
  return {
    calls,
    results,
    cut,
    incompleteTurns: new Set(calls.filter(({ state }) => state === 'incomplete').map(({ position }) => position)),
    runEnd,
  };
}

/** Adds the calls of a turn; those that results can answer by their id as well. */
function addCalls({ entry, message, isFailed }: Item, position: number, calls: Call[], byId: Map<string, Call[]>) {
  const blocks = message?.blocks ?? [];
  for (let block = 0; block < blocks.length; block++) {
    const facts = blocks[block]!;
    if (facts.kind !== 'call') continue;
    const call: Call = {
      position,
      entry,
      block,
      facts,
      isInFailedTurn: isFailed,
      results: NO_RESULTS,
      state: 'missing',
      twin: undefined,
    };
    calls.push(call);
    if (!facts.isCamelCase || facts.id === undefined) continue;
    const same = byId.get(facts.id);
    if (same === undefined) byId.set(facts.id, [call]);
    else same.push(call);
  }
}

/**
 * Of the calls with an id the one a result answers: unanswered before answered, in a finished turn before a failed
 * one, the nearest turn before others.
 */
function chooseCall(calls: readonly Call[] | undefined): Call | undefined {
  if (calls === undefined || calls.length < 2) return calls?.[0];
  const open = calls.filter(({ results }) => results.length === 0);
  const finished = open.filter(({ isInFailedTurn }) => !isInFailedTurn);
  const candidates = [finished, open, calls].find(({ length }) => length > 0)!;
  const nearest = candidates.at(-1)!.position;
  return candidates.find(({ position }) => position === nearest);
}

function stateOf(call: Call, lastTurn: number): Call['state'] {
  const { facts, isInFailedTurn, results } = call;
  const hasRealResult = results.some(({ isStandIn }) => !isStandIn);
  const isCutOff = isInFailedTurn && facts.partialJson === 'torn' && !hasRealResult;
  if (!facts.hasArguments || facts.id === undefined || !hasUsableName(facts) || isCutOff) return 'incomplete';
  if (isInFailedTurn) return 'failed';
  if (!facts.isCamelCase || results.length > 0) return 'answered';
  return call.position === lastTurn ? 'open' : 'missing';
}

function verdictOf(result: Result, runEnd: (position: number) => number): Result['verdict'] {
  const { call } = result;
  if (call === undefined || call.state === 'failed') return 'orphan';
  if (call.state === 'incomplete') return 'silent';
  if (call.results[0] !== result) return 'duplicate';
  return result.position < runEnd(call.position) ? 'answer' : 'misplaced';
}

function linkTwins(byId: ReadonlyMap<string, readonly Call[]>): void {
  for (const same of byId.values()) {
    if (same.length === 1) continue;
    const sound = same.filter(({ state }) => state !== 'incomplete' && state !== 'failed');
    for (const call of sound.slice(1)) call.twin = sound[0]!;
  }
}

function runEnds(turns: readonly Item[]): number[] {
  const ends = new Array<number>(turns.length);
  let end = turns.length;
  for (let position = turns.length - 1; position >= 0; position--) {
    ends[position] = end;
    if (turns[position]!.role !== 'toolResult') end = position;
  }
  return ends;
}

/** The results at the very beginning of what a compaction keeps, whose calls stand before it on the branch. */
function findCut(session: Session, history: History, results: readonly Result[]): Pairing['cut'] {
  const anchor = history.compaction < 0 ? -1 : anchorOf(session, history.compaction);
  const from = anchor < 0 ? -1 : session.branch.indexOf(anchor);
  if (from <= 0 || from >= session.branch.indexOf(history.compaction)) return undefined;
  const callEntries = new Map<string, number>();
  for (const index of session.branch.slice(0, from)) {
    const item = itemOf(session, index);
    if (item?.role !== 'assistant' || item.isFailed) continue;
    for (const block of item.message?.blocks ?? []) {
      if (block.kind === 'call' && block.isCamelCase && block.id !== undefined) callEntries.set(block.id, index);
    }
  }
  const cut: Result[] = [];
  let callEntry = Number.POSITIVE_INFINITY;
  // The summary is the first turn; what it keeps begins behind it.
  for (const [nth, result] of results.entries()) {
    if (result.position !== nth + 1) break;
    const entry = result.id === undefined ? undefined : callEntries.get(result.id);
    if (entry === undefined || result.call !== undefined) continue;
    cut.push(result);
    callEntry = Math.min(callEntry, entry);
  }
  return cut.length === 0 ? undefined : { results: cut, callEntry };
}
