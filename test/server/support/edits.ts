import type { CodeAction, Range, TextEdit } from 'vscode-languageserver/node';

/** The offset of a place in a text whose lines end in LF. */
function offsetAt(text: string, { line, character }: Range['start']): number {
  let at = 0;
  for (let skipped = 0; skipped < line; skipped++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return Math.min(at + character, text.length);
}

/** What stands in a range. */
export function textAt(text: string, range: Range): string {
  return text.slice(offsetAt(text, range.start), offsetAt(text, range.end));
}

/** Applies edits that all speak of the same text. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const placed = edits.map((edit, order) => ({
    newText: edit.newText,
    start: offsetAt(text, edit.range.start),
    end: offsetAt(text, edit.range.end),
    order,
  }));
  // From the back, so that offsets stay true; of two at one place the later stands behind.
  placed.sort((a, b) => b.start - a.start || b.order - a.order);
  return placed.reduce((result, { start, end, newText }) => result.slice(0, start) + newText + result.slice(end), text);
}

/** The edits of an action, which must be of one document in its given version. */
export function editsOf(action: CodeAction, version: number): TextEdit[] {
  const [change, ...others] = action.edit?.documentChanges ?? [];
  if (!change || others.length > 0 || !('textDocument' in change)) throw new Error('one document change was expected');
  if (change.textDocument.version !== version) throw new Error(`version ${change.textDocument.version} is wrong`);
  return change.edits.filter((edit): edit is TextEdit => 'newText' in edit);
}
