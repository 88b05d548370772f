import type { SessionText } from '../jsonl/session-text';
import { removeValue, setValue } from '../jsonl/value-edits';
import { linesOf, mustWait } from '../session/damage';
import type { Session } from '../session/session';
import type { Fix, SessionEdit } from '../types';

/** Characters of one line that a fix takes, start to end (UTF-16 units); `isDeletion` when they all go. */
export interface Span {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly isDeletion: boolean;
}

/**
 * Tells what a fix touches; undefined when one of its edits has no place in the text, speaks of an entry in a damaged
 * line, which must be mended first, or of an image that was not shrunk yet.
 */
export function spanReader({ text, damages }: Session): (fix: Fix) => Span[] | undefined {
  const damaged = linesOf(damages);
  return ({ edits }) => {
    const spans: Span[] = [];
    for (const edit of edits) {
      const span = mustWait(edit, damaged) ? undefined : spanOf(text, edit);
      if (span === undefined) return undefined;
      spans.push(...span);
    }
    return spans;
  };
}

/**
 * Whether two spans meet. Neighbours that share no character do not, but nothing is inserted at the edge of what
 * another edit takes: what would be left of the list or object could be torn.
 */
export function meet(a: Span, b: Span): boolean {
  if (a.line !== b.line) return false;
  if (a.start === a.end || b.start === b.end) return a.start <= b.end && b.start <= a.end;
  return a.start < b.end && b.start < a.end;
}

/** Whether `outer` deletes all of `inner`. */
export function swallows(outer: Span, inner: Span): boolean {
  return outer.isDeletion && outer.line === inner.line && outer.start <= inner.start && inner.end <= outer.end;
}

function spanOf(text: SessionText, edit: SessionEdit): Span[] | undefined {
  const wholeLine = (line: number, isDeletion: boolean): Span => ({
    line,
    start: 0,
    end: Number.POSITIVE_INFINITY,
    isDeletion,
  });
  switch (edit.kind) {
    case 'setValue':
    case 'removeValue': {
      const content = text.line(edit.line);
      const found =
        edit.kind === 'setValue' ? setValue(content, edit.path, edit.value) : removeValue(content, edit.path);
      return (
        found && [{ line: edit.line, start: found.start, end: found.end, isDeletion: edit.kind === 'removeValue' }]
      );
    }
    case 'shrinkImage':
      // Nobody has shrunk the image yet.
      return undefined;
    case 'replaceText':
    case 'breakLine':
      return [{ line: edit.line, start: edit.start, end: edit.end, isDeletion: false }];
    case 'joinLines': {
      const lines = Array.from({ length: edit.lastLine - edit.line + 1 }, (_, index) => edit.line + index);
      return lines.map((line) => wholeLine(line, false));
    }
    case 'deleteLine':
    case 'moveEntry':
    case 'moveToTop':
      return [wholeLine(edit.line, edit.kind === 'deleteLine')];
    case 'lineEnds':
    case 'finalNewline':
    case 'insertEntry':
    case 'insertHeader':
    case 'reparent':
    case 'hangLost':
    case 'freshId':
      // They add lines or re-hang entries, which is worked out over all fixes of a pass together.
      return [];
  }
}
