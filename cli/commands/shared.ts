/** What `check` and `fix` have in common. */
import type { CheckResult, SessionDocument } from '../../core';
import type { CheckCliOptions } from '../options';
import { say, write } from '../output';
import type { Job } from '../plan';
import type { FileReport } from '../report';

/** Runs the work on one file; a bug in it is reported for this file and does not end the run. */
export async function guarded(file: string, debug: boolean, work: () => Promise<FileReport>): Promise<FileReport> {
  try {
    return await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    if (debug && error instanceof Error) await write(process.stderr, `${error.stack}\n`);
    const hint = debug ? '' : ' (--debug shows where)';
    return {
      file,
      dialect: null,
      findings: [],
      error: `could not be processed, a bug in this tool: ${message}${hint}`,
    };
  }
}

/** Says that files were left out, so that nobody takes them for checked. */
export async function excludedNote(excluded: number, options: CheckCliOptions): Promise<void> {
  if (excluded === 0 || options.quiet) return;
  await say(`${excluded === 1 ? '1 file was' : `${excluded} files were`} left out by "exclude" in the settings file`);
}

/** A file that the user named and that was not checked deserves a word: it may be a session that is badly broken. */
export function foreignNotes(job: Job, { dialect }: CheckResult, document: SessionDocument): string[] {
  if (!job.named || dialect !== null) return [];
  return [
    document.lineCount === 0
      ? 'is empty'
      : 'is not recognised as an agent transcript and was not checked; if it is a broken one, add --transcript',
  ];
}

/** The report with more to say. */
export function withNotes(report: FileReport, notes: readonly string[]): FileReport {
  return notes.length === 0 ? report : { ...report, notes: [...(report.notes ?? []), ...notes] };
}
