import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonPath } from '../../../core';
import { pathAt, placeAt } from '../../../core/jsonl/places';
import { jsonText, pathsOf } from '../../support/random-json';

describe('the place of a part', () => {
  it('holds just that part, at any path of any JSON', () => {
    fc.assert(
      fc.property(jsonText, (line) => {
        const value: unknown = JSON.parse(line);
        for (const path of pathsOf(value)) {
          const place = placeAt(line, path)!;
          const text = line.slice(place.start, place.end);
          assert.equal(text.trim(), text);
          assert.deepEqual(JSON.parse(text), valueAt(value, path));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lies in the line, whatever the line', () => {
    const bits = fc.constantFrom('{', '}', '[', ']', '"', '\\', ':', ',', ' ', 'a', '1', '{"a":', '\ufeff', '\0');
    fc.assert(
      fc.property(
        fc.array(bits, { maxLength: 16 }).map((list) => list.join('')),
        (line) => {
          for (const path of [[], ['a'], [0], ['a', 'a'], [0, 0]] as JsonPath[]) {
            const place = placeAt(line, path);
            if (place !== undefined)
              assert.ok(0 <= place.start && place.start <= place.end && place.end <= line.length);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the path of a column', () => {
  const line = '{"a":[1,{"b":"x"}],"c":{"d":null}}';
  const cases: readonly [name: string, at: string, path: JsonPath][] = [
    ['a number', '1', ['a', 0]],
    ['a text', '"x"', ['a', 1, 'b']],
    ['a key belongs to its value', '"b"', ['a', 1, 'b']],
    ['null', 'null', ['c', 'd']],
  ];
  for (const [name, at, path] of cases) it(name, () => assert.deepEqual(pathAt(line, line.indexOf(at)), path));

  it('leads back to the part, at any text or number of any JSON', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const value: unknown = JSON.parse(text);
        for (const path of pathsOf(value)) {
          const part = valueAt(value, path);
          if (typeof part === 'object' && part !== null) continue;
          assert.deepEqual(pathAt(text, placeAt(text, path)!.start), path);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce((at, key) => (at as Record<string | number, unknown>)[key], value);
}
