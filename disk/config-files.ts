/** Finds the settings file that holds for a file: the nearest `.transcript-hygiene.json` at or above it. */
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import {
  type CheckOptions,
  type CheckSettings,
  CONFIG_NAME,
  type ConfigContent,
  type ConfigProblem,
  NO_CONFIG,
  parseConfig,
  settingsForFile,
} from '../core';
import { codeOf, reasonOf } from './system-error';

export interface ConfigFile extends ConfigContent {
  readonly path: string;
  /** Where its globs start. */
  readonly folder: string;
  readonly problems: readonly ConfigProblem[];
  /** Why it could not be read; then nothing can be run under it. */
  readonly error?: string;
}

/** Finds settings files and remembers what it read. */
export class ConfigFiles {
  private readonly byFolder = new Map<string, Promise<ConfigFile | undefined>>();
  private readonly byPath = new Map<string, Promise<ConfigFile | undefined>>();

  /** `choice`: a settings file that holds for everything, false for none, or nothing to look for one. */
  constructor(private readonly choice?: string | false) {}

  /** The settings file that holds for the file. */
  async of(file: string): Promise<ConfigFile | undefined> {
    if (this.choice === false) return undefined;
    if (this.choice === undefined) return this.above(dirname(resolve(file)));
    const config = await this.read(resolve(this.choice));
    return config ?? unreadable(this.choice, 'no such file');
  }

  /** Everything is read anew when it is asked for next. */
  forget(): void {
    this.byFolder.clear();
    this.byPath.clear();
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
        (text) => ({ path, folder: dirname(path), ...parseConfig(text) }),
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
  return { path, folder: dirname(path), ...NO_CONFIG, problems: [], error };
}

/** Whether globs that start at `base` take in a file. Globs are loaded only when there are some. */
export async function matchesGlobs(file: string, globs: readonly string[], base: string): Promise<boolean> {
  if (globs.length === 0) return false;
  const { matching } = await import('./globs');
  return matching([file], globs, base).length > 0;
}

/** What a settings file says about one file, overrides included. */
export async function configFor(
  config: ConfigFile,
  file: string,
): Promise<CheckSettings & Pick<CheckOptions, 'entryRules'>> {
  if (config.overrides.length === 0) return config.settings;
  const { matching } = await import('./globs');
  return settingsForFile(config, (globs) => matching([file], globs, config.folder).length > 0);
}
