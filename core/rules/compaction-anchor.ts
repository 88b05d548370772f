import { anchorOf } from '../session/history';
import { isLinear } from '../session/session';
import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { quote, type Rule, safeFix } from './rule';

export const compactionAnchor: Rule = {
  id: 'compaction-anchor',
  summary: 'A compaction names no entry of the branch as the first it keeps.',
  severity: 'error',
  step: 'tree',
  description:
    'A compaction replaces old history by a summary and names the first entry that stays. When that entry is not on the branch before the compaction, nothing before it is kept: turns that no summary covers are gone.',
  repair: 'Names the nearest entry before the compaction that starts a user turn.',
  *check(inspection) {
    const { session, history } = inspection;
    const { compaction } = history;
    if (compaction < 0 || inspection.entry(compaction).isRecovered) return;
    const anchor = anchorOf(session, compaction);
    const at = session.branch.indexOf(compaction);
    const anchorAt = anchor < 0 ? -1 : session.branch.indexOf(anchor);
    if ((anchorAt >= 0 && anchorAt < at) || inspection.cutOff.has(anchor)) return;
    const facts = inspection.entry(compaction).facts.compaction!;
    const key = anchorKey(inspection);
    const named = isLinear(session) ? facts.firstKeptEntryIndex : facts.firstKeptEntryId;
    const start = session.branch
      .slice(0, at)
      .findLast((index) => inspection.entry(index).facts.message?.role === 'user');
    const edit = start === undefined ? undefined : anchorEdit(inspection, compaction, start);
    yield {
      location: inspection.at(compaction, ...(named === undefined ? [] : [key])),
      message:
        named === undefined
          ? 'This compaction names no first kept entry: nothing before it is kept, also what its summary does not cover.'
          : `The first kept entry ${typeof named === 'string' ? quote(named) : named} is not on the branch before this compaction: nothing before it is kept, also what its summary does not cover.`,
      fixes:
        edit === undefined
          ? []
          : [safeFix(`Keep from the user turn in line ${inspection.lineOf(start!) + 1} on`, edit)],
    };
  },
};

/** The key under which a compaction names its first kept entry. */
export function anchorKey({ session }: Inspection): 'firstKeptEntryIndex' | 'firstKeptEntryId' {
  return isLinear(session) ? 'firstKeptEntryIndex' : 'firstKeptEntryId';
}

/** The edit that makes `start` the first kept entry; undefined when it cannot be named. */
export function anchorEdit(inspection: Inspection, compaction: number, start: number): SessionEdit | undefined {
  const { session } = inspection;
  const { id } = inspection.entry(start).facts;
  const value = isLinear(session) ? recordNumber(inspection, start) : id;
  if (value === undefined) return undefined;
  return { kind: 'setValue', line: inspection.lineOf(compaction), path: [anchorKey(inspection)], value };
}

/** Version 1 counts records, headers included. */
function recordNumber({ session }: Inspection, index: number): number {
  const line = session.entries[index]!.line;
  const headers = [session.header, ...session.extraHeaders].filter((header) => header !== undefined);
  return index + headers.filter((header) => header.line < line).length;
}
