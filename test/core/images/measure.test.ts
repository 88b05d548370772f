import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { inspectImage } from '../../../core/images/measure';

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function u16be(value: number): number[] {
  return [value >> 8, value & 0xff];
}
function u16le(value: number): number[] {
  return [value & 0xff, value >> 8];
}
function u24le(value: number): number[] {
  return [...u16le(value & 0xffff), value >> 16];
}
function u32be(value: number): number[] {
  return [...u16be(value >>> 16), ...u16be(value & 0xffff)];
}
function u32le(value: number): number[] {
  return [...u16le(value & 0xffff), ...u16le(value >>> 16)];
}
function chars(text: string): number[] {
  return [...Buffer.from(text, 'latin1')];
}

function crc32(bytes: readonly number[]): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return ~crc >>> 0;
}

function pngChunk(type: string, data: readonly number[]): number[] {
  const body = [...chars(type), ...data];
  return [...u32be(data.length), ...body, ...u32be(crc32(body))];
}

/** A whole black PNG. */
function png(width: number, height: number): number[] {
  const rows = deflateSync(Buffer.alloc(height * (width * 3 + 1)));
  return [
    ...PNG_SIGNATURE,
    ...pngChunk('IHDR', [...u32be(width), ...u32be(height), 8, 2, 0, 0, 0]),
    ...pngChunk('IDAT', [...rows]),
    ...pngChunk('IEND', []),
  ];
}

function segment(marker: number, data: readonly number[]): number[] {
  return [0xff, marker, ...u16be(data.length + 2), ...data];
}

/** The head of a JPEG with the segments in front of its start of frame. */
function jpeg(width: number, height: number, before: readonly number[] = [], frame = 0xc0): number[] {
  const sizes = [8, ...u16be(height), ...u16be(width), 3, 1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
  return [
    0xff,
    0xd8,
    ...segment(0xe0, chars('JFIF\0\x01\x01\0\0\x01\0\x01\0\0')),
    ...before,
    ...segment(frame, sizes),
    0xff,
    0xd9,
  ];
}

/** A whole GIF of one colour when 1 by 1. */
function gif(width: number, height: number, version = '89a'): number[] {
  const frame = [0x2c, 0, 0, 0, 0, ...u16le(width), ...u16le(height), 0, 2, 2, 0x44, 1, 0, 0x3b];
  return [
    ...chars(`GIF${version}`),
    ...u16le(width),
    ...u16le(height),
    0x80,
    0,
    0,
    0,
    0,
    0,
    0xff,
    0xff,
    0xff,
    ...frame,
  ];
}

function webp(chunk: string, data: readonly number[]): number[] {
  const body = [...chars(`WEBP${chunk}`), ...u32le(data.length), ...data];
  return [...chars('RIFF'), ...u32le(body.length), ...body];
}

const lossy = (width: number, height: number): number[] =>
  webp('VP8 ', [0x30, 1, 0, 0x9d, 0x01, 0x2a, ...u16le(width), ...u16le(height), 0, 0, 0, 0]);
const lossless = (width: number, height: number): number[] =>
  webp('VP8L', [0x2f, ...u32le((((height - 1) << 14) | (width - 1)) >>> 0), 0, 0, 0, 0, 0, 0]);
const extended = (width: number, height: number): number[] =>
  webp('VP8X', [0x10, 0, 0, 0, ...u24le(width - 1), ...u24le(height - 1), 0, 0]);

function base64(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64');
}

describe('the size of an image', () => {
  const embedded = Array.from({ length: 20 }, () => segment(0xe1, new Array(60_000).fill(0x41))).flat();
  const tables = [...segment(0xdb, new Array(65).fill(1)), ...segment(0xc4, new Array(30).fill(1))];
  for (const [what, bytes, format, width, height] of [
    ['of a PNG', png(2, 3), 'image/png', 2, 3],
    ['of a large PNG', png(1300, 2), 'image/png', 1300, 2],
    ['of a JPEG', jpeg(640, 480), 'image/jpeg', 640, 480],
    ['of a progressive JPEG', jpeg(640, 480, [], 0xc2), 'image/jpeg', 640, 480],
    ['of a JPEG with tables in front', jpeg(9, 8, tables), 'image/jpeg', 9, 8],
    ['of a JPEG with fill bytes', jpeg(9, 8, [0xff, 0xff, 0xff]), 'image/jpeg', 9, 8],
    ['of a JPEG behind a megabyte of previews', jpeg(7000, 5000, embedded), 'image/jpeg', 7000, 5000],
    ['of a GIF', gif(1, 1), 'image/gif', 1, 1],
    ['of an old GIF', gif(300, 200, '87a'), 'image/gif', 300, 200],
    ['of a lossy WebP', lossy(16_383, 1), 'image/webp', 16_383, 1],
    ['of a lossless WebP', lossless(16_384, 10_000), 'image/webp', 16_384, 10_000],
    ['of an extended WebP', extended(70_000, 2), 'image/webp', 70_000, 2],
  ] as const) {
    it(what, () => {
      const expected = { problem: null, format, width, height, bytes: bytes.length };
      assert.deepEqual(inspectImage(base64(bytes)), expected);
    });
  }

  for (const [what, bytes, format] of [
    ['of a PNG cut in its header', png(2, 3).slice(0, 20), 'image/png'],
    [
      'of a PNG that begins with another chunk',
      [...PNG_SIGNATURE, ...pngChunk('tEXt', chars('a comment'))],
      'image/png',
    ],
    [
      'of a PNG of no width',
      [...PNG_SIGNATURE, ...pngChunk('IHDR', [...u32be(0), ...u32be(5), 8, 2, 0, 0, 0])],
      'image/png',
    ],
    ['of a JPEG without a frame', [0xff, 0xd8, ...segment(0xe0, chars('JFIF')), 0xff, 0xd9], 'image/jpeg'],
    ['of a JPEG with a segment that is too short', [0xff, 0xd8, 0xff, 0xe0, 0, 1, 0, 0, 0, 0, 0, 0], 'image/jpeg'],
    ['of a JPEG cut in its frame', jpeg(5, 5).slice(0, 30), 'image/jpeg'],
    ['of a GIF cut in its header', gif(1, 1).slice(0, 9), 'image/gif'],
    ['of a WebP of an unknown kind', webp('ALPH', new Array(20).fill(0)), 'image/webp'],
  ] as const) {
    it(`is unknown ${what}`, () => {
      assert.deepEqual(inspectImage(base64(bytes)), { problem: null, format, bytes: bytes.length });
    });
  }
});

describe('image data', () => {
  const whole = base64(png(2, 3));
  for (const data of ['', ' ', '\n\t', '\u00a0']) {
    it(`is empty: ${JSON.stringify(data)}`, () => assert.deepEqual(inspectImage(data), { problem: 'empty' }));
  }

  for (const [what, data] of [
    ['a data URL', `data:image/png;base64,${whole}`],
    ['the URL alphabet', 'ab-_'],
    ['a missing padding', 'abc'],
    ['padding inside', 'ab==cd=='],
    ['too much padding', 'a==='],
    ['padding alone', '===='],
    ['a name of a file', 'picture.png'],
    ['other letters', 'abcdä'],
    ['no-break spaces', 'ab\u00a0cd'],
    ['control characters alone', '\0\0'],
  ] as const) {
    it(`with ${what} is no base64`, () => assert.deepEqual(inspectImage(data), { problem: 'base64' }));
  }

  for (const [what, data] of [
    ['line ends', whole.replace(/.{10}/g, '$&\r\n')],
    ['white space around', `  ${whole}\n`],
    ['white space within its padding', whole.replace('==', '= =')],
    ['control characters', `${whole.slice(0, 8)}\0${whole.slice(8)}`],
    ['a long indent', ' '.repeat(50_000) + whole],
  ] as const) {
    it(`may hold ${what}`, () => assert.deepEqual(inspectImage(data), inspectImage(whole)));
  }

  for (const [what, bytes] of [
    ['a text', chars('not an image at all')],
    ['a BMP', chars('BM\x46\0\0\0\0\0\0\0')],
    ['a HEIC', chars('\0\0\0\x18ftypheic')],
    ['a sound in a RIFF file', chars('RIFF\x24\0\0\0WAVEfmt ')],
    ['three bytes', [1, 2, 3]],
  ] as const) {
    it(`of ${what} is no known image`, () => {
      assert.deepEqual(inspectImage(base64(bytes)), { problem: 'unknown-format', bytes: bytes.length });
    });
  }

  for (const rest of [0, 1, 2]) {
    it(`is measured in bytes with ${rest} bytes over`, () => {
      assert.equal(inspectImage(base64([...png(2, 3), ...new Array(rest).fill(0)])).bytes, png(2, 3).length + rest);
    });
  }

  it('of eight megabytes is inspected at once', () => {
    const bytes = Buffer.alloc(8_000_000, 0x55);
    Buffer.from(png(4, 4)).copy(bytes);
    const data = bytes.toString('base64');
    const started = performance.now();
    assert.equal(inspectImage(data).width, 4);
    assert.equal(inspectImage(data.replace(/.{76}/g, '$&\n')).width, 4);
    assert.ok(performance.now() - started < 2000);
  });
});
