import type { AssistantFacts, MessageFacts } from './facts';
import { ROLES } from './schema';
import { isLinear, type Session } from './session';

/** One message of the history the agent would send, in order. */
export interface Item {
  /** Index of its entry. */
  readonly entry: number;
  /** `extension`: what reaches the model as a user message but is none (custom message, summary, shell run). */
  readonly role: 'user' | 'assistant' | 'toolResult' | 'extension';
  /** Absent for what is no stored message. */
  readonly message: MessageFacts | undefined;
  /** Text that was delivered but that no model wrote (session format, section 4.6). */
  readonly isTranscriptOnly: boolean;
  /** An assistant turn that ended in `error` or `aborted`. */
  readonly isFailed: boolean;
}

/** What the active branch gives after compaction (session format, section 7), as facts. */
export interface History {
  readonly items: readonly Item[];
  /** The compaction in force, an entry index; −1 without one. */
  readonly compaction: number;
  /** The compaction before it on the branch; −1 without one. */
  readonly earlierCompaction: number;
}

export function buildHistory(session: Session): History {
  const { branch, entries } = session;
  const compactions = branch.filter((index) => entries[index]!.facts.compaction !== undefined);
  const compaction = compactions.at(-1) ?? -1;
  const earlierCompaction = compactions.at(-2) ?? -1;
  if (compaction < 0) return { items: toItems(session, branch), compaction, earlierCompaction };
  const at = branch.indexOf(compaction);
  const anchor = anchorOf(session, compaction);
  const from = anchor < 0 ? -1 : branch.indexOf(anchor);
  const kept = from >= 0 && from < at ? branch.slice(from, at) : [];
  const summary = makeItem(compaction, 'extension');
  const items = [summary, ...toItems(session, [...kept, ...branch.slice(at + 1)])];
  return { items, compaction, earlierCompaction };
}

/** The entry that a compaction names as the first it keeps; −1 when it names none that stands before it. */
export function anchorOf(session: Session, compaction: number): number {
  const { entries, byId } = session;
  const facts = entries[compaction]?.facts.compaction;
  if (facts === undefined) return -1;
  if (isLinear(session)) {
    const anchor = facts.firstKeptEntryIndex === undefined ? -1 : entryOfRecord(session, facts.firstKeptEntryIndex);
    return anchor < compaction ? anchor : -1;
  }
  if (facts.firstKeptEntryId === undefined) return -1;
  return byId.nearest(facts.firstKeptEntryId, compaction);
}

/** Version 1 counts the file's records from 0, headers included (session format, section 2); −1 for a header. */
function entryOfRecord(session: Session, number: number): number {
  const headers = [session.header, ...session.extraHeaders].filter((header) => header !== undefined);
  let entry = number;
  for (const [nth, { entriesBefore }] of headers.entries()) {
    const own = entriesBefore + nth;
    if (own === number) return -1;
    if (own < number) entry--;
  }
  return session.entries[entry] === undefined ? -1 : entry;
}

function toItems(session: Session, indexes: readonly number[]): Item[] {
  const items: Item[] = [];
  for (const index of indexes) {
    const item = itemOf(session, index);
    if (item !== undefined) items.push(item);
  }
  return items;
}

/** What an entry of the branch gives to the history; undefined for what never reaches the model. */
export function itemOf(session: Session, index: number): Item | undefined {
  const { type, message, hasSummary } = session.entries[index]!.facts;
  if (type === 'custom_message' || (type === 'branch_summary' && hasSummary)) return makeItem(index, 'extension');
  if (type !== 'message' || message === undefined || message.isExcluded) return undefined;
  const { role, assistant } = message;
  if (assistant !== undefined) return makeItem(index, 'assistant', message);
  if (role === 'user' || role === 'toolResult') return makeItem(index, role, message);
  // Roles the format does not know never reach the model.
  return ROLES.has(role) ? makeItem(index, 'extension', message) : undefined;
}

function makeItem(entry: number, role: Item['role'], message?: MessageFacts): Item {
  const assistant = message?.assistant;
  return {
    entry,
    role,
    message,
    isTranscriptOnly: assistant !== undefined && isTranscriptOnly(assistant),
    isFailed: assistant?.stopReason === 'error' || assistant?.stopReason === 'aborted',
  };
}

/** Delivered text that no model wrote (session format, section 4.6). */
export function isTranscriptOnly(assistant: AssistantFacts): boolean {
  const { provider, model } = assistant;
  return provider === 'openclaw' && (model === 'delivery-mirror' || model === 'gateway-injected');
}
