import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LineParser } from '../../../core/jsonl/line-parser';
import { SessionText } from '../../../core/jsonl/session-text';

const LINES = ['{"a":1}\n', '{"a":2}\n', 'torn\n', '{"a":2}\n', '{"a":3}\n'];

const EDITS: [what: string, lines: string[]][] = [
  ['nothing', LINES],
  ['a line in the middle', LINES.with(2, '{"a":9}\n')],
  ['the first line', LINES.with(0, '{"b":1}\n')],
  ['the last line', LINES.with(-1, '{"b":1}')],
  ['a line more between two that are the same', LINES.toSpliced(2, 1, '{"a":2}\n', '{"a":2}\n')],
  ['a line less', LINES.toSpliced(1, 1)],
  ['everything goes', []],
];

describe('lines that are parsed again after an edit', () => {
  for (const [what, lines] of EDITS) {
    it(`have the values that a first reading gives: ${what}`, () => {
      const parser = new LineParser();
      parser.parse(LINES);
      assert.deepEqual(parser.parse(lines), new LineParser().parse(lines));
    });
  }

  it('keep the very values of the lines around the edit', () => {
    const parser = new LineParser();
    const before = parser.parse(LINES);
    const after = parser.parse(LINES.with(2, '{"a":9}\n'));
    assert.deepEqual(
      after.map((value, at) => value === before[at]),
      [true, true, false, true, true],
    );
  });
});

describe('what was edited since an earlier text', () => {
  const text = SessionText.fromString(LINES.join(''));
  const insert = (line: number, words: string) =>
    text.edit([{ start: { line, column: 0 }, end: { line, column: 0 }, text: words }]).text;

  it('is the lines that take the place of others', () => {
    assert.deepEqual(text.replacedSince(text), { start: 5, removed: 0, lines: [] });
    assert.deepEqual(insert(1, ' ').replacedSince(text), { start: 1, removed: 1, lines: [' {"a":2}\n'] });
    assert.deepEqual(insert(5, '{}').replacedSince(text), { start: 5, removed: 0, lines: ['{}'] });
    assert.deepEqual(text.replacedSince(insert(0, '{}\n')), { start: 0, removed: 1, lines: [] });
  });

  it('is not known of another file', () => {
    assert.equal(text.replacedSince(SessionText.fromString('{}\n')), undefined);
  });
});
