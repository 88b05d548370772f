/** The report every format prints: plain data, lines and columns 1-based, columns in UTF-16 units. */
import type { Dialect, Severity } from '../core';

/** The version of the JSON report. It changes when a field goes or changes its meaning. */
const REPORT_VERSION = 1;

/** From worst to mildest. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

interface ReportFix {
  readonly title: string;
  readonly safe: boolean;
  readonly preferred: boolean;
}

/** A stretch of the file, its end exclusive. */
export interface ReportRange {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Replacement extends ReportRange {
  readonly text: string;
}

export interface ReportFinding extends ReportRange {
  readonly rule: string;
  readonly severity: Severity;
  /** JSON Pointer into the line's value. */
  readonly path: string;
  readonly message: string;
  readonly targets: readonly string[];
  readonly fixes: readonly ReportFix[];
  /** What the preferred fix changes, for the formats that carry edits. */
  readonly replacements?: readonly Replacement[];
}

/** A fix that was applied, or would be in a dry run. */
interface AppliedFix {
  readonly rule: string;
  readonly line: number;
  readonly title: string;
}

export interface FileReport {
  /** The path as the user wrote it, or as found below the folder he named. */
  readonly file: string;
  /** Null: no agent transcript, nothing is said about it. */
  readonly dialect: Dialect;
  readonly findings: readonly ReportFinding[];
  /** Why the file could not be checked or written. */
  readonly error?: string;
  readonly fixed?: readonly AppliedFix[];
  readonly backup?: string;
  /** What else the user should know, such as a link that was followed. */
  readonly notes?: readonly string[];
}

export interface Summary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly informations: number;
  readonly hints: number;
}

export interface Report {
  readonly version: typeof REPORT_VERSION;
  readonly files: readonly FileReport[];
  readonly summary: Summary;
}

/** How a report is put into words; only `pretty` looks at most of it. */
export interface FormatOptions {
  readonly color: boolean;
  /** Shows errors only. */
  readonly quiet: boolean;
  /** Shows hints in `pretty`. */
  readonly hints: boolean;
  /** The folder that relative paths in machine formats start from. */
  readonly cwd: string;
  readonly toolVersion: string;
  readonly rules: readonly RuleText[];
  /** `check`, or how `fix` ran. */
  readonly run: 'check' | 'fixed' | 'wouldFix';
  /** The arguments that name the same files again, for the command to run next. */
  readonly again: string;
}

/** What a format tells about a rule. */
interface RuleText {
  readonly id: string;
  readonly summary: string;
  readonly severity: Severity;
  readonly description: string;
}

/** Builds the report, with its counts, from the files in the order they were checked. */
export function reportOf(files: readonly FileReport[]): Report {
  const count = (severity: Severity) =>
    files.reduce((sum, file) => sum + file.findings.filter((finding) => finding.severity === severity).length, 0);
  return {
    version: REPORT_VERSION,
    files,
    summary: {
      files: files.length,
      errors: count('error'),
      warnings: count('warning'),
      informations: count('information'),
      hints: count('hint'),
    },
  };
}

/** What `--fail-on` may be. */
export type FailOn = 'error' | 'warning' | 'information' | 'never';

/** 0 clean, 1 findings at or above the limit, 2 something could not run. */
export function exitCodeOf(report: Report, failOn: FailOn, maxWarnings?: number): 0 | 1 | 2 {
  if (report.files.some((file) => file.error !== undefined)) return 2;
  const { errors, warnings, informations } = report.summary;
  const counted = {
    error: errors,
    warning: errors + warnings,
    information: errors + warnings + informations,
    never: 0,
  };
  if (counted[failOn] > 0) return 1;
  return maxWarnings !== undefined && warnings > maxWarnings ? 1 : 0;
}

/** The findings a format shows: all, or with `--quiet` the errors. */
export function shown(file: FileReport, quiet: boolean): readonly ReportFinding[] {
  return quiet ? file.findings.filter((finding) => finding.severity === 'error') : file.findings;
}
