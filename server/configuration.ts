import { dirname } from 'node:path';
import { type CheckOptions, type ModelTable, mergeSettings } from '../core';
import { type ConfigFile, ConfigFiles, configFor, matchesGlobs } from '../disk/config-files';
import type { Log } from './handler';
import { type EditorSettings, readSettings } from './settings';
import { pathOf } from './uris';

/** What holds for one file. */
export interface Settings {
  /** `disabled` and `excluded`: the user does not want it checked. */
  readonly state: 'on' | 'disabled' | 'excluded';
  readonly options: CheckOptions;
  /** Facts about models beside the catalogue's. */
  readonly models?: ModelTable;
  /** Equal for equal settings. */
  readonly key: string;
  readonly editor: EditorSettings;
  /** The settings file in force. */
  readonly file: ConfigFile | undefined;
  /** What is wrong with the editor's settings, or with the file where it cannot be read; as sentences. */
  readonly problems: readonly string[];
}

/** What the configuration needs to know of the client. */
export interface ConfigurationHost {
  /** The settings section of the client for a file. */
  editorSettings(uri: string): Promise<unknown>;
  /** The program for the image library that the settings name; empty for the one that is found. */
  nodePath(path: string): void;
  /** The path of the workspace folder that holds a file; undefined when it lies in none. */
  folderOf(path: string): Promise<string | undefined>;
  readonly log: Log;
}

/**
 * The settings of each file: the settings file that holds for it goes before the editor's settings, key by key and rule
 * by rule. Kept until something changes.
 */
export class Configuration {
  private readonly byUri = new Map<string, Promise<Settings>>();
  private readonly files = new ConfigFiles();
  private readonly reported = new Set<string>();
  private treatedAsTranscripts: ReadonlySet<string> = new Set();

  constructor(private readonly host: ConfigurationHost) {}

  get(uri: string): Promise<Settings> {
    const known = this.byUri.get(uri);
    if (known) return known;
    const resolved = this.resolve(uri);
    this.byUri.set(uri, resolved);
    // A request that failed (a client that goes away) is asked again next time.
    resolved.catch(() => this.byUri.delete(uri));
    return resolved;
  }

  forget(uri: string): void {
    this.byUri.delete(uri);
  }

  /** Everything is asked for and read anew. */
  clear(): void {
    this.byUri.clear();
    this.files.forget();
    this.reported.clear();
  }

  /** The files that the user said are transcripts. */
  treatAsTranscripts(uris: readonly string[]): void {
    this.treatedAsTranscripts = new Set(uris.map(placeOf));
    this.byUri.clear();
  }

  private async resolve(uri: string): Promise<Settings> {
    const { settings: editor, problems } = readSettings(await this.host.editorSettings(uri));
    this.host.nodePath(editor.nodePath);
    const path = pathOf(uri);
    const file = path === undefined ? undefined : await this.files.of(path);
    if (file?.error !== undefined) problems.push(`${file.path}: ${file.error}`);
    const { entryRules, ...fromFile } = file && path !== undefined ? await configFor(file, path) : {};
    const { models, ...check } = mergeSettings(editor.check, fromFile);
    const options: CheckOptions = {
      ...check,
      ...(entryRules && { entryRules }),
      ...(this.treatedAsTranscripts.has(placeOf(uri)) && { treatAsTranscript: true }),
    };
    this.report(problems);
    const state = await this.stateOf(path, editor, file);
    const key = JSON.stringify([state, options]);
    return { state, options, key, editor, file, problems, ...(models && { models }) };
  }

  private async stateOf(
    path: string | undefined,
    editor: EditorSettings,
    file: ConfigFile | undefined,
  ): Promise<Settings['state']> {
    if (!editor.enable) return 'disabled';
    if (path === undefined) return 'on';
    if (file && (await matchesGlobs(path, file.exclude, file.folder))) return 'excluded';
    const folder = (await this.host.folderOf(path)) ?? dirname(path);
    return (await matchesGlobs(path, editor.exclude, folder)) ? 'excluded' : 'on';
  }

  private report(problems: readonly string[]): void {
    for (const problem of problems) {
      if (!this.reported.has(problem)) this.host.log.warn(problem);
      this.reported.add(problem);
    }
  }
}

/** The same for all spellings of a URI that name one file. */
function placeOf(uri: string): string {
  return pathOf(uri) ?? uri;
}
