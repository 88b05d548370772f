import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { migrate, storedVersion } from '../../../core/session/migrate';

const newId = (index: number): string => `id${index}`;
const user = { type: 'message', message: { role: 'user', content: 'x' } };

/** A version 1 session with a compaction behind two messages. */
function withCompaction(firstKeptEntryIndex: unknown): unknown[] {
  return [{ type: 'session', id: 's' }, user, user, { type: 'compaction', summary: 'S', firstKeptEntryIndex }];
}

describe('migrating a session', () => {
  it('of version 1 chains its entries, renames hook messages and names the first kept entry', () => {
    const entries = [
      { type: 'session', id: 's' },
      user,
      { type: 'message', message: { role: 'hookMessage', content: 'y' } },
      { type: 'compaction', summary: 'S', firstKeptEntryIndex: 2, tokensBefore: 5 },
      user,
    ];
    assert.deepEqual(migrate(entries, newId), {
      version: 1,
      entries: [
        { type: 'session', id: 's', version: 3 },
        { ...user, id: 'id0', parentId: null },
        { type: 'message', message: { role: 'custom', content: 'y' }, id: 'id1', parentId: 'id0' },
        {
          type: 'compaction',
          summary: 'S',
          tokensBefore: 5,
          id: 'id2',
          parentId: 'id1',
          firstKeptEntryId: 'id1',
        },
        { ...user, id: 'id3', parentId: 'id2' },
      ],
    });
  });

  for (const [index, expected] of [
    [1, 'id0'],
    [3, 'id2'],
    [0, undefined],
    [99, undefined],
    [-1, undefined],
  ] as const) {
    it(`of version 1 reads first kept line ${index} as ${expected ?? 'none'}`, () => {
      const compaction = migrate(withCompaction(index), newId).entries[3] as Record<string, unknown>;
      assert.equal(compaction.firstKeptEntryId, expected);
      assert.ok(!('firstKeptEntryIndex' in compaction));
    });
  }

  it('of version 1 keeps nothing when the first kept line comes later', () => {
    const compaction = { type: 'compaction', summary: 'S', firstKeptEntryIndex: 2, firstKeptEntryId: 'old' };
    const { entries } = migrate([{ type: 'session', id: 's' }, compaction, user], newId);
    assert.deepEqual(entries[1], { type: 'compaction', summary: 'S', id: 'id0', parentId: null });
  });

  it('of version 1 leaves an index alone that is no number', () => {
    const compaction = migrate(withCompaction('2'), newId).entries[3] as Record<string, unknown>;
    assert.equal(compaction.firstKeptEntryIndex, '2');
  });

  it('of version 1 counts every line but headers, and passes by lines that are no object', () => {
    const { entries } = migrate(
      [{ type: 'session', id: 's' }, 5, user, null, { type: 'session', id: 't' }, user],
      newId,
    );
    assert.deepEqual(entries, [
      { type: 'session', id: 's', version: 3 },
      5,
      { ...user, id: 'id1', parentId: null },
      null,
      { type: 'session', id: 't', version: 3 },
      { ...user, id: 'id3', parentId: 'id1' },
    ]);
  });

  it('of version 2 keeps ids and parents', () => {
    const entry = { type: 'message', id: 'a', parentId: null, message: { role: 'hookMessage' } };
    assert.deepEqual(migrate([{ type: 'session', version: 2, id: 's' }, entry], newId), {
      version: 2,
      entries: [
        { type: 'session', version: 3, id: 's' },
        { type: 'message', id: 'a', parentId: null, message: { role: 'custom' } },
      ],
    });
  });

  for (const version of [3, 4, 'x']) {
    it(`of version ${version} changes nothing`, () => {
      const entries = [
        { type: 'session', version, id: 's' },
        { type: 'message', message: { role: 'hookMessage' } },
      ];
      assert.deepEqual(migrate(entries, newId).entries, entries);
    });
  }

  it('never touches what it is given', () => {
    const entries = withCompaction(1);
    const before = structuredClone(entries);
    const migrated = migrate(entries, newId).entries as { message: { content: string } }[];
    migrated[1]!.message.content = 'changed';
    assert.deepEqual(entries, before);
  });
});

describe('the stored version', () => {
  for (const [header, version] of [
    [{ type: 'session' }, 1],
    [{ type: 'session', version: null }, 1],
    [{ type: 'session', version: 2 }, 2],
    [{ type: 'session', version: '2' }, 2],
    [{ type: 'message' }, 1],
  ] as const) {
    it(`is ${version} for ${JSON.stringify(header)}`, () => assert.equal(storedVersion([header]), version));
  }
});
