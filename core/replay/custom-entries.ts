import { normalizeProvider } from '../session/providers';
import type { PolicyTarget } from './policy';
import { type Fields, fieldsOf, trimmed } from './traced';

/** An entry that the runtime would write back to the session. */
export interface CustomEntry {
  readonly customType: string;
  readonly data: Fields;
}

// The custom entries that replay reads and writes (`session-format.md` section 3).
const SNAPSHOT = 'model-snapshot';
const BOOTSTRAP = 'google-turn-ordering-bootstrap';

const SNAPSHOT_KEYS = ['provider', 'modelApi', 'modelId'] as const;

/** Providers of OpenClaw 2026.5.7's Google plugin, which notes that it put a user turn in front (pass 14). */
const GOOGLE_PROVIDERS: ReadonlySet<string> = new Set(['google', 'google-gemini-cli', 'google-vertex']);

/** The data of the last `model-snapshot` entry that holds any; null without one. */
export function lastSnapshot(entries: readonly unknown[]): Fields | null {
  const entry = entries.findLast((value) => {
    const { type, customType, data } = fieldsOf(value) ?? {};
    return type === 'custom' && customType === SNAPSHOT && fieldsOf(data) !== undefined;
  });
  return fieldsOf(fieldsOf(entry)?.data) ?? null;
}

/** Whether a target is another one than that of the last run; the first run is no switch (OpenClaw 2026.5.7). */
export function isModelSwitch(snapshot: Fields | null, target: PolicyTarget): boolean {
  return snapshot !== null && SNAPSHOT_KEYS.some((key) => (snapshot[key] ?? '') !== (target[key] ?? ''));
}

/**
 * What replay writes back (passes 14 and 15): that a user turn was put in front, the first time, and the target, when
 * it is a new one.
 *
 * @param now milliseconds.
 */
export function entriesToAppend(
  entries: readonly unknown[],
  target: PolicyTarget,
  hasBootstrap: boolean,
  now: () => number,
): CustomEntry[] {
  const appended: CustomEntry[] = [];
  const isGoogle = GOOGLE_PROVIDERS.has(normalizeProvider(target.provider ?? ''));
  if (hasBootstrap && isGoogle && !entries.some(isBootstrap)) {
    appended.push({ customType: BOOTSTRAP, data: { timestamp: now() } });
  }
  const snapshot = lastSnapshot(entries);
  const isKnown = SNAPSHOT_KEYS.some((key) => target[key]);
  if (isKnown && (snapshot === null || isModelSwitch(snapshot, target))) {
    const named = SNAPSHOT_KEYS.filter((key) => target[key] !== undefined).map((key) => [key, target[key]]);
    appended.push({ customType: SNAPSHOT, data: { timestamp: now(), ...Object.fromEntries(named) } });
  }
  return appended;
}

function isBootstrap(entry: unknown): boolean {
  const { type, customType } = fieldsOf(entry) ?? {};
  return type === 'custom' && trimmed(customType) === BOOTSTRAP;
}
