/** The report for people: by file, in line order, with what can be done about each finding. */
import pc from 'picocolors';
import type { Severity } from '../../core';
import { visible } from '../output';
import { type FileReport, type FormatOptions, type Report, type ReportFinding, shown } from '../report';
import { plural, problemCounts } from './words';

type Colors = ReturnType<typeof pc.createColors>;

export function pretty(report: Report, options: FormatOptions): string {
  const colors = pc.createColors(options.color);
  const blocks = report.files.map((file) => fileBlock(file, options, colors)).filter((block) => block !== '');
  return `${[...blocks, summary(report, options, colors)].join('\n')}`;
}

function fileBlock(file: FileReport, options: FormatOptions, colors: Colors): string {
  const findings = shown(file, options.quiet).filter(({ severity }) => options.hints || severity !== 'hint');
  const lines: string[] = [];
  const fixed = file.fixed ?? [];
  const width = String(Math.max(0, ...fixed.map((fix) => fix.line))).length;
  for (const fix of fixed) {
    const line = `line ${String(fix.line).padStart(width)}`;
    const done = options.run === 'wouldFix' ? 'would fix' : 'fixed';
    lines.push(`  ${colors.green(done)}  ${line}  ${visible(fix.title)}  ${colors.dim(fix.rule)}`);
  }
  if (file.backup !== undefined) lines.push(`  ${colors.dim('backup')} ${visible(file.backup)}`);
  for (const note of file.notes ?? []) lines.push(`  ${colors.yellow('note')}   ${visible(note)}`);
  if (findings.length > 0) {
    if (file.fixed) lines.push(`  ${colors.bold(options.run === 'wouldFix' ? 'would remain' : 'remaining')}`);
    lines.push(...findingLines(findings, options, colors));
  }
  return lines.length === 0 ? '' : `${colors.underline(visible(file.file))}\n${lines.join('\n')}\n`;
}

function findingLines(findings: readonly ReportFinding[], options: FormatOptions, colors: Colors): string[] {
  const places = findings.map((finding) => `${finding.line}:${finding.column}`);
  const width = Math.max(...places.map((place) => place.length));
  return findings.flatMap((finding, index) => {
    const severity = paint(finding.severity, finding.severity.padEnd(11), colors);
    const place = colors.dim(places[index]!.padStart(width));
    const indent = ' '.repeat(width + 4);
    const hints = [...fixHints(finding, options), ...targetHint(finding)];
    return [
      `  ${place}  ${severity}  ${visible(finding.message)}  ${colors.dim(finding.rule)}`,
      ...hints.map((hint) => `${indent}${colors.dim(visible(hint))}`),
    ];
  });
}

function targetHint({ targets }: ReportFinding): string[] {
  return targets.length === 0 ? [] : [`for: ${targets.join(', ')}`];
}

/** What can be done, or after a run of `fix` why it was not. */
function fixHints({ fixes, rule }: ReportFinding, { run }: FormatOptions): string[] {
  const preferred = fixes.find((fix) => fix.preferred);
  if (run === 'check') {
    return fixes.map(({ title, safe, preferred: usual }) => {
      return `fix (${safe ? 'safe' : 'lossy'}${usual ? '' : ', offered in VS Code'}): ${title}`;
    });
  }
  if (preferred && !preferred.safe) return [`not fixed, it loses something: ${preferred.title} (--lossy does it)`];
  if (preferred) return [`not fixed: ${preferred.title}`];
  if (fixes.length > 0)
    return [`not fixed, it is for you to choose in VS Code: ${fixes.map((fix) => fix.title).join(' · ')}`];
  return rule === 'config' ? [] : ['not fixed: there is no automatic fix'];
}

function paint(severity: Severity, text: string, colors: Colors): string {
  if (severity === 'error') return colors.red(text);
  if (severity === 'warning') return colors.yellow(text);
  return severity === 'information' ? colors.cyan(text) : colors.dim(text);
}

function summary(report: Report, options: FormatOptions, colors: Colors): string {
  const { files } = report;
  const failed = files.filter((file) => file.error !== undefined).length;
  const foreign = files.filter((file) => file.dialect === null && !file.error && !file.findings.length).length;
  const asides = [
    ...(foreign > 0 ? [`${foreign} not recognised as an agent transcript`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ];
  const checked = files.length - failed;
  const place = `${plural(checked, 'file')}${asides.length > 0 ? ` (${asides.join(', ')})` : ''}`;
  if (checked === 0)
    return `${colors.bold(failed > 0 ? `nothing could be done: ${plural(failed, 'failure')}` : 'no files')}\n`;
  const hidden = options.hints ? 0 : report.summary.hints;
  const counted = { ...report.summary, hints: report.summary.hints - hidden };
  const fixed = files.reduce((sum, file) => sum + (file.fixed?.length ?? 0), 0);
  const lines =
    options.run === 'check'
      ? [`${problemCounts(counted)} in ${place}`]
      : [
          `${fixedWords(fixed, options)}; ${problemCounts(counted)} ${options.run === 'fixed' ? 'left' : 'would be left'} in ${place}`,
        ];
  lines[0] = colors.bold(lines[0]!);
  if (hidden > 0)
    lines.push(colors.dim(`${plural(hidden, 'hint')} not shown; --hints shows ${hidden === 1 ? 'it' : 'them'}`));
  return `${[...lines, ...nextSteps(files, options)].join('\n')}\n`;
}

function fixedWords(fixed: number, { run }: FormatOptions): string {
  if (fixed === 0) return 'nothing to fix';
  return run === 'fixed' ? `${fixed} fixed` : `${fixed} would be fixed; nothing was written`;
}

/** Which command helps next. */
function nextSteps(files: readonly FileReport[], { run, again }: FormatOptions): string[] {
  const preferred = files
    .flatMap((file) => file.findings)
    .flatMap((finding) => finding.fixes.filter((fix) => fix.preferred));
  const safe = preferred.filter((fix) => fix.safe).length;
  const lossy = preferred.length - safe;
  const steps: string[] = [];
  if (run === 'check' && safe > 0) {
    steps.push(`${safe} can be fixed without losing anything: transcript-hygiene fix ${again}`);
  }
  if (lossy > 0) {
    steps.push(
      `${lossy} can be fixed with some loss${run === 'check' ? ', too' : ''}: transcript-hygiene fix --lossy ${again}`,
    );
  }
  return steps;
}
