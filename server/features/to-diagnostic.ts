import { type Diagnostic, DiagnosticSeverity, DiagnosticTag } from 'vscode-languageserver/node';
import { type Finding, parseConfig, pointer, rangeOf, type Severity } from '../../core';
import type { ServerDocument } from '../documents';
import type { DiagnosticData } from '../messages';
import { type LspRange, toLspRange } from '../positions';

/** The product's name on every problem. */
export const SOURCE = 'Transcript Hygiene';

/** VS Code drops what is above this; so we choose what goes. */
const MOST_FINDINGS = 1000;

const SEVERITIES: Record<Severity, DiagnosticSeverity> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Rules that speak of something no model gets to see, or of something that is merely old. */
const TAGS: Readonly<Record<string, readonly DiagnosticTag[]>> = {
  'duplicate-sibling': [DiagnosticTag.Unnecessary],
  'extra-header': [DiagnosticTag.Unnecessary],
  'outdated-version': [DiagnosticTag.Deprecated],
  'stale-reasoning': [DiagnosticTag.Unnecessary],
  'transcript-only-turn': [DiagnosticTag.Unnecessary],
};

/** The findings that are shown: all of them, or the worst thousand. Order is kept. */
export function shownFindings(findings: readonly Finding[], most = MOST_FINDINGS): readonly Finding[] {
  if (findings.length <= most) return findings;
  const worst = findings
    .map((finding, index) => ({ finding, index }))
    .sort((a, b) => SEVERITIES[a.finding.severity] - SEVERITIES[b.finding.severity] || a.index - b.index)
    .slice(0, most);
  return worst.sort((a, b) => a.index - b.index).map(({ finding }) => finding);
}

/** Where a finding is shown. */
export function rangeOfFinding(document: ServerDocument, finding: Finding): LspRange {
  return toLspRange(document.positions, rangeOf(document.session, finding.location));
}

/** A finding as the protocol shows it. */
export function toDiagnostic(document: ServerDocument, finding: Finding, rulePage: string): Diagnostic {
  const tags = TAGS[finding.rule];
  const data: DiagnosticData = {
    rule: finding.rule,
    pointer: pointer(finding.location.path),
    targets: finding.targets,
  };
  return {
    range: rangeOfFinding(document, finding),
    severity: SEVERITIES[finding.severity],
    code: finding.rule,
    codeDescription: { href: rulePage },
    source: SOURCE,
    message: finding.message,
    relatedInformation: finding.related.map(({ location, message }) => ({
      location: {
        uri: document.uri,
        range: toLspRange(document.positions, rangeOf(document.session, location)),
      },
      message,
    })),
    ...(tags ? { tags: [...tags] } : {}),
    data,
  };
}

/** What is wrong with the text of a settings file. */
export function configDiagnostics(text: string): Diagnostic[] {
  return parseConfig(text).problems.map(({ start, end, severity, message }) => ({
    range: {
      start: { line: start.line, character: start.column },
      end: { line: end.line, character: end.column },
    },
    severity: SEVERITIES[severity],
    code: 'config',
    source: SOURCE,
    message,
  }));
}
