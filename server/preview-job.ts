import { departures, type ImageShrinker, type ModelTable, preview, previewText, targetName } from '../core';
import type { NoPreview, PreviewDocument, PreviewParams } from './messages';
import { changeOf, type ReplayJob, readForReplay, replayInput, sourceMember, sourceOf } from './replay-job';

/** A session and what it is previewed for. */
export interface PreviewJob extends ReplayJob, Pick<PreviewParams, 'before' | 'wholeImages'> {
  readonly models?: ModelTable;
}

/** VS Code shows nothing above 50 MiB of text; the rest is room for a notice. */
const LONGEST_TEXT = 48 * 1024 * 1024;

/** Makes the preview of a session. */
export async function previewJob(
  job: PreviewJob,
  shrinker: ImageShrinker,
): Promise<Omit<PreviewDocument, 'version'> | NoPreview> {
  const read = readForReplay(job.text);
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
    request: {},
    ...(job.models && { models: job.models }),
  });
  const shown = previewText(made, { shortenImages: !job.wholeImages, limit: LONGEST_TEXT });
  const lines = shown.text.split('\n');
  return {
    target: targetName(target),
    title: `${sessionId ?? 'session'} · ${target.provider} · ${target.model}`,
    text: shown.text,
    isCut: shown.isCut,
    lineSources: shown.lineSources,
    sources: shown.places.flatMap((place) => sourceOf(place) ?? []),
    changes: job.before ? [] : made.replay.changes.map(changeOf),
    problems: shown.problems.map(({ check, message, what, line, place }) => ({
      check,
      message,
      what,
      range: textRange(lines[line] ?? '', line),
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
      ...(shown.isCut ? ['The request is too long to be shown whole; the text says where it is cut.'] : []),
    ],
  };
}

/** What stands on a line, without its indent and its comma. */
function textRange(text: string, line: number) {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().replace(/,$/, '').length;
  return { start: { line, character: start }, end: { line, character: Math.max(start, end) } };
}
