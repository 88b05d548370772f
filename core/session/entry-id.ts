import { sha256Hex } from '../hash';
import type { Session } from './session';

/**
 * A new entry id (rules specification, "Ids and timestamps"): the first 8 hex digits of the SHA-256 of session id,
 * rule id and anchor, joined by LF; while that is taken in the file or in `taken`, LF and 2, 3, … are appended. The
 * id is added to `taken`.
 */
export function newEntryId(
  session: Pick<Session, 'header' | 'byId'>,
  rule: string,
  anchor: string,
  taken: Set<string>,
): string {
  const seed = [session.header?.facts.id ?? '', rule, anchor].join('\n');
  for (let attempt = 1; ; attempt++) {
    const id = sha256Hex(attempt === 1 ? seed : `${seed}\n${attempt}`).slice(0, 8);
    if (session.byId.has(id) || taken.has(id)) continue;
    taken.add(id);
    return id;
  }
}
