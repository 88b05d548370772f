/** From what the core found to what the report says. */
import { type CheckResult, type Finding, fixEdits, pointer, type Range, rangeOf, type SessionDocument } from '../core';
import type { Replacement, ReportFinding, ReportRange } from './report';

/** A fix that brings in more than this is left out of the formats that carry edits. */
const MAX_EDIT_CHARACTERS = 20_000;

/** The findings of a check, with their places as people count them. */
export function reportFindings(document: SessionDocument, result: CheckResult, withEdits: boolean): ReportFinding[] {
  return result.findings.map((finding) => ({
    rule: finding.rule,
    severity: finding.severity,
    ...reportRange(rangeOf(document, finding.location)),
    path: pointer(finding.location.path),
    message: finding.message,
    targets: finding.targets,
    fixes: finding.fixes.map(({ title, safe, preferred }) => ({ title, safe, preferred })),
    ...(withEdits && replacements(document, finding)),
  }));
}

function reportRange({ start, end }: Range): ReportRange {
  return { line: start.line + 1, column: start.column + 1, endLine: end.line + 1, endColumn: end.column + 1 };
}

function replacements(document: SessionDocument, finding: Finding) {
  const preferred = finding.fixes.find((fix) => fix.preferred);
  if (!preferred) return undefined;
  const edits = fixEdits(document, [preferred]);
  const size = edits.reduce((sum, edit) => sum + edit.text.length, 0);
  if (edits.length === 0 || size > MAX_EDIT_CHARACTERS) return undefined;
  const list: Replacement[] = edits.map((edit) => ({ ...reportRange(edit), text: edit.text }));
  return { replacements: list };
}
