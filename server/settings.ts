import type { CheckOptions, Profile, SeveritySetting, Target } from '../core';
import { parseTarget } from '../core';
import type { Log } from './handler';

/** The settings section, in VS Code and in `workspace/configuration`. */
export const SECTION = 'transcriptHygiene';

/** The settings that hold for one document. */
export interface Settings {
  readonly enable: boolean;
  readonly options: Pick<CheckOptions, 'profile' | 'targets' | 'rules' | 'imageMaxDimension'>;
  /** Equal for equal settings. */
  readonly key: string;
}

const PROFILES: readonly Profile[] = ['documented', 'openclaw-2026.5.7', 'pi'];
const SEVERITIES: readonly SeveritySetting[] = ['off', 'hint', 'information', 'warning', 'error'];

/**
 * Reads settings as a client sends them. A value that makes no sense is left out and named in `problems`:
 * a typing error in one setting must not switch the rest off.
 */
export function readSettings(raw: unknown): { settings: Settings; problems: string[] } {
  const value = isRecord(raw) ? raw : {};
  const problems: string[] = [];
  const reject = (name: string, found: unknown, wanted: string) => {
    problems.push(`${SECTION}.${name}: ${JSON.stringify(found)} is not ${wanted}`);
  };
  const options: { -readonly [K in keyof Settings['options']]: Settings['options'][K] } = {};

  const profile = PROFILES.find((known) => known === value.profile);
  if (profile) options.profile = profile;
  else if (value.profile != null) reject('profile', value.profile, `one of ${PROFILES.join(', ')}`);

  const targets: Target[] = [];
  for (const text of Array.isArray(value.targets) ? value.targets : []) {
    const read = typeof text === 'string' ? parseTarget(text) : { error: 'not a text' };
    if ('target' in read) targets.push(read.target);
    else problems.push(`${SECTION}.targets: ${JSON.stringify(text)}: ${read.error}`);
  }
  if (targets.length > 0) options.targets = targets;

  const side = value.imageMaxDimension;
  if (typeof side === 'number' && Number.isInteger(side) && side > 0) options.imageMaxDimension = side;
  else if (side != null) reject('imageMaxDimension', side, 'a whole number of pixels');

  const rules: Record<string, SeveritySetting> = {};
  for (const [rule, wanted] of Object.entries(isRecord(value.rules) ? value.rules : {})) {
    const severity = SEVERITIES.find((known) => known === wanted);
    if (severity) rules[rule] = severity;
    else if (wanted != null) reject(`rules.${rule}`, wanted, `one of ${SEVERITIES.join(', ')}`);
  }
  if (Object.keys(rules).length > 0) options.rules = rules;

  const enable = value.enable !== false;
  return { settings: { enable, options, key: JSON.stringify([enable, options]) }, problems };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Asks for settings by document and keeps them until they change. */
export class SettingsCache {
  private readonly byUri = new Map<string, Promise<Settings>>();
  private readonly reported = new Set<string>();

  constructor(
    private readonly ask: (uri: string) => Promise<unknown>,
    private readonly log: Log,
  ) {}

  get(uri: string): Promise<Settings> {
    const known = this.byUri.get(uri);
    if (known) return known;
    const answered = this.ask(uri).then((raw) => this.read(raw));
    this.byUri.set(uri, answered);
    // A request that failed (a client that goes away) is asked again next time.
    answered.catch(() => this.byUri.delete(uri));
    return answered;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  clear(): void {
    this.byUri.clear();
    this.reported.clear();
  }

  private read(raw: unknown): Settings {
    const { settings, problems } = readSettings(raw);
    for (const problem of problems) {
      if (!this.reported.has(problem)) this.log.warn(problem);
      this.reported.add(problem);
    }
    return settings;
  }
}
