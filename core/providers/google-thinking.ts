/** `thinkingConfig` of Google's apis (payloads.md 6.1 and 6.2; pi-ai 0.73.0 and OpenClaw 2026.5.7). */
import type { ThinkingConfig, ThinkingLevel } from '@google/genai';
import { clampLevel } from './levels';
import type { ConverterInput, Level } from './types';

const PRO_3 = /gemini-3(?:\.\d+)?-pro|gemini-pro-latest/;
const FLASH_3 = /gemini-3(?:\.\d+)?-flash|gemini-flash-latest|gemini-flash-lite-latest/;
const GEMMA_4 = /gemma-?4/;

type Named = 'minimal' | 'low' | 'medium' | 'high';
type Budgets = Readonly<Record<Named, number>>;

/** Tokens by level; the first name that an id contains counts. */
const BUDGETS: readonly (readonly [name: string, budgets: Budgets])[] = [
  ['2.5-pro', { minimal: 128, low: 2048, medium: 8192, high: 32_768 }],
  ['2.5-flash-lite', { minimal: 512, low: 2048, medium: 8192, high: 24_576 }],
  ['2.5-flash', { minimal: 128, low: 2048, medium: 8192, high: 24_576 }],
];

/** In what the forms differ. */
export interface ThinkingRules {
  readonly hasGemma: boolean;
  readonly hasFlashLite: boolean;
  /** The budget of a model without one of its own. */
  readonly unknownBudget: Pick<ThinkingConfig, 'thinkingBudget'>;
  /** Whether a model that cannot be switched off is told to. */
  readonly switchesProOff: boolean;
}

/** Undefined for models without reasoning, and where nothing is to be said. */
export function thinkingConfig({ model, level }: ConverterInput, rules: ThinkingRules): ThinkingConfig | undefined {
  if (!model.reasoning) return undefined;
  const id = model.id.toLowerCase();
  const fitted = clampLevel(model, level);
  const named = levelName(id, fitted, rules) as ThinkingLevel | undefined;
  if (named !== undefined) {
    return fitted === 'off' ? { thinkingLevel: named } : { includeThoughts: true, thinkingLevel: named };
  }
  if (fitted !== 'off') return { includeThoughts: true, ...budget(id, fitted, rules) };
  return id.includes('gemini-2.5-pro') && !rules.switchesProOff ? undefined : { thinkingBudget: 0 };
}

/** The level of models that take names; undefined for those that take tokens. */
function levelName(id: string, level: Level, { hasGemma }: ThinkingRules): `${ThinkingLevel}` | undefined {
  const isLow = level === 'off' || level === 'minimal' || level === 'low';
  if (PRO_3.test(id)) return isLow ? 'LOW' : 'HIGH';
  if (FLASH_3.test(id)) {
    if (level === 'off' || level === 'minimal') return 'MINIMAL';
    if (level === 'low') return 'LOW';
    return level === 'medium' ? 'MEDIUM' : 'HIGH';
  }
  if (hasGemma && GEMMA_4.test(id)) return isLow ? 'MINIMAL' : 'HIGH';
  return undefined;
}

function budget(
  id: string,
  level: Exclude<Level, 'off'>,
  { hasFlashLite, unknownBudget }: ThinkingRules,
): Pick<ThinkingConfig, 'thinkingBudget'> {
  const known = BUDGETS.find(([name]) => id.includes(name) && (hasFlashLite || name !== '2.5-flash-lite'));
  return known ? { thinkingBudget: known[1][level === 'xhigh' ? 'high' : level] } : unknownBudget;
}
