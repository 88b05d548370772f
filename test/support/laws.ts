import assert from 'node:assert/strict';
import { type CheckOptions, check, type Finding, type Fix, fixAll, fixEdits, type SessionDocument } from '../../core';
import { withStandIns } from './stand-in-images';

/** A finding without what an edit of another place changes. */
function key({ rule, location, message }: Finding, document: SessionDocument): string {
  return `${rule}|${document.line(location.line)}|${JSON.stringify(location.path)}|${message}`;
}

function isFault({ severity }: Finding): boolean {
  return severity === 'error' || severity === 'warning';
}

/** Ids are unique, every parent is in the file, and no parents form a loop (rules that are still broken are left out). */
export function assertValidTree(document: SessionDocument): void {
  const broken = check(document).findings.filter(({ rule }) =>
    ['duplicate-entry-id', 'dangling-parent', 'parent-cycle'].includes(rule),
  );
  assert.deepEqual(
    broken.map(({ rule, location }) => `${rule} in line ${location.line + 1}`),
    [],
    'the tree is valid',
  );
}

/**
 * What every fix promises (rules specification, "What every rule's test shows"), for one fix of one finding.
 *
 * @param allowNew rules that may speak up afterwards, because the fix brings history back into the context.
 */
export function assertFixLaws(
  document: SessionDocument,
  options: CheckOptions,
  finding: Finding,
  fix: Fix,
  allowNew: readonly string[] = [],
): SessionDocument {
  const before = check(document, options).findings;
  const edits = fixEdits(document, [withStandIns(fix)]);
  assert.notEqual(edits.length, 0, `"${fix.title}" changes something`);
  const fixed = document.edit(edits);
  const after = check(fixed, options).findings;

  const faultsBefore = new Set(before.map(({ rule }) => rule));
  const gone = before.filter((other) => other.rule === finding.rule).length;
  const left = after.filter((other) => other.rule === finding.rule).length;
  assert.ok(left < gone || !after.some((other) => key(other, fixed) === key(finding, document)), 'the finding is gone');
  const fresh = after.filter(
    (other) => isFault(other) && !faultsBefore.has(other.rule) && !allowNew.includes(other.rule),
  );
  assert.deepEqual(
    fresh.map(({ rule, location, message }) => `${rule} in line ${location.line + 1}: ${message}`),
    [],
    `"${fix.title}" brings no new error or warning`,
  );

  const changed = changedLines(document, fixed);
  const named = new Set(edits.flatMap(({ start, end }) => range(start.line, end.line)));
  for (const line of changed) assert.ok(named.has(line), `line ${line + 1} changes though no edit names it`);
  assert.equal(fixed.toString(), applyByHand(document.toString(), edits), 'edits mean what they say');
  return fixed;
}

/** *Fix all* comes to an end, leaves a valid tree, and a second run changes nothing. */
export function assertFixAllLaws(
  document: SessionDocument,
  options: CheckOptions & { lossy?: boolean },
): SessionDocument {
  const first = fixAll(document, options);
  assert.equal(first.stopped, undefined, `fix all stopped: ${first.stopped?.join()}`);
  const again = fixAll(first.document, options);
  assert.deepEqual(
    again.applied.map(({ rule, title }) => `${rule}: ${title}`),
    [],
    'a second run changes nothing',
  );
  if (options.lossy) assertValidTree(first.document);
  return first.document;
}

/** Lines of `before` that do not stand in `after`, in order. */
function changedLines(before: SessionDocument, after: SessionDocument): number[] {
  const rest = new Map<string, number>();
  for (let line = 0; line < after.lineCount; line++) {
    const text = after.text.rawLine(line);
    rest.set(text, (rest.get(text) ?? 0) + 1);
  }
  return range(0, before.lineCount - 1).filter((line) => {
    const text = before.text.rawLine(line);
    const count = rest.get(text) ?? 0;
    rest.set(text, count - 1);
    return count < 1;
  });
}

/** The same edits on the plain string: what an editor would do. */
function applyByHand(text: string, edits: ReturnType<typeof fixEdits>): string {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const offset = (line: number, column: number) => (starts[line] ?? text.length) + column;
  let result = text;
  for (const { start, end, text: replacement } of edits.toReversed()) {
    result =
      result.slice(0, offset(start.line, start.column)) + replacement + result.slice(offset(end.line, end.column));
  }
  return result;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
