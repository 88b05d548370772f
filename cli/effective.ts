/** Settings in force: the command line goes before the settings file, key by key, and that before the defaults. */
import {
  type CheckOptions,
  type CheckSettings,
  didYouMean,
  mergeSettings,
  parseTarget,
  RULES,
  SETTINGS,
  type SeveritySetting,
  type Target,
} from '../core';
import { type ConfigFile, configFor } from '../disk/config-files';
import type { ConfigOptions } from './options';

/** Reads `--target`, `--rule`, `--profile` and `--image-max-dimension`. */
export function settingsOf(options: ConfigOptions): CheckSettings | { readonly error: string } {
  const targets: Target[] = [];
  for (const text of options.target) {
    const parsed = parseTarget(text);
    if ('error' in parsed) return { error: `--target ${text}: ${parsed.error}` };
    targets.push(parsed.target);
  }
  const rules: Record<string, SeveritySetting> = {};
  for (const text of options.rule) {
    const parsed = ruleSetting(text);
    if (typeof parsed === 'string') return { error: `--rule ${text}: ${parsed}` };
    rules[parsed.id] = parsed.severity;
  }
  return {
    ...(targets.length > 0 && { targets }),
    ...(options.rule.length > 0 && { rules }),
    ...(options.profile && { profile: options.profile }),
    ...(options.imageMaxDimension !== undefined && { imageMaxDimension: options.imageMaxDimension }),
  };
}

function ruleSetting(text: string): { id: string; severity: SeveritySetting } | string {
  const found = /^([^=:]+)[=:](.*)$/.exec(text);
  if (!found) return `write a rule id and a severity, such as ${text || 'torn-record'}=off`;
  const [, id = '', word = ''] = found;
  const unknown = unknownRule(id);
  if (unknown !== undefined) return unknown;
  const severity = SETTINGS.find((known) => known === word);
  return severity ? { id, severity } : `the severity is one of ${SETTINGS.join(', ')}.${didYouMean(word, SETTINGS)}`;
}

/** Says that there is no such rule, with the nearest one; undefined for a rule that exists. */
export function unknownRule(id: string): string | undefined {
  const ids = RULES.map((rule) => rule.id);
  if (ids.includes(id)) return undefined;
  return `there is no rule "${id}".${didYouMean(id, ids) || ' See transcript-hygiene --list-rules.'}`;
}

/** What the core is told about one file. */
export async function checkOptions(
  config: ConfigFile | undefined,
  given: CheckSettings,
  fileName: string | undefined,
): Promise<CheckOptions & Pick<CheckSettings, 'models'>> {
  const { entryRules, ...settings } = config ? await configFor(config, fileName ?? 'stdin') : {};
  return {
    ...mergeSettings(settings, given),
    // A rule named on the command line holds for every entry.
    ...(entryRules && { entryRules: entryRules.map((own) => ({ ...own, rules: without(own.rules, given.rules) })) }),
    ...(fileName !== undefined && { fileName }),
  };
}

function without(
  rules: Readonly<Record<string, SeveritySetting>>,
  named: CheckSettings['rules'],
): Record<string, SeveritySetting> {
  return Object.fromEntries(Object.entries(rules).filter(([rule]) => named?.[rule] === undefined));
}
