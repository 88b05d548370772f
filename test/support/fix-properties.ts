/**
 * What every fix promises of a whole session, however many faults it has: stricter than `laws.ts`, which a rule's own
 * test uses, and without knowing what the fault was.
 */
import assert from 'node:assert/strict';
import {
  type CheckOptions,
  check,
  type Finding,
  type Fix,
  fixEdits,
  RULES,
  type SessionDocument,
  type TextEdit,
} from '../../core';
import { buildHistory } from '../../core/session/history';

/** The document before and after a fix, with where each line went. */
interface Step {
  readonly before: SessionDocument;
  readonly after: SessionDocument;
  readonly fix: Fix;
  readonly rule: string;
  /** By line of `before`: its line in `after`, −1 when it is gone. */
  readonly lines: readonly number[];
}

/** Members that follow when another entry goes, comes or gets a new id. */
const LINKS = ['parentId', 'firstKeptEntryId', 'firstKeptEntryIndex', 'targetId', 'appendParentId'];

/** What a call and its result can be said to be wrong about. */
const PAIR_RULES = [
  'orphan-tool-result',
  'missing-tool-result',
  'misplaced-tool-result',
  'duplicate-tool-result',
  'duplicate-tool-call-id',
  'invalid-tool-call-id',
  'tool-name-mismatch',
  'empty-tool-result',
  'stop-reason-mismatch',
];

/** Rules that say nothing while another one speaks of the same place (rules specification, "One fault, one finding"). */
const MASKED_BY: Readonly<Record<string, readonly string[]>> = {
  'incomplete-tool-call': PAIR_RULES,
  'orphan-tool-result': PAIR_RULES,
  // A block of the later turn is not judged while the whole turn is blank or of the wrong shape.
  'consecutive-turns': ['blank-text-block', 'invalid-entry'],
  'header-not-first': ['invalid-entry', 'unknown-version'],
  'missing-header': ['invalid-entry', 'unknown-version'],
  'duplicate-entry-id': ['dangling-parent', 'second-root', 'parent-cycle'],
  // With another parent an entry may stand beside its copy.
  'invalid-entry': ['duplicate-sibling'],
  'dangling-parent': ['duplicate-sibling'],
  'parent-cycle': ['duplicate-sibling'],
  // Of a leaf record that is invalid and has no parent the place in the tree is said first.
  'second-root': ['duplicate-sibling', 'invalid-entry'],
  // What follows from a root that should be none is not reported again.
  'duplicate-sibling': ['assistant-first'],
  'compaction-anchor': ['compaction-gap', 'compaction-splits-pair'],
  'compaction-gap': ['compaction-splits-pair'],
};

/** Rules whose finding passes to another line: the last line, the first entry, the root, the next of many copies. */
const PASSED_ON = new Set([
  'duplicate-entry-id',
  'missing-final-newline',
  'missing-header',
  'dangling-parent',
  'parent-cycle',
  'second-root',
]);

const TREE_RULES = new Set(['duplicate-entry-id', 'dangling-parent', 'parent-cycle']);

/** Applies one fix of one finding and holds it to its promises. */
export function assertFixKeepsPromises(
  before: SessionDocument,
  options: CheckOptions,
  finding: Finding,
  fix: Fix,
): SessionDocument {
  const edits = fixEdits(before, [fix]);
  const name = `${finding.rule} in line ${finding.location.line + 1}, "${fix.title}"`;
  if (edits.length === 0 && hasTwins(before.content)) return before;
  assert.notEqual(edits.length, 0, `${name} changes something`);
  assertEditsAreSound(before, edits, name);
  const after = before.edit(edits);
  const step: Step = { before, after, fix, rule: finding.rule, lines: linesAfter(before, after, edits) };
  assertLinesKept(step, name);
  assertTreeKept(step, name);
  assertFindings(step, options, finding, name);
  return after;
}

/** Edits lie inside the text, in order, and do not overlap; on the plain string they give the same text. */
export function assertEditsAreSound(document: SessionDocument, edits: readonly TextEdit[], name: string): void {
  const text = document.toString();
  const starts = lineStarts(text);
  const offsets = edits.map(({ start, end, text: replacement }) => {
    const from = (starts[start.line] ?? Number.NaN) + start.column;
    const to = (starts[end.line] ?? Number.NaN) + end.column;
    assert.ok(from <= to && to <= text.length, `${name}: an edit lies outside the text`);
    return { from, to, replacement };
  });
  let result = '';
  let at = 0;
  for (const { from, to, replacement } of offsets) {
    assert.ok(from >= at, `${name}: edits overlap or stand in the wrong order`);
    result += text.slice(at, from) + replacement;
    at = to;
  }
  assert.equal(document.edit(edits).toString(), result + text.slice(at), `${name}: edits mean what they say`);
}

function lineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** Where each line of `before` is afterwards: shifted by the edits in front of it; a moved one is found by its id. */
function linesAfter(before: SessionDocument, after: SessionDocument, edits: readonly TextEdit[]): number[] {
  const taken = new Set<number>();
  const lines = Array.from({ length: before.lineCount }, (_, line) => {
    let shift = 0;
    for (const { start, end, text } of edits) {
      if (end.line > line || (end.line === line && end.column > 0)) {
        const coversStart = start.line < line || (start.line === line && start.column === 0);
        if (coversStart && end.line > line) return -1;
        if (coversStart && start.line < line) return -1;
        continue;
      }
      shift += text.split('\n').length - 1 - (end.line - start.line);
    }
    taken.add(line + shift);
    return line + shift;
  });
  const fresh = Array.from({ length: after.lineCount }, (_, line) => line).filter((line) => !taken.has(line));
  return lines.map((line, old) => {
    if (line >= 0) return line;
    const value = parsed(before.line(old));
    const moved = fresh.find((other) => value !== undefined && isEqualButLinks(value, parsed(after.line(other))));
    return moved ?? -1;
  });
}

function parsed(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line.replace(/^\ufeff/, ''));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function isEqualButLinks(one: Record<string, unknown>, other: Record<string, unknown> | undefined): boolean {
  return other !== undefined && withoutLinks(one) === withoutLinks(other);
}

function withoutLinks(value: Record<string, unknown>): string {
  const keys = Object.keys(value).filter((key) => !LINKS.includes(key));
  return JSON.stringify(keys.map((key) => [key, value[key]]));
}

/** A line that the fix does not name is the same byte for byte; of one that only follows, its links alone differ. */
function assertLinesKept({ before, after, fix, lines }: Step, name: string): void {
  if (fix.edits.some(({ kind }) => kind === 'lineEnds')) return;
  const named = new Set(
    fix.edits.flatMap((edit) => {
      if (edit.kind === 'joinLines') return range(edit.line, edit.lastLine);
      if (edit.kind === 'finalNewline') return [before.lineCount - 1];
      return 'line' in edit ? [edit.line] : [];
    }),
  );
  // Whoever is to be a parent gets an id where it has none.
  const getsId = (line: number, now: number) => {
    const { id: old, ...rest } = parsed(before.line(line)) ?? {};
    const { id: fresh, ...same } = parsed(after.line(now)) ?? {};
    return typeof fresh === 'string' && (typeof old !== 'string' || old === '') && isEqualButLinks(rest, same);
  };
  let last = -1;
  const { entries } = after.content;
  const end = entries.at(-1)?.line;
  for (const [line, now] of lines.entries()) {
    if (named.has(line)) continue;
    assert.ok(now >= 0, `${name}: line ${line + 1} is gone though the fix does not name it`);
    const isSame = before.line(line) === after.line(now);
    assert.ok(
      isSame || withoutLinkText(before.line(line)) === withoutLinkText(after.line(now)) || getsId(line, now),
      `${name}: line ${line + 1} changes though the fix does not name it`,
    );
    // So that the active branch stays the active one its last entry may become the last line.
    if (isSame && now !== end) {
      assert.ok(now > last, `${name}: line ${line + 1} stands in another order`);
      last = now;
    }
  }
}

function withoutLinkText(line: string): string {
  const value = `(?:"(?:[^"\\\\]|\\\\.)*"|null|-?\\d+)`;
  return line.replaceAll(new RegExp(`,?\\s*"(?:${LINKS.join('|')})"\\s*:\\s*${value}`, 'g'), '');
}

/** Who stays keeps the ancestors that stay, in order, and the active branch goes on as it was. */
function assertTreeKept({ before, after, fix, rule, lines }: Step, name: string): void {
  const [old, now] = [before.content, after.content];
  if (hasTwins(old) && !(rule === 'duplicate-entry-id' && isPlain(old))) return;
  const moved = new Set(fix.edits.flatMap((edit) => (edit.kind === 'moveEntry' ? [lines[edit.line]!] : [])));
  const path = ({ entries, parents }: typeof old, index: number): number[] => {
    const path: number[] = [];
    for (let at = parents[index]!; at >= 0; at = parents[at]!) path.push(entries[at]!.line);
    return path;
  };
  const byLine = new Map(now.entries.map(({ index, line }) => [line, index]));
  const mapped = (path: readonly number[]) =>
    path.map((line) => lines[line]!).filter((line) => line >= 0 && !moved.has(line));
  for (const { index, line, isRecovered, facts } of old.entries) {
    const where = lines[line]!;
    const newIndex = byLine.get(where);
    if (newIndex === undefined || moved.has(where) || isRecovered || facts.leaf !== undefined) continue;
    assertSubsequence(mapped(path(old, index)), path(now, newIndex), `${name}: line ${line + 1} loses an ancestor`);
  }
  // Nothing is left that could be the branch: what is the last entry then is its leaf.
  const branch = (session: typeof old) => session.branch.map((index) => session.entries[index]!.line);
  if (mapped(branch(old)).length === 0) return;
  assertSubsequence(mapped(branch(old)), branch(now), `${name}: the active branch is another one`);
  if (stepOf(rule) > 2) {
    const mine = new Set(mapped(branch(old)));
    const olds = new Set(lines);
    const strangers = branch(now).filter((line) => olds.has(line) && !moved.has(line) && !mine.has(line));
    assert.deepEqual(strangers, [], `${name}: the active branch gets entries of another one`);
  }
}

function assertSubsequence(part: readonly number[], whole: readonly number[], message: string): void {
  let at = 0;
  const distinct = part.filter((line, index) => part[index - 1] !== line);
  for (const line of whole) if (line === distinct[at]) at++;
  assert.equal(
    at,
    distinct.length,
    `${message} (${distinct.map((line) => line + 1)} in ${whole.map((line) => line + 1)})`,
  );
}

const STEPS = ['bytes', 'entries', 'tree', 'turns', 'calls', 'thinking', 'images'];
const stepOf = (rule: string) => STEPS.indexOf(RULES.find(({ id }) => id === rule)!.step);

/** The finding is gone, and no other error or warning comes, but for what stood behind the fault. */
function assertFindings(step: Step, options: CheckOptions, finding: Finding, name: string): void {
  const { before, after, lines } = step;
  const [old, now] = [check(before, options), check(after, options)];
  const keyOf = (rule: string, line: number) => `${rule} in line ${line + 1}`;
  const count = (findings: readonly Finding[], where: (line: number) => number) => {
    const counts = new Map<string, number>();
    for (const { rule, location } of findings) {
      const key = keyOf(rule, where(location.line));
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return counts;
  };
  const countsBefore = count(old.findings, (line) => lines[line]!);
  const countsAfter = count(now.findings, (line) => line);
  const place = lines[finding.location.line]!;
  const key = keyOf(finding.rule, place);
  // Of three copies the next pair is reported where the first was.
  const isPassedOn =
    PASSED_ON.has(finding.rule) && countOf(now.findings, finding.rule) < countOf(old.findings, finding.rule);
  const isGuess = answersTwin(step) || (TREE_RULES.has(finding.rule) && hasTwins(before.content));
  if (place >= 0 && !isPassedOn && !isGuess) {
    assert.ok((countsAfter.get(key) ?? 0) < countsBefore.get(key)!, `${name}: the finding is still there`);
  }

  const faultsBefore = count(old.findings.filter(isFault), (line) => lines[line]!);
  const broughtBack = gained(step, ({ history }) => history);
  const longer = gained(step, ({ branch }) => branch);
  const damaged = new Set(
    before.content.damages.flatMap(({ line, lastLine }) => range(line, lastLine)).map((line) => lines[line]!),
  );
  const hasOtherTargets = JSON.stringify(old.targets) !== JSON.stringify(now.targets);
  const fresh = now.findings.filter((other) => {
    const { rule, location } = other;
    if (!isFault(other)) return false;
    const otherKey = keyOf(rule, location.line);
    if ((countsAfter.get(otherKey) ?? 0) <= (faultsBefore.get(otherKey) ?? 0)) return false;
    if (PASSED_ON.has(rule) && countOf(now.findings, rule) <= countOf(old.findings, rule)) return false;
    if (damaged.has(location.line) || MASKED_BY[finding.rule]?.includes(rule)) return false;
    if (TREE_RULES.has(rule)) return !hasTwins(before.content);
    if (stepOf(rule) > 2) return !broughtBack && !longer && !hasOtherTargets;
    if (rule.startsWith('compaction')) return !longer && !deletesFirstKept(step);
    // Several branches may begin at a root that goes.
    return rule !== 'second-root' || !(longer || deletesRoot(step));
  });
  assert.deepEqual(
    fresh.map(({ rule, location, message }) => `${rule} in line ${location.line + 1}: ${message}`),
    [],
    `${name}: new faults`,
  );
}

function countOf(findings: readonly Finding[], rule: string): number {
  return findings.filter((finding) => finding.rule === rule).length;
}

function isFault({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

/** Whether the fix brings stored entries onto the branch, or into the context, that were not there. */
function gained(
  { before, after, lines }: Step,
  part: (of: { branch: number[]; history: number[] }) => number[],
): boolean {
  const of = ({ content }: SessionDocument) =>
    part({
      branch: [...content.branch],
      history: buildHistory(content).items.map(({ entry }) => entry),
    }).map((index) => content.entries[index]!.line);
  const olds = new Set(lines);
  const mine = new Set(of(before).map((line) => lines[line]!));
  return of(after).some((line) => olds.has(line) && !mine.has(line));
}

function deletedEntries({ before, fix }: Step): number[] {
  const lines = new Set(fix.edits.flatMap((edit) => (edit.kind === 'deleteLine' ? [edit.line] : [])));
  return before.content.entries.filter(({ line }) => lines.has(line)).map(({ index }) => index);
}

function deletesRoot(step: Step): boolean {
  return deletedEntries(step).some((index) => step.before.content.parents[index] === -1);
}

/** Whether the entry goes that a compaction names as the first it keeps: there may be none that fits as well. */
function deletesFirstKept(step: Step): boolean {
  const { entries } = step.before.content;
  const named = new Set(entries.map(({ facts }) => facts.compaction?.firstKeptEntryId));
  return deletedEntries(step).some((index) => named.has(entries[index]!.facts.id));
}

/** Whether a result is made up for a call whose id another call has as well: it may answer that one. */
function answersTwin({ before, fix }: Step): boolean {
  return fix.edits.some((edit) => {
    if (edit.kind !== 'insertEntry' || edit.callId === undefined) return false;
    return before.toString().split(`"id":${JSON.stringify(edit.callId)}`).length > 2;
  });
}

/** Whether nothing but a pair of twins makes the tree a guess. */
function isPlain({ byId, cycles, hasLeafRecords }: SessionDocument['content']): boolean {
  return cycles.length === 0 && !hasLeafRecords && [...byId.values()].every(({ length }) => length <= 2);
}

/** While two entries share an id what hangs under which is a guess. */
function hasTwins({ byId }: SessionDocument['content']): boolean {
  return [...byId.values()].some(({ length }) => length > 1);
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
