/** The versioned JSON report. Fields are only ever added within a version. */
import { type FileReport, type FormatOptions, type Report, shown } from '../report';

export function json(report: Report, options: FormatOptions): string {
  const files = report.files.map((file) => fileOf(file, options.quiet));
  return `${JSON.stringify({ version: report.version, files, summary: report.summary }, null, 2)}\n`;
}

function fileOf(file: FileReport, quiet: boolean) {
  const findings = shown(file, quiet).map((finding) => ({
    rule: finding.rule,
    severity: finding.severity,
    line: finding.line,
    column: finding.column,
    endLine: finding.endLine,
    endColumn: finding.endColumn,
    path: finding.path,
    message: finding.message,
    targets: finding.targets,
    fixes: finding.fixes.map(({ title, safe, preferred }) => ({ title, safe, preferred })),
  }));
  return {
    file: file.file,
    dialect: file.dialect,
    findings,
    ...(file.fixed && { fixed: file.fixed.map(({ rule, line, title }) => ({ rule, line, title })) }),
    ...(file.backup !== undefined && { backup: file.backup }),
    ...(file.notes?.length && { notes: file.notes }),
    ...(file.error !== undefined && { error: file.error }),
  };
}
