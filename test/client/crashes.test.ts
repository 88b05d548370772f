import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CrashCount } from '../../client/crashes';

const MINUTE = 60_000;

describe('a server that crashes', () => {
  it('is given up at the fifth time in three minutes', () => {
    const crashes = new CrashCount();
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((second) => crashes.add(second * 1000)),
      [false, false, false, false, true],
    );
  });

  it('is never given up when it crashes now and then', () => {
    const crashes = new CrashCount();
    for (let minute = 0; minute < 60; minute++) assert.equal(crashes.add(minute * MINUTE), false);
  });
});
