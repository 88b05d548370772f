/**
 * OpenClaw's page says that native Codex replays reasoning, messages and calls without their earlier item ids; the
 * release keeps them in an ordinary run (documented.md; payloads.md 4.5).
 */
import { inPlaceOf, type Payload, without } from '../parts';
import type { Patch } from './wrapper';

const REPLAYED: ReadonlySet<unknown> = new Set(['reasoning', 'message', 'function_call']);

export const dropCodexItemIds: Patch = (draft, { model, profile }) => {
  const isNativeCodex = model.provider === 'openai-codex' && model.api === 'openai-codex-responses';
  if (profile !== 'documented' || !isNativeCodex) return draft;
  const { payload, origins } = draft;
  const input = (payload.input as readonly Payload[]).map((item) =>
    REPLAYED.has(item.type) ? inPlaceOf(origins, item, without(item, 'id')) : item,
  );
  return { payload: { ...payload, input }, origins };
};
