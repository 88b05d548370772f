/** GitHub Copilot (payloads.md 9.5; OpenClaw 2026.5.7, github-copilot plugin). */
import { sha256Hex } from '../../hash';
import { type Payload, withMembers } from '../parts';
import { markForCache } from './openrouter';
import type { Patch } from './wrapper';

/** Ids that belong to a connection are replaced by ones that can be sent again. */
export const replaceConnectionIds: Patch = (draft, { model }) => {
  const { payload, origins } = draft;
  if (model.provider !== 'github-copilot' || model.api !== 'openai-responses') return draft;
  const input = (payload.input as readonly Payload[]).map((item) => {
    const { id, type } = item;
    if (typeof id !== 'string' || type === 'reasoning' || !isConnectionId(id)) return item;
    const prefix = type === 'function_call' ? 'fc' : 'msg';
    return withMembers(origins, item, { id: `${prefix}_${sha256Hex(id).slice(0, 16)}` });
  });
  return { payload: { ...payload, input }, origins };
};

/** Opaque base64 of 16 bytes or more, which is what such ids look like. */
function isConnectionId(id: string): boolean {
  if (id.length < 24 || /^(?:rs|msg|fc)_[A-Za-z0-9_-]+$/.test(id)) return false;
  return /^[A-Za-z0-9+/_-]+=*$/.test(id) && Buffer.from(id, 'base64').length >= 16;
}

/** Claude at Copilot: no cache markers on thinking. */
export const unmarkThinking: Patch = (draft, { model }) =>
  model.provider === 'github-copilot' && model.api === 'anthropic-messages' ? markForCache(draft) : draft;
