/** Where a thinking block may keep its signature, in the order of preference (`documented.md`, Antigravity Claude). */
const SIGNATURES = ['thinkingSignature', 'signature', 'thought_signature', 'thoughtSignature'];

/**
 * The signature under which Antigravity takes a Claude thinking block (`documented.md`): the first one present, as
 * written. Null when there is none, or it is not standard base64: then the block is dropped.
 */
export function antigravitySignature(block: Readonly<Record<string, unknown>>): string | null {
  for (const field of SIGNATURES) {
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
