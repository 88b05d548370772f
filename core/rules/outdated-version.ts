import { newEntryId } from '../session/entry-id';
import { anchorOf } from '../session/history';
import { CURRENT_VERSION } from '../session/migrate';
import { isLinear, type Session } from '../session/session';
import type { SessionEdit } from '../types';
import { judgedHeader } from './judged-header';
import { lazyFix, type Rule } from './rule';

const ID = 'outdated-version';

export const outdatedVersion: Rule = {
  id: ID,
  summary: 'The session has an older format version.',
  severity: 'hint',
  step: 'entries',
  description:
    'Versions 1 and 2 are read by every release and migrated on opening: version 1 has neither ids nor branches, version 2 calls extension messages hookMessage. OpenClaw 2026.5.7 itself writes version 2.',
  repair: 'None is preferred; migrating to the current version is offered.',
  *check(inspection) {
    const { session } = inspection;
    const { version } = session;
    const header = judgedHeader(session);
    if (header === undefined || header.isRecovered || version >= CURRENT_VERSION) return;
    const found = header.facts.version;
    if (found !== undefined && typeof found !== 'number') return;
    yield {
      location: { line: header.line, path: found === undefined ? [] : ['version'] },
      message: `Format version ${found ?? '1 (none is named)'}; the current one is ${CURRENT_VERSION}. Agents migrate it when they open the file.`,
      fixes: isMigratable(session)
        ? [
            lazyFix(inspection, { title: `Migrate to version ${CURRENT_VERSION}`, safe: true, preferred: false }, () =>
              migration(session),
            ),
          ]
        : [],
    };
  },
};

/** Damage is mended first; a leaf record, which version 1 does not know, would begin to move the leaf. */
function isMigratable(session: Session): boolean {
  const hasLeafRecords = session.entries.some(({ facts }) => facts.leaf !== undefined);
  return session.damages.length === 0 && !(isLinear(session) && hasLeafRecords);
}

/** The edits of a migration (session format, section 2); new keys go last, ids are derived from entry numbers. */
function migration(session: Session): SessionEdit[] {
  const { entries, header, extraHeaders } = session;
  const edits: SessionEdit[] = [header!, ...extraHeaders].map(({ line }) => ({
    kind: 'setValue',
    line,
    path: ['version'],
    value: CURRENT_VERSION,
  }));
  const taken = new Set<string>();
  const ids = isLinear(session) ? entries.map(({ index }) => newEntryId(session, ID, String(index), taken)) : undefined;
  for (const { index, line, facts } of entries) {
    const set = (path: string[], value: unknown) => edits.push({ kind: 'setValue', line, path, value });
    if (ids !== undefined) {
      set(['id'], ids[index]);
      set(['parentId'], ids[index - 1] ?? null);
      if (facts.compaction?.firstKeptEntryIndex !== undefined) {
        const anchor = anchorOf(session, index);
        if (anchor >= 0) set(['firstKeptEntryId'], ids[anchor]);
        edits.push({ kind: 'removeValue', line, path: ['firstKeptEntryIndex'] });
      }
    }
    if (facts.message?.role === 'hookMessage') set(['message', 'role'], 'custom');
  }
  return edits;
}
