/** Prints a report in the format asked for. */
import { writeFile } from 'node:fs/promises';
import { RULES } from '../core';
import { reasonOf } from '../disk/system-error';
import { compact } from './formats/compact';
import { github } from './formats/github';
import { json } from './formats/json';
import { pretty } from './formats/pretty';
import { sarif } from './formats/sarif';
import type { CheckCliOptions } from './options';
import { colored, say, write } from './output';
import { exitCodeOf, type FileReport, type FormatOptions, reportOf } from './report';
import { quoted } from './shell-quote';
import { VERSION } from './version';

const PRINTERS = { pretty, compact, json, sarif, github };

/** Prints what was found and returns the exit code. `stream` takes the report unless a file was named for it. */
export async function printReport(
  files: readonly FileReport[],
  run: FormatOptions['run'],
  paths: readonly string[],
  options: CheckCliOptions,
  stream: NodeJS.WriteStream,
): Promise<number> {
  for (const file of files) if (file.error !== undefined) await say(`${file.file}: ${file.error}`);
  const report = reportOf(files);
  const text = PRINTERS[options.format](report, {
    color: options.outputFile === undefined && colored(stream, options.color),
    quiet: options.quiet,
    hints: options.hints,
    cwd: process.cwd(),
    toolVersion: VERSION,
    rules: [...RULES, CONFIG_RULE],
    run,
    again: paths.includes('-') ? '<file>' : paths.map(quoted).join(' '),
  });
  const code = exitCodeOf(report, options.failOn, options.maxWarnings);
  if (options.outputFile === undefined) {
    await write(stream, text);
    return code;
  }
  try {
    await writeFile(options.outputFile, text);
    return code;
  } catch (error) {
    await say(`${options.outputFile}: the report could not be written: ${reasonOf(error)}`);
    return 2;
  }
}

/** The findings on a settings file come from here, not from the core's rules. */
const CONFIG_RULE = {
  id: 'config',
  summary: 'The settings file .transcript-hygiene.json has a mistake.',
  severity: 'error',
  description:
    'The settings file has a value that cannot be used (error) or a key that nothing knows (warning). The part is left out, the rest counts.',
} as const;
