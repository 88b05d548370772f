import type { SessionText } from '../jsonl/session-text';
import { type Damage, diagnose } from './damage';
import { EntryIds } from './entry-ids';
import { type EntryFacts, type HeaderFacts, type LineFacts, LineFlag } from './facts';
import { resolveLeafRecords, type TreeNode } from './leaf-records';
import { CURRENT_VERSION } from './migrate';
import { readEntry, readHeader } from './read-facts';
import { ENTRY_TYPES } from './schema';

/** A record of the file that is no header. */
export interface Entry {
  /** Its number in the file, headers not counted. */
  readonly index: number;
  readonly line: number;
  readonly facts: EntryFacts;
  /** It was read out of a damaged line, which must be mended before the entry can be edited. */
  readonly isRecovered: boolean;
}

export interface Header {
  readonly line: number;
  readonly facts: HeaderFacts;
  readonly isRecovered: boolean;
  /** How many entries stand before it. */
  readonly entriesBefore: number;
}

/** What became of an entry's parent. */
export type ParentState =
  | 'found'
  /** No parent named. */
  | 'root'
  /** Its record was lost in a damaged line; the nearest earlier entry stands in. */
  | 'lost'
  /** It names no entry. */
  | 'dangling';

/**
 * A file read once into entries, tree and active branch. Where a line is damaged the session copes: what can be
 * read of it counts, and what cannot does not cut the history off.
 */
export interface Session {
  readonly text: SessionText;
  readonly lines: readonly LineFacts[];
  /** Lines whose bytes are odd, other than by CRLF. */
  readonly flaggedLines: readonly number[];
  readonly damages: readonly Damage[];
  /** The lines whose text told what is wrong with the damaged ones; facts alone made everything else. */
  readonly linesRead: ReadonlySet<number>;
  readonly header: Header | undefined;
  readonly extraHeaders: readonly Header[];
  /** 1 when the header names none, as the readers take it; without a header, 3 if any entry has an id. */
  readonly version: number;
  readonly entries: readonly Entry[];
  readonly byId: EntryIds;
  /** By entry: the index of its parent, −1 for none. Cycles are cut at their first entry. */
  readonly parents: readonly number[];
  readonly parentStates: readonly ParentState[];
  /** Each parent cycle as the indexes of its entries, first in the file first. */
  readonly cycles: readonly (readonly number[])[];
  /** `leaf` records that move nothing because their references are invalid. */
  readonly invalidLeafRecords: readonly number[];
  /** The file holds a valid `leaf` record and is read by those rules (session format, section 11). */
  readonly hasLeafRecords: boolean;
  /** The active leaf, −1 for none. */
  readonly leaf: number;
  /** The active branch, root first. */
  readonly branch: readonly number[];
  readonly isOnBranch: readonly boolean[];
}

/** Whether entries form a list by their order, without ids (version 1). */
export function isLinear(session: Pick<Session, 'version'>): boolean {
  return session.version < 2;
}

/**
 * Builds the session of a transcript from the facts of its lines. Linear in the number of lines. Entries that are the
 * same in an `earlier` session are taken from there, which saves their memory a turn of the garbage collector.
 */
export function buildSession(text: SessionText, lines: readonly LineFacts[], earlier: readonly Entry[] = []): Session {
  const linesRead = new Set<number>();
  const { damages, flaggedLines } = survey(
    text.noting((line) => linesRead.add(line)),
    lines,
  );
  const { headers, entries } = collectRecords(lines, damages, earlier);
  const [header, ...extraHeaders] = headers;
  const version = versionOf(header, entries);
  const byId = indexById(entries);
  const tree = isLinear({ version }) ? linearTree(entries) : linkedTree(entries, byId, damages);
  const branch = pathTo(tree.leaf, tree.parents);
  const isOnBranch = new Array<boolean>(entries.length).fill(false);
  for (const index of branch) isOnBranch[index] = true;
  return {
    text,
    lines,
    flaggedLines,
    damages,
    linesRead,
    header,
    extraHeaders,
    version,
    entries,
    byId,
    ...tree,
    branch,
    isOnBranch,
  };
}

/** The entries from the root down to `index`. */
export function pathTo(index: number, parents: readonly number[]): number[] {
  const path: number[] = [];
  for (let at = index; at >= 0; at = parents[at]!) path.push(at);
  return path.reverse();
}

/**
 * "The entry before it in the file" (rules specification, "Ids and timestamps"): the nearest earlier entry that is
 * no descendant of `index`, no `leaf` record and no side message; −1 when there is none.
 */
export function entryBefore(session: Pick<Session, 'entries' | 'parents'>, index: number): number {
  for (let candidate = index - 1; candidate >= 0; candidate--) {
    const { facts } = session.entries[candidate]!;
    if (!canBeParent(facts)) continue;
    let at = candidate;
    while (at >= 0 && at !== index) at = session.parents[at]!;
    if (at !== index) return candidate;
  }
  return -1;
}

/** A record of a fork that is no part of the tree; where it comes last, the branch ends before it. */
export function isOpaque({ type, id, hasParentKey }: EntryFacts): boolean {
  return id === undefined && !hasParentKey && !ENTRY_TYPES.has(type);
}

/** An entry without an id can be one as well: it gets its id when another one is hung under it. */
function canBeParent(facts: EntryFacts): boolean {
  return facts.leaf === undefined && !facts.isSide && !isOpaque(facts);
}

function survey(text: SessionText, lines: readonly LineFacts[]): Pick<Session, 'damages' | 'flaggedLines'> {
  const damaged: number[] = [];
  const flaggedLines: number[] = [];
  let last = -1;
  for (let line = 0; line < lines.length; line++) {
    const { kind, flags } = lines[line]!;
    if (kind === 'damaged') damaged.push(line);
    if (kind !== 'blank') last = line;
    if (flags & ~LineFlag.crlf) flaggedLines.push(line);
  }
  return { damages: damaged.length === 0 ? [] : diagnose(text, damaged, last), flaggedLines };
}

function collectRecords(
  lines: readonly LineFacts[],
  damages: readonly Damage[],
  earlier: readonly Entry[],
): { headers: Header[]; entries: Entry[] } {
  const headers: Header[] = [];
  const entries: Entry[] = [];
  const damageByLine = new Map(damages.map((damage) => [damage.line, damage]));
  for (let line = 0; line < lines.length; line++) {
    const facts = lines[line]!;
    if (facts.kind === 'header') {
      headers.push({ line, facts: facts.header, isRecovered: false, entriesBefore: entries.length });
    } else if (facts.kind === 'entry') {
      const same = earlier[entries.length];
      const isSame = same !== undefined && same.line === line && same.facts === facts.entry;
      entries.push(isSame ? same : { index: entries.length, line, facts: facts.entry, isRecovered: false });
    } else if (facts.kind === 'damaged') {
      for (const value of damageByLine.get(line)?.records ?? []) {
        if (value.type === 'session') {
          headers.push({ line, facts: readHeader(value), isRecovered: true, entriesBefore: entries.length });
        } else {
          entries.push({ index: entries.length, line, facts: readEntry(value), isRecovered: true });
        }
      }
    }
  }
  return { headers, entries };
}

function versionOf(header: Header | undefined, entries: readonly Entry[]): number {
  if (header === undefined) return hasIds(entries) ? CURRENT_VERSION : 1;
  const { version } = header.facts;
  if (typeof version === 'number') return version;
  // A version of another type is an invalid header; what the entries hold tells how they are linked.
  return version !== undefined && hasIds(entries) ? CURRENT_VERSION : 1;
}

function hasIds(entries: readonly Entry[]): boolean {
  return entries.some(({ facts }) => facts.id !== undefined);
}

function indexById(entries: readonly Entry[]): EntryIds {
  const byId = new EntryIds();
  for (const { index, facts } of entries) if (facts.id !== undefined) byId.add(facts.id, index);
  return byId;
}

type Tree = Pick<Session, 'parents' | 'parentStates' | 'cycles' | 'invalidLeafRecords' | 'hasLeafRecords' | 'leaf'>;

function linearTree(entries: readonly Entry[]): Tree {
  return {
    parents: entries.map((_, index) => index - 1),
    parentStates: entries.map((_, index) => (index === 0 ? 'root' : 'found')),
    cycles: [],
    invalidLeafRecords: [],
    hasLeafRecords: false,
    leaf: entries.length - 1,
  };
}

function linkedTree(entries: readonly Entry[], byId: EntryIds, damages: readonly Damage[]): Tree {
  const lostParent = lostParentOf(entries, byId, damages);
  const parents: number[] = [];
  const parentStates: ParentState[] = [];
  for (const { index, facts } of entries) {
    const parentId = facts.parentId;
    const parent = typeof parentId === 'string' ? byId.nearest(parentId, index) : -1;
    const standIn = parent < 0 ? lostParent(index) : undefined;
    parents.push(standIn ?? parent);
    if (parent >= 0) parentStates.push('found');
    else if (standIn !== undefined) parentStates.push('lost');
    else parentStates.push(typeof parentId === 'string' ? 'dangling' : 'root');
  }
  // Few files have leaf records; the others are spared the nodes.
  const records = entries.some(({ facts }) => facts.leaf !== undefined)
    ? resolveLeafRecords(entries.map(toNode))
    : null;
  const shape = {
    parentStates,
    invalidLeafRecords: records?.invalid ?? invalidLeaves(entries),
    hasLeafRecords: records !== null,
  };
  if (records === null) {
    const leaf = entries.findLastIndex(({ facts }) => !isOpaque(facts));
    return { ...shape, parents, cycles: cutCycles(parents), leaf };
  }
  const logical = records.parent.map((parent, index) =>
    parent < 0 && parentStates[index] === 'lost' ? parents[index]! : parent,
  );
  return { ...shape, parents: logical, cycles: cutCycles(logical), leaf: records.activeLeaf };
}

function toNode({ facts }: Entry): TreeNode {
  return {
    id: facts.id,
    parentId: facts.hasParentKey ? (facts.parentId ?? null) : undefined,
    type: facts.type,
    isSide: facts.isSide === true,
    known: ENTRY_TYPES.has(facts.type),
    ...(facts.leaf && { leaf: facts.leaf }),
  };
}

/** Without a single valid leaf record the file is read without those rules, and each of them is invalid. */
function invalidLeaves(entries: readonly Entry[]): number[] {
  return entries.filter(({ facts }) => facts.leaf !== undefined).map(({ index }) => index);
}

/**
 * For an entry whose parent was lost in a damaged line (its id stands there, or the line stands directly before):
 * the nearest entry before that line, −1 when none stands there; undefined when nothing was lost.
 */
function lostParentOf(
  entries: readonly Entry[],
  byId: EntryIds,
  damages: readonly Damage[],
): (index: number) => number | undefined {
  if (damages.length === 0) return () => undefined;
  const damageOfId = new Map(
    damages.flatMap((damage) => {
      const read = new Set(damage.records.map(({ id }) => id));
      return [...damage.ids].flatMap((id) => (read.has(id) ? [] : [[id, damage] as const]));
    }),
  );
  const damageOfLine = new Map(
    damages.filter(losesRecord).flatMap(
      (damage) =>
        [
          [damage.line, damage],
          [damage.lastLine + 1, damage],
        ] as const,
    ),
  );
  return (index) => {
    const { facts, line } = entries[index]!;
    if (typeof facts.parentId !== 'string' || byId.has(facts.parentId)) return undefined;
    const damage = damageOfId.get(facts.parentId) ?? damageOfLine.get(line);
    if (damage === undefined) return undefined;
    let parent = index - 1;
    while (parent >= 0 && !(entries[parent]!.line <= damage.line && canBeParent(entries[parent]!.facts))) parent--;
    return parent;
  };
}

/** Whether a record may have been on damaged lines that cannot be read any more. */
function losesRecord({ kind, records }: Damage): boolean {
  return kind === 'torn' || kind === 'malformed' || (kind === 'nul' && records.length === 0);
}

/** Finds the cycles of a parent table and cuts each at its first entry. */
function cutCycles(parents: number[]): number[][] {
  const cycles: number[][] = [];
  const seenIn = new Array<number>(parents.length).fill(-1);
  for (let start = 0; start < parents.length; start++) {
    let at = start;
    while (at >= 0 && seenIn[at] === -1) {
      seenIn[at] = start;
      at = parents[at]!;
    }
    if (at < 0 || seenIn[at] !== start) continue;
    const cycle = [at];
    for (let member = parents[at]!; member !== at; member = parents[member]!) cycle.push(member);
    cycle.sort((a, b) => a - b);
    parents[cycle[0]!] = -1;
    cycles.push(cycle);
  }
  return cycles.sort((a, b) => a[0]! - b[0]!);
}
