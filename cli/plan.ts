/** What a run is going to do: the files, each with its settings, and what is wrong before it begins. */
import { join, relative } from 'node:path';
import { type CheckOptions, type CheckSettings, type ConfigProblem, pointer } from '../core';
import { type ConfigFile, ConfigFiles } from '../disk/config-files';
import { checkOptions } from './effective';
import { expandInputs, type Input } from './files';
import type { CheckCliOptions } from './options';
import type { FileReport, ReportFinding } from './report';

/** One text to work on. */
export interface Job {
  readonly kind: 'file' | 'stdin';
  /** The name it is reported under. */
  readonly name: string;
  /** True where the user named this very file. */
  readonly named: boolean;
  readonly options: CheckOptions;
}

export interface Plan {
  /** In the order of the arguments: work, or a report that stands already. */
  readonly steps: readonly (Job | FileReport)[];
  /** Files that a settings file takes out. */
  readonly excluded: number;
  /** The settings file has mistakes, so that what is in force may not be what the user meant. */
  readonly brokenConfig?: string;
}

/** Finds the files and the settings of each. */
export async function planRun(paths: readonly string[], options: CheckCliOptions, given: CheckSettings): Promise<Plan> {
  const configs = new ConfigFiles(options.config);
  const inputs = await expandInputs(paths, async (folder) => {
    const config = await configs.of(join(folder, 'session.jsonl'));
    return { globs: config?.include ?? [], base: config?.folder ?? folder };
  });
  const found: { input: Input; config: ConfigFile | undefined }[] = [];
  const used = new Set<ConfigFile>();
  for (const input of inputs) {
    const config = 'error' in input ? undefined : await configs.of(fileOf(input, options) ?? 'stdin');
    if (config) used.add(config);
    found.push({ input, config });
  }
  const excluded = new Set<Input>();
  for (const config of used) {
    if (config.exclude.length === 0) continue;
    const { matching } = await import('../disk/globs');
    const own = found.flatMap(({ input, config: its }) => (its === config && input.kind === 'file' ? [input] : []));
    const out = new Set(
      matching(
        own.map((input) => input.path),
        config.exclude,
        config.folder,
      ),
    );
    for (const input of own) if (out.has(input.path)) excluded.add(input);
  }
  const steps: (Job | FileReport)[] = [...used].flatMap(configReport);
  for (const { input, config } of found) {
    if ('error' in input) {
      if (input.kind === 'unmatched' && !options.errorOnUnmatched) continue;
      steps.push({ file: input.path, dialect: null, findings: [], error: input.error });
    } else if (!excluded.has(input) && config?.error === undefined) {
      const file = fileOf(input, options);
      const job =
        input.kind === 'stdin' ? { name: file ?? '<stdin>', named: true } : { name: input.path, named: input.named };
      const forced = options.transcript ? { treatAsTranscript: true } : {};
      steps.push({ kind: input.kind, ...job, options: { ...(await checkOptions(config, given, file)), ...forced } });
    }
  }
  const broken = [...used].find((config) => config.problems.some((problem) => problem.severity === 'error'));
  return { steps, excluded: excluded.size, ...(broken && { brokenConfig: nameOf(broken) }) };
}

/** The path that finds the settings and that the core may take a session's id from. */
function fileOf(input: Input, options: CheckCliOptions): string | undefined {
  return input.kind === 'file' ? input.path : options.stdinFilename;
}

function configReport(config: ConfigFile): FileReport[] {
  if (config.error === undefined && config.problems.length === 0) return [];
  const error = config.error === undefined ? {} : { error: `${config.error}; what it covers was left out` };
  return [{ file: nameOf(config), dialect: null, findings: config.problems.map(configFinding), ...error }];
}

function configFinding({ severity, path, message, start, end }: ConfigProblem): ReportFinding {
  const place = { line: start.line + 1, column: start.column + 1, endLine: end.line + 1, endColumn: end.column + 1 };
  return { rule: 'config', severity, ...place, path: pointer(path), message, targets: [], fixes: [] };
}

function nameOf(config: ConfigFile): string {
  const path = relative(process.cwd(), config.path);
  return path.startsWith('..') ? config.path : path;
}
