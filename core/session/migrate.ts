/** The session format's current version (pi 0.73.0). */
export const CURRENT_VERSION = 3;

type JsonObject = Record<string, unknown>;

/**
 * The version a session is stored in: that of its first header line, 1 when it names none. NaN when the header names
 * something that is no version; such a file is read as it is.
 *
 * @param entries the parsed values of all lines, headers included.
 */
export function storedVersion(entries: readonly unknown[]): number {
  const header = entries.find((entry) => isObject(entry) && entry.type === 'session') as JsonObject | undefined;
  return Number(header?.version ?? 1);
}

/**
 * Brings a session to the current version (`session-format.md` section 2): version 1 gets ids and parents, version 2
 * its new role name. Values that are no object take no part.
 *
 * @param entries the parsed values of all lines in file order, headers included. Never changed: the result is a deep
 * copy, also when nothing had to be done.
 * @param newId the id of a version 1 entry, from its number in the file (headers not counted, from 0). Must give each
 * number an id of its own.
 * @returns the migrated values in the same order, and the version they were **stored** in (see {@link storedVersion}).
 */
export function migrate(
  entries: readonly unknown[],
  newId: (indexOfEntryWithoutHeaders: number) => string,
): { entries: unknown[]; version: number } {
  // One by one: a value that stands in the list twice becomes two entries.
  const copy = entries.map((entry) => structuredClone(entry));
  const version = storedVersion(entries);
  if (version < 2) addTree(copy, newId);
  if (version < CURRENT_VERSION) renameHookMessages(copy);
  return { entries: copy, version };
}

function addTree(entries: readonly unknown[], newId: (index: number) => string): void {
  let parentId: string | null = null;
  let index = 0;
  for (const entry of entries) {
    const isHeader = isObject(entry) && entry.type === 'session';
    if (!isHeader) index++;
    if (!isObject(entry) || isHeader) continue;
    const id = newId(index - 1);
    entry.id = id;
    entry.parentId = parentId;
    parentId = id;
    if (entry.type === 'compaction' && typeof entry.firstKeptEntryIndex === 'number') {
      nameFirstKept(entry, entries[entry.firstKeptEntryIndex]);
    }
  }
}

/** The index counts the header line. An entry further down has no new id yet, so that nothing is kept. */
function nameFirstKept(compaction: JsonObject, target: unknown): void {
  if (isObject(target) && target.type !== 'session') {
    if (target.id === undefined) delete compaction.firstKeptEntryId;
    else compaction.firstKeptEntryId = target.id;
  }
  delete compaction.firstKeptEntryIndex;
}

function renameHookMessages(entries: readonly unknown[]): void {
  for (const entry of entries) {
    if (!isObject(entry)) continue;
    if (entry.type === 'session') entry.version = CURRENT_VERSION;
    const { message } = entry;
    if (entry.type === 'message' && isObject(message) && message.role === 'hookMessage') message.role = 'custom';
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
