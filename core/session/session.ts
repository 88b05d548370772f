import type { SessionText } from '../jsonl/session-text';
import { type Damage, diagnose } from './damage';
import { EntryIds } from './entry-ids';
import { type EntryFacts, type HeaderFacts, type LineFacts, LineFlag } from './facts';
import { CURRENT_VERSION } from './migrate';
import { readEntry, readHeader } from './read-facts';
import { linearTree, linkedTree, type ParentState, pathTo } from './tree';

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
