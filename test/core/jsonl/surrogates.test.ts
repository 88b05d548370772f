import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { loneSurrogateEscapes } from '../../../core/jsonl/surrogates';

const lone = (line: string) => loneSurrogateEscapes(line).map(([start, end]) => `${start} ${line.slice(start, end)}`);

describe('halves of characters', () => {
  const cases: readonly [line: string, halves: readonly string[]][] = [
    ['', []],
    ['"a"', []],
    ['"🙂"', []],
    ['"\\ud83d\\ude42"', []],
    ['"\\uD83D\\uDE42"', []],
    ['"\\ud83d"', ['1 \\ud83d']],
    ['"\\uDE42"', ['1 \\uDE42']],
    ['"\\ud83d\\ud83d\\ude42"', ['1 \\ud83d']],
    ['"\\ud83d\\ude42\\ude42"', ['13 \\ude42']],
    ['"\\ude42\\ud83d"', ['1 \\ude42', '7 \\ud83d']],
    ['"\\ud83d \\ude42"', ['1 \\ud83d', '8 \\ude42']],
    ['"\\ud83d\\n\\ude42"', ['1 \\ud83d', '9 \\ude42']],
    ['"\\ud83d","\\ude42"', ['1 \\ud83d', '10 \\ude42']],
    ['"\\\\ud83d"', []],
    ['"\\\\\\ud83d"', ['3 \\ud83d']],
    ['"\\ud7ff\\ue000"', []],
    ['"\\ud800\\udbff\\udc00\\udfff"', ['1 \\ud800', '19 \\udfff']],
    ['"\\ud83"', []],
    ['{"\\ud83d":"\\ude42"}', ['2 \\ud83d', '11 \\ude42']],
  ];
  for (const [line, halves] of cases) it(line, () => assert.deepEqual(lone(line), halves));

  it('replaced, give what the text is when it is made well-formed', () => {
    const bits = fc.constantFrom(
      '\\ud83d',
      '\\ude42',
      '\\uD800',
      '\\uDFFF',
      '\\u0041',
      '\\\\',
      '\\n',
      'ud83d',
      'a',
      '🙂',
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 12 }), (list) => {
        const line = `"${list.join('')}"`;
        let mended = '';
        let from = 0;
        for (const [start, end] of loneSurrogateEscapes(line)) {
          mended += `${line.slice(from, start)}\ufffd`;
          from = end;
        }
        mended += line.slice(from);
        assert.equal(JSON.parse(mended), (JSON.parse(line) as string).toWellFormed());
      }),
      { numRuns: 1000 },
    );
  });
});
