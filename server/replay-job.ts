import {
  type Change,
  type ImageShrinker,
  type Place,
  type Profile,
  parseSessionLines,
  pointer,
  type ReplayInput,
  replay,
  type Target,
  targetName,
  traceContext,
} from '../core';
import type { JobMemory } from './job-memory';
import type { JobTools } from './job-tools';
import type { PreviewChange, PreviewSource } from './messages';
import type { SessionUpdate, UnknownSession } from './session-sender';

/** A session and what it is replayed for. */
export interface ReplayJob {
  readonly session: SessionUpdate;
  readonly target: Target;
  readonly profile: Profile;
  /** The thinking level; the session's own where there is none. */
  readonly level?: string;
  readonly imageMaxDimension?: number;
  /** Milliseconds. */
  readonly now: number;
}

/** What a session says; an answer that ends the job when that is not known, undefined when there is no header. */
export function readForReplay(update: SessionUpdate, memory: JobMemory) {
  const session = memory.session(update);
  if (!session) return UNKNOWN;
  const parsed = parseSessionLines(session.lines, (lines) => session.parser.parse(lines));
  const { header, entries, droppedLines } = parsed;
  if (header === null) return undefined;
  const sessionId = typeof header.id === 'string' ? header.id : undefined;
  return { ...traceContext({ ...parsed, header }), entries, sessionId, droppedLines };
}

const UNKNOWN: UnknownSession = { unknownSession: true };

type ReadSession = Exclude<ReturnType<typeof readForReplay>, UnknownSession | undefined>;

/** A session that was read, as replay takes it. */
export function replayInput(
  { messages, entries, thinkingLevel }: ReadSession,
  { target, profile, level, imageMaxDimension, now }: Omit<ReplayJob, 'session'>,
  shrinker: ImageShrinker,
): ReplayInput & { readonly thinkingLevel: string } {
  return {
    messages,
    entries,
    target: { provider: target.provider, modelApi: target.api, modelId: target.model },
    profile,
    thinkingLevel: level ?? thinkingLevel ?? 'off',
    now: () => now,
    shrinker,
    ...(imageMaxDimension !== undefined && { imageMaxSide: imageMaxDimension }),
  };
}

/** What replay changes, by target. */
export async function replayChangesJob(
  { session, targets, ...how }: Omit<ReplayJob, 'target'> & { readonly targets: readonly Target[] },
  { shrinker, memory, signal }: JobTools,
): Promise<{ readonly target: string; readonly changes: readonly PreviewChange[] }[] | UnknownSession> {
  const read = readForReplay(session, memory);
  if (read && 'unknownSession' in read) return read;
  const all = [];
  for (const target of targets) {
    const input = read && replayInput(read, { ...how, target }, shrinker);
    const changes = input ? (await replay({ ...input, signal })).changes : [];
    all.push({ target: targetName(target), changes: changes.map(changeOf) });
  }
  return all;
}

/** A change as the protocol has it. */
export function changeOf({ pass, what, message, place }: Change): PreviewChange {
  return { pass, what, message, ...sourceMember(place) };
}

/** The line of a place; nothing for what no line holds. */
export function sourceMember(place: Place | null): { source?: PreviewSource } {
  const source = place ? sourceOf(place) : undefined;
  return source ? { source } : {};
}

/** The same as {@link sourceMember}, by itself. */
export function sourceOf({ source, path }: Place): PreviewSource | undefined {
  return source.line === null ? undefined : { line: source.line, pointer: pointer(path), entry: source.entry };
}
