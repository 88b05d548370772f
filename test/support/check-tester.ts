/** Holds acceptance checks to a table: each refuses one payload at a place, and takes another one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findProblems } from '../../core/providers/acceptance';
import type { Payload } from '../../core/providers/parts';

export interface CheckRow {
  readonly check: string;
  readonly refused: Payload;
  /** Pointers of all problems of this check. */
  readonly at: readonly string[];
  /** The part of the error that stays when its wording changes. */
  readonly says: RegExp;
  readonly accepted: Payload;
  /** Where it differs from that of the other rows. */
  readonly target?: Partial<Target>;
}

export interface Target {
  readonly provider: string;
  readonly api: string;
  readonly modelId: string;
}

/** Tests the rows, and that every check of the family has one. */
export function testChecks(checks: readonly { readonly id: string }[], usual: Target, rows: readonly CheckRow[]): void {
  for (const { check, refused, at, says, accepted, target } of rows) {
    const request = { ...usual, ...target };
    describe(check, () => {
      it('names what is refused, in the provider’s words', () => {
        const problems = findProblems({ ...request, payload: refused }, new Map()).filter(
          (problem) => problem.check === check,
        );
        assert.deepEqual(
          problems.map(({ pointer }) => pointer),
          at,
        );
        for (const { message } of problems) assert.match(message, says);
      });
      it('is silent about what is accepted', () => {
        const problems = findProblems({ ...request, payload: accepted }, new Map());
        assert.deepEqual(
          problems.filter((problem) => problem.check === check),
          [],
        );
      });
    });
  }
  it('has a refused and an accepted payload for every check', () => {
    assert.deepEqual(rows.map(({ check }) => check).sort(), checks.map(({ id }) => id).sort());
  });
}

/** Base64 of a PNG header with these sides, padded to at least so many bytes. */
export function png(width: number, height: number, bytes = 33): string {
  const data = Buffer.alloc(bytes);
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]).copy(data);
  data.write('IHDR', 12, 'latin1');
  data.writeUInt32BE(width, 16);
  data.writeUInt32BE(height, 20);
  return data.toString('base64');
}
