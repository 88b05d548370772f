/** Workflow commands of GitHub Actions. It shows only the first few of a step, so the worst files come first. */
import { visible } from '../output';
import { type FileReport, type FormatOptions, type Report, SEVERITIES, shown } from '../report';
import { relativePath } from './relative-path';
import { countsOf } from './words';

const COMMANDS = { error: 'error', warning: 'warning', information: 'notice', hint: 'notice' } as const;

export function github(report: Report, options: FormatOptions): string {
  const files = [...report.files].sort((a, b) => worst(a) - worst(b));
  const lines = files.flatMap((file) => fileLines(file, options));
  return lines.length === 0 ? '' : `${[...lines, countsOf(report.summary)].join('\n')}\n`;
}

/** The smaller, the worse: 0 for a file that failed. */
function worst(file: FileReport): number {
  if (file.error !== undefined) return 0;
  const severities = file.findings.map(({ severity }) => SEVERITIES.indexOf(severity) + 1);
  return Math.min(...severities, SEVERITIES.length + 1);
}

function fileLines(file: FileReport, { cwd, quiet }: FormatOptions): string[] {
  const name = relativePath(file.file, cwd);
  const lines = shown(file, quiet).map((finding) => {
    const { line, column, endLine, endColumn, rule } = finding;
    const properties = { file: name, line, col: column, endLine, endColumn, title: rule };
    return command(COMMANDS[finding.severity], properties, finding.message);
  });
  if (file.error === undefined) return lines;
  return [
    command('error', { file: name, title: 'transcript-hygiene' }, visible(`${file.file}: ${file.error}`)),
    ...lines,
  ];
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const list = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${list.join(',')}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
