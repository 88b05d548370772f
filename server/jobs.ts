/** Work that is too long for the server's event loop, as functions of plain data: it runs in a thread of its own. */
import {
  type CheckOptions,
  checkInSlices,
  diffEdits,
  type Finding,
  fixAllWithImages,
  SessionDocument,
  type TextEdit,
} from '../core';
import { Writers } from '../disk/agent-signs';
import { readFile } from '../disk/read-file';
import { rewriteFile } from '../disk/rewrite';
import type { WriteAdvice } from '../disk/safe-write';
import { ServerDocument } from './documents';
import { shownFindings, toDiagnostic } from './features/to-diagnostic';
import { countFindings, NO_FINDINGS } from './finding-counts';
import type { JobTools } from './job-tools';
import type { CheckedPath, FixedPath } from './messages';
import { previewJob } from './preview-job';
import { replayChangesJob } from './replay-job';
import { fileNameOf } from './uris';

/** A file on disk, and how it is checked. */
export interface PathJob {
  readonly path: string;
  readonly uri: string;
  readonly options: CheckOptions;
  /** Address of the rules' pages, with a slash at its end. */
  readonly rulePages: string;
}

/** Everything a text needs fixed. `lineEnds`: line ends are changed by somebody else, so the text counts as if it had LF. */
export interface FixTextJob {
  readonly text: string;
  readonly options: CheckOptions;
  readonly lossy: boolean;
  readonly only?: string;
  readonly lineEnds: boolean;
}

export interface FixedText {
  readonly text: string;
  /** From the text as it was, or as it was with LF, to the fixed one. */
  readonly edits: readonly TextEdit[];
  /** Rules of the fixes that were made, in their order; `isLossy` where the fix loses something. */
  readonly applied: readonly { readonly rule: string; readonly isLossy: boolean }[];
  /** Rules that undo each other. */
  readonly stopped: readonly string[];
  /** What could not be done, as sentences. */
  readonly notes: readonly string[];
  readonly remaining: readonly Pick<Finding, 'severity'>[];
}

/** The jobs by name. */
export const JOBS = {
  checkPath: checkPathJob,
  fixPath: fixPathJob,
  fixText: fixTextJob,
  preview: previewJob,
  replayChanges: replayChangesJob,
};

/** What to tell people in an editor who may not write. */
const EDITOR_ADVICE: WriteAdvice = {
  busy: 'try again when the agent has ended',
  staleLock: '',
  noFolder: '',
};

async function checkPathJob(job: PathJob): Promise<CheckedPath> {
  const read = await readFile(job.path);
  if ('error' in read) return failed(`${job.path} ${read.error}`);
  return checked(job, SessionDocument.fromBytes(read.bytes), bytesHaveLoneCr(read.bytes));
}

/** As `hasLoneCr` of a text, which a large file does not fit into. */
function bytesHaveLoneCr(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(13); at >= 0; at = bytes.indexOf(13, at + 1)) {
    if (bytes[at + 1] !== 10) return true;
  }
  return false;
}

async function checked(job: PathJob, session: SessionDocument, loneCr: boolean): Promise<CheckedPath> {
  const { result } = await checkInSlices(session, { ...job.options, ...fileNameOf(job.uri) });
  if (result.dialect === null) return { ...NOTHING, state: 'foreign' };
  const document = new ServerDocument(job.uri, 0, session, '', loneCr);
  const preferred = result.findings.flatMap(({ fixes }) => fixes.find((fix) => fix.preferred) ?? []);
  const safe = preferred.filter((fix) => fix.safe).length;
  return {
    state: 'transcript',
    diagnostics: shownFindings(result.findings).map((finding) =>
      toDiagnostic(document, finding, `${job.rulePages}${finding.rule}.md`),
    ),
    counts: countFindings(result.findings),
    total: result.findings.length,
    fixable: { safe, lossy: preferred.length - safe },
  };
}

const NOTHING = { diagnostics: [], counts: NO_FINDINGS, total: 0, fixable: { safe: 0, lossy: 0 } };

function failed(error: string): CheckedPath {
  return { ...NOTHING, state: 'transcript', error };
}

async function fixPathJob(
  job: PathJob & { readonly lossy: boolean },
  { shrinker }: Pick<JobTools, 'shrinker'>,
): Promise<FixedPath> {
  const { path, lossy } = job;
  const options = { ...job.options, ...fileNameOf(job.uri) };
  const how = { backup: true, force: false, writers: new Writers(), advice: EDITOR_ADVICE };
  const done = await rewriteFile(path, how, async ({ bytes }) => {
    const document = SessionDocument.fromBytes(bytes);
    await document.prepare();
    const {
      document: fixed,
      applied,
      notShrunk,
    } = await fixAllWithImages(document, { ...options, lossy }, { shrinker });
    const result = { fixed: applied.length, notes: notShrunkNotes(notShrunk) };
    return applied.length === 0 ? { result } : { result, bytes: fixed.toBytes() };
  });
  const now = await checkPathJob(job);
  if (done.kind === 'unreadable') return { fixed: 0, notes: [], now, error: `${path} ${done.error}` };
  if (done.kind === 'untouched') return { ...done.result, now };
  const backup = done.kind !== 'refused' && done.backup !== undefined ? { backup: done.backup } : {};
  if (done.kind === 'written') return { ...done.result, now, ...backup };
  return { fixed: 0, notes: [], now, ...backup, error: `${path} ${done.reason}` };
}

/** A sentence for each reason why images could not be shrunk. */
function notShrunkNotes(notShrunk: readonly { readonly line: number; readonly problem: string }[]): string[] {
  return [...new Set(notShrunk.map(({ problem }) => problem))].map((problem) => {
    const lines = notShrunk.filter((other) => other.problem === problem).map(({ line }) => line + 1);
    const more = lines.length === 1 ? '' : ` (and ${lines.length - 1} more)`;
    return `The image in line ${lines[0]}${more} was not shrunk: ${problem}.`;
  });
}

async function fixTextJob(
  { text, options, lossy, only, lineEnds }: FixTextJob,
  { shrinker }: Pick<JobTools, 'shrinker'>,
): Promise<FixedText> {
  const before = SessionDocument.fromString(lineEnds ? text.replaceAll('\r\n', '\n') : text);
  await before.prepare();
  const how = { ...options, lossy, ...(only ? { only } : {}) };
  const { document, applied, stopped = [], notShrunk } = await fixAllWithImages(before, how, { shrinker });
  const { result } = await checkInSlices(document, options);
  return {
    text: document.toString(),
    edits: diffEdits(before, document),
    applied: applied.map(({ rule, safe }) => ({ rule, isLossy: !safe })),
    stopped,
    notes: notShrunkNotes(notShrunk),
    remaining: result.findings.map(({ severity }) => ({ severity })),
  };
}
