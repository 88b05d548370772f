import { needOf } from '../replay/requirements';
import type { ShapeProblem } from '../session/facts';
import { ENTRY_TYPES } from '../session/schema';
import { type Entry, isLinear } from '../session/session';
import { entryBefore } from '../session/tree';
import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { judgedHeader } from './judged-header';
import { type Found, type Rule, safeFix } from './rule';
import { findSecondRoot } from './second-root';

const ID = 'invalid-entry';
const OMITTED = [{ type: 'text', text: '[empty content omitted]' }];

export const invalidEntry: Rule = {
  id: ID,
  summary: 'A required field is missing or of the wrong type.',
  severity: 'error',
  step: 'entries',
  description:
    'The entry does not have the shape the format demands. Depending on the field the agent crashes while it builds the conversation, or leaves the entry or all history before it out.',
  repair:
    "Fills in what can be derived: id, parent, timestamp, the tool name of a result, a result's text that stands there as a plain string. Else there is none.",
  *check(inspection) {
    const { session } = inspection;
    for (const header of [judgedHeader(session), ...session.extraHeaders]) {
      if (header === undefined || header.isRecovered) continue;
      for (const problem of header.facts.problems) yield report(header.line, problem, []);
    }
    for (const entry of session.entries) {
      if (entry.isRecovered) continue;
      for (const problem of entry.facts.problems) {
        if (isSpokenOf(inspection, entry, problem)) continue;
        yield report(entry.line, problem, fixOf(inspection, entry, problem));
      }
      if (entry.facts.leaf !== undefined) yield* leafReport(inspection, entry);
      yield* lostContent(inspection, entry);
    }
  },
};

function report(line: number, { path, expected, missing }: ShapeProblem, fixes: readonly Fix[]): Found {
  const field = path
    .map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
  return {
    location: { line, path: missing ? path.slice(0, -1) : path },
    message: missing
      ? `The required field ${field} is missing (${expected}).`
      : `The field ${field} is not what the format demands: ${expected}.`,
    fixes,
  };
}

/** What other rules say, or what an older version does not have. */
function isSpokenOf(inspection: Inspection, { index, facts }: Entry, { path }: ShapeProblem): boolean {
  const { session } = inspection;
  // What a fork demands of its own records is not known.
  if (facts.type !== '' && !ENTRY_TYPES.has(facts.type)) return true;
  const key = path.length === 1 ? path[0] : undefined;
  if (isLinear(session) && (key === 'id' || key === 'parentId')) return true;
  if (key === 'parentId' && !facts.hasParentKey) {
    // With leaf records an entry without the key continues the leaf.
    if (session.hasLeafRecords && facts.leaf === undefined) return true;
    return session.branch[0] === index && findSecondRoot(session) !== undefined;
  }
  if (path[0] === 'message' && path[1] === 'content' && path.length === 2 && facts.message?.content === 'absent') {
    return facts.message.role === 'assistant' && isFailed(facts.message.assistant?.stopReason);
  }
  return false;
}

function isFailed(stopReason: string | undefined): boolean {
  return stopReason === 'error' || stopReason === 'aborted';
}

function fixOf(inspection: Inspection, entry: Entry, { path }: ShapeProblem): Fix[] {
  const { line, index, facts } = entry;
  const set = (value: unknown): SessionEdit => ({ kind: 'setValue', line, path, value });
  // A leaf record without id or parent moves nothing; with them it would begin to.
  if (facts.leaf !== undefined && path[0] !== 'timestamp') return [];
  switch (path.join('.')) {
    case 'id': {
      const before = index > 0 ? inspection.entry(index - 1).facts.id : undefined;
      return [safeFix('Give the entry an id', { kind: 'freshId', line, rule: ID, anchor: before ?? '' })];
    }
    case 'parentId': {
      const parent = entryBefore(inspection.session, index);
      const parentLine = parent < 0 ? null : inspection.lineOf(parent);
      return [safeFix('Hang the entry under the one before it', { kind: 'reparent', line, parentLine })];
    }
    case 'timestamp': {
      const timestamp = derivedTimestamp(inspection, entry);
      return timestamp === undefined ? [] : [safeFix(`Set the timestamp to ${timestamp}`, set(timestamp))];
    }
    case 'message.content': {
      const text = inspection.value(index) as { message?: { content?: unknown } };
      const content = text.message?.content;
      if (facts.message?.role !== 'toolResult' || typeof content !== 'string') return [];
      return [safeFix('Make the text a content block', set([{ type: 'text', text: content }]))];
    }
    case 'message.toolName': {
      const name = toolNameOf(inspection, facts.message?.result?.callId);
      return name === undefined ? [] : [safeFix(`Set the tool name to ${name}`, set(name))];
    }
    default:
      return [];
  }
}

/** The message's own time, else the timestamp of the entry before it. */
function derivedTimestamp(inspection: Inspection, { index, facts }: Entry): string | undefined {
  const raw = inspection.value(index).timestamp;
  for (const time of [typeof raw === 'number' ? raw : undefined, facts.message?.time]) {
    if (time !== undefined && Math.abs(time) <= 8.64e15) return new Date(time).toISOString();
  }
  for (let before = index - 1; before >= 0; before--) {
    const { timestamp } = inspection.entry(before).facts;
    if (timestamp !== undefined) return timestamp;
  }
  return inspection.session.header?.facts.timestamp;
}

function toolNameOf({ session }: Inspection, callId: string | undefined): string | undefined {
  if (callId === undefined) return undefined;
  for (const { facts } of session.entries) {
    for (const block of facts.message?.blocks ?? []) {
      if (block.kind === 'call' && block.id === callId && block.name !== undefined) return block.name;
    }
  }
  return undefined;
}

function* leafReport({ session }: Inspection, { index, line, facts }: Entry): Iterable<Found> {
  // Without id or parent it moves nothing either, which is said at those.
  const isLinked = facts.id !== undefined && facts.parentId !== undefined;
  if (!isLinked || !session.invalidLeafRecords.includes(index)) return;
  yield {
    location: { line, path: ['targetId'] },
    message: 'This leaf record names no earlier record, or has an unknown mode: it moves nothing.',
  };
}

/** A result without content that no target in force calls an empty one still breaks pi's converter. */
function* lostContent(inspection: Inspection, { line, facts, index }: Entry): Iterable<Found> {
  const { message } = facts;
  if (message?.role !== 'toolResult' || message.content !== 'absent') return;
  const isInHistory = inspection.turns.some(({ entry }) => entry === index);
  if (isInHistory && inspection.targets.some((view) => needOf('empty-tool-result', view) !== undefined)) return;
  yield {
    location: { line, path: ['message'] },
    message: 'The required field message.content is missing (a list of content blocks).',
    fixes: [
      safeFix('Put the omitted-content placeholder there', {
        kind: 'setValue',
        line,
        path: ['message', 'content'],
        value: OMITTED,
      }),
    ],
  };
}
