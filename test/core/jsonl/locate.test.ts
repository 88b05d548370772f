import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonPath } from '../../../core';
import { headOf, locate } from '../../../core/jsonl/locate';
import { jsonText, pathsOf } from '../../support/random-json';

const marked = (line: string, path: JsonPath) => line.slice(...locate(line, path));
const long = 'x'.repeat(100);

describe('where a part of a line stands', () => {
  const cases: readonly [name: string, line: string, path: JsonPath, marks: string][] = [
    ['a short value', '{"a":1,"b":"two"}', ['b'], '"two"'],
    ['an element', '[1,22,3]', [1], '22'],
    ['deep inside', '{"a":[{"b":true}]}', ['a', 0, 'b'], 'true'],
    ['an object: its key', '{"a":{"b":1}}', ['a'], '"a"'],
    ['a list: its key', '{"a":[1,2]}', ['a'], '"a"'],
    ['a long text: its key', `{"a":"${long}"}`, ['a'], '"a"'],
    ['a long element: its beginning', `["${long}"]`, [0], `"${long}`.slice(0, 60)],
    ['an object in a list: its first member', '[{"a":1,"b":2}]', [0], '{"a":1'],
    ['a list in a list', '[[1,2]]', [0], '[1,2]'],
    ['an empty object in a list', '[{}]', [0], '{}'],
    ['an object in a list with a long first member', `[{"a":"${long}"}]`, [0], `{"a":"${long}`.slice(0, 60)],
    ['a long key', `{"${long}":{}}`, [long], `"${long}`.slice(0, 60)],
    ['the whole line: its first member', '{"type":"session","version":3}', [], '{"type":"session"'],
    ['a whole line without members', '{}', [], '{}'],
    ['a whole number', '17', [], '17'],
    ['a member that is not there: the nearest thing around it', '{"a":{"b":1}}', ['a', 'c'], '"a"'],
    ['a member of the line that is not there', '{"a":1}', ['c'], '{"a":1'],
    ['an element that is not there', '{"a":[1]}', ['a', 5], '"a"'],
    ['of two members of one name the last', '{"a":1,"a":2}', ['a'], '2'],
    ['a key written with escapes', '{"\\u0061":5}', ['a'], '5'],
    ['blanks between tokens', '{ "a" : 5 }', ['a'], '5'],
    ['behind a byte-order mark', '\ufeff{"a":5}', ['a'], '5'],
    ['behind zero bytes', '\0\0{"a":5}', ['a'], '5'],
    ['a value of sixty characters', `{"a":"${'y'.repeat(58)}"}`, ['a'], `"${'y'.repeat(58)}"`],
    ['a value of sixty-one', `{"a":"${'y'.repeat(59)}"}`, ['a'], '"a"'],
    ['a line that is no JSON: its beginning', ` Killed ${long}`, ['a'], `Killed ${long}`.slice(0, 60)],
    ['an empty line', '', [], ''],
  ];
  for (const [name, line, path, marks] of cases) it(name, () => assert.equal(marked(line, path), marks));

  it('is found in any JSON, and is short', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(99), (line, nth) => {
        const value: unknown = JSON.parse(line);
        const paths = pathsOf(value);
        const path = paths[nth % paths.length]!;
        const [start, end] = locate(line, path);
        assert.ok(start < end && end - start <= 60 && end <= line.length);
        const part = path.reduce((at, key) => (at as Record<string | number, unknown>)[key], value);
        const isScalar = typeof part !== 'object' || part === null;
        if (isScalar && JSON.stringify(part).length < 50) assert.deepEqual(JSON.parse(marked(line, path)), part);
        else if (typeof path.at(-1) === 'string') assert.equal(JSON.parse(marked(line, path)), path.at(-1));
      }),
      { numRuns: 500 },
    );
  });

  it('is found in JSON of any depth', () => {
    const line = `{"deep":${'['.repeat(50_000)}${']'.repeat(50_000)},"a":5}`;
    assert.equal(marked(line, ['a']), '5');
  });
});

describe('the beginning of a line', () => {
  const cases: readonly [line: string, head: string][] = [
    ['', ''],
    ['a', 'a'],
    ['  a b  ', 'a b'],
    ['   ', '   '],
    [long, long.slice(0, 60)],
    [` ${long}`, long.slice(0, 60)],
  ];
  for (const [line, head] of cases)
    it(JSON.stringify(line.slice(0, 10)), () => assert.equal(line.slice(...headOf(line)), head));
});
