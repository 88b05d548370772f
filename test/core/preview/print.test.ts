import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { lineFinder, printPayload } from '../../../core/preview/print';

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
      assert.equal(printPayload(value, ALL).text, JSON.stringify(value, null, 2));
    });
  }

  it('knows for each line which part it shows', () => {
    const { pointers } = printPayload({ messages: [{ 'a/b': 1 }, 'x'], m: {} }, ALL);
    assert.deepEqual(pointers, [
      '',
      '/messages',
      '/messages/0',
      '/messages/0/a~1b',
      '/messages/0',
      '/messages/1',
      '/messages',
      '/m',
      '',
    ]);
  });

  it('finds the line of a part, or of what holds it', () => {
    const printed = printPayload({ messages: [{ role: 'user' }] }, ALL);
    const lines = ['/messages/0/role', '/messages/0', '/messages/0/content/3', '/nowhere', ''];
    assert.deepEqual(lines.map(lineFinder(printed)), [3, 2, 2, 0, 0]);
  });
});

describe('image data in a payload', () => {
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d49484452000000400000002008060000', 'hex'),
    Buffer.alloc(2000),
  ]).toString('base64');
  const shown = { data: '[image/png, 64 × 32 pixels, 2.0 KiB: not shown]' };

  it('stands as type and size', () => {
    const { text } = printPayload({ data: png }, ALL);
    assert.deepEqual(JSON.parse(text), shown);
  });

  it('stands as type and size in a data URL', () => {
    assert.deepEqual(JSON.parse(printPayload({ data: `data:image/png;base64,${png}` }, ALL).text), shown);
  });

  it('stands whole when that is asked for', () => {
    assert.deepEqual(JSON.parse(printPayload({ data: png }, { ...ALL, shortenImages: false }).text), { data: png });
  });

  it('is not taken for an image when it is a signature', () => {
    const signature = Buffer.alloc(900, 7).toString('base64');
    assert.deepEqual(JSON.parse(printPayload({ signature }, ALL).text), { signature });
  });
});

describe('a payload that is too long to show', () => {
  it('is cut behind the messages that fit, with a notice, and stays JSON', () => {
    const messages = Array.from({ length: 1000 }, (_, n) => ({ role: 'user', content: `message ${n}` }));
    const { text, isCut, pointers } = printPayload({ messages, model: 'm' }, { shortenImages: true, limit: 5000 });
    const read = JSON.parse(text);
    assert.ok(isCut);
    assert.ok(text.length < 5400, `${text.length}`);
    assert.match(read.messages.at(-1), /^\[\d+ more left out: the text is too long to show\]$/);
    assert.equal(read.model, 'm');
    assert.equal(pointers.length, text.split('\n').length);
  });

  it('is cut within one text that is too long', () => {
    const { text, isCut } = printPayload({ a: 'x'.repeat(10_000) }, { shortenImages: true, limit: 1000 });
    assert.ok(isCut);
    assert.match(JSON.parse(text).a, /^x+ \[\d+ more characters left out\]$/);
  });
});
