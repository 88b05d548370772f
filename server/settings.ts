import { isAbsolute } from 'node:path';
import {
  type CheckSettings,
  PROFILES,
  parseTarget,
  readModelTable,
  SETTINGS,
  type SeveritySetting,
  type Target,
} from '../core';

/** The settings section, in VS Code and in `workspace/configuration`. */
export const SECTION = 'transcriptHygiene';

/** The editor's settings for one file; what was not set is absent. Globs start at the workspace folder. */
export interface EditorSettings {
  readonly enable: boolean;
  readonly check: CheckSettings;
  /** Files that are looked at beside those with the usual names. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly workspaceDiagnostics: boolean;
  /** Program that runs the image library; empty for the one that is found. */
  readonly nodePath: string;
}

/** Files that are excluded unless the setting says something else. */
export const DEFAULT_EXCLUDE: readonly string[] = ['**/node_modules/**'];

/**
 * Reads settings as a client sends them. A value that makes no sense is left out and named in `problems`:
 * a typing error in one setting must not switch the rest off.
 */
export function readSettings(raw: unknown): { settings: EditorSettings; problems: string[] } {
  const value = isRecord(raw) ? raw : {};
  const problems: string[] = [];
  const reject = (name: string, found: unknown, wanted: string) => {
    problems.push(`${SECTION}.${name}: ${JSON.stringify(found)} is not ${wanted}`);
  };
  const flag = (name: string, byDefault: boolean) => {
    const found = value[name];
    if (typeof found === 'boolean') return found;
    if (found != null) reject(name, found, 'true or false');
    return byDefault;
  };
  const check: { -readonly [K in keyof CheckSettings]: CheckSettings[K] } = {};

  const profile = PROFILES.find((known) => known === value.profile);
  if (profile) check.profile = profile;
  else if (value.profile != null) reject('profile', value.profile, `one of ${PROFILES.join(', ')}`);

  const targets: Target[] = [];
  for (const text of list(value.targets, 'targets', reject)) {
    const read = typeof text === 'string' ? parseTarget(text) : { error: 'not a text' };
    if ('target' in read) targets.push(read.target);
    else problems.push(`${SECTION}.targets: ${JSON.stringify(text)}: ${read.error}`);
  }
  if (targets.length > 0) check.targets = targets;

  const side = value.imageMaxDimension;
  if (typeof side === 'number' && Number.isInteger(side) && side > 0) check.imageMaxDimension = side;
  else if (side != null) reject('imageMaxDimension', side, 'a whole number of pixels');

  const rules: Record<string, SeveritySetting> = {};
  for (const [rule, wanted] of Object.entries(isRecord(value.rules) ? value.rules : {})) {
    const severity = SETTINGS.find((known) => known === wanted);
    if (severity) rules[rule] = severity;
    else if (wanted != null) reject(`rules.${rule}`, wanted, `one of ${SETTINGS.join(', ')}`);
  }
  if (Object.keys(rules).length > 0) check.rules = rules;

  if (value.models != null) {
    const read = readModelTable(value.models);
    problems.push(...read.problems.map(({ message }) => `${SECTION}.models: ${message}`));
    if (Object.keys(read.models).length > 0) check.models = read.models;
  }

  const { nodePath = '' } = value;
  const isProgram = typeof nodePath === 'string' && (nodePath === '' || isAbsolute(nodePath));
  if (!isProgram && nodePath !== null) reject('nodePath', nodePath, 'an absolute path');

  const globs = (name: string) =>
    list(value[name], name, reject).flatMap((glob) => {
      if (typeof glob === 'string' && glob !== '') return [glob];
      reject(name, glob, 'a glob');
      return [];
    });
  const settings = {
    enable: flag('enable', true),
    check,
    include: globs('include'),
    exclude: value.exclude == null ? DEFAULT_EXCLUDE : globs('exclude'),
    workspaceDiagnostics: flag('workspaceDiagnostics', false),
    nodePath: isProgram ? nodePath : '',
  };
  return { settings, problems };
}

function list(value: unknown, name: string, reject: (name: string, found: unknown, wanted: string) => void): unknown[] {
  if (Array.isArray(value)) return value;
  if (value != null) reject(name, value, 'a list');
  return [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
