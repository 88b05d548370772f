import {
  type Change,
  type ImageShrinker,
  type LineParser,
  type Place,
  type Profile,
  parseSessionText,
  pointer,
  type ReplayInput,
  replay,
  type Target,
  targetName,
  traceContext,
} from '../core';
import type { JobTools } from './job-tools';
import type { PreviewChange, PreviewSource } from './messages';

/** A session and what it is replayed for. */
export interface ReplayJob {
  readonly text: string;
  readonly target: Target;
  readonly profile: Profile;
  /** The thinking level; the session's own where there is none. */
  readonly level?: string;
  readonly imageMaxDimension?: number;
  /** Milliseconds. */
  readonly now: number;
}

/** What a session's text says; undefined when it does not begin with a header. */
export function readForReplay(text: string, parser?: LineParser) {
  const parsed = parseSessionText(text, undefined, parser && ((lines) => parser.parse(lines)));
  const { header, entries, droppedLines } = parsed;
  if (header === null) return undefined;
  const sessionId = typeof header.id === 'string' ? header.id : undefined;
  return { ...traceContext({ ...parsed, header }), entries, sessionId, droppedLines };
}

/** A session that was read, as replay takes it. */
export function replayInput(
  { messages, entries, thinkingLevel }: NonNullable<ReturnType<typeof readForReplay>>,
  { target, profile, level, imageMaxDimension, now }: Omit<ReplayJob, 'text'>,
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
  { text, targets, ...how }: Omit<ReplayJob, 'target'> & { readonly targets: readonly Target[] },
  { shrinker }: Pick<JobTools, 'shrinker'>,
): Promise<{ readonly target: string; readonly changes: readonly PreviewChange[] }[]> {
  const read = readForReplay(text);
  const all = [];
  for (const target of targets) {
    const changes = read ? (await replay(replayInput(read, { ...how, target }, shrinker))).changes : [];
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
