import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildContext, convertToModelMessages, parseSessionText } from '../../../core/session/context';
import { type GoldenCase, goldenCases } from '../../support/golden';

interface ContextInput {
  readonly text: string;
  readonly leafId?: string | null;
}

/** As JSON has it: undefined members are absent, NaN is null. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

function contextOf({ text, leafId }: ContextInput): unknown {
  const { messages, thinkingLevel, model } = buildContext(parseSessionText(text).entries, leafId);
  return plain({ messages, llm: convertToModelMessages(messages), thinkingLevel, model });
}

const HEADER = { type: 'session', version: 3, id: 's', timestamp: '2025-04-01T08:00:00.000Z', cwd: '/' };

function user(id: string, parentId: string | null | undefined, more: object = {}): object {
  const timestamp = '2025-04-01T08:00:01.000Z';
  return { type: 'message', id, parentId, timestamp, message: { role: 'user', content: id }, ...more };
}

function leaf(id: string, parentId: string | null, more: object): object {
  return { type: 'leaf', id, parentId, timestamp: '2025-04-01T08:00:01.000Z', ...more };
}

function text(...lines: readonly unknown[]): string {
  return lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('');
}

/** The texts of the user turns a run would start from, joined by a space. */
function said(entries: readonly object[], leafId?: string | null): string {
  const { entries: read } = parseSessionText(text(HEADER, ...entries));
  const { messages } = buildContext(read, leafId);
  return messages.map((message) => (message as { content: string }).content).join(' ');
}

describe('the context of a session', () => {
  for (const { name, why, input, expected } of goldenCases<GoldenCase<ContextInput, unknown>>('context')) {
    it(`${name}: ${why}`, () => assert.deepEqual(contextOf(input), expected));
  }
});

describe('what the reference stumbles over', () => {
  it('a parent cycle ends the branch at the first entry that would come twice', () => {
    assert.equal(said([user('a', 'c'), user('b', 'a'), user('c', 'b')]), 'a b c');
    assert.equal(said([user('a', 'a')]), 'a');
  });

  it('a message entry without a message is left out and named', () => {
    const { entries } = parseSessionText(text(HEADER, user('a', null), user('b', 'a', { message: null })));
    const { messages, skipped } = buildContext(entries);
    assert.deepEqual([messages.length, skipped], [1, [1]]);
  });

  it('a line that is null counts as dropped', () => {
    const { header, entries, droppedLines } = parseSessionText(text('null', HEADER, '{"type":', user('a', null)));
    assert.deepEqual([header?.id, entries.length, droppedLines], ['s', 1, 2]);
  });

  it('a number as last line leaves the context empty', () => {
    const { entries, leafId } = parseSessionText(text(HEADER, user('a', null), '5'));
    assert.deepEqual([buildContext(entries).messages, leafId], [[], undefined]);
  });
});

describe('reading a session', () => {
  it('takes a file without header for an empty one', () => {
    assert.deepEqual(parseSessionText(text(user('a', null), HEADER)), {
      header: null,
      entries: [],
      lines: [],
      droppedLines: 0,
      leafId: null,
    });
  });

  it('names the last entry as leaf, whatever its type', () => {
    const label = { type: 'label', id: 'l', parentId: 'a', targetId: 'a' };
    assert.equal(parseSessionText(text(HEADER, user('a', null), label)).leafId, 'l');
  });

  it('gives entries of version 1 the ids asked for', () => {
    const { header, entries } = parseSessionText(
      text({ type: 'session', id: 's' }, { type: 'message', message: { role: 'user', content: 'x' } }),
      (index) => `new-${index}`,
    );
    assert.equal(header?.version, 3);
    assert.deepEqual(entries, [
      { type: 'message', message: { role: 'user', content: 'x' }, id: 'new-0', parentId: null },
    ]);
  });

  it('tells the line of each entry, blank and damaged lines counted', () => {
    const { lines } = parseSessionText(
      `\ufeff\n\n${text(HEADER, '', user('a', null), '{"type":', HEADER, user('b', 'a'))}`,
    );
    assert.deepEqual(lines, [4, 7]);
  });

  it('tells which entry each message came from', () => {
    const compaction = { type: 'compaction', id: 'k', parentId: 'b', summary: 'S', firstKeptEntryId: 'b' };
    const { entries } = parseSessionText(text(HEADER, user('a', null), user('b', 'a'), compaction, user('c', 'k')));
    assert.deepEqual(buildContext(entries).sources, [2, 1, 3]);
  });
});

describe('leaf records and side messages', () => {
  const a = user('a', null);
  const b = user('b', 'a');
  const c = user('c', 'b');

  it('a leaf record makes its target the active leaf', () => {
    assert.equal(said([a, b, c, leaf('l', 'c', { targetId: 'a' })]), 'a');
  });

  it('a leaf record without target stands before the first entry', () => {
    assert.equal(said([a, b, leaf('l', 'b', { targetId: null })]), '');
  });

  it('an entry behind a leaf record continues at the target', () => {
    assert.equal(said([a, b, leaf('l', 'b', { targetId: 'a' }), user('d', 'l')]), 'a d');
  });

  it('a chain of leaf records is followed to its end', () => {
    const chain = [leaf('l', 'c', { targetId: 'b' }), leaf('m', 'l', { targetId: 'l' })];
    assert.equal(said([a, b, c, ...chain]), 'a b');
    assert.equal(said([a, b, c, ...chain, user('d', 'm')]), 'a b d');
  });

  it('a side message stays out of the branch', () => {
    const side = user('s', 'b', { appendMode: 'side' });
    const record = leaf('l', 's', { targetId: 'b', appendParentId: 's', appendMode: 'side' });
    assert.equal(said([a, b, side, record]), 'a b');
    assert.equal(said([a, b, side, record, user('d', 's')]), 'a b d');
  });

  it('an entry without the key parentId continues the leaf in file order', () => {
    assert.equal(said([a, b, c, leaf('l', 'c', { targetId: 'a' }), user('d', undefined)]), 'a d');
  });

  it('an entry of an unknown type never becomes the leaf', () => {
    const odd = { type: 'odd', id: 'o', parentId: null, timestamp: 'x' };
    assert.equal(said([a, b, leaf('l', 'b', { targetId: 'a' }), odd]), 'a');
    assert.equal(said([a, b, leaf('l', 'b', { targetId: 'a' }), odd, user('d', 'o')]), 'a d');
  });

  const move = leaf('l', 'c', { targetId: 'a' });
  for (const [what, invalid] of [
    ['an entry that is not in the file', leaf('i', 'l', { targetId: 'x' })],
    ['a place to append that is not in the file', leaf('i', 'l', { targetId: 'b', appendParentId: 'x' })],
    ['no target at all', leaf('i', 'l', {})],
    ['an unknown mode', leaf('i', 'l', { targetId: 'b', appendMode: 'front' })],
  ] as const) {
    it(`a leaf record that names ${what} moves nothing`, () => {
      assert.equal(said([a, b, c, move, invalid]), 'a');
      assert.equal(said([a, b, c, move, invalid, leaf('j', 'i', { targetId: 'i' })]), 'a');
      assert.equal(said([a, b, c, move, invalid, user('d', 'i')]), 'a d');
    });
  }

  it('a file whose leaf records are all invalid is read by its last line', () => {
    assert.equal(said([a, b, leaf('l', 'b', { targetId: 'x' })]), 'a b');
  });

  it('a leaf given by hand overrides the active one', () => {
    const entries = [a, b, c, leaf('l', 'c', { targetId: 'a' })];
    assert.equal(said(entries, 'b'), 'a b');
    assert.equal(said(entries, 'l'), 'a');
    assert.equal(said(entries, 'unknown'), 'a');
    assert.equal(said(entries, null), '');
  });
});
