import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { resolveLeafRecords, type TreeNode } from '../../../core/session/leaf-records';

function message(id: string | undefined, parentId: string | null | undefined, isSide = false): TreeNode {
  return { id, parentId, type: 'message', isSide, known: true };
}

function leaf(id: string, parentId: string | null, targetId: unknown, appendParentId?: unknown): TreeNode {
  const hasAppendParentId = appendParentId !== undefined;
  const record = { targetId, appendParentId, hasAppendParentId, appendMode: undefined };
  return { id, parentId, type: 'leaf', isSide: false, known: true, leaf: record };
}

describe('logical parents', () => {
  it('are left to the plain rules without a valid leaf record', () => {
    assert.equal(resolveLeafRecords([message('a', null), message('b', 'a')]), null);
    assert.equal(resolveLeafRecords([message('a', null), leaf('l', 'a', 'x')]), null);
  });

  it('lead past leaf records, and those point to their target', () => {
    const nodes = [message('a', null), message('b', 'a'), leaf('l', 'b', 'a'), message('c', 'l')];
    assert.deepEqual(resolveLeafRecords(nodes), { parent: [-1, 0, 0, 0], activeLeaf: 3, invalid: [] });
  });

  it('may name entries further down, and entries that are missing', () => {
    const nodes = [message('a', 'l'), message('b', 'gone'), leaf('l', 'b', 'b')];
    assert.deepEqual(resolveLeafRecords(nodes)?.parent, [1, -1, 1]);
  });

  it('name invalid leaf records as they are', () => {
    const nodes = [message('a', null), leaf('i', 'a', 'later'), leaf('l', 'i', 'a'), message('b', 'i')];
    assert.deepEqual(resolveLeafRecords(nodes), { parent: [-1, 0, 0, 1], activeLeaf: 3, invalid: [1] });
  });

  it('skip side messages between an entry and the leaf', () => {
    const nodes = [
      message('a', null),
      message('s', 'a', true),
      message('t', 's', true),
      leaf('l', 't', 'a', 't'),
      message('b', 't'),
    ];
    assert.deepEqual(resolveLeafRecords(nodes)?.parent, [-1, 0, 1, 0, 0]);
  });

  it('end where repeated ids close a chain of leaf records into a ring', () => {
    const nodes = [message('x', null), leaf('y', 'x', 'x'), leaf('x', 'y', 'y')];
    assert.equal(resolveLeafRecords(nodes)?.activeLeaf, -1);
  });

  it('an entry without an id moves nothing', () => {
    const nodes = [message('a', null), leaf('l', 'a', 'a'), message(undefined, 'l')];
    assert.deepEqual(resolveLeafRecords(nodes), { parent: [-1, 0, 0], activeLeaf: 0, invalid: [] });
  });

  it('of a hundred thousand leaf records in one chain are found at once', () => {
    const nodes = [message('0', null)];
    for (let at = 1; at <= 100_000; at++) nodes.push(leaf(`${at}`, null, `${at - 1}`));
    const started = performance.now();
    assert.equal(resolveLeafRecords(nodes)?.activeLeaf, 0);
    assert.ok(performance.now() - started < 2000);
  });
});
