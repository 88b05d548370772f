/** `thinkingConfig` of Google's apis (payloads.md 6.1 and 6.2; pi-ai 0.73.0 and OpenClaw 2026.5.7). */
import type { ThinkingConfig, ThinkingLevel } from '@google/genai';
import { clampLevel } from './levels';
import type { ConverterInput, Level, Model } from './types';

type Named = 'minimal' | 'low' | 'medium' | 'high';
type Names = Readonly<Record<Named, `${ThinkingLevel}`>>;
type Budgets = Readonly<Record<Named, number>>;

/** What models call a level that take names instead of tokens. */
const PRO: Names = { minimal: 'LOW', low: 'LOW', medium: 'HIGH', high: 'HIGH' };
const FLASH: Names = { minimal: 'MINIMAL', low: 'LOW', medium: 'MEDIUM', high: 'HIGH' };
const GEMMA: Names = { minimal: 'MINIMAL', low: 'MINIMAL', medium: 'HIGH', high: 'HIGH' };

const PRO_BUDGETS: Budgets = { minimal: 128, low: 2048, medium: 8192, high: 32_768 };
const FLASH_BUDGETS: Budgets = { minimal: 128, low: 2048, medium: 8192, high: 24_576 };
const FLASH_LITE_BUDGETS: Budgets = { ...FLASH_BUDGETS, minimal: 512 };

/** In what the forms differ. */
interface ThinkingRules {
  /** By lower-case id; the first that fits counts. */
  readonly names: readonly (readonly [id: RegExp, names: Names])[];
  /** Tokens, by a part of the id; the first that fits counts. */
  readonly budgets: readonly (readonly [id: string, budgets: Budgets])[];
  /** The budget of a model without one of its own. */
  readonly unknownBudget: Pick<ThinkingConfig, 'thinkingBudget'>;
  /** Whether a model that cannot be switched off is told to. */
  readonly switchesProOff: boolean;
  /** The level that is asked for; undefined when the form has no word for it. */
  readonly fit: (model: Model, level: Level) => Named | undefined;
}

/** What OpenClaw's own transport sends. */
export const OWN_THINKING: ThinkingRules = {
  names: [
    [/(?:^|\/)gemini-(?:3(?:\.\d+)?-pro|pro-latest)(?:-|$)/, PRO],
    [/(?:^|\/)gemini-(?:3(?:\.\d+)?-flash|flash(?:-lite)?-latest)(?:-|$)/, FLASH],
  ],
  budgets: [
    ['2.5-pro', PRO_BUDGETS],
    ['2.5-flash-lite', FLASH_LITE_BUDGETS],
    ['2.5-flash', FLASH_BUDGETS],
  ],
  unknownBudget: {},
  switchesProOff: false,
  fit: (_, level) => (level === 'xhigh' || level === 'off' ? 'high' : level),
};

/** What pi sends to Vertex. */
export const VERTEX_THINKING: ThinkingRules = {
  names: [
    [/gemini-3(?:\.\d+)?-pro/, PRO],
    [/gemini-3(?:\.\d+)?-flash/, FLASH],
  ],
  budgets: [
    ['2.5-pro', PRO_BUDGETS],
    ['2.5-flash', FLASH_BUDGETS],
  ],
  unknownBudget: { thinkingBudget: -1 },
  switchesProOff: true,
  fit: (model, level) => {
    const fitted = clampLevel(model, level);
    if (fitted === 'xhigh') return undefined;
    return fitted === 'off' ? 'high' : fitted;
  },
};

/** What pi sends to the api of Gemini. */
export const PI_THINKING: ThinkingRules = {
  ...VERTEX_THINKING,
  names: [...VERTEX_THINKING.names, [/gemma-?4/, GEMMA]],
  budgets: OWN_THINKING.budgets,
};

/** Undefined for models without reasoning, and where nothing is to be said. */
export function thinkingConfig({ model, level }: ConverterInput, rules: ThinkingRules): ThinkingConfig | undefined {
  if (!model.reasoning) return undefined;
  const id = model.id.toLowerCase();
  const names = rules.names.find(([pattern]) => pattern.test(id))?.[1];
  if (level === 'off') {
    if (names) return thinkingLevel(names, 'minimal');
    return id.includes('gemini-2.5-pro') && !rules.switchesProOff ? undefined : { thinkingBudget: 0 };
  }
  const named = rules.fit(model, level);
  if (names) return { includeThoughts: true, ...(named && thinkingLevel(names, named)) };
  // Unlike names, budgets go by the id as it is written.
  const budgets = rules.budgets.find(([part]) => model.id.includes(part))?.[1];
  if (!budgets) return { includeThoughts: true, ...rules.unknownBudget };
  return { includeThoughts: true, ...(named && { thinkingBudget: budgets[named] }) };
}

function thinkingLevel(names: Names, named: Named): Pick<ThinkingConfig, 'thinkingLevel'> {
  // The SDK's enumeration holds these very words.
  return { thinkingLevel: names[named] as ThinkingLevel };
}
