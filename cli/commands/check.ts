/** `check`: reports and changes nothing. */
import { check, SessionDocument } from '../../core';
import { readFile } from '../../disk/read-file';
import { settingsOf } from '../effective';
import { reportFindings } from '../examine';
import type { CheckCliOptions } from '../options';
import { say } from '../output';
import { type Job, planRun } from '../plan';
import { printReport } from '../print-report';
import { Progress } from '../progress';
import type { FileReport } from '../report';
import { readStdin } from '../stdin';
import { excludedNote, foreignNotes, guarded, withNotes } from './shared';

/** Runs it and returns the exit code. */
export async function checkCommand(paths: readonly string[], options: CheckCliOptions): Promise<number> {
  const settings = settingsOf(options);
  if ('error' in settings) {
    await say(settings.error);
    return 2;
  }
  const { steps, excluded } = await planRun(paths, options, settings);
  const progress = new Progress('checking', process.stderr.isTTY && !options.quiet);
  const reports: FileReport[] = [];
  for (const [index, step] of steps.entries()) {
    if ('file' in step) reports.push(step);
    else {
      const show = (bytes: number) => progress.file(step.name, index + 1, steps.length, bytes);
      reports.push(await guarded(step.name, options.debug, () => checkOne(step, options, show)));
    }
  }
  progress.clear();
  await excludedNote(excluded, options);
  return printReport(reports, 'check', paths, options, process.stdout);
}

async function checkOne(job: Job, options: CheckCliOptions, show: (bytes: number) => void): Promise<FileReport> {
  show(0);
  const read = job.kind === 'stdin' ? await readStdin() : await readFile(job.name);
  if ('error' in read) return { file: job.name, dialect: null, findings: [], error: read.error };
  const bytes = 'bytes' in read ? read.bytes : read;
  show(bytes.length);
  const document = SessionDocument.fromBytes(bytes);
  if (document.isTranscript(job.options)) await document.prepare();
  const result = check(document, job.options);
  const findings = reportFindings(document, result, options.format === 'sarif');
  return withNotes({ file: job.name, dialect: result.dialect, findings }, foreignNotes(job, result, document));
}
