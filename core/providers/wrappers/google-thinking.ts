/** Google's `thinkingConfig` (payloads.md 9.5; OpenClaw 2026.5.7, sanitizeGoogleThinkingPayload). */
import { type Payload, without } from '../parts';
import { isOff, patchMembers } from './wrapper';

/** Levels of the families that have levels instead of budgets; absent: none is sent. */
const LEVELS = {
  gemma4: {
    minimal: 'MINIMAL',
    low: 'MINIMAL',
    medium: 'HIGH',
    high: 'HIGH',
    xhigh: 'HIGH',
    max: 'HIGH',
    adaptive: 'HIGH',
  },
  gemini3Pro: { off: 'LOW', minimal: 'LOW', low: 'LOW', medium: 'HIGH', high: 'HIGH', xhigh: 'HIGH', max: 'HIGH' },
  gemini3Flash: {
    off: 'MINIMAL',
    minimal: 'MINIMAL',
    low: 'LOW',
    medium: 'MEDIUM',
    high: 'HIGH',
    xhigh: 'HIGH',
    max: 'HIGH',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

const GEMINI_3_PRO = /(?:^|\/)gemini-(?:3(?:\.\d+)?-pro|pro-latest)(?:-|$)/;
const GEMINI_3_FLASH = /(?:^|\/)gemini-(?:3(?:\.\d+)?-flash|flash(?:-lite)?-latest)(?:-|$)/;
const GEMINI_25 = /(?:^|\/)gemini-2\.5-/;

/** Cleans the config of both forms, pi's and OpenClaw's own. */
export const cleanGoogleThinking = patchMembers((payload, { model, level }) => {
  if (model.api !== 'google-generative-ai') return payload;
  const id = model.id.trim().toLowerCase();
  return cleanIn('generationConfig', cleanIn('config', payload, id, level), id, level);
});

/** A config that ends up empty goes; what held it stays. */
function cleanIn(holder: 'config' | 'generationConfig', payload: Payload, id: string, level: string): Payload {
  const held = payload[holder] as Payload | undefined;
  const config = held?.thinkingConfig as Payload | undefined;
  if (held === undefined || config === undefined) return payload;
  const cleaned = cleanConfig(config, id, level);
  if (cleaned === config) return payload;
  const isEmpty = Object.keys(cleaned).length === 0;
  const kept = isEmpty ? without(held, 'thinkingConfig') : { ...held, thinkingConfig: cleaned };
  return { ...payload, [holder]: kept };
}

function cleanConfig(config: Payload, id: string, level: string): Payload {
  if (id.startsWith('gemma-4')) return cleanGemma4(config, level);
  const isAdaptive = level === 'adaptive';
  if (isAdaptive && GEMINI_25.test(id)) return { ...without(config, 'thinkingLevel'), thinkingBudget: -1 };
  const family = GEMINI_3_PRO.test(id) ? 'gemini3Pro' : GEMINI_3_FLASH.test(id) ? 'gemini3Flash' : undefined;
  if (family !== undefined) {
    if (isAdaptive) return without(config, 'thinkingBudget', 'thinkingLevel');
    return withLevel(without(config, 'thinkingBudget'), levelOf(family, level));
  }
  const { thinkingBudget } = config;
  const isImpossible = thinkingBudget === 0 && id.includes('gemini-2.5-pro');
  const isNegative = typeof thinkingBudget === 'number' && thinkingBudget < 0;
  return isImpossible || isNegative ? without(config, 'thinkingBudget') : config;
}

/** Gemma 4 knows no budget, and two levels. */
function cleanGemma4(config: Payload, level: string): Payload {
  const bare = without(config, 'thinkingBudget');
  if (isOff(level)) return without(bare, 'thinkingLevel');
  return withLevel(bare, levelOf('gemma4', level));
}

function levelOf(family: keyof typeof LEVELS, level: string): string | undefined {
  return (LEVELS[family] as Readonly<Record<string, string>>)[level];
}

function withLevel(config: Payload, level: string | undefined): Payload {
  return level === undefined ? config : { ...config, thinkingLevel: level };
}
