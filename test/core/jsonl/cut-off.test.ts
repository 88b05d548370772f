import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { isCutOff } from '../../../core/jsonl/cut-off';
import { jsonObjectText } from '../../support/random-json';

describe('the beginning of an object that was cut off', () => {
  const yes = [
    '{',
    '{ ',
    '{"',
    '{"a',
    '{"a"',
    '{"a":',
    '{"a":1',
    '{"a":-',
    '{"a":1.',
    '{"a":1e',
    '{"a":1e+',
    '{"a":t',
    '{"a":nul',
    '{"a":"b\\',
    '{"a":"b\\u00',
    '{"a":"b\\\\',
    '{"a":[',
    '{"a":[1,',
    '{"a":{"b":"}"',
    ' {"a":1,',
  ];
  const no = [
    '',
    ' ',
    '{}',
    '{"a":1}',
    '{"a":1} ',
    '{"a":1}x',
    '[1,',
    '"a',
    'Killed',
    '{a',
    '{"a" "b"',
    '{"a":1 2',
    '{"a":,',
    '{,',
    '{"a":[1}',
    '{"a":x',
    '{"a":truer',
    "{'a'",
    '{"a":"b\\x',
    '{"a":"b\\u00g',
    '{"a":01,',
    '{"a":"\t',
    '{"a":1}}',
  ];
  for (const text of yes) it(`is ${JSON.stringify(text)}`, () => assert.equal(isCutOff(text), true));
  for (const text of no) it(`is not ${JSON.stringify(text)}`, () => assert.equal(isCutOff(text), false));

  it('is every beginning of an object, but not the object', () => {
    fc.assert(
      fc.property(jsonObjectText, fc.nat(), (text, at) => {
        assert.equal(isCutOff(text.slice(0, 1 + (at % (text.length - 1)))), true);
        assert.equal(isCutOff(text), false);
      }),
      { numRuns: 500 },
    );
  });
});
