/** What a thinking block's signature says: whether it can be sent back, and to whom. */

/** The fields that may hold a signature (OpenClaw 2026.5.7, pass 5). */
const SIGNATURES = ['signature', 'thinkingSignature', 'thought_signature'];

/**
 * Tells whether a thinking-like block carries a signature that replay keeps: a non-blank string in one of its
 * signature fields, for redacted thinking also in `data` (OpenClaw 2026.5.7, pass 5). Says nothing about its shape.
 */
export function hasUsableSignature(block: Readonly<Record<string, unknown>>): boolean {
  const fields = block.type === 'redacted_thinking' ? ['data', ...SIGNATURES] : SIGNATURES;
  return fields.some((field) => {
    const signature = block[field];
    return typeof signature === 'string' && signature.trim() !== '';
  });
}

/**
 * The reasoning item a thinking block stands for on the OpenAI Responses apis (OpenClaw 2026.5.7, pass 9a). Null for
 * every block that replay does not treat as one: another type, no item in `thinkingSignature`, an id without `rs_`.
 */
export function replayableReasoning(block: unknown): { readonly id: string } | null {
  const record = recordOf(block);
  if (record?.type !== 'thinking') return null;
  const item = reasoningItem(record.thinkingSignature);
  const id = item?.id;
  const type = item?.type;
  if (typeof id !== 'string' || !id.startsWith('rs_') || typeof type !== 'string') return null;
  return type === 'reasoning' || type.startsWith('reasoning.') ? { id } : null;
}

function reasoningItem(signature: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof signature !== 'string') return recordOf(signature);
  const text = signature.trim();
  if (!text.startsWith('{') || !text.endsWith('}')) return undefined;
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
}

/** Where a thinking block may keep its signature, in the order of preference (`documented.md`, Antigravity Claude). */
const ANTIGRAVITY_SIGNATURES = ['thinkingSignature', 'signature', 'thought_signature', 'thoughtSignature'];

/**
 * The signature under which Antigravity takes a Claude thinking block (`documented.md`): the first one present, as
 * written. Null when there is none, or it is not standard base64: then the block is dropped.
 */
export function antigravitySignature(block: Readonly<Record<string, unknown>>): string | null {
  for (const field of ANTIGRAVITY_SIGNATURES) {
    const signature = block[field];
    if (signature === undefined || signature === null) continue;
    return isAntigravitySignature(signature) ? signature : null;
  }
  return null;
}

function isAntigravitySignature(signature: unknown): signature is string {
  if (typeof signature !== 'string') return false;
  const text = signature.trim();
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/**
 * Tells whether a Gemini thought signature is base64, standard or URL alphabet, padding optional (OpenClaw 2026.5.7,
 * pass 4). White space inside counts for nothing.
 */
export function isBase64Signature(signature: string): boolean {
  const compact = signature.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/=_-]+$/.test(compact)) return false;
  const encoding = /[-_]/.test(compact) ? 'base64url' : 'base64';
  const bytes = Buffer.from(compact, encoding);
  return bytes.length > 0 && withoutPadding(bytes.toString(encoding)) === withoutPadding(compact);
}

function withoutPadding(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === '=') end--;
  return text.slice(0, end);
}
