/** `fix`: applies the preferred fixes and says what it did and what is left. */
import pc from 'picocolors';
import { check, fixAllWithImages, type ImageShrinker, SessionDocument } from '../../core';
import { Writers } from '../../disk/agent-signs';
import { linkNotes, rewriteFile } from '../../disk/rewrite';
import { leftByRepair } from '../../disk/session-files';
import { settingsOf, unknownRule } from '../effective';
import { reportFindings } from '../examine';
import { imageShrinker } from '../images';
import type { FixCliOptions } from '../options';
import { colored, say, visible, write } from '../output';
import { type Job, type Plan, planRun } from '../plan';
import { printReport } from '../print-report';
import { Progress } from '../progress';
import type { FileReport } from '../report';
import { readStdin } from '../stdin';
import { CLI_ADVICE } from '../write-advice';
import { excludedNote, foreignNotes, guarded, withNotes } from './shared';

/** Runs it and returns the exit code. */
export async function fixCommand(paths: readonly string[], options: FixCliOptions): Promise<number> {
  const settings = settingsOf(options);
  const wrong = 'error' in settings ? settings.error : usageProblem(options);
  if ('error' in settings || wrong !== undefined) {
    await say(wrong ?? '');
    return 2;
  }
  const plan = await planRun(paths, options, settings);
  const problem = planProblem(plan, options);
  if (problem !== undefined) {
    await say(problem);
    return 2;
  }
  const progress = new Progress('fixing', process.stderr.isTTY && !options.quiet);
  const tools: Tools = { writers: new Writers(), shrinker: imageShrinker(), progress };
  const reports: FileReport[] = [];
  for (const [index, step] of plan.steps.entries()) {
    if ('file' in step) reports.push(step);
    else {
      const show = (bytes: number) => progress.file(step.name, index + 1, plan.steps.length, bytes);
      reports.push(await guarded(step.name, options.debug, () => fixOne(step, options, tools, show)));
    }
  }
  progress.clear();
  await excludedNote(plan.excluded, options);
  const run = options.dryRun || options.diff ? 'wouldFix' : 'fixed';
  // Standard output belongs to the text or the diff where there is one.
  const takesStdout = options.diff || options.stdout || (!options.dryRun && paths.includes('-'));
  return printReport(reports, run, paths, options, takesStdout ? process.stderr : process.stdout);
}

function usageProblem(options: FixCliOptions): string | undefined {
  if (options.only !== undefined) {
    const unknown = unknownRule(options.only);
    if (unknown !== undefined) return `--only ${options.only}: ${unknown}`;
  }
  if (options.stdout && options.diff) return '--stdout and --diff both write to standard output; choose one';
  if (options.stdout && options.dryRun) return '--stdout writes the fixed text and --dry-run nothing; choose one';
  return undefined;
}

function planProblem(plan: Plan, options: FixCliOptions): string | undefined {
  if (options.stdout && plan.steps.length !== 1) return '--stdout takes exactly one file';
  if (plan.brokenConfig === undefined) return undefined;
  const path = plan.brokenConfig;
  return `${path} has mistakes, so nothing was fixed under it: see transcript-hygiene check, or add --no-config`;
}

/** What fixing one file after the other has in common. */
interface Tools {
  readonly writers: Writers;
  readonly shrinker: ImageShrinker;
  readonly progress: Progress;
}

async function fixOne(
  job: Job,
  options: FixCliOptions,
  tools: Tools,
  show: (bytes: number) => void,
): Promise<FileReport> {
  show(0);
  const failed = { file: job.name, dialect: null, findings: [] };
  if (job.kind === 'stdin') {
    const bytes = await readStdin();
    if ('error' in bytes) return { ...failed, error: bytes.error };
    const { report, text } = await fixBytes(job, bytes, options, tools);
    await printText(bytes, text, job.name, options, true);
    return report;
  }
  const printsOnly = options.stdout || options.diff || options.dryRun;
  if (leftByRepair(job.name) && !options.force && !printsOnly) {
    return {
      ...failed,
      notes: ['is the backup or temporary file of a repair and was left alone; --force fixes it too'],
    };
  }
  const done = await rewriteFile(
    job.name,
    { ...options, writers: tools.writers, advice: CLI_ADVICE },
    async ({ bytes }) => {
      show(bytes.length);
      const { report, text } = await fixBytes(job, bytes, options, tools);
      await printText(bytes, text, job.name, options, options.stdout);
      return printsOnly || text.equals(bytes) ? { result: report } : { result: report, bytes: text };
    },
  );
  if (done.kind === 'unreadable') return { ...failed, error: done.error };
  if (done.kind === 'untouched') return done.result;
  const backup = 'backup' in done && done.backup !== undefined ? { backup: done.backup } : {};
  if (done.kind === 'written') {
    return { ...withNotes(done.result, [...linkNotes(done.snapshot), ...done.notes]), ...backup };
  }
  return { ...failed, dialect: done.result.dialect, error: done.reason, ...backup };
}

/** Prints the text or its diff, where one of them was asked for. */
async function printText(
  before: Buffer,
  after: Buffer,
  name: string,
  options: FixCliOptions,
  whole: boolean,
): Promise<void> {
  if (options.diff) await printDiff(before, after, name, options);
  else if (whole && !options.dryRun) await write(process.stdout, after);
}

/** The fixed text, and the report on it: what was done, and what is left in the fixed text. */
async function fixBytes(
  job: Job,
  bytes: Buffer,
  options: FixCliOptions,
  { shrinker, progress }: Tools,
): Promise<{ text: Buffer; report: FileReport }> {
  const document = SessionDocument.fromBytes(bytes);
  if (document.isTranscript(job.options)) await document.prepare();
  const only = options.only === undefined ? {} : { only: options.only };
  const how = { ...job.options, lossy: options.lossy, ...only };
  const onImage = (number: number, total: number) => progress.image(job.name, number, total);
  const fixed = await fixAllWithImages(document, how, { shrinker, onImage });
  const result = check(fixed.document, job.options);
  const report: FileReport = {
    file: job.name,
    dialect: result.dialect,
    findings: reportFindings(fixed.document, result, options.format === 'sarif'),
    fixed: fixed.applied.map(({ rule, title, line }) => ({ rule, title, line: line + 1 })),
  };
  const stopped = fixed.stopped
    ? [`stopped after ${fixed.passes} passes, because these rules undo each other: ${fixed.stopped.join(', ')}`]
    : [];
  const notShrunk = fixed.notShrunk.map(
    ({ line, problem }) => `line ${line + 1}: the image was not shrunk: ${problem}`,
  );
  const text = fixed.applied.length === 0 ? bytes : Buffer.from(fixed.document.toBytes());
  return { text, report: withNotes(report, [...foreignNotes(job, result, document), ...stopped, ...notShrunk]) };
}

async function printDiff(before: Buffer, after: Buffer, name: string, options: FixCliOptions): Promise<void> {
  const { unifiedDiff } = await import('../diff');
  const colors = pc.createColors(colored(process.stdout, options.color));
  const paints = {
    file: colors.bold,
    '@': colors.cyan,
    '-': colors.red,
    '+': colors.green,
    ' ': (line: string) => line,
  };
  const text = unifiedDiff(before, after, name, (kind, line) =>
    paints[kind](process.stdout.isTTY ? visible(line) : line),
  );
  await write(process.stdout, text);
}
