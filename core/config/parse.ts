/** Reads the text of `.transcript-hygiene.json`. Wrong parts are left out and reported; the rest counts. */
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from 'jsonc-parser';
import { type ModelTable, readModelTable } from '../providers/model-facts';
import { RULES } from '../rules';
import { parseTarget } from '../session/targets';
import type { CheckOptions, JsonPath, SeveritySetting, Target } from '../types';
import { CONFIG_KEYS, OVERRIDE_KEYS, PROFILES, SETTINGS } from './keys';
import { didYouMean } from './near';
import { type ConfigProblem, ProblemList } from './problems';

/** What may be set for checks and previews, from wherever it comes. */
export type CheckSettings = Pick<CheckOptions, 'profile' | 'targets' | 'rules' | 'imageMaxDimension'> & {
  /** For previews: facts about models beside the catalogue's. */
  readonly models?: ModelTable;
};

/** Severities for some files only, or for some entries of them. */
export interface Override {
  /** Globs, relative to the settings file. */
  readonly files: readonly string[];
  /** Ids of the entries it is about; absent for all of them. */
  readonly entries?: readonly string[];
  readonly rules: Readonly<Record<string, SeveritySetting>>;
}

/** What a settings file says. Globs are relative to its folder. */
export interface ConfigContent {
  readonly settings: CheckSettings;
  /** Files to look at beside those with the usual names. */
  readonly include: readonly string[];
  /** Files that are never looked at. */
  readonly exclude: readonly string[];
  /** Later ones go before earlier ones. */
  readonly overrides: readonly Override[];
}

export const NO_CONFIG: ConfigContent = { settings: {}, include: [], exclude: [], overrides: [] };

/** The content of a settings file and what is wrong with it. Comments and commas too many are allowed. */
export function parseConfig(text: string): ConfigContent & { readonly problems: readonly ConfigProblem[] } {
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true, disallowComments: false });
  const problems = new ProblemList(text);
  const isEmpty = text.replace('\uFEFF', '').trim() === '';
  if (isEmpty) problems.at('error', 0, 0, [], 'The file is empty. Write {} for no settings.');
  else for (const error of errors) problems.syntax(error);
  if (root && root.type !== 'object') problems.report('error', root, [], 'The settings are one JSON object, { … }.');
  const content = root?.type === 'object' ? readContent(root, problems) : NO_CONFIG;
  return { ...content, problems: problems.all() };
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };

function readContent(root: Node, problems: ProblemList): ConfigContent {
  const settings: Writable<CheckSettings> = {};
  const content: Writable<ConfigContent> = { ...NO_CONFIG, settings };
  for (const { key, keyNode, value } of members(root, [], problems)) {
    if (!CONFIG_KEYS.includes(key)) {
      const near = didYouMean(key, CONFIG_KEYS);
      problems.report('warning', keyNode, [key], `Unknown setting "${key}"; it has no effect.${near}`);
    } else if (!value) {
      // The syntax error that left the value out is reported already.
    } else if (key === '$schema') {
      if (value.type !== 'string') problems.report('error', value, [key], '"$schema" is a string.');
    } else if (key === 'profile') {
      const profile = PROFILES.find((known) => known === value.value);
      if (profile) settings.profile = profile;
      else problems.report('error', value, [key], `"profile" is ${oneOf(PROFILES)}.${meant(value, PROFILES)}`);
    } else if (key === 'targets') {
      settings.targets = readTargets(value, problems);
    } else if (key === 'rules') {
      settings.rules = readRules(value, [key], problems);
    } else if (key === 'imageMaxDimension') {
      if (Number.isInteger(value.value) && value.value > 0) settings.imageMaxDimension = value.value;
      else problems.report('error', value, [key], '"imageMaxDimension" is a whole number of pixels above 0.');
    } else if (key === 'models') {
      settings.models = readModels(value, problems);
    } else if (key === 'overrides') {
      content.overrides = readOverrides(value, problems);
    } else {
      content[key as 'include' | 'exclude'] = readStrings(value, [key], 'globs', problems).map(({ text }) => text);
    }
  }
  return content;
}

function readTargets(list: Node, problems: ProblemList): Target[] {
  const what = 'targets such as "anthropic:claude-sonnet-4-5"';
  return readStrings(list, ['targets'], what, problems).flatMap((item) => {
    const parsed = parseTarget(item.text);
    if ('target' in parsed) return [parsed.target];
    problems.report('error', item.node, item.path, parsed.error);
    return [];
  });
}

function readRules(object: Node, at: JsonPath, problems: ProblemList): Record<string, SeveritySetting> {
  const rules: Record<string, SeveritySetting> = {};
  if (object.type !== 'object') {
    problems.report('error', object, at, '"rules" is an object of rule ids with their severities.');
    return rules;
  }
  const ids = RULES.map((rule) => rule.id);
  for (const { key, keyNode, value } of members(object, at, problems)) {
    const path = [...at, key];
    const setting = SETTINGS.find((known) => known === value?.value);
    if (!ids.includes(key)) {
      problems.report('warning', keyNode, path, `Unknown rule "${key}"; it has no effect.${didYouMean(key, ids)}`);
    } else if (setting) {
      rules[key] = setting;
    } else if (value) {
      problems.report('error', value, path, `A rule's severity is ${oneOf(SETTINGS)}.${meant(value, SETTINGS)}`);
    }
  }
  return rules;
}

function readModels(node: Node, problems: ProblemList): ModelTable {
  const read = readModelTable(getNodeValue(node));
  for (const { path, message } of read.problems) {
    problems.report('error', findNodeAtLocation(node, [...path]) ?? node, ['models', ...path], message);
  }
  return read.models;
}

function readOverrides(list: Node, problems: ProblemList): Override[] {
  if (list.type !== 'array') {
    problems.report('error', list, ['overrides'], '"overrides" is a list of objects with "files" and "rules".');
    return [];
  }
  return (list.children ?? []).flatMap((node, index) => readOverride(node, ['overrides', index], problems) ?? []);
}

function readOverride(node: Node, at: JsonPath, problems: ProblemList): Override | undefined {
  if (node.type !== 'object') {
    problems.report('error', node, at, 'An override is an object with "files" and "rules".');
    return undefined;
  }
  const override: { files?: string[]; entries?: string[]; rules?: Record<string, SeveritySetting> } = {};
  for (const { key, keyNode, value } of members(node, at, problems)) {
    const path = [...at, key];
    if (!OVERRIDE_KEYS.includes(key)) {
      const near = didYouMean(key, OVERRIDE_KEYS);
      problems.report('warning', keyNode, path, `Unknown setting "${key}" in an override; it has no effect.${near}`);
    } else if (!value) {
      // The syntax error that left the value out is reported already.
    } else if (key === 'rules') {
      override.rules = readRules(value, path, problems);
    } else {
      const what = key === 'files' ? 'globs' : 'entry ids';
      override[key as 'files' | 'entries'] = readStrings(value, path, what, problems).map(({ text }) => text);
    }
  }
  const { files, entries, rules } = override;
  if (files && rules) return { files, rules, ...(entries && { entries }) };
  problems.report('error', node, at, `An override needs ${files ? '"rules"' : '"files"'}; this one has no effect.`);
  return undefined;
}

function readStrings(list: Node, at: JsonPath, what: string, problems: ProblemList) {
  const key = at.at(-1);
  if (list.type !== 'array') {
    problems.report('error', list, at, `"${key}" is a list of ${what}.`);
    return [];
  }
  return (list.children ?? []).flatMap((node, index) => {
    const path = [...at, index];
    if (typeof node.value === 'string' && node.value !== '') return [{ text: node.value, node, path }];
    problems.report('error', node, path, `"${key}" is a list of ${what}; this is none.`);
    return [];
  });
}

function members(object: Node, path: JsonPath, problems: ProblemList) {
  const seen = new Set<string>();
  return (object.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    if (!keyNode) return [];
    const key = String(keyNode.value);
    if (seen.has(key)) {
      problems.report('warning', keyNode, [...path, key], `"${key}" is set twice; the last one counts.`);
    }
    seen.add(key);
    return [{ key, keyNode, value }];
  });
}

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}

function meant(value: Node, known: readonly string[]): string {
  return typeof value.value === 'string' ? didYouMean(value.value, known) : '';
}
