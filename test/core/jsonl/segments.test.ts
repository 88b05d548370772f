import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseObject, segmentLine } from '../../../core/jsonl/segments';
import { jsonObjectText } from '../../support/random-json';

const isRecord = (value: Record<string, unknown>) => value.type === 'record';
/** Whole records as `{…}`, pieces as they stand there. */
const parts = (line: string) =>
  segmentLine(line, isRecord).map(({ start, end, value }) => ({
    text: line.slice(start, end),
    isWhole: value !== undefined,
  }));
const whole = (text: string) => ({ text, isWhole: true });
const piece = (text: string) => ({ text, isWhole: false });

const one = '{"type":"record","id":"1"}';
const two = '{"type":"record","id":"2","text":"a } { \\" b"}';

describe('a line taken apart', () => {
  const cases: readonly [name: string, line: string, segments: readonly ReturnType<typeof whole>[]][] = [
    ['the empty line', '', []],
    ['blanks', '  \t', []],
    ['one record', one, [whole(one)]],
    ['blanks around a record belong to nothing', ` ${one}  `, [whole(one)]],
    ['two records', one + two, [whole(one), whole(two)]],
    ['two records with blanks between', `${one}  ${two}`, [whole(one), whole(two)]],
    ['three records', one + two + one, [whole(one), whole(two), whole(one)]],
    ['a piece in front of a record', `{"type":"rec${one}`, [piece('{"type":"rec'), whole(one)]],
    [
      'a piece cut off within a text',
      `{"type":"record","text":"abc${one}`,
      [piece('{"type":"record","text":"abc'), whole(one)],
    ],
    [
      'a piece cut off behind a backslash',
      `{"type":"record","text":"a\\${one}`,
      [piece('{"type":"record","text":"a\\'), whole(one)],
    ],
    ['a piece behind a record', `${one}{"type":"rec`, [whole(one), piece('{"type":"rec')]],
    ['a piece between records', `${one}{"ty${two}`, [whole(one), piece('{"ty'), whole(two)]],
    ['the end of a record in front of a whole one', `t":"x"}${one}`, [piece('t":"x"}'), whole(one)]],
    ['text around a record', `INFO ${one} done`, [piece('INFO '), whole(one), piece('done')]],
    ['no record at all', 'Killed: 9 ', [piece('Killed: 9')]],
    ['an object that is no record', '{"a":1}', [piece('{"a":1}')]],
    ['records as parts of a list', `[${one},${two}]`, [piece('['), whole(one), piece(','), whole(two), piece(']')]],
    [
      'a record in a text is none',
      '{"type":"note","text":"{\\"type\\":\\"record\\"}"',
      [piece('{"type":"note","text":"{\\"type\\":\\"record\\"}"')],
    ],
    [
      'a record with a record inside is one',
      `{"type":"record","inner":${one}}`,
      [whole(`{"type":"record","inner":${one}}`)],
    ],
    ['behind a byte-order mark', `\ufeff${one}`, [whole(one)]],
  ];
  for (const [name, line, segments] of cases) it(name, () => assert.deepEqual(parts(line), segments));

  it('gives the values of its records', () => {
    assert.deepEqual(
      segmentLine(`x${one}${two}`, isRecord).map(({ value }) => value?.id),
      [undefined, '1', '2'],
    );
  });

  const record = jsonObjectText.map((text) =>
    text.slice(1).trim() === '}' ? one : `{"type":"record",${text.slice(1)}`,
  );

  it('finds all records, however they are glued', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(record, fc.constantFrom('', ' ', '\t')), { maxLength: 5 }), (records) => {
        const line = records.map(([text, blank]) => text + blank).join('');
        assert.deepEqual(
          parts(line),
          records.map(([text]) => whole(text)),
        );
      }),
    );
  });

  it('finds the record behind a torn one', () => {
    fc.assert(
      fc.property(record, fc.nat(), record, (torn, at, last) => {
        const cut = torn.slice(0, 1 + (at % (torn.length - 1)));
        const segments = parts(cut + last);
        assert.deepEqual(segments.at(-1), whole(last));
        assert.equal(segments.map(({ text }) => text).join(''), cut + last);
      }),
      { numRuns: 300 },
    );
  });

  it('covers every character but blanks, whatever stands there', () => {
    const bits = fc.constantFrom('{', '}', '"', '\\', ':', ',', ' ', 'a', '[', ']', one, '{"type":"record"', '\0');
    fc.assert(
      fc.property(
        fc.array(bits, { maxLength: 20 }).map((list) => list.join('')),
        (line) => {
          let at = 0;
          for (const { start, end, value } of segmentLine(line, isRecord)) {
            assert.equal(line.slice(at, start).trim(), '');
            assert.ok(start < end);
            if (value !== undefined) assert.deepEqual(JSON.parse(line.slice(start, end)), value);
            at = end;
          }
          assert.equal(line.slice(at).trim(), '');
        },
      ),
      { numRuns: 500 },
    );
  });

  it('does not read a long line again and again', () => {
    const line = '{"a":'.repeat(20_000);
    const start = performance.now();
    segmentLine(line, isRecord);
    assert.ok(performance.now() - start < 2000);
  });
});

describe('the object of a text', () => {
  const cases: readonly [text: string, value: unknown][] = [
    ['{"a":1}', { a: 1 }],
    [' {} ', {}],
    ['[]', undefined],
    ['null', undefined],
    ['1', undefined],
    ['"{}"', undefined],
    ['{', undefined],
    ['', undefined],
    ['{}{}', undefined],
  ];
  for (const [text, value] of cases) it(JSON.stringify(text), () => assert.deepEqual(parseObject(text), value));
});
