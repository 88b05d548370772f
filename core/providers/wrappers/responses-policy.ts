/** Every Responses api (payloads.md 9.3; OpenClaw 2026.5.7, openai-responses-payload-policy). */
import { applyStorePolicy, dropUnsupportedReasoning } from '../openai-payload-policy';
import { patchMembers } from './wrapper';

/** `store`, compaction, prompt cache and `reasoning`, as the endpoint takes them. */
export const applyResponsesPolicy = patchMembers((payload, { model, extraParams }) =>
  dropUnsupportedReasoning(applyStorePolicy(payload, model, extraParams), model),
);
