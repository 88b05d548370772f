/** Names of Mistral's models (`documented.md`). */
const MISTRAL_NAMES = ['mistral', 'mixtral', 'codestral', 'pixtral', 'devstral', 'ministral'];

/** Tells whether a model id names a Claude model. */
export function isClaude(modelId: string): boolean {
  return lower(modelId).includes('claude');
}

/** Tells whether a Claude model wants the thinking of earlier turns back: 4 and later (OpenClaw 2026.5.7). */
export function keepsThinking(modelId: string): boolean {
  return isClaude(modelId) && /(?:opus|sonnet|haiku)-4|claude-(?:[5-9]|\d{2})/.test(lower(modelId));
}

/** Tells whether a model id names Gemma 4, whose reasoning must not come back (OpenClaw 2026.5.7). */
export function isGemma4(modelId: string): boolean {
  return /(?:^|[/_:-])gemma[-_]?4(?:$|[/_.:-])/.test(lower(modelId));
}

/** Tells whether a model id names one of Mistral's models (`documented.md`). */
export function isMistralModel(modelId: string): boolean {
  const id = lower(modelId);
  return MISTRAL_NAMES.some((name) => id.includes(name));
}

/** An id trimmed and in lower case. */
export function lower(id: string): string {
  return id.trim().toLowerCase();
}
