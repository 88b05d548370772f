import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type PrintNotes, type PrintOptions, printPayload } from '../../../core/preview/print';
import type { Origin } from '../../../core/providers';

const print = (value: unknown, options: PrintOptions, notes: Partial<PrintNotes> = {}) =>
  printPayload(value, options, { origins: new Map(), wanted: [], ...notes });

const ALL = { shortenImages: true, limit: 1_000_000 };

describe('a payload written down', () => {
  const values: [string, unknown][] = [
    ['an empty object', {}],
    ['nested lists and objects', { a: [1, [], {}, { b: null, c: [true, 'x'] }], d: { e: 'f' } }],
    ['a list of lists', [[1], [[2]]]],
    ['text with quotes, line breaks and emoji', { text: 'a "b"\n\u2028 😀' }],
    ['keys with slashes and tildes', { 'a/b': { '~': 1 } }],
    ['an undefined member', { a: undefined, b: 1 }],
    ['a plain text', 'x'],
  ];
  for (const [name, value] of values) {
    it(`is what JSON.stringify writes for ${name}`, () => {
      assert.equal(print(value, ALL).text, JSON.stringify(value, null, 2));
    });
  }

  it('knows for each run of lines where it comes from', () => {
    const first = { a: 1, inner: [1] };
    const second = {};
    const payload = { messages: [first, 'x', second], m: {} };
    const origins = new Map<object, Origin>([
      [payload.messages, { message: 9 }],
      [first, { message: 0 }],
      [first.inner, { message: 0, block: 1 }],
      [second, { message: 1 }],
    ]);
    const { text, runs } = print(payload, ALL, { origins });
    const lines = text.split('\n').map((line) => line.trim());
    assert.deepEqual(
      runs.map(({ firstLine, origin }) => [lines[firstLine], origin?.message, origin?.block]),
      [
        ['{', undefined, undefined],
        ['"messages": [', 9, undefined],
        ['{', 0, undefined],
        ['"inner": [', 0, 1],
        ['},', 0, undefined],
        ['"x",', 9, undefined],
        ['{}', 1, undefined],
        ['],', 9, undefined],
        ['"m": {}', undefined, undefined],
      ],
    );
  });

  it('finds the place of a part, or of what holds it', () => {
    const wanted = ['/messages/0/role', '/messages/0', '/messages/0/content/3', '/a~1b', '/nowhere', ''];
    const { text, placeOf } = print({ messages: [{ role: 'user', x: 1 }], 'a/b': 1 }, ALL, { wanted });
    const lines = text.split('\n');
    const shown = wanted.map(placeOf).map(({ line, start, end }) => [line, lines[line]?.slice(start, end)]);
    assert.deepEqual(shown, [
      [3, '"role": "user"'],
      [2, '{'],
      [2, '{'],
      [7, '"a/b": 1'],
      [0, '{'],
      [0, '{'],
    ]);
  });
});

describe('image data in a payload', () => {
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000400000002008060000', 'hex'),
    Buffer.alloc(2000),
  ]).toString('base64');
  const shown = { data: '[image/png, 64 × 32 pixels, 2.0 KiB: not shown]' };

  it('stands as type and size', () => {
    const { text } = print({ data: png }, ALL);
    assert.deepEqual(JSON.parse(text), shown);
  });

  it('stands as type and size in a data URL', () => {
    assert.deepEqual(JSON.parse(print({ data: `data:image/png;base64,${png}` }, ALL).text), shown);
  });

  it('stands whole when that is asked for', () => {
    assert.deepEqual(JSON.parse(print({ data: png }, { ...ALL, shortenImages: false }).text), { data: png });
  });

  it('is not taken for an image when it is a signature', () => {
    const signature = Buffer.alloc(900, 7).toString('base64');
    assert.deepEqual(JSON.parse(print({ signature }, ALL).text), { signature });
  });
});

describe('a payload that is too long to show', () => {
  it('is cut behind the messages that fit, with a notice, and stays JSON', () => {
    const messages = Array.from({ length: 1000 }, (_, n) => ({ role: 'user', content: `message ${n}` }));
    const { text, isCut } = print({ messages, model: 'm' }, { shortenImages: true, limit: 5000 });
    const read = JSON.parse(text);
    assert.ok(isCut);
    assert.ok(text.length < 5400, `${text.length}`);
    assert.match(read.messages.at(-1), /^\[\d+ more left out: the text is too long to show\]$/);
    assert.equal(read.model, 'm');
  });

  it('is cut within one text that is too long', () => {
    const { text, isCut } = print({ a: 'x'.repeat(10_000) }, { shortenImages: true, limit: 1000 });
    assert.ok(isCut);
    assert.match(JSON.parse(text).a, /^x+ \[\d+ more characters left out\]$/);
  });
});
