/** Holds OpenClaw's wrappers to a table: what becomes of a body on its way to a provider. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Payload } from '../../core/providers/parts';
import { readRequest } from '../../core/providers/read-request';
import type { PayloadRequest } from '../../core/providers/types';
import { wrap } from '../../core/providers/wrappers';
import type { Profile } from '../../core/types';

export interface WrapperRow {
  readonly name: string;
  /** The target, level and parameters. */
  readonly request: Omit<PayloadRequest, 'messages'>;
  /** What the converter gave. */
  readonly body: Payload;
  /** What leaves the machine. */
  readonly gives: Payload;
  readonly profile?: Profile;
}

/** Tests the rows; no body is changed in place. */
export function testWrappers(rows: readonly WrapperRow[]): void {
  for (const { name, request, body, gives, profile = 'openclaw-2026.5.7' } of rows) {
    it(name, () => {
      const payload = deepFreeze(structuredClone(body));
      // Facts of the catalogue would hide what a row says.
      const input = readRequest({ model: {}, ...request, messages: [] });
      assert.ok('model' in input);
      const level = request.thinkLevel ?? input.level;
      const { finish } = wrap(input, { level, extraParams: request.extraParams ?? {}, profile });
      assert.deepEqual(finish({ payload, origins: new Map() }).payload, gives);
    });
  }
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(deepFreeze);
  return Object.freeze(value);
}
