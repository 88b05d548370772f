/** Thinking of Claude, on Anthropic's api and on Bedrock (payloads.md 2.7 and 3.6; pi-ai 0.73.0). */
import type { Level, Model } from './types';

/** Tokens by level. */
const BUDGETS: Readonly<Record<Exclude<Level, 'off'>, number>> = {
  minimal: 1024,
  low: 2048,
  medium: 8192,
  high: 16_384,
  xhigh: 16_384,
};

/** What a budget leaves for the answer at least. */
const ANSWER = 1024;

/** Output limit and thinking budget, in tokens, for a base limit. */
export function budgetFor(
  level: Exclude<Level, 'off'>,
  base: number,
  { maxTokens }: Pick<Model, 'maxTokens'>,
): { readonly limit: number; readonly budget: number } {
  const budget = BUDGETS[level];
  const limit = Math.min(base + budget, maxTokens);
  return limit <= budget ? { limit, budget: Math.max(0, limit - ANSWER) } : { limit, budget };
}

/** Whether one of a model's names holds one of these words. */
export function namesOne(names: readonly string[], words: readonly string[]): boolean {
  return names.some((name) => words.some((word) => name.includes(word)));
}
