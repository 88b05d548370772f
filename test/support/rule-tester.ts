import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CheckOptions,
  check,
  parseTarget,
  pointer,
  RULES,
  SessionDocument,
  type Severity,
  type Target,
} from '../../core';
import { assertFixAllLaws, assertFixLaws } from './laws';

/** A session and what a user would notice about it. */
interface Case {
  /** What a user would notice. */
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly options?: CheckOptions;
  /** Targets beside the session's own, as settings write them. */
  readonly targets?: readonly string[];
}

export interface SilentCase extends Case {}

export interface ReportCase extends Case {
  /** Every finding of the rule, in order. */
  readonly findings: readonly ExpectedFinding[];
  /** Other rules that speak of this session as well, hints aside; none when absent. */
  readonly others?: readonly string[];
  /** Rules that may speak up after a fix, because it brings history back into the context. */
  readonly after?: readonly string[];
  /** The file after *fix all* with lossy fixes, line by line; checked when given. */
  readonly fixed?: readonly string[] | string;
}

export interface ExpectedFinding {
  /** 1-based, as users see it. */
  readonly line: number;
  /** JSON Pointer into the line's value. */
  readonly path: string;
  /** The rule's usual severity when absent. */
  readonly severity?: Severity;
  /** Names of the targets concerned; none when absent. */
  readonly targets?: readonly string[];
  /** Each fix: `safe` or `lossy`, and `offered` when it is not the preferred one. */
  readonly fixes?: readonly ('safe' | 'lossy' | 'offered safe' | 'offered lossy')[];
}

/**
 * The test of one rule. Strict: every case says all findings of the rule, each fix is held to the laws of the rules
 * specification, and no other rule above a hint may speak unless the case says so.
 */
export function testRule(
  id: string,
  { silent, reports }: { silent: readonly SilentCase[]; reports: readonly ReportCase[] },
): void {
  const rule = RULES.find((one) => one.id === id);
  describe(id, () => {
    it('is in the registry', () => assert.ok(rule, `no rule ${id}`));
    for (const one of silent) {
      it(`says nothing: ${one.name}`, () => {
        const { document, options } = open(one);
        const findings = check(document, options).findings.filter(({ rule: of }) => of === id);
        assert.deepEqual(
          findings.map(({ message, location }) => `${location.line + 1}: ${message}`),
          [],
        );
      });
    }
    for (const one of reports) {
      it(one.name, () => testReport(id, rule!.severity, one));
    }
  });
}

function testReport(id: string, severity: Severity, one: ReportCase): void {
  const { document, options } = open(one);
  const { findings } = check(document, options);
  const own = findings.filter(({ rule }) => rule === id);
  assert.deepEqual(
    own.map((finding) => ({
      line: finding.location.line + 1,
      path: pointer(finding.location.path),
      severity: finding.severity,
      targets: finding.targets,
      fixes: finding.fixes.map(({ safe, preferred }) => `${preferred ? '' : 'offered '}${safe ? 'safe' : 'lossy'}`),
    })),
    one.findings.map((expected, index) => ({
      line: expected.line,
      path: expected.path,
      severity: expected.severity ?? severity,
      targets: expected.targets ?? [],
      // A case that is not about fixes leaves them out.
      fixes:
        expected.fixes ??
        own[index]?.fixes.map(({ safe, preferred }) => `${preferred ? '' : 'offered '}${safe ? 'safe' : 'lossy'}`),
    })),
  );
  const others = findings
    .filter(({ rule, severity: level }) => rule !== id && level !== 'hint')
    .map(({ rule }) => rule);
  assert.deepEqual([...new Set(others)].sort(), [...(one.others ?? [])].sort(), 'what other rules say');
  for (const finding of own) {
    assert.ok(finding.fixes.filter(({ preferred }) => preferred).length <= 1, 'one preferred fix at most');
    for (const fix of finding.fixes) assertFixLaws(document, options, finding, fix, one.after);
  }
  assertFixAllLaws(document, options);
  const fixed = assertFixAllLaws(document, { ...options, lossy: true });
  if (one.fixed !== undefined) {
    const expected = typeof one.fixed === 'string' ? one.fixed : one.fixed.map((line) => `${line}\n`).join('');
    assert.equal(fixed.toString(), expected);
  }
}

function open(one: Case): { document: SessionDocument; options: CheckOptions } {
  const document =
    typeof one.text === 'string' ? SessionDocument.fromString(one.text) : SessionDocument.fromBytes(one.text);
  const targets = (one.targets ?? []).map(targetOf);
  return { document, options: { ...one.options, ...(targets.length > 0 && { targets }) } };
}

function targetOf(text: string): Target {
  const parsed = parseTarget(text);
  if ('error' in parsed) throw new Error(parsed.error);
  return parsed.target;
}
