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
