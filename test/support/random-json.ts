/** JSON texts drawn at random, with white space between their tokens, for tests that edit them in place. */
import fc from 'fast-check';
import type { JsonPath } from '../../core';

const blank = fc.constantFrom('', '', '', ' ', '\t', '  ', '\n');
const string = fc.oneof(
  fc.constantFrom('""', '"a"', '"b c"', '"\\""', '"\\\\"', '"\\u00e9"', '"\\ud83d\\ude42"', '"{\\"a\\":1}"', '"[,:]"'),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map((text) => JSON.stringify(text)),
);
const scalar = fc.oneof(
  string,
  fc.constantFrom('null', 'true', 'false', '0', '-1', '12.5', '1e3', '-0.5', '123456789012345678901234567890'),
);
const keys = ['a', 'b', 'c', '', 'id', 'a b', 'é', 'x"y', '0'];

/** The text of a JSON value; `object` of one that is an object. Keys of an object differ. */
export const { value: jsonText, object: jsonObjectText } = fc.letrec<{ value: string; object: string; list: string }>(
  (tie) => ({
    value: fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, tie('object'), tie('list')),
    object: fc
      .tuple(
        fc.uniqueArray(fc.constantFrom(...keys), { maxLength: 4 }),
        fc.array(tie('value'), { minLength: 4, maxLength: 4 }),
        fc.array(blank, { minLength: 18, maxLength: 18 }),
      )
      .map(([names, values, blanks]) => {
        const b = (n: number) => blanks[n % blanks.length]!;
        const members = names.map(
          (name, n) => `${b(4 * n)}${JSON.stringify(name)}${b(4 * n + 1)}:${b(4 * n + 2)}${values[n]!}${b(4 * n + 3)}`,
        );
        return `{${members.join(',') || b(17)}}`;
      }),
    list: fc
      .tuple(fc.array(tie('value'), { maxLength: 4 }), fc.array(blank, { minLength: 9, maxLength: 9 }))
      .map(
        ([values, blanks]) =>
          `[${values.map((value, n) => blanks[2 * n]! + value + blanks[2 * n + 1]!).join(',') || blanks[8]!}]`,
      ),
  }),
);

/** The paths of all parts of a value, the whole first. */
export function pathsOf(value: unknown, base: JsonPath = []): JsonPath[] {
  if (typeof value !== 'object' || value === null) return [base];
  const inner = Array.isArray(value)
    ? value.flatMap((part, index) => pathsOf(part, [...base, index]))
    : Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...base, key]));
  return [base, ...inner];
}
