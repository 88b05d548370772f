/** Tells whether a block holds thinking, readable or redacted (`replay.md`, "thinking-like"). */
export function isThinkingLike(block: unknown): block is Readonly<Record<string, unknown>> {
  const type = recordOf(block)?.type;
  return type === 'thinking' || type === 'redacted_thinking';
}

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
