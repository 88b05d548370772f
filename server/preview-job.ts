import { randomUUID } from 'node:crypto';
import { departures, type ModelTable, preview, previewText, targetName } from '../core';
import type { JobTools } from './job-tools';
import type { NoPreview, PreviewAnswer, PreviewParams } from './messages';
import { columnsOf } from './preview-parts';
import { replacementFor } from './replacement';
import { changeOf, type ReplayJob, readForReplay, replayInput, sourceMember } from './replay-job';
import type { UnknownSession } from './session-sender';

/** A session and what it is previewed for. */
export interface PreviewJob extends ReplayJob, Pick<PreviewParams, 'before' | 'wholeImages' | 'known'> {
  readonly models?: ModelTable;
}

/** VS Code shows nothing above 50 MiB of text; the rest is room for a notice. */
const LONGEST_TEXT = 48 * 1024 * 1024;

/** Nobody reads more; a payload without repair may break a rule in every message. */
const MOST_PROBLEMS = 1000;

/** Makes the preview of a session. */
export async function previewJob(
  job: PreviewJob,
  { shrinker, memory, signal }: JobTools,
): Promise<Omit<PreviewAnswer, 'version'> | NoPreview | UnknownSession> {
  const read = readForReplay(job.session, memory);
  signal.throwIfAborted();
  if (read && 'unknownSession' in read) return read;
  if (!read) {
    return {
      error:
        'The file does not begin with a session header, so OpenClaw and pi take it for empty and would send nothing of it. Fix that first: see the Problems panel.',
    };
  }
  const { target, profile } = job;
  const { sessionId, droppedLines, skipped } = read;
  const input = replayInput(read, job, shrinker);
  const level = input.thinkingLevel;
  const made = await preview({
    ...input,
    ...(sessionId !== undefined && { sessionId }),
    before: job.before === true,
    signal,
    request: {},
    ...(job.models && { models: job.models }),
  });
  const shown = previewText(made, { shortenImages: !job.wholeImages, limit: LONGEST_TEXT });
  signal.throwIfAborted();
  return {
    ...givenText(job, shown.text, memory),
    target: targetName(target),
    title: `${sessionId ?? 'session'} · ${target.provider} · ${target.model}`,
    isCut: shown.isCut,
    parts: columnsOf(shown.parts),
    changes: job.before ? [] : made.replay.changes.map(changeOf),
    problems: shown.problems.slice(0, MOST_PROBLEMS).map(({ check, message, what, at, place }) => ({
      check,
      message,
      what,
      range: { start: { line: at.line, character: at.start }, end: { line: at.line, character: at.end } },
      ...sourceMember(place),
    })),
    notes: [
      ...(target.guessedApi ? [`Nothing says which api ${target.provider} has; it is taken for ${target.api}.`] : []),
      ...(droppedLines > 0 ? [`${droppedLines} damaged lines are left out, as on loading.`] : []),
      ...(skipped.length > 0
        ? [`${skipped.length} entries without a message are left out; OpenClaw itself fails on them.`]
        : []),
      ...made.notes,
      ...departures(input.target, profile, level, made.replay).map(
        (promise) => `OpenClaw 2026.5.7 itself does otherwise than its document says: ${promise}.`,
      ),
      'A session holds neither the system prompt nor the tools, so the request is shown without them.',
      `Made as OpenClaw 2026.5.7 with pi-ai 0.73.0 makes it; thinking level ${level}, profile ${profile}.`,
      ...(shown.problems.length > MOST_PROBLEMS
        ? [`The first ${MOST_PROBLEMS} of ${shown.problems.length} problems are shown.`]
        : []),
      ...(shown.isCut ? ['The request is too long to be shown whole; the text says where it is cut.'] : []),
    ],
  };
}

/** The text, or what of the text that the client has is replaced. */
function givenText(
  { session, target, before = false, wholeImages = false, known }: PreviewJob,
  text: string,
  { texts }: JobTools['memory'],
): Pick<PreviewAnswer, 'id' | 'text'> {
  const key = JSON.stringify([session.uri, targetName(target), before, wholeImages]);
  const last = texts.get(key);
  const id = randomUUID();
  texts.set(key, { id, text });
  return { id, text: last && last.id === known ? replacementFor(last.text, text) : text };
}
