import { isEqualJson } from '../jsonl/equal-json';
import type { SessionText } from '../jsonl/session-text';
import type { LineFacts } from './facts';
import { buildSession, type Entry, type Session } from './session';

/**
 * The session of a text that was edited: what `before` has, where the edit changed nothing but text that no fact tells
 * of; else it is built anew. Both ways give the same.
 */
export function updateSession(before: Session, text: SessionText, lines: readonly LineFacts[]): Session {
  const changed = changedLines(before, lines);
  if (changed === undefined || !changed.every((line) => hasSameFacts(before, text, lines, line))) {
    return buildSession(text, lines, before.entries);
  }
  const entries = before.entries.slice();
  for (const line of changed) {
    const index = entryInLine(entries, line);
    const facts = lines[line]!;
    if (index >= 0 && facts.kind === 'entry') entries[index] = { ...entries[index]!, facts: facts.entry };
  }
  return { ...before, text, lines, entries };
}

/**
 * The lines in which two sessions differ, when they differ in nothing but text that no fact tells of; else undefined.
 * `after` is `before` or was made of it, by any number of updates.
 */
export function linesWithNewText(before: Session, after: Session): readonly number[] | undefined {
  // An update keeps the tree; a new session gets one of its own.
  return before.parents === after.parents ? changedLines(before, after.lines) : undefined;
}

/** The lines that were read anew: an edit keeps the facts of the others. Undefined where lines came or went. */
function changedLines(before: Session, lines: readonly LineFacts[]): number[] | undefined {
  if (before.lines.length !== lines.length) return undefined;
  const changed: number[] = [];
  for (let line = 0; line < lines.length; line++) if (lines[line] !== before.lines[line]) changed.push(line);
  return changed;
}

/** Of damaged lines, and those that may say how a damaged one goes on, the text itself counts. */
function hasSameFacts(before: Session, text: SessionText, lines: readonly LineFacts[], line: number): boolean {
  return (
    !before.linesRead.has(line) &&
    text.lineEnd(line) === before.text.lineEnd(line) &&
    isEqualJson(comparable(lines[line]!), comparable(before.lines[line]!))
  );
}

/** Without `textLength`, which rules ask for by line. */
function comparable(facts: LineFacts): unknown {
  if (facts.kind !== 'entry' || facts.entry.message === undefined) return facts;
  return { ...facts, entry: { ...facts.entry, message: { ...facts.entry.message, textLength: undefined } } };
}

/** The index of the entry of a sound line, −1 when it holds none. */
function entryInLine(entries: readonly Entry[], line: number): number {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.line < line) low = middle + 1;
    else high = middle;
  }
  return entries[low]?.line === line ? low : -1;
}
