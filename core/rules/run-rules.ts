import { isEqualJson } from '../jsonl/equal-json';
import { linesOf, mustWait } from '../session/damage';
import type { Session } from '../session/session';
import { linesWithNewText } from '../session/update';
import type { CheckOptions, EntryRules, Finding, Fix, Severity, SeveritySetting, Target } from '../types';
import { Inspection } from './inspection';
import { LinesRead } from './lines-read';
import type { Found, Rule } from './rule';

/** What the rules found in a session, kept so that the next run can take over what still holds. */
export interface RuleRuns {
  readonly session: Session;
  readonly options: CheckOptions;
  readonly targets: readonly Target[];
  readonly byRule: ReadonlyMap<Rule, RuleRun>;
  /** What the rules share: see {@link Inspection}. */
  readonly shared: Map<string, unknown>;
}

interface RuleRun {
  readonly findings: readonly Finding[];
  readonly linesRead: LinesRead;
}

/**
 * Runs rules on a session; yields after each, so that long work can be cut into slices. A rule's findings follow
 * from the facts, the options and the text of the lines it read. So those of `before` are taken over where the facts
 * and options are the same and none of the lines has changed: the result is that of a run without `before`.
 */
export function* runRules(
  rules: readonly Rule[],
  session: Session,
  options: CheckOptions,
  before?: RuleRuns,
): Generator<void, RuleRuns> {
  const newText =
    before && isEqualJson(before.options, options) ? linesWithNewText(before.session, session) : undefined;
  const known = newText === undefined ? undefined : before;
  const shared = known?.shared ?? new Map<string, unknown>();
  const damaged = linesOf(session.damages);
  const byRule = new Map<Rule, RuleRun>();
  for (const rule of rules) {
    if (options.rules?.[rule.id] === 'off') continue;
    const earlier = known?.byRule.get(rule);
    if (earlier !== undefined && !earlier.linesRead.meets(newText!)) {
      byRule.set(rule, earlier);
      continue;
    }
    const linesRead = new LinesRead();
    const findings: Finding[] = [];
    for (const found of rule.check(new Inspection(session, options, linesRead, shared))) {
      // A damaged line is mended first; what else is wrong in its records shows then.
      if (rule.step !== 'bytes' && damaged.has(found.location.line)) continue;
      const severity = severityOf(rule, found, session, options);
      if (severity !== 'off') findings.push(toFinding(rule, found, severity, damaged));
    }
    byRule.set(rule, { findings, linesRead });
    yield;
  }
  const { targets } = new Inspection(session, options, new LinesRead(), shared);
  return { session, options, targets: targets.map(({ target }) => target), byRule, shared };
}

function severityOf(rule: Rule, found: Found, session: Session, { rules, entryRules }: CheckOptions): SeveritySetting {
  const own = entryRules && entrySetting(rule, found, session, entryRules);
  return own ?? rules?.[rule.id] ?? found.severity ?? rule.severity;
}

/** What the user has set for the entry that a finding stands in. */
function entrySetting(
  { id }: Rule,
  { location }: Found,
  session: Session,
  entryRules: readonly EntryRules[],
): SeveritySetting | undefined {
  const line = session.lines[location.line];
  const entry = line?.kind === 'entry' ? line.entry.id : undefined;
  if (entry === undefined) return undefined;
  return entryRules.findLast(({ entries, rules }) => rules[id] !== undefined && entries.includes(entry))?.rules[id];
}

function toFinding(rule: Rule, found: Found, severity: Severity, damaged: ReadonlySet<number>): Finding {
  return {
    related: [],
    targets: [],
    ...found,
    fixes: applicable(found.fixes ?? [], damaged),
    rule: rule.id,
    severity,
  };
}

/** The fixes that need not wait until damage is mended. */
function applicable(fixes: readonly Fix[], damaged: ReadonlySet<number>): readonly Fix[] {
  if (damaged.size === 0) return fixes;
  return fixes.filter(({ edits }) => !edits.some((edit) => mustWait(edit, damaged)));
}
