import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver/node';
import { openDocument, type ServerDocument, updateDocument } from '../../server/documents';
import type { LspPosition } from '../../server/positions';

/** Line starts as the protocol counts them: CR LF, LF and CR alone end a line. */
function lineStarts(text: string): number[] {
  return [0, ...[...text.matchAll(/\r\n|\n|\r/g)].map((found) => found.index + found[0].length)];
}

/** The protocol's meaning of a position, on a whole string: too big a number means the end. */
function offsetAt(text: string, { line, character }: LspPosition): number {
  const starts = lineStarts(text);
  const start = starts[line];
  if (start === undefined) return text.length;
  const length = /^[^\r\n]*/.exec(text.slice(start))![0].length;
  return start + Math.min(character, length);
}

function applyToString(text: string, changes: readonly TextDocumentContentChangeEvent[]): string {
  return changes.reduce((before, change) => {
    if (!('range' in change)) return change.text;
    const { start, end } = change.range;
    return before.slice(0, offsetAt(before, start)) + change.text + before.slice(offsetAt(before, end));
  }, text);
}

const open = (text: string) => openDocument('file:///a.jsonl', 'jsonl', 1, text);
const text = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', '{}'), { maxLength: 12 })
  .map((parts) => parts.join(''));
const position = fc.record({ line: fc.nat(8), character: fc.nat(5) });
const change = fc.tuple(position, position, text).map(([one, other, inserted]): TextDocumentContentChangeEvent => {
  const isOrdered = one.line < other.line || (one.line === other.line && one.character <= other.character);
  return { range: isOrdered ? { start: one, end: other } : { start: other, end: one }, text: inserted };
});
const changes = fc.array(
  fc.oneof({ arbitrary: change, weight: 9 }, { arbitrary: text.map((all) => ({ text: all })), weight: 1 }),
  {
    maxLength: 6,
  },
);

describe('documents of the server', () => {
  it('follow the client through any changes', () => {
    fc.assert(
      fc.property(text, changes, changes, (before, first, second) => {
        let document: ServerDocument = updateDocument(open(before), first, 2);
        const between = applyToString(before, first);
        assert.equal(document.session.toString(), between);
        document = updateDocument(document, second, 3);
        assert.equal(document.session.toString(), applyToString(between, second));
        assert.equal(document.version, 3);
      }),
      { numRuns: 2000 },
    );
  });

  it('turn places into places of the core and back', () => {
    fc.assert(
      fc.property(text, position, (whole, asked) => {
        const { positions } = open(whole);
        const core = positions.toCore(asked);
        const lines = whole.split(/(?<=\n)/);
        const offset = lines.slice(0, core.line).join('').length + core.column;
        assert.equal(offset, offsetAt(whole, asked));
        assert.equal(offsetAt(whole, positions.toLsp(core)), offset);
      }),
      { numRuns: 2000 },
    );
  });

  it('take changes that come last place first in one go', () => {
    const at = (line: number, character: number) => ({ start: { line, character }, end: { line, character } });
    const document = updateDocument(
      open('one\ntwo\nthree'),
      [
        { range: at(2, 0), text: '3' },
        { range: at(1, 0), text: '2' },
        { range: at(1, 0), text: 'ii' },
        { range: at(0, 3), text: '\n1' },
      ],
      2,
    );
    assert.equal(document.session.toString(), 'one\n1\nii2two\n3three');
  });
});
