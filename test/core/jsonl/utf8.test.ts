import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodeUtf8, encodeUtf8, replacementFor, strayByteRuns } from '../../../core/jsonl/utf8';

const hex = (text: string) => Uint8Array.from(text.split(' ').filter(Boolean), (byte) => Number.parseInt(byte, 16));

describe('decoding', () => {
  const cases: readonly [name: string, bytes: string, text: string][] = [
    ['nothing', '', ''],
    ['ASCII and a zero byte', '61 00 62', 'a\0b'],
    ['two, three and four bytes', 'c3 a9 e2 82 ac f0 9f 99 82', 'é€🙂'],
    [
      'the first and last of each length',
      'c2 80 df bf e0 a0 80 ef bf bf f0 90 80 80 f4 8f bf bf',
      '\x80\u07ff\u0800\uffff\u{10000}\u{10ffff}',
    ],
    ['a byte-order mark is kept', 'ef bb bf 61', '\ufeffa'],
    ['a replacement character that is stored as such', 'ef bf bd', '\ufffd'],
    ['a character whose second half looks like a stray byte', 'f0 9f 92 80', '\u{1f480}'],
    ['a lone continuation byte', '61 80 62', 'a\udc80b'],
    ['a byte that never occurs', 'ff fe', '\udcff\udcfe'],
    ['a character cut off at the end', '61 e2 82', 'a\udce2\udc82'],
    ['a character cut off by another', 'c3 c3 a9', '\udcc3é'],
    ['an overlong encoding', 'c0 af', '\udcc0\udcaf'],
    ['an overlong encoding of three bytes', 'e0 80 af', '\udce0\udc80\udcaf'],
    ['an encoded surrogate', 'ed a0 bd', '\udced\udca0\udcbd'],
    ['beyond the last character', 'f4 90 80 80', '\udcf4\udc90\udc80\udc80'],
    ['a stray byte before and behind such a character', 'ff f0 9f 92 80 ff', '\udcff\u{1f480}\udcff'],
  ];
  for (const [name, bytes, text] of cases) {
    it(name, () => {
      assert.equal(decodeUtf8(hex(bytes)), text);
      assert.deepEqual(encodeUtf8(text), hex(bytes), 'and back');
    });
  }

  it('and encoding give back any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => assert.deepEqual(encodeUtf8(decodeUtf8(bytes)), bytes)),
      { numRuns: 1000 },
    );
  });

  it('is that of any decoder where the bytes are UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const bytes = new TextEncoder().encode(text);
        assert.equal(decodeUtf8(bytes), new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }),
    );
  });
});

describe('encoding', () => {
  it('makes other halves of characters replacement characters, as any encoder does', () => {
    assert.deepEqual(encodeUtf8('a\ud83db\udc00c'), new TextEncoder().encode('a\ufffdb\ufffdc'));
  });
});

describe('stray bytes', () => {
  const cases: readonly [name: string, text: string, runs: readonly [number, number][]][] = [
    ['none in plain text', 'é🙂\u{1f480}', []],
    ['one run', 'a\udcff\udcfeb', [[1, 3]]],
    [
      'two runs',
      '\udcffa\udc80',
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ['behind a character whose second half looks like one', '\u{1f480}\udc80', [[2, 3]]],
    ['in front of it', '\udc80\u{1f480}', [[0, 1]]],
    ['between two of them', '\u{1f480}\udcff\u{1f480}', [[2, 3]]],
    ['halves that are none', 'a\ud83d b\udc00', []],
  ];
  for (const [name, text, runs] of cases) it(name, () => assert.deepEqual(strayByteRuns(text), runs));

  it('replaced one by one give what a lenient decoder gives', () => {
    const mostlyText = fc.array(
      fc.oneof(
        fc.constantFrom(...[...'aé€🙂💀'].map((one) => Buffer.from(one))),
        fc.uint8Array({ minLength: 1, maxLength: 3 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(mostlyText, (parts) => {
        const bytes = Uint8Array.from(Buffer.concat(parts));
        const text = decodeUtf8(bytes);
        let replaced = '';
        let from = 0;
        for (const [start, end] of strayByteRuns(text)) {
          replaced += text.slice(from, start) + replacementFor(text.slice(start, end));
          from = end;
        }
        replaced += text.slice(from);
        assert.equal(replaced, new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes));
      }),
      { numRuns: 1000 },
    );
  });
});
