import type { CheckOptions, EntryRules, SeveritySetting } from '../types';
import type { CheckSettings, ConfigContent } from './parse';

/** What holds for one file: `stronger` goes before `weaker`, key by key, rule by rule and model by model. */
export function mergeSettings(weaker: CheckSettings, stronger: CheckSettings): CheckSettings {
  const rules = { ...weaker.rules, ...stronger.rules };
  const models = { ...weaker.models, ...stronger.models };
  return {
    ...weaker,
    ...stronger,
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(Object.keys(models).length > 0 && { models }),
  };
}

/** What a settings file says about one file. `matches` tells whether globs, relative to the settings file, take it in. */
export function settingsForFile(
  { settings, overrides }: Pick<ConfigContent, 'settings' | 'overrides'>,
  matches: (globs: readonly string[]) => boolean,
): CheckSettings & Pick<CheckOptions, 'entryRules'> {
  const rules: Record<string, SeveritySetting> = { ...settings.rules };
  const entryRules: EntryRules[] = [];
  for (const override of overrides) {
    if (!matches(override.files)) continue;
    if (override.entries) entryRules.push({ entries: override.entries, rules: override.rules });
    else Object.assign(rules, override.rules);
  }
  return {
    ...settings,
    ...(Object.keys(rules).length > 0 && { rules }),
    ...(entryRules.length > 0 && { entryRules }),
  };
}
