import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { JsonPath } from '../../../core';
import { type LineEdit, removeValue, setValue } from '../../../core/jsonl/value-edits';
import { jsonObjectText, jsonText, pathsOf } from '../../support/random-json';

const apply = (line: string, { start, end, text }: LineEdit) => line.slice(0, start) + text + line.slice(end);

describe('setting a value', () => {
  const cases: readonly [name: string, line: string, path: JsonPath, value: unknown, result: string][] = [
    ['a member', '{"a":1,"b":2}', ['a'], 'x', '{"a":"x","b":2}'],
    ['an element', '[1,2,3]', [1], null, '[1,null,3]'],
    ['deep inside', '{"a":[{"b":{"c":1}}]}', ['a', 0, 'b', 'c'], [], '{"a":[{"b":{"c":[]}}]}'],
    ['the whole', ' {"a":1} ', [], 5, ' 5 '],
    ['blanks around stay', '{ "a" : 1 , "b":2}', ['a'], true, '{ "a" : true , "b":2}'],
    ['a container as a whole', '{"a":{"b":[1,{"c":"}"}]},"d":1}', ['a'], 0, '{"a":0,"d":1}'],
    ['a text full of brackets and quotes', '{"a":"}\\"],","b":2}', ['a'], '', '{"a":"","b":2}'],
    ['a new member goes last', '{"b":1}', ['a'], 2, '{"b":1,"a":2}'],
    ['a new member goes behind the last value, before the blanks', '{"b":1 }', ['a'], 2, '{"b":1,"a":2 }'],
    ['the first member', '{}', ['a'], 2, '{"a":2}'],
    ['the first member among blanks', '{ }', ['a'], 2, '{"a":2 }'],
    ['a new member of an inner object', '{"m":{"x":[1]},"z":0}', ['m', 'y'], 2, '{"m":{"x":[1],"y":2},"z":0}'],
    ['a new element', '[1]', [1], 2, '[1,2]'],
    ['the first element', '[]', [0], 2, '[2]'],
    ['a key that needs escapes', '{}', ['a"\\'], 1, '{"a\\"\\\\":1}'],
    ['a key written with escapes', '{"\\u0061":1}', ['a'], 2, '{"\\u0061":2}'],
    ['of two members of one name the last counts', '{"a":1,"a":2}', ['a'], 3, '{"a":1,"a":3}'],
    ['behind a byte-order mark', '\ufeff{"a":1}', ['a'], 2, '\ufeff{"a":2}'],
    ['only what JSON demands is escaped', '{"a":1}', ['a'], 'é🙂/\u007f\n', '{"a":"é🙂/\u007f\\n"}'],
    ['separators are escaped, so that no new fault comes', '{"a":1}', ['a'], '\u2028\u2029', '{"a":"\\u2028\\u2029"}'],
    ['a value with commas behind it', '{"a":[1,2],"b":"x,y"}', ['a'], '', '{"a":"","b":"x,y"}'],
    ['names that every object has', '{"a":1}', ['toString'], 1, '{"a":1,"toString":1}'],
  ];
  for (const [name, line, path, value, result] of cases) {
    it(name, () => {
      const edit = setValue(line, path, value);
      assert.ok(edit);
      assert.equal(apply(line, edit), result);
    });
  }

  const nowhere: readonly [name: string, line: string, path: JsonPath][] = [
    ['a member of a number', '{"a":1}', ['a', 'b']],
    ['a member of a list', '[1]', ['a']],
    ['an element of an object', '{"a":1}', ['a', 0]],
    ['an element behind a gap', '[1]', [2]],
    ['below a member that is not there', '{}', ['a', 'b']],
    ['no JSON at all', 'Killed', ['a']],
    ['an empty line', '', ['a']],
    ['an empty line as a whole', '', []],
  ];
  for (const [name, line, path] of nowhere)
    it(`${name} has no place`, () => assert.equal(setValue(line, path, 1), undefined));

  it('keeps bytes that are no UTF-8, where the value was read from the line', () => {
    const line = '{"a":"x\udcff","b":1}';
    const edit = setValue(line, ['b'], (JSON.parse(line) as { a: string }).a)!;
    assert.equal(apply(line, edit), '{"a":"x\udcff","b":"x\udcff"}');
  });

  it('replaces exactly the value at any path of any JSON', () => {
    fc.assert(
      fc.property(jsonText, jsonText, fc.nat(99), (line, other, nth) => {
        const paths = pathsOf(JSON.parse(line));
        const path = paths[nth % paths.length]!;
        const value: unknown = JSON.parse(other);
        const edit = setValue(line, path, value)!;
        assert.deepEqual(
          JSON.parse(line.slice(edit.start, edit.end)),
          valueAt(JSON.parse(line), path),
          'the span is the value',
        );
        assert.equal(
          line.slice(edit.start, edit.end).trim(),
          line.slice(edit.start, edit.end),
          'and no blank around it',
        );
        assert.deepEqual(
          JSON.parse(apply(line, edit)),
          changed(JSON.parse(line), path, () => value),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('adds a member to any object', () => {
    fc.assert(
      fc.property(jsonObjectText, jsonText, (line, other) => {
        const edit = setValue(line, ['new'], JSON.parse(other))!;
        assert.equal(edit.start, edit.end, 'nothing is taken out');
        const after = JSON.parse(apply(line, edit)) as object;
        assert.deepEqual(after, { ...JSON.parse(line), new: JSON.parse(other) });
        assert.equal(Object.keys(after).at(-1), 'new');
      }),
    );
  });
});

describe('removing a value', () => {
  const cases: readonly [name: string, line: string, path: JsonPath, result: string][] = [
    ['the first member with the comma behind it', '{"a":1,"b":2}', ['a'], '{"b":2}'],
    ['the last member with the comma before it', '{"a":1,"b":2}', ['b'], '{"a":1}'],
    ['a member in the middle', '{"a":1,"b":2,"c":3}', ['b'], '{"a":1,"c":3}'],
    ['the only member', '{"a":1}', ['a'], '{}'],
    ['the only member, the blanks around it stay', '{ "a":1 }', ['a'], '{  }'],
    ['an element', '[1,2,3]', [1], '[1,3]'],
    ['the last element', '[1,2]', [1], '[1]'],
    ['the only element', '{"x":[{"a":1}]}', ['x', 0], '{"x":[]}'],
    ['blanks before the comma go with it', '{"a":1 , "b":2}', ['a'], '{ "b":2}'],
    ['commas inside values are not the comma', '{"a":[1,2],"b":"x,y"}', ['b'], '{"a":[1,2]}'],
    ['of two members of one name the last goes', '{"a":1,"a":2}', ['a'], '{"a":1}'],
    ['behind a byte-order mark', '\ufeff{"a":1,"b":2}', ['a'], '\ufeff{"b":2}'],
  ];
  for (const [name, line, path, result] of cases) {
    it(name, () => {
      const edit = removeValue(line, path);
      assert.ok(edit);
      assert.equal(edit.text, '');
      assert.equal(apply(line, edit), result);
    });
  }

  const nowhere: readonly [name: string, line: string, path: JsonPath][] = [
    ['the whole', '{"a":1}', []],
    ['a member that is not there', '{"a":1}', ['b']],
    ['an element that is not there', '[1]', [1]],
    ['below a text', '{"a":"b"}', ['a', 0]],
    ['no JSON at all', 'Killed', ['a']],
  ];
  for (const [name, line, path] of nowhere)
    it(`${name} cannot go`, () => assert.equal(removeValue(line, path), undefined));

  it('takes out exactly one member or element of any JSON', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(99), (line, nth) => {
        const paths = pathsOf(JSON.parse(line)).slice(1);
        const path = paths[nth % paths.length];
        if (path === undefined) return;
        const edit = removeValue(line, path)!;
        const taken = line.slice(edit.start, edit.end);
        assert.doesNotThrow(
          () => JSON.parse(`[${taken.replace(/^\s*,|,\s*$/g, '').replace(/^\s*"(?:[^"\\]|\\.)*"\s*:/, '')}]`),
          taken,
        );
        assert.deepEqual(
          JSON.parse(apply(line, edit)),
          changed(JSON.parse(line), path, () => undefined),
        );
      }),
      { numRuns: 500 },
    );
  });
});

function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce((at, key) => (at as Record<string | number, unknown>)[key], value);
}

/** The value with one part replaced; undefined takes it out. */
function changed(value: unknown, [key, ...rest]: JsonPath, replace: (old: unknown) => unknown): unknown {
  if (key === undefined) return replace(value);
  if (Array.isArray(value)) {
    const inner = changed(value[key as number], rest, replace);
    return inner === undefined ? value.filter((_, index) => index !== key) : value.with(key as number, inner);
  }
  const { [key]: old, ...others } = value as Record<string, unknown>;
  const inner = changed(old, rest, replace);
  return inner === undefined ? others : { ...others, [key]: inner };
}
