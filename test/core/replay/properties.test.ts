import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { extractToolCalls, isThinking, objectBlocks, toolResultId } from '../../../core/replay/blocks';
import { allowThinkingReplay } from '../../../core/replay/policy';
import { fieldsOf, type Messages, type Place, type TracedMessage } from '../../../core/replay/traced';
import { hasUsableSignature } from '../../../core/session/signatures';
import type { Profile } from '../../../core/types';
import { anyReplayCase } from '../../support/random-messages';
import { plain, type ReplayCaseInput, replayCase } from '../../support/replay';

const anyProfile = fc.constantFrom<Profile>('documented', 'openclaw-2026.5.7', 'pi');
const anyLevel = fc.constantFrom('off', 'high');
const RUNS = { numRuns: 300 };

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFreeze(member);
}

function roleOf({ value }: TracedMessage): unknown {
  return fieldsOf(value)?.role;
}

const check = (verify: (input: ReplayCaseInput, profile: Profile, thinkingLevel: string) => Promise<void>) =>
  fc.assert(fc.asyncProperty(anyReplayCase, anyProfile, anyLevel, verify), RUNS);

describe('whatever a history holds', () => {
  it('what was given is not changed, and a stage that changes nothing gives back the very list', () =>
    check(async (input, profile, thinkingLevel) => {
      deepFreeze(input);
      const { context, sanitized, changes } = await replayCase(input, { profile, thinkingLevel });
      assert.deepEqual(plain(context), input.messages);
      if (changes.length === 0) assert.equal(sanitized, context);
    }));

  it('a change is told for every stage whose result differs', () =>
    check(async (input, profile) => {
      const { context, outgoing, changes } = await replayCase(input, { profile });
      if (changes.length === 0) assert.deepEqual(plain(outgoing), plain(context));
    }));

  it('every message, block and change points to something that is there', () =>
    check(async (input, profile, thinkingLevel) => {
      const result = await replayCase(input, { profile, thinkingLevel });
      for (const message of [...result.sanitized, ...result.validated, ...result.outgoing]) {
        for (const { index } of message.sources) assert.ok(index in input.messages);
        for (const place of message.blocks) assertExists(place, input);
        const content = fieldsOf(message.value)?.content;
        assert.equal(message.blocks.length, Array.isArray(content) ? content.length : 0);
      }
      for (const { place, message } of result.changes) {
        assertExists(place, input);
        assert.match(message, /^[A-Z].*\.$/s);
      }
    }));

  it('only made-up messages come from nowhere', () =>
    check(async (input, profile) => {
      const { sanitized, outgoing } = await replayCase(input, { profile });
      for (const message of [...sanitized, ...outgoing].filter(({ sources }) => sources.length === 0)) {
        const { role, content, isError } = fieldsOf(message.value) ?? {};
        assert.ok((role === 'toolResult' && isError) || content === '(session bootstrap)', JSON.stringify(message));
      }
    }));

  it('sanitizing a second time changes nothing, but where ids were made unique or a result stood twice', () =>
    check(async (input, profile) => {
      const first = await replayCase(input, { profile });
      const { priorSnapshot: _, ...rest } = input;
      const again = { ...rest, messages: plain(first.sanitized) };
      const second = await replayCase(again, { profile });
      assert.deepEqual(plain(second.sanitized), again.messages);
    }));
});

function assertExists(place: Place | null, { messages }: ReplayCaseInput): void {
  let value: unknown = { messages };
  for (const key of place?.path ?? []) {
    assert.ok(Object.hasOwn(fieldsOf(value) ?? {}, key), `nothing at /${place?.path.join('/')}`);
    value = fieldsOf(value)?.[key];
  }
}
