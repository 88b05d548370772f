import { pauses, type SessionDocument } from './document';
import { RULES, type Rule, type RuleRuns, runRules } from './rules';
import type { CheckOptions, CheckResult, Finding, Location, Range } from './types';

/** A check, with what the next one of the same file can take over. */
export interface Checked {
  readonly result: CheckResult;
  /** Undefined for a foreign file. */
  readonly runs: RuleRuns | undefined;
}

const FOREIGN: Checked = { result: { dialect: null, findings: [], targets: [] }, runs: undefined };

/**
 * Checks a file. A foreign one gets no finding. Findings stand in the order line, place in the line, catalogue.
 */
export function check(document: SessionDocument, options: CheckOptions = {}): CheckResult {
  if (!document.isTranscript(options)) return FOREIGN.result;
  const steps = runRules(RULES, document.content, options);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return resultOf(document, step.value);
  }
}

/**
 * The same in slices that let the event loop run. `before` is a check of an earlier state of the document: where an
 * edit changed nothing but text most of it is taken over. Rejects when aborted.
 */
export async function checkInSlices(
  document: SessionDocument,
  options: CheckOptions,
  before?: Checked,
  signal?: AbortSignal,
): Promise<Checked> {
  // Nothing of a foreign file is read beyond the lines that tell.
  if (!document.isTranscript(options)) return FOREIGN;
  await document.prepare(signal);
  const pause = pauses(signal);
  const steps = runRules(RULES, document.content, options, before?.runs);
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { result: resultOf(document, step.value), runs: step.value };
    const wait = pause();
    if (wait) await wait;
  }
}

function resultOf(document: SessionDocument, { byRule, targets }: RuleRuns): CheckResult {
  const findings = [...byRule.values()].flatMap((run) => run.findings);
  return { dialect: 'openclaw', findings: inOrder(document, findings), targets };
}

/** The rule with an id. */
export function ruleById(id: string): Rule | undefined {
  return RULES.find((rule) => rule.id === id);
}

/** Where a location stands, as a short range of characters. */
export function rangeOf(document: SessionDocument, { line, path, columns }: Location): Range {
  const [start, end] = columns ?? document.columnsOf(line, path);
  return { start: { line, column: start }, end: { line, column: end } };
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
