/** `.transcript-hygiene.json`: found upwards from a file, read once, its own faults reported as findings on it. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Node, ParseError } from 'jsonc-parser';
import {
  type CheckOptions,
  type JsonPath,
  parseTarget,
  pointer,
  RULES,
  type Severity,
  type SeveritySetting,
  type Target,
} from '../core';
import { CONFIG_KEYS, CONFIG_NAME, PROFILES, SETTINGS } from './config-keys';
import { didYouMean } from './near';
import type { ReportFinding } from './report';
import { codeOf, reasonOf } from './system-error';

export type Settings = Pick<CheckOptions, 'profile' | 'targets' | 'rules' | 'imageMaxDimension'>;

export interface ConfigFile {
  readonly path: string;
  /** Where its globs start. */
  readonly folder: string;
  readonly settings: Settings;
  readonly exclude: readonly string[];
  readonly findings: readonly ReportFinding[];
  /** Why it could not be read; then nothing can be run under it. */
  readonly error?: string;
}

/** Reads the text of a settings file. Wrong parts are left out and reported; the rest counts. */
export async function parseConfig(text: string, path: string): Promise<ConfigFile> {
  const { parseTree } = await import('jsonc-parser');
  const errors: ParseError[] = [];
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: true, disallowComments: false });
  const reader = new Reader(text);
  const isEmpty = text.replace('\uFEFF', '').trim() === '';
  if (isEmpty) reader.at('error', 0, 0, [], 'The file is empty. Write {} for no settings.');
  else for (const error of errors) await reader.syntax(error);
  if (root && root.type !== 'object') reader.report('error', root, [], 'The settings are one JSON object, { … }.');
  const read = root?.type === 'object' ? readSettings(root, reader) : { settings: {}, exclude: [] };
  return { path, folder: dirname(path), ...read, findings: reader.findings() };
}

function readSettings(root: Node, reader: Reader): Pick<ConfigFile, 'settings' | 'exclude'> {
  const settings: { -readonly [K in keyof Settings]: Settings[K] } = {};
  let exclude: readonly string[] = [];
  for (const { key, keyNode, value } of members(root, [], reader)) {
    if (!CONFIG_KEYS.includes(key)) {
      reader.report(
        'warning',
        keyNode,
        [key],
        `Unknown setting "${key}"; it has no effect.${didYouMean(key, CONFIG_KEYS)}`,
      );
    } else if (!value) {
      // The syntax error that left the value out is reported already.
    } else if (key === '$schema') {
      if (value.type !== 'string') reader.report('error', value, [key], '"$schema" is a string.');
    } else if (key === 'profile') {
      const profile = PROFILES.find((known) => known === value.value);
      if (profile) settings.profile = profile;
      else reader.report('error', value, [key], `"profile" is ${oneOf(PROFILES)}.${meant(value, PROFILES)}`);
    } else if (key === 'targets') {
      settings.targets = readTargets(value, reader);
    } else if (key === 'rules') {
      settings.rules = readRules(value, reader);
    } else if (key === 'imageMaxDimension') {
      if (Number.isInteger(value.value) && value.value > 0) settings.imageMaxDimension = value.value;
      else reader.report('error', value, [key], '"imageMaxDimension" is a whole number of pixels above 0.');
    } else {
      exclude = readStrings(value, key, 'globs', reader).map(({ text }) => text);
    }
  }
  return { settings, exclude };
}

function readTargets(list: Node, reader: Reader): Target[] {
  return readStrings(list, 'targets', 'targets such as "anthropic:claude-sonnet-4-5"', reader).flatMap((item) => {
    const parsed = parseTarget(item.text);
    if ('target' in parsed) return [parsed.target];
    reader.report('error', item.node, item.path, parsed.error);
    return [];
  });
}

function readRules(object: Node, reader: Reader): Record<string, SeveritySetting> {
  const rules: Record<string, SeveritySetting> = {};
  if (object.type !== 'object') {
    reader.report('error', object, ['rules'], '"rules" is an object of rule ids with their severities.');
    return rules;
  }
  const ids = RULES.map((rule) => rule.id);
  for (const { key, keyNode, value } of members(object, ['rules'], reader)) {
    const path = ['rules', key];
    const setting = SETTINGS.find((known) => known === value?.value);
    if (!ids.includes(key)) {
      reader.report('warning', keyNode, path, `Unknown rule "${key}"; it has no effect.${didYouMean(key, ids)}`);
    } else if (setting) {
      rules[key] = setting;
    } else if (value) {
      reader.report('error', value, path, `A rule's severity is ${oneOf(SETTINGS)}.${meant(value, SETTINGS)}`);
    }
  }
  return rules;
}

function readStrings(list: Node, key: string, what: string, reader: Reader) {
  if (list.type !== 'array') {
    reader.report('error', list, [key], `"${key}" is a list of ${what}.`);
    return [];
  }
  return (list.children ?? []).flatMap((node, index) => {
    const path = [key, index];
    if (typeof node.value === 'string' && node.value !== '') return [{ text: node.value, node, path }];
    reader.report('error', node, path, `"${key}" is a list of ${what}; this is none.`);
    return [];
  });
}

function members(object: Node, path: JsonPath, reader: Reader) {
  const seen = new Set<string>();
  return (object.children ?? []).flatMap((property) => {
    const [keyNode, value] = property.children ?? [];
    if (!keyNode) return [];
    const key = String(keyNode.value);
    if (seen.has(key)) reader.report('warning', keyNode, [...path, key], `"${key}" is set twice; the last one counts.`);
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

/** Collects the findings on a settings file and turns offsets into lines and columns. */
class Reader {
  private readonly list: { readonly offset: number; readonly finding: ReportFinding }[] = [];

  constructor(private readonly text: string) {}

  async syntax(error: ParseError): Promise<void> {
    const { printParseErrorCode } = await import('jsonc-parser');
    const words = printParseErrorCode(error.error).replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    this.at('error', error.offset, error.length, [], `Not valid JSON here: ${words.toLowerCase()}.`);
  }

  report(severity: Severity, node: Node, path: JsonPath, message: string): void {
    this.at(severity, node.offset, node.length, path, message);
  }

  at(severity: Severity, offset: number, length: number, path: JsonPath, message: string): void {
    const [line, column] = this.position(offset);
    const [endLine, endColumn] = this.position(offset + length);
    const place = { line, column, endLine, endColumn, path: pointer(path) };
    this.list.push({ offset, finding: { rule: 'config', severity, ...place, message, targets: [], fixes: [] } });
  }

  findings(): ReportFinding[] {
    return this.list.sort((a, b) => a.offset - b.offset).map(({ finding }) => finding);
  }

  private position(offset: number): [line: number, column: number] {
    const before = this.text.slice(0, offset).split(/\r\n|\n|\r/);
    return [before.length, before.at(-1)!.length + 1];
  }
}

/** Finds the settings that hold for a file, and remembers what it read. */
export class Configs {
  private readonly byFolder = new Map<string, Promise<ConfigFile | undefined>>();
  private readonly byPath = new Map<string, Promise<ConfigFile | undefined>>();

  /** `choice`: a settings file that holds for everything, false for none, or nothing to look for one. */
  constructor(private readonly choice: string | false | undefined) {}

  /** The settings file that holds for the file. */
  async of(file: string): Promise<ConfigFile | undefined> {
    if (this.choice === false) return undefined;
    if (this.choice === undefined) return this.above(dirname(resolve(file)));
    const config = await this.read(resolve(this.choice));
    return config ?? unreadable(this.choice, 'no such file');
  }

  private above(folder: string): Promise<ConfigFile | undefined> {
    let found = this.byFolder.get(folder);
    if (!found) {
      const parent = dirname(folder);
      found = this.read(join(folder, CONFIG_NAME)).then((config) =>
        config || parent === folder ? config : this.above(parent),
      );
      this.byFolder.set(folder, found);
    }
    return found;
  }

  private read(path: string): Promise<ConfigFile | undefined> {
    let config = this.byPath.get(path);
    if (!config) {
      config = readFile(path, 'utf8').then(
        (text) => parseConfig(text, path),
        (error) => {
          if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
          return unreadable(path, `could not be read: ${reasonOf(error)}`);
        },
      );
      this.byPath.set(path, config);
    }
    return config;
  }
}

function unreadable(path: string, error: string): ConfigFile {
  return { path, folder: dirname(path), settings: {}, exclude: [], findings: [], error };
}
