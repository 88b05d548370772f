/** The unified diff: what `patch` would make of it is the new text, and it shows no more than needed. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { applyPatch } from 'diff';
import fc from 'fast-check';
import { unifiedDiff } from '../../cli/diff';

const diff = (before: string, after: string) =>
  unifiedDiff(Buffer.from(before), Buffer.from(after), 'a.jsonl', (_, line) => line);

const numbered = (count: number, changed: Readonly<Record<number, string>> = {}) =>
  Array.from({ length: count }, (_, index) => `${changed[index + 1] ?? index + 1}\n`).join('');

describe('unifiedDiff', () => {
  it('is empty for equal texts', () => assert.equal(diff('a\nb', 'a\nb'), ''));

  it('shows three lines around a change and joins changes that stand near', () => {
    assert.equal(
      diff(numbered(30), numbered(30, { 10: 'x', 17: 'y', 30: 'z' })),
      [
        '--- a/a.jsonl',
        '+++ b/a.jsonl',
        '@@ -7,14 +7,14 @@',
        ...[' 7', ' 8', ' 9', '-10', '+x', ' 11', ' 12', ' 13', ' 14', ' 15', ' 16', '-17', '+y', ' 18', ' 19', ' 20'],
        '@@ -27,4 +27,4 @@',
        ...[' 27', ' 28', ' 29', '-30', '+z', ''],
      ].join('\n'),
    );
  });

  it('shows a missing line end, a changed line end and invalid bytes', () => {
    assert.match(diff('a', 'a\n'), /@@ -1 \+1 @@\n-a\n\\ No newline at end of file\n\+a\n$/);
    assert.match(diff('a\r\nb\n', 'a\nb\n'), /\n-a\r\n\+a\n b\n$/);
    const invalid = unifiedDiff(Buffer.from([0xff, 0x0a]), Buffer.from('\ufffd\n'), 'a', (_, line) => line);
    assert.match(invalid, /\n-\ufffd\n\+\ufffd\n$/);
  });

  it('copes with more changes than a search for the shortest diff would bear', () => {
    const before = numbered(20_000);
    const after = before.replaceAll('\n', ' \n');
    assert.equal(applyPatch(before, diff(before, after)), after);
  });

  it('can be applied, for any two texts', () => {
    const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const patch = diff(before, after);
        assert.equal(patch === '' ? before : applyPatch(before, patch), after);
      }),
    );
  });
});
