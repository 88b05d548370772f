import { diffArrays } from 'diff';
import type { SessionDocument } from '../document';
import type { TextEdit } from '../types';

/** The edits, line by line, that turn one document into another; lines that are equal are left alone. */
export function diffEdits(before: SessionDocument, after: SessionDocument): TextEdit[] {
  const edits: TextEdit[] = [];
  let line = 0;
  let start: number | undefined;
  let text = '';
  const flush = () => {
    if (start !== undefined) {
      edits.push({ start: { line: start, column: 0 }, end: { line, column: 0 }, text });
    }
    start = undefined;
    text = '';
  };
  for (const part of diffArrays(rawLines(before), rawLines(after))) {
    if (!part.added && !part.removed) {
      flush();
      line += part.value.length;
      continue;
    }
    start ??= line;
    if (part.removed) line += part.value.length;
    else text += part.value.join('');
  }
  flush();
  return edits.map((edit) => withinText(before, edit));
}

function rawLines(document: SessionDocument): string[] {
  return Array.from({ length: document.lineCount }, (_, index) => document.text.rawLine(index));
}

/** A text without a final line end has no line behind its last one: an edit must end in that line. */
function withinText(document: SessionDocument, edit: TextEdit): TextEdit {
  const last = document.lineCount - 1;
  if (last < 0 || document.text.lineEnd(last) !== '') return edit;
  const end = { line: last, column: document.line(last).length };
  const clip = (position: TextEdit['start']) => (position.line > last ? end : position);
  return { ...edit, start: clip(edit.start), end: clip(edit.end) };
}
