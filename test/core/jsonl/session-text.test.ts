import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { TextEdit } from '../../../core';
import { SessionText } from '../../../core/jsonl/session-text';
import { decodeUtf8 } from '../../../core/jsonl/utf8';

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe('the lines of a text', () => {
  const texts: readonly [text: string, lines: readonly string[], ends: readonly string[]][] = [
    ['', [], []],
    ['a', ['a'], ['']],
    ['a\n', ['a'], ['\n']],
    ['a\nb', ['a', 'b'], ['\n', '']],
    ['a\nb\n', ['a', 'b'], ['\n', '\n']],
    ['\n', [''], ['\n']],
    ['\n\n', ['', ''], ['\n', '\n']],
    ['a\r\nb\n', ['a', 'b'], ['\r\n', '\n']],
    ['\r\n', [''], ['\r\n']],
    ['a\rb', ['a\rb'], ['']],
    ['a\r', ['a\r'], ['']],
    ['a\r\r\n', ['a\r'], ['\r\n']],
    ['\ufeffa\n', ['\ufeffa'], ['\n']],
    ['a\u2028b\u2029c\u0085d\n', ['a\u2028b\u2029c\u0085d'], ['\n']],
    ['né\n🙂', ['né', '🙂'], ['\n', '']],
  ];
  for (const [text, lines, ends] of texts) {
    it(JSON.stringify(text), () => {
      for (const read of [SessionText.fromString(text), SessionText.fromBytes(bytesOf(text))]) {
        assert.equal(read.lineCount, lines.length);
        assert.deepEqual(
          lines.map((_, index) => read.line(index)),
          lines,
        );
        assert.deepEqual(
          lines.map((_, index) => read.lineEnd(index)),
          ends,
        );
        assert.deepEqual(
          lines.map((_, index) => read.rawLine(index)),
          lines.map((line, index) => line + ends[index]),
        );
        assert.equal(read.toString(), text);
        assert.deepEqual(read.toBytes(), bytesOf(text));
        assert.equal(read.rawLine(lines.length), '');
        assert.equal(read.line(lines.length), '');
        assert.equal(read.lineEnd(lines.length), '');
      }
    });
  }
});

describe('the line end of a new line', () => {
  const cases: readonly [text: string, line: number, end: string][] = [
    ['', 0, '\n'],
    ['a', 0, '\n'],
    ['a\r\n', 0, '\r\n'],
    ['a\r\nb', 1, '\r\n'],
    ['a\r\nb\nc', 1, '\n'],
    ['a\r\nb\nc', 2, '\n'],
    ['a\nb\r\n', 9, '\r\n'],
  ];
  for (const [text, line, end] of cases) {
    it(`behind line ${line} of ${JSON.stringify(text)}`, () => {
      assert.equal(SessionText.fromString(text).lineEndNear(line), end);
      assert.equal(SessionText.fromBytes(bytesOf(text)).lineEndNear(line), end);
    });
  }
});

describe('edits', () => {
  const at = (line: number, column: number) => ({ line, column });
  const edit = (start: [number, number], end: [number, number], text: string): TextEdit => ({
    start: at(...start),
    end: at(...end),
    text,
  });
  const cases: readonly [
    name: string,
    text: string,
    edits: readonly TextEdit[],
    result: string,
    origins: readonly number[],
  ][] = [
    ['no edit keeps every line', 'a\nb\n', [], 'a\nb\n', [0, 1]],
    ['a replaced character changes its line alone', 'abc\nd\n', [edit([0, 1], [0, 2], 'X')], 'aXc\nd\n', [-1, 1]],
    ['a deleted line shifts those behind it', 'a\nb\nc\n', [edit([1, 0], [2, 0], '')], 'a\nc\n', [0, 2]],
    ['an inserted line leaves its neighbours alone', 'a\nb\n', [edit([1, 0], [1, 0], 'X\n')], 'a\nX\nb\n', [0, -1, 1]],
    ['a line at the end of the text', 'a\n', [edit([1, 0], [1, 0], 'b\n')], 'a\nb\n', [0, -1]],
    ['a line end for the last line', 'a', [edit([0, 1], [0, 1], '\n')], 'a\n', [-1]],
    ['a line break within a line', 'ab\nc', [edit([0, 1], [0, 1], '\n')], 'a\nb\nc', [-1, -1, 1]],
    ['two lines joined', 'a\nb\nc\n', [edit([0, 1], [1, 0], '\\n')], 'a\\nb\nc\n', [-1, 2]],
    [
      'three lines joined by two edits',
      'a\nb\nc\nd',
      [edit([0, 1], [1, 0], ''), edit([1, 1], [2, 0], '')],
      'abc\nd',
      [-1, 3],
    ],
    ['all lines deleted', 'a\nb', [edit([0, 0], [1, 1], '')], '', []],
    [
      'edits of one line in any order',
      'abcd\n',
      [edit([0, 3], [0, 4], 'Z'), edit([0, 0], [0, 1], 'Y')],
      'YbcZ\n',
      [-1],
    ],
    [
      'insertions at one place keep their order',
      'a\n',
      [edit([0, 1], [0, 1], '1'), edit([0, 1], [0, 1], '2')],
      'a12\n',
      [-1],
    ],
    [
      'an insertion where a replacement begins goes first',
      'ab\n',
      [edit([0, 1], [0, 1], '1'), edit([0, 1], [0, 2], 'X')],
      'a1X\n',
      [-1],
    ],
    [
      'a line moved to the end',
      'a\nb\nc\n',
      [edit([0, 0], [1, 0], ''), edit([3, 0], [3, 0], 'a\n')],
      'b\nc\na\n',
      [1, 2, -1],
    ],
    ['CRLF made LF', 'a\r\nb\r\n', [edit([0, 1], [1, 0], '\n'), edit([1, 1], [2, 0], '\n')], 'a\nb\n', [-1, -1]],
    ['columns count UTF-16 units', '🙂é\n', [edit([0, 2], [0, 3], 'e')], '🙂e\n', [-1]],
    ['the empty text', '', [edit([0, 0], [0, 0], 'a\n')], 'a\n', [-1]],
  ];
  for (const [name, text, edits, result, origins] of cases) {
    it(name, () => {
      for (const read of [SessionText.fromString(text), SessionText.fromBytes(bytesOf(text))]) {
        const edited = read.edit(edits);
        assert.equal(edited.text.toString(), result);
        assert.deepEqual(edited.origins, origins);
        assert.deepEqual(edited.text.toBytes(), bytesOf(result));
        assert.equal(read.toString(), text, 'the text before never changes');
      }
    });
  }

  it('bytes that are no UTF-8 survive, in lines that change and in those that do not', () => {
    const bytes = Buffer.from('a\xff\nb\xe9c\nd\n', 'latin1');
    const { text } = SessionText.fromBytes(bytes).edit([edit([1, 0], [1, 1], 'B'), edit([2, 0], [2, 1], 'é')]);
    assert.deepEqual(
      Buffer.from(text.toBytes()),
      Buffer.concat([Buffer.from('a\xff\nB\xe9c\n', 'latin1'), Buffer.from('é\n')]),
    );
  });

  const piece = fc.constantFrom('a', 'bc', '\n', '\n', '\r\n', '\r', 'é', '🙂', '\u2028', '\ufeff', '{"a":1}');
  const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''));
  /** Edits of a text by offsets that do not overlap. */
  const anyEdits = fc.array(fc.record({ from: fc.nat(60), length: fc.nat(6), text: anyText }), { maxLength: 5 });

  it('mean the same as on the plain string, whatever the text and the edits', () => {
    fc.assert(
      fc.property(anyText, anyEdits, fc.boolean(), (text, wanted, asBytes) => {
        const positions = positionsOf(text);
        let free = 0;
        let result = '';
        const edits: TextEdit[] = [];
        for (const { from, length, text: replacement } of wanted.toSorted((a, b) => a.from - b.from)) {
          const start = Math.min(Math.max(free, from), text.length);
          const end = Math.min(start + length, text.length);
          edits.push({ start: positions[start]!, end: positions[end]!, text: replacement });
          result += text.slice(free, start) + replacement;
          free = end;
        }
        result += text.slice(free);
        const before = asBytes ? SessionText.fromBytes(bytesOf(text)) : SessionText.fromString(text);
        const { text: after, origins } = before.edit(edits);
        assert.equal(after.toString(), result);
        assert.deepEqual(linesOf(after), linesOf(SessionText.fromString(result)));
        assert.equal(origins.length, after.lineCount);
        for (const [line, origin] of origins.entries()) {
          if (origin >= 0) assert.equal(after.rawLine(line), before.rawLine(origin));
        }
        assert.deepEqual(
          origins.filter((origin) => origin >= 0),
          origins.filter((origin) => origin >= 0).toSorted((a, b) => a - b),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('one after the other mean the same as on the plain string', () => {
    fc.assert(
      fc.property(anyText, anyEdits, (text, wanted) => {
        let plain = text;
        let read = SessionText.fromBytes(bytesOf(text));
        for (const { from, length, text: replacement } of wanted) {
          const start = Math.min(from, plain.length);
          const end = Math.min(start + length, plain.length);
          const positions = positionsOf(plain);
          read = read.edit([{ start: positions[start]!, end: positions[end]!, text: replacement }]).text;
          plain = plain.slice(0, start) + replacement + plain.slice(end);
        }
        assert.equal(read.toString(), plain);
        assert.deepEqual(linesOf(read), linesOf(SessionText.fromString(plain)));
      }),
      { numRuns: 300 },
    );
  });

  it('leave every byte of other lines as it was, whatever the bytes', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 60 }),
        fc.nat(60),
        fc.constantFrom('X', 'é\n', ''),
        (bytes, where, text) => {
          const read = SessionText.fromBytes(bytes);
          const line = read.lineCount === 0 ? 0 : where % read.lineCount;
          const column = read.line(line).length;
          const { text: after } = read.edit([edit([line, column], [line, column], text)]);
          const end = bytes.indexOf(10, offsetOfLine(bytes, line));
          let cut = end < 0 ? bytes.length : end;
          if (read.lineEnd(line) === '\r\n') cut--;
          assert.deepEqual(
            Buffer.from(after.toBytes()),
            Buffer.concat([bytes.subarray(0, cut), bytesOf(text), bytes.subarray(cut)]),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});

it('decodes each line by itself', () => {
  const read = SessionText.fromBytes(Buffer.from([0x61, 0xc3, 0x0a, 0xa9, 0x0a]));
  assert.deepEqual(
    [read.line(0), read.line(1)],
    [decodeUtf8(Uint8Array.of(0x61, 0xc3)), decodeUtf8(Uint8Array.of(0xa9))],
  );
});

it('puts an insertion in front of a deletion that begins at the same place, whichever comes first', () => {
  const at = { line: 1, column: 0 };
  const edits = [
    { start: at, end: { line: 2, column: 0 }, text: '' },
    { start: at, end: at, text: 'new\n' },
  ];
  for (const order of [edits, edits.toReversed()]) {
    assert.equal(SessionText.fromString('a\nb\nc\n').edit(order).text.toString(), 'a\nnew\nc\n');
  }
});

/** The position of each offset of a text, one behind its end included. */
function positionsOf(text: string): { line: number; column: number }[] {
  let line = 0;
  let start = 0;
  return Array.from({ length: text.length + 1 }, (_, offset) => {
    if (offset > 0 && text[offset - 1] === '\n') {
      line++;
      start = offset;
    }
    return { line, column: offset - start };
  });
}

function linesOf(text: SessionText): string[] {
  return Array.from({ length: text.lineCount }, (_, line) => text.rawLine(line));
}

function offsetOfLine(bytes: Uint8Array, line: number): number {
  let offset = 0;
  for (let nth = 0; nth < line; nth++) offset = bytes.indexOf(10, offset) + 1;
  return offset;
}
