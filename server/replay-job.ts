import {
  type Change,
  type ImageShrinker,
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

/** A session as replay takes it; undefined when it does not begin with a header. */
export function readForReplay(job: ReplayJob, shrinker: ImageShrinker) {
  const { header, entries, droppedLines, ...rest } = parseSessionText(job.text);
  if (header === null) return undefined;
  const { messages, thinkingLevel, skipped } = traceContext({ header, entries, droppedLines, ...rest });
  const { target, profile, imageMaxDimension } = job;
  const input: ReplayInput = {
    messages,
    entries,
    target: { provider: target.provider, modelApi: target.api, modelId: target.model },
    profile,
    thinkingLevel: job.level ?? thinkingLevel ?? 'off',
    now: () => job.now,
    shrinker,
    ...(imageMaxDimension !== undefined && { imageMaxSide: imageMaxDimension }),
  };
  return { input, sessionId: typeof header.id === 'string' ? header.id : undefined, droppedLines, skipped };
}

/** What replay changes, by target. */
export async function replayChangesJob(
  { targets, ...job }: Omit<ReplayJob, 'target'> & { readonly targets: readonly Target[] },
  shrinker: ImageShrinker,
): Promise<{ readonly target: string; readonly changes: readonly PreviewChange[] }[]> {
  const all = [];
  for (const target of targets) {
    const read = readForReplay({ ...job, target }, shrinker);
    const changes = read ? (await replay(read.input)).changes : [];
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
