import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import {
  type CheckOptions,
  type CheckSettings,
  CONFIG_NAME,
  globOf,
  IMAGE_MAX_DIMENSION,
  ignoreRule,
  RULES,
  targetName,
} from '../../core';
import { configFor } from '../../disk/config-files';
import { codeOf, reasonOf } from '../../disk/system-error';
import type { Settings } from '../configuration';
import type { Feature, ServerContext } from '../context';
import { guard } from '../handler';
import {
  EFFECTIVE_CONFIGURATION,
  type EffectiveConfiguration,
  type EffectiveConfigurationParams,
  IGNORE_RULE,
  type IgnoreRuleEdit,
  type IgnoreRuleParams,
} from '../messages';
import { DEFAULT_EXCLUDE } from '../settings';
import { innermostFolder, pathOf } from '../uris';

/** Says which settings hold for a file and why, and writes the settings file. */
export const configurationRequests: Feature = {
  register(context) {
    const { connection, configuration, log } = context;
    connection.onRequest(
      EFFECTIVE_CONFIGURATION,
      guard(
        'Effective configuration',
        log,
        (): EffectiveConfiguration => ({ values: [], problems: ['The output channel says why this failed.'] }),
        async ({ uri }: EffectiveConfigurationParams) => effective(await configuration.get(uri), pathOf(uri)),
      ),
    );
    connection.onRequest(
      IGNORE_RULE,
      guard(
        'Ignoring a rule',
        log,
        (): IgnoreRuleEdit => ({
          file: '',
          create: false,
          text: '',
          error: 'The output channel says why this failed.',
        }),
        (params: IgnoreRuleParams) => ignored(context, params),
      ),
    );
    return {};
  },
};

type Value = EffectiveConfiguration['values'][number];

async function effective(settings: Settings, path: string | undefined): Promise<EffectiveConfiguration> {
  const { editor, file, problems } = settings;
  const options: CheckSettings & Pick<CheckOptions, 'entryRules'> = {
    ...settings.options,
    ...(settings.models && { models: settings.models }),
  };
  const fromFile: CheckSettings = file && path !== undefined ? await configFor(file, path) : {};
  const choose = (key: keyof CheckSettings, byDefault: unknown, shown = (value: unknown) => value): Value => {
    const from = fromFile[key] !== undefined ? 'file' : editor.check[key] !== undefined ? 'settings' : 'default';
    return { key, value: options[key] === undefined ? byDefault : shown(options[key]), from };
  };
  const rule = ({ id, severity }: (typeof RULES)[number]): Value => {
    const from = fromFile.rules?.[id] ? 'file' : editor.check.rules?.[id] ? 'settings' : 'default';
    return { key: `rules.${id}`, value: options.rules?.[id] ?? severity, from };
  };
  const flag = (key: string, value: boolean, byDefault: boolean): Value => ({
    key,
    value,
    from: value === byDefault ? 'default' : 'settings',
  });
  const values: Value[] = [
    flag('enable', editor.enable, true),
    choose('profile', 'documented'),
    choose('targets', [], (targets) => (targets as NonNullable<CheckOptions['targets']>).map(targetName)),
    choose('imageMaxDimension', IMAGE_MAX_DIMENSION),
    choose('models', {}),
    flag('workspaceDiagnostics', editor.workspaceDiagnostics, false),
    { key: 'nodePath', value: editor.nodePath, from: editor.nodePath === '' ? 'default' : 'settings' },
    { key: 'include', value: editor.include, from: editor.include.length > 0 ? 'settings' : 'default' },
    { key: 'exclude', value: editor.exclude, from: editor.exclude === DEFAULT_EXCLUDE ? 'default' : 'settings' },
    ...(file ? (['include', 'exclude'] as const).map((key): Value => ({ key, value: file[key], from: 'file' })) : []),
    ...(options.entryRules ? [{ key: 'overrides (entries)', value: options.entryRules, from: 'file' } as const] : []),
    ...RULES.map(rule),
  ];
  const wrongInFile = (file?.problems ?? []).map(
    ({ start, message }) => `${file!.path}:${start.line + 1}:${start.column + 1}: ${message}`,
  );
  return { ...(file ? { file: file.path } : {}), values, problems: [...problems, ...wrongInFile] };
}

async function ignored(context: ServerContext, { uri, rule, entry }: IgnoreRuleParams): Promise<IgnoreRuleEdit> {
  const path = pathOf(uri);
  if (path === undefined) {
    return refused('', 'A settings file only holds for files on disk. Save this document first.');
  }
  const { file: known } = await context.configuration.get(uri);
  const folder = innermostFolder(path, await context.workspaceFolders()) ?? dirname(path);
  const file = known?.path ?? join(folder, CONFIG_NAME);
  try {
    const text = known ? await textOf(context, file) : '';
    const glob = globOf(relative(dirname(file), path));
    return { file, create: !known, text: ignoreRule(text, glob, rule, entry) };
  } catch (error) {
    const reason = codeOf(error) === '' && error instanceof Error ? error.message : `It ${reasonOf(error)}.`;
    return refused(file, `${file} could not be changed. ${reason}`);
  }
}

function refused(file: string, error: string): IgnoreRuleEdit {
  return { file, create: false, text: '', error };
}

/** The settings file as it stands in the editor, else on disk. */
async function textOf({ documents }: ServerContext, file: string): Promise<string> {
  const open = documents.all().find(({ uri }) => pathOf(uri) === file);
  return open ? open.session.toString() : readFile(file, 'utf8');
}
