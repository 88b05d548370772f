/** `repair`: the on-disk repair that OpenClaw runs before it opens a session. */
import { check, repairSessionText, SessionDocument } from '../../core';
import { Writers } from '../../disk/agent-signs';
import type { Snapshot } from '../../disk/read-file';
import { linkNotes, type Made, type Rewritten, rewriteFile } from '../../disk/rewrite';
import type { RepairCliOptions } from '../options';
import { say, visible, write } from '../output';
import { CLI_ADVICE } from '../write-advice';

type RepairResult = ReturnType<typeof repairSessionText>;
/** As the reference reports it, with its fields in this order. */
type RepairReport = RepairResult['report'];

/** The reference's reason for a file that it could not read begins so. */
const UNREADABLE = 'failed to read session file: ';

interface Outcome {
  readonly code: 0 | 1 | 2;
  readonly report: RepairReport;
  readonly lines: readonly string[];
}

/** Runs it and returns the exit code: 0 repaired or nothing to do, 1 refused, 2 could not run. */
export async function repairCommand(file: string, options: RepairCliOptions): Promise<number> {
  const rewrite = { backup: true, force: options.force, writers: new Writers(), advice: CLI_ADVICE };
  const { code, report, lines } = outcomeOf(
    await rewriteFile(file, rewrite, (snapshot) => repair(file, snapshot, options)),
  );
  if (options.format === 'json') await write(process.stdout, `${JSON.stringify(report, null, 2)}\n`);
  for (const line of lines) {
    if (code !== 0) await say(`${file}: ${line}`);
    else if (options.format === 'pretty') await write(process.stdout, `${visible(`${file}: ${line}`)}\n`);
  }
  return code;
}

interface Repaired extends Pick<RepairResult, 'report' | 'notice'> {
  /** Why it was refused, and what to do. */
  readonly refusal?: readonly string[];
}

function repair(file: string, snapshot: Snapshot, options: RepairCliOptions): Made<Repaired> {
  const text = decode(snapshot.bytes);
  if (text === undefined) {
    const reason = `${UNREADABLE}it is too large for one string, which the repair needs; transcript-hygiene fix takes it`;
    return { result: { report: { repaired: false, droppedLines: 0, reason }, notice: null, refusal: [reason] } };
  }
  const { text: repaired, report, notice } = repairSessionText(text, { mode: options.mode });
  const result = { report, notice };
  if (report.reason !== undefined)
    return { result: { ...result, refusal: refusalLines(file, snapshot, report.reason) } };
  return report.repaired ? { result, bytes: Buffer.from(repaired) } : { result };
}

/** As the reference reads it: invalid bytes become U+FFFD, a byte-order mark stays. */
function decode(bytes: Buffer): string | undefined {
  try {
    return bytes.toString('utf8');
  } catch {
    return undefined;
  }
}

function refusalLines(file: string, { bytes }: Snapshot, reason: string): string[] {
  const document = SessionDocument.fromBytes(bytes);
  const { findings } = check(document, { fileName: file, treatAsTranscript: true });
  const lost = findings.some(
    ({ rule, severity }) => severity === 'error' && (rule === 'missing-header' || rule === 'header-not-first'),
  );
  const danger = lost
    ? [
        'OpenClaw and pi would take this file for empty and overwrite it on opening: everything in it would be lost. Do not open it with them before its header is mended.',
        'transcript-hygiene fix mends the header and keeps a backup',
      ]
    : [];
  return [`refused: ${reason}; nothing was changed`, ...danger];
}

function outcomeOf(done: Rewritten<Repaired>): Outcome {
  if (done.kind === 'unreadable') {
    // The reference knows a missing file from one that cannot be read.
    const reason = /ENOENT|does not exist/.test(done.error) ? 'missing session file' : `${UNREADABLE}${done.error}`;
    return { code: 2, report: { repaired: false, droppedLines: 0, reason }, lines: [done.error] };
  }
  const { report, notice, refusal } = done.result;
  if (done.kind === 'untouched') {
    if (!refusal) return { code: 0, report, lines: ['nothing to repair'] };
    return { code: report.reason?.startsWith(UNREADABLE) ? 2 : 1, report, lines: refusal };
  }
  const links = linkNotes(done.snapshot);
  if (done.kind === 'written') {
    const { backup, notes } = done;
    const lines = [notice?.text ?? 'repaired', `the old text is ${backup}`, ...links, ...notes];
    return { code: 0, report: { ...report, ...(backup !== undefined && { backupPath: backup }) }, lines };
  }
  const failed = { ...report, repaired: false, reason: `repair failed: ${done.reason}` };
  return { code: done.kind === 'refused' ? 1 : 2, report: failed, lines: [done.reason] };
}
