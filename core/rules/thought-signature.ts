import { parseObject } from '../jsonl/segments';
import { isBase64Signature } from '../session/signatures';
import { lossyFix, type Rule } from './rule';

const KEYS = ['thoughtSignature', 'thought_signature'] as const;

export const thoughtSignature: Rule = {
  id: 'thought-signature',
  summary: 'A Gemini thought signature that is not base64, on a route that checks.',
  severity: 'warning',
  step: 'thinking',
  description:
    "Gemini signs its calls and texts with base64. Another string in that place, such as a message id of OpenAI's, makes the request fail on routes that check it; OpenClaw strips it on the way.",
  repair: 'Removes the signature.',
  *check(inspection) {
    for (const { item, block } of inspection.blocks.badThoughtSignatures) {
      const { entry } = item;
      const { content } = inspection.value(entry).message as { content: Record<string, unknown>[] };
      for (const key of KEYS) {
        const stored = content[block]![key];
        if (!isBad(stored)) continue;
        // Chat-completions routes keep reasoning details as JSON in this place.
        const isDetail = typeof stored === 'string' && parseObject(stored) !== undefined;
        const verdict = inspection.need('thought-signature', ({ family }) => !(family === 'CHAT' && isDetail));
        if (verdict === undefined) continue;
        yield {
          ...verdict,
          location: inspection.block(entry, block, key),
          message: 'This thought signature is not base64: the provider cannot read it, and replay strips it.',
          fixes: [
            lossyFix('Remove the signature', {
              kind: 'removeValue',
              line: inspection.lineOf(entry),
              path: ['message', 'content', block, key],
            }),
          ],
        };
      }
    }
  },
};

function isBad(signature: unknown): boolean {
  if (signature === undefined || signature === null) return false;
  return typeof signature !== 'string' || !isBase64Signature(signature);
}
