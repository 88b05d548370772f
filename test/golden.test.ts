/** The golden cases are copies. Where the originals lie beside the checkout, both must be the same to the byte. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const COPIES = new URL('golden/', import.meta.url);
const ORIGINALS = new URL('../../shared/golden/', import.meta.url);

describe('copied golden cases', { skip: existsSync(ORIGINALS) ? false : 'no originals beside the checkout' }, () => {
  for (const folder of readdirSync(COPIES)) {
    it(`${folder} equals the original`, () => {
      const copies = new URL(`${folder}/`, COPIES);
      const originals = new URL(`${folder}/`, ORIGINALS);
      const names = readdirSync(originals).sort();
      assert.deepEqual(readdirSync(copies).sort(), names);
      for (const name of names) {
        const isEqual = readFileSync(new URL(name, copies)).equals(readFileSync(new URL(name, originals)));
        assert.ok(isEqual, `${folder}/${name} differs`);
      }
    });
  }
});
