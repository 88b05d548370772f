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
import { linesOf } from '../../core/session/damage';
import { buildHistory } from '../../core/session/history';
import { type Entry, isLinear } from '../../core/session/session';
import { pathTo } from '../../core/session/tree';
import { withStandIns } from './stand-in-images';

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
  'incomplete-tool-call',
  'open-call-at-end',
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
  'incomplete-tool-call': [...PAIR_RULES, 'blank-text-block'],
  'orphan-tool-result': [...PAIR_RULES, 'invalid-entry'],
  // A block of the later turn is not judged while the whole turn is blank or of the wrong shape.
  'consecutive-turns': ['blank-text-block', 'invalid-entry'],
  'header-not-first': ['invalid-entry', 'unknown-version'],
  'missing-header': ['invalid-entry', 'unknown-version'],
  'duplicate-entry-id': ['dangling-parent', 'second-root', 'parent-cycle', 'assistant-first'],
  // Of a leaf record that is invalid and has no parent the place in the tree is said first.
  'second-root': ['invalid-entry', 'assistant-first'],
  // What follows from a root that should be none is not reported again.
  'dangling-parent': ['assistant-first', 'invalid-entry'],
  'duplicate-sibling': ['assistant-first', 'orphan-tool-result', 'invalid-entry'],
  // A record without id and parent is none that another one could be hung under.
  'invalid-entry': ['second-root'],
  // Blank text beside what is removed stays alone in a turn that failed.
  'stale-reasoning': ['empty-error-turn'],
  'unsigned-thinking': ['empty-error-turn'],
  'invalid-thinking-signature': ['empty-error-turn'],
  'compaction-anchor': ['compaction-gap', 'compaction-splits-pair'],
  'compaction-gap': ['compaction-splits-pair'],
};

/** Rules whose finding passes to another line: that of the last or first entry, of the root, of a block that moves. */
const PASSED_ON = new Set([
  'assistant-first',
  'image-mime-mismatch',
  'invalid-image',
  'oversize-image',
  'duplicate-entry-id',
  'missing-final-newline',
  'missing-header',
  'dangling-parent',
  'parent-cycle',
  'second-root',
]);

const TREE_RULES = new Set(['duplicate-entry-id', 'dangling-parent', 'parent-cycle']);
const TEXT_RULES = new Set(['text-encoding', 'lone-surrogate']);
const MENDS_TREE = new Set(['duplicate-entry-id', 'parent-cycle']);

/** Longer lines are nested so deeply that JSON can be read, but not written again. */
const LONGEST_PARSED = 50_000;

/** Applies one fix of one finding and holds it to its promises. */
export function assertFixKeepsPromises(
  before: SessionDocument,
  options: CheckOptions,
  finding: Finding,
  fix: Fix,
): SessionDocument {
  const edits = fixEdits(before, [withStandIns(fix)]);
  const name = `${finding.rule} in line ${finding.location.line + 1}, "${fix.title}"`;
  if (edits.length === 0 && isGuessed(before.content)) return before;
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
    // A byte-order mark belongs to the file.
    const first = line === 0 && before.line(0).startsWith('\ufeff') ? 1 : 0;
    for (const { start, end, text } of edits) {
      if (end.line > line || (end.line === line && end.column > first)) {
        const coversStart = start.line < line || (start.line === line && start.column <= first);
        const isWhole = end.line > line || start.line < line || end.column === before.line(line).length;
        if (coversStart && isWhole) return -1;
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
    if (value === undefined) return -1;
    const moved = fresh.find((other) => isEqualButLinks(value, parsed(after.line(other))));
    return (
      moved ?? fresh.find((other) => typeof value.id === 'string' && parsed(after.line(other))?.id === value.id) ?? -1
    );
  });
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (line.length > LONGEST_PARSED) return undefined;
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
    if (before.line(line).length > LONGEST_PARSED) return true;
    const { id: old, ...rest } = parsed(before.line(line)) ?? {};
    const { id: fresh, ...same } = parsed(after.line(now)) ?? {};
    return typeof fresh === 'string' && (typeof old !== 'string' || old === '') && isEqualButLinks(rest, same);
  };
  let last = -1;
  const damaged = linesOf(before.content.damages);
  const { entries } = after.content;
  const end = entries.at(-1)?.line;
  for (const [line, now] of lines.entries()) {
    if (named.has(line)) continue;
    assert.ok(now >= 0, `${name}: line ${line + 1} is gone though the fix does not name it`);
    const isSame = textOf(before, line) === textOf(after, now);
    assert.ok(
      isSame ||
        withoutLinkText(textOf(before, line)) === withoutLinkText(textOf(after, now)) ||
        getsId(line, now) ||
        damaged.has(line),
      `${name}: line ${line + 1} changes though the fix does not name it`,
    );
    // So that the active branch stays the active one its last entry may become the last line.
    if (isSame && now !== end) {
      assert.ok(now > last, `${name}: line ${line + 1} stands in another order`);
      last = now;
    }
  }
}

/** A line's text; a byte-order mark belongs to the file, whatever becomes its first line. */
function textOf(document: SessionDocument, line: number): string {
  return document.line(line).replace(/^\ufeff+/, '');
}

function withoutLinkText(line: string): string {
  const value = `(?:"(?:[^"\\\\]|\\\\.)*"|null|-?\\d+)`;
  return line.replaceAll(new RegExp(`,?\\s*"(?:${LINKS.join('|')})"\\s*:\\s*${value}`, 'g'), '');
}

/** Who stays keeps the ancestors that stay, in order, and the active branch goes on as it was. */
function assertTreeKept(step: Step, name: string): void {
  const { before, after, fix, rule, lines } = step;
  const [old, now] = [before.content, after.content];
  if (isGuessed(old) && !(MENDS_TREE.has(rule) && isPlain(old))) return;
  // A parent that is lost in a damaged line is only guessed at.
  if (now.cycles.length > old.cycles.length || countLost(now) > countLost(old)) return;
  // Records that were glued had one line together; what stands in a list keeps its order.
  if (isLinear(old) && stepOf(rule) === 0) return;
  const names = namesOfEntries(step);
  const moved = new Set(fix.edits.flatMap((edit) => (edit.kind === 'moveEntry' ? [`line ${lines[edit.line]}`] : [])));
  for (const edit of fix.edits) {
    if (edit.kind === 'moveEntry') moved.add(String(old.entries.find(({ line }) => line === edit.line)?.facts.id));
  }
  const stay = (indexes: readonly number[]) =>
    indexes.map(names.old).filter((one) => names.all.has(one) && !moved.has(one));
  const indexOf = new Map(now.entries.map(({ index }) => [names.now(index), index]));
  for (const { index, line, facts } of old.entries) {
    const newIndex = indexOf.get(names.old(index));
    if (newIndex === undefined || moved.has(names.old(index)) || facts.leaf !== undefined) continue;
    assertSubsequence(
      stay(knownPath(old, index).slice(0, -1)),
      pathTo(newIndex, now.parents).slice(0, -1).map(names.now),
      `${name}: line ${line + 1} loses an ancestor`,
    );
  }
  // Nothing is left that could be the branch: what is the last entry then is its leaf.
  const mine = stay(knownPath(old, old.leaf));
  if (mine.length === 0) return;
  assertSubsequence(mine, now.branch.map(names.now), `${name}: the active branch is another one`);
  // A damaged line is not moved, so that it becomes the last one.
  if (stepOf(rule) > 2 && !old.branch.some((index) => old.entries[index]!.isRecovered)) {
    const known = new Set(old.entries.map(({ index }) => names.old(index)));
    const strangers = now.branch
      .map(names.now)
      .filter((one) => known.has(one) && !moved.has(one) && !stay(old.branch).includes(one));
    assert.deepEqual(strangers, [], `${name}: the active branch gets entries of another one`);
  }
}

/** How entries are known before and after: by their id where it stays, else by their line. */
function namesOfEntries({ before, after, rule, lines }: Step) {
  const [old, now] = [before.content, after.content];
  const name = ({ facts: { id }, isRecovered, index }: Entry, line: number, other: typeof old) => {
    if (id !== undefined && other.byId.has(id) && rule !== 'duplicate-entry-id') return id;
    return isRecovered ? `record ${index} in line ${line}` : `line ${line}`;
  };
  const nameOf = (entry: Entry) => name(entry, entry.line, old);
  return {
    old: (index: number) => name(old.entries[index]!, lines[old.entries[index]!.line]!, now),
    now: (index: number) => nameOf(now.entries[index]!),
    all: new Set(now.entries.map(nameOf)),
  };
}

/** From the root, or from below a parent that is lost and only guessed at, down to an entry. */
function knownPath({ parents, parentStates }: SessionDocument['content'], index: number): number[] {
  const path = pathTo(index, parents);
  return path.slice(path.findLastIndex((at) => parentStates[at] === 'lost') + 1 || 0);
}

function countLost({ parentStates }: SessionDocument['content']): number {
  return parentStates.filter((state) => state === 'lost').length;
}

function assertSubsequence(part: readonly string[], whole: readonly string[], message: string): void {
  let at = 0;
  for (const one of whole) if (one === part[at]) at++;
  assert.equal(at, part.length, `${message} (${part.join()} in ${whole.join()})`);
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
  const isGuess =
    (PAIR_RULES.includes(finding.rule) && hasTwinCalls(before)) ||
    (TREE_RULES.has(finding.rule) && isGuessed(before.content));
  if (place >= 0 && !isPassedOn && !isGuess) {
    assert.ok((countsAfter.get(key) ?? 0) < countsBefore.get(key)!, `${name}: the finding is still there`);
  }

  const faultsBefore = count(old.findings.filter(isFault), (line) => lines[line]!);
  const faultsAfter = count(now.findings.filter(isFault), (line) => line);
  const broughtBack = gained(step, ({ history }) => history);
  const longer = gained(step, ({ branch }) => branch);
  const damaged = new Set(
    before.content.damages.flatMap(({ line, lastLine }) => range(line, lastLine)).map((line) => lines[line]!),
  );
  const known = new Set(lines);
  const isRead = (line: number) => damaged.has(line) || (stepOf(finding.rule) === 0 && !known.has(line));
  const hasOtherTargets = JSON.stringify(old.targets) !== JSON.stringify(now.targets);
  const fresh = now.findings.filter((other) => {
    const { rule, location } = other;
    if (!isFault(other)) return false;
    const otherKey = keyOf(rule, location.line);
    if (faultsAfter.get(otherKey)! <= (faultsBefore.get(otherKey) ?? 0)) return false;
    if (PASSED_ON.has(rule) && countOf(now.findings, rule) <= countOf(old.findings, rule)) return false;
    // A new record may repeat what is wrong with the text of the one it is made from.
    const isCopied = TEXT_RULES.has(rule) && old.findings.some((one) => TEXT_RULES.has(one.rule));
    if (stepOf(finding.rule) === 0 && stepOf(rule) > 0 && damaged.size > 0) return false;
    if (isCopied || (rule === 'missing-final-newline' && endsDamaged(before))) return false;
    if (isRead(location.line) || MASKED_BY[finding.rule]?.includes(rule)) return false;
    // What is mended or hung elsewhere may equal what stands beside it.
    if (rule === 'duplicate-sibling') return false;
    if (isGuessed(before.content)) return false;
    // What stands at the top of what is cut off passes to all that hung under it; so does being the first.
    if (deletesRoot(step) && ['dangling-parent', 'second-root', 'assistant-first'].includes(rule)) return false;
    if (stepOf(rule) > 2) return !broughtBack && !longer && !hasOtherTargets && !hasTwinCalls(before);
    if (rule.startsWith('compaction')) return !longer && !deletesFirstKept(step);
    // A root that becomes the last line so that it stays the leaf has others before it.
    return rule !== 'second-root' || !(longer || wasRoot(step, location.line));
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

function wasRoot({ before, lines }: Step, line: number): boolean {
  const { entries, parents } = before.content;
  return entries.some((entry) => lines[entry.line] === line && parents[entry.index] === -1);
}

/** Whether the entry goes that a compaction names as the first it keeps: there may be none that fits as well. */
function deletesFirstKept(step: Step): boolean {
  const { entries } = step.before.content;
  const named = new Set(entries.map(({ facts }) => facts.compaction?.firstKeptEntryId));
  return deletedEntries(step).some((index) => named.has(entries[index]!.facts.id));
}

/** Whether two calls have one id: which of them a result answers changes with what is mended. */
function hasTwinCalls({ content: { entries } }: SessionDocument): boolean {
  const ids = entries.flatMap(({ facts }) =>
    (facts.message?.blocks ?? []).flatMap((block) => (block.kind === 'call' ? (block.id ?? []) : [])),
  );
  return new Set(ids).size < ids.length;
}

function endsDamaged({ content, lineCount }: SessionDocument): boolean {
  return content.damages.some(({ lastLine }) => lastLine === lineCount - 1);
}

/** While two entries share an id, or parents form a loop, what hangs under which is a guess. */
function isGuessed({ byId, cycles }: SessionDocument['content']): boolean {
  return cycles.length > 0 || byId.repeated.size > 0;
}

/** Whether one pair of twins, or one loop, is all that makes the tree a guess. */
function isPlain({ byId, cycles, hasLeafRecords, damages }: SessionDocument['content']): boolean {
  const twins = [...byId.repeated.values()];
  return (
    damages.length === 0 &&
    !hasLeafRecords &&
    twins.length + cycles.length === 1 &&
    twins.every(({ length }) => length === 2)
  );
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
