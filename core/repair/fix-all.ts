import { check, ruleById } from '../check';
import type { SessionDocument } from '../document';
import { sha256Hex } from '../hash';
import type { CheckOptions, Finding, Fix, TextEdit } from '../types';
import { type Applied, applyFixes } from './apply';
import { needsShrinking } from './shrink-images';

/** A file that is not mended after this many passes is given up (rules specification, "Several findings"). */
const MAX_PASSES = 10;

/** Rules of one step are mended together, lower steps first. */
const STEP_ORDER = { bytes: 0, entries: 1, tree: 2, turns: 3, calls: 3, thinking: 3, images: 3 } as const;

export interface FixAllOptions extends CheckOptions {
  /** Also what loses something. */
  readonly lossy?: boolean;
  /** Only this rule. */
  readonly only?: string;
}

export interface FixAllResult {
  readonly document: SessionDocument;
  /** What was done, in order; `line` is 0-based in the text of that pass. */
  readonly applied: readonly {
    readonly rule: string;
    readonly title: string;
    readonly line: number;
    readonly safe: boolean;
  }[];
  readonly passes: number;
  /** Rules that were still at work when it was given up; absent when it came to its end. */
  readonly stopped?: readonly string[];
  /** What is left to do once images are shrunk: see {@link fixAllWithImages}. */
  readonly toShrink: readonly ImageFix[];
}

/** A fix that needs an image library, and what it mends; `line` is 0-based in the text of the result. */
export interface ImageFix {
  readonly fix: Fix;
  readonly rule: string;
  readonly line: number;
}

/** The edits of some fixes of one check, applied together. Fixes whose places meet are left out but for the first. */
export function fixEdits(document: SessionDocument, fixes: readonly Fix[]): TextEdit[] {
  return [...applyFixes(document.content, fixes).edits];
}

/** Applies preferred fixes pass by pass until nothing is left to do but to shrink images. */
export function fixAll(document: SessionDocument, options: FixAllOptions = {}): FixAllResult {
  const applied: { rule: string; title: string; line: number; safe: boolean }[] = [];
  const seen = new Set([digest(document)]);
  let current = document;
  for (let passes = 0; ; passes++) {
    const candidates = applicable(check(current, options).findings, options);
    const { edits, taken } = applyLowestStep(current, candidates);
    if (taken.length === 0) return { document: current, applied, passes, toShrink: imageFixes(candidates) };
    const rules = [...new Set(taken.map((fix) => candidates.get(fix)!.rule))];
    if (passes === MAX_PASSES) return { document: current, applied, passes, stopped: rules, toShrink: [] };
    for (const fix of taken) {
      const { rule, location } = candidates.get(fix)!;
      applied.push({ rule, title: fix.title, line: location.line, safe: fix.safe });
    }
    current = current.edit(edits);
    const text = digest(current);
    if (seen.has(text)) return { document: current, applied, passes: passes + 1, stopped: rules, toShrink: [] };
    seen.add(text);
  }
}

function applicable(findings: readonly Finding[], { lossy, only }: FixAllOptions): Map<Fix, Finding> {
  const fixes = new Map<Fix, Finding>();
  for (const finding of findings) {
    if (only !== undefined && finding.rule !== only) continue;
    const fix = finding.fixes.find(({ preferred }) => preferred);
    if (fix !== undefined && (fix.safe || lossy)) fixes.set(fix, finding);
  }
  return fixes;
}

function imageFixes(candidates: ReadonlyMap<Fix, Finding>): ImageFix[] {
  return [...candidates]
    .filter(([fix]) => needsShrinking(fix))
    .map(([fix, { rule, location }]) => ({ fix, rule, line: location.line }));
}

/** Applies the fixes of the lowest step in which one can be applied. */
function applyLowestStep(document: SessionDocument, fixes: ReadonlyMap<Fix, Finding>): Applied {
  const stepOf = (fix: Fix) => STEP_ORDER[ruleById(fixes.get(fix)!.rule)!.step];
  for (const step of new Set(Object.values(STEP_ORDER))) {
    const applied = applyFixes(
      document.content,
      [...fixes.keys()].filter((fix) => stepOf(fix) === step),
    );
    if (applied.taken.length > 0) return applied;
  }
  return { edits: [], taken: [] };
}

function digest(document: SessionDocument): string {
  return sha256Hex(document.toBytes());
}
