import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { memorySaver } from '../../server/spare-memory';

const REST = 100;

it('what is of no use any more is collected once nothing has happened for a while', async () => {
  const saveMemory = memorySaver(REST);
  const left = new WeakRef(new Array(1000).fill('left behind'));
  for (let n = 0; n < 4; n++) {
    await sleep(REST / 2);
    saveMemory();
  }
  assert.notEqual(left.deref(), undefined, 'not while there is work');
  await sleep(REST * 3);
  assert.equal(left.deref(), undefined);
});
