import type { SessionDocument } from './document';
import { locate } from './jsonl/locate';
import { Inspection, RULES, type Rule } from './rules';
import { linesOf, mustWait } from './session/damage';
import type { CheckOptions, CheckResult, Finding, Fix, JsonPath, Location, Range } from './types';

/**
 * Checks a file. A foreign one gets no finding. Findings stand in the order line, place in the line, catalogue.
 * Long only where lines were not read yet: see {@link SessionDocument.prepare}.
 */
export function check(document: SessionDocument, options: CheckOptions = {}): CheckResult {
  if (!document.isTranscript(options)) return { dialect: null, findings: [], targets: [] };
  const inspection = new Inspection(document.content, options);
  const findings: Finding[] = [];
  const damaged = linesOf(document.content.damages);
  for (const rule of RULES) {
    const setting = options.rules?.[rule.id];
    if (setting === 'off') continue;
    for (const found of rule.check(inspection)) {
      // A damaged line is mended first; what else is wrong in its records shows then.
      if (rule.step !== 'bytes' && damaged.has(found.location.line)) continue;
      findings.push({
        related: [],
        targets: [],
        ...found,
        fixes: applicable(found.fixes ?? [], damaged),
        rule: rule.id,
        severity: setting ?? found.severity ?? rule.severity,
      });
    }
  }
  return {
    dialect: 'openclaw',
    findings: inOrder(document, findings),
    targets: inspection.targets.map(({ target }) => target),
  };
}

/** The fixes that need not wait until damage is mended. */
function applicable(fixes: readonly Fix[], damaged: ReadonlySet<number>): readonly Fix[] {
  if (damaged.size === 0) return fixes;
  return fixes.filter(({ edits }) => !edits.some((edit) => mustWait(edit, damaged)));
}

/** The rule with an id. */
export function ruleById(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}

/** Where a location stands, as a short range of characters; parses its one line. */
export function rangeOf(document: SessionDocument, { line, path, columns }: Location): Range {
  const [start, end] = columns ?? locate(document.line(line), path);
  return { start: { line, column: start }, end: { line, column: end } };
}

/** A path as a JSON Pointer (RFC 6901). */
export function pointer(path: JsonPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** Sorts by line and place; findings of one place keep the catalogue's order, in which they come. */
function inOrder(document: SessionDocument, findings: Finding[]): Finding[] {
  const byLine = findings.toSorted((a, b) => a.location.line - b.location.line);
  const ordered: Finding[] = [];
  for (let from = 0; from < byLine.length; ) {
    const line = byLine[from]!.location.line;
    let to = from + 1;
    while (byLine[to]?.location.line === line) to++;
    ordered.push(...inLineOrder(document, byLine.slice(from, to)));
    from = to;
  }
  return ordered;
}

function inLineOrder(document: SessionDocument, findings: Finding[]): Finding[] {
  if (findings.length === 1) return findings;
  return findings
    .map((finding) => ({ finding, column: rangeOf(document, finding.location).start.column }))
    .sort((a, b) => a.column - b.column)
    .map(({ finding }) => finding);
}
