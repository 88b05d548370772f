/** Output limit and thinking level, fitted to a model (payloads.md 2.5 and 2.6; pi-ai 0.73.0). */
import type { ConverterInput, Level, Model } from './types';

const LEVELS: readonly Level[] = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'];

/** The most output tokens pi asks for when nobody says how many. */
export const DEFAULT_OUTPUT_LIMIT = 32_000;

/** Tokens, or undefined when the model's facts name none. */
export function outputLimit({ model, options }: ConverterInput): number | undefined {
  if (options.maxTokens !== undefined) return options.maxTokens || undefined;
  return model.maxTokens > 0 ? Math.min(model.maxTokens, DEFAULT_OUTPUT_LIMIT) : undefined;
}

/** The next level the model supports: upwards first, then downwards. No level is asked for by `off`, so it stays. */
export function clampLevel(model: Model, level: Level): Level {
  if (level === 'off') return level;
  const wanted = LEVELS.indexOf(level);
  const supported = LEVELS.filter((candidate) => supportsLevel(model, candidate));
  return (
    supported.find((candidate) => LEVELS.indexOf(candidate) >= wanted) ??
    supported.findLast((candidate) => LEVELS.indexOf(candidate) < wanted) ??
    'off'
  );
}

function supportsLevel({ reasoning, thinkingLevelMap }: Model, level: Level): boolean {
  if (!reasoning) return level === 'off';
  const mapped = thinkingLevelMap[level];
  return level === 'xhigh' ? mapped !== undefined && mapped !== null : mapped !== null;
}

/** What the provider calls a level. */
export function effortName({ thinkingLevelMap }: Model, level: Level): string {
  return thinkingLevelMap[level] ?? level;
}
