/** The commands and their options. What a command does is loaded only when it runs. */
import { existsSync } from 'node:fs';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { PROFILES } from '../core/config/keys';
import { didYouMean } from '../core/config/near';
import { CHECK_EXAMPLES, EXAMPLES, FIX_EXAMPLES, NOTES, PREVIEW_EXAMPLES, REPAIR_EXAMPLES } from './help';
import {
  type CheckCliOptions,
  type ConfigOptions,
  FAIL_ON,
  type FixCliOptions,
  FORMATS,
  type PreviewCliOptions,
  REPAIR_MODES,
  type RepairCliOptions,
  TRANSPORTS,
} from './options';
import { PARTS } from './preview-print';
import { quoted } from './shell-quote';
import { VERSION } from './version';

/** Runs the command line and returns the exit code. */
export async function run(argv: readonly string[]): Promise<number> {
  let code = 0;
  const program = programFor((result) => {
    code = result;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return code;
  } catch (error) {
    // Help and version end this way as well, with 0; every mistake in the usage is a 2.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    throw error;
  }
}

function programFor(done: (code: number) => void): Command {
  const program = new Command('transcript-hygiene');
  program
    .exitOverride()
    .enablePositionalOptions()
    .usage('<check|fix|repair|preview> [options] <paths...>')
    .configureHelp({ helpWidth: Math.min(process.stdout.columns || 100, 100) })
    .showHelpAfterError('Run transcript-hygiene --help for examples.')
    .version(VERSION, '-v, --version', 'print the version')
    .addHelpText('before', EXAMPLES)
    .addHelpText('after', NOTES)
    .argument('[words...]')
    .hook('preSubcommand', (root, command) => {
      if (Object.keys(root.opts()).some((name) => root.getOptionValueSource(name) === 'cli')) {
        root.error(`error: options go behind the command: transcript-hygiene ${command.name()} [options] …`);
      }
    })
    .action(async (words: string[], options: InfoOptions) => {
      const code = await inform(options);
      if (code === undefined) program.error(noCommand(words[0]));
      else done(code);
    });
  infoOptions(program);
  program.addOption(
    new Option('--format <format>', 'of --list-rules').choices(['pretty', 'json']).default('pretty').hideHelp(),
  );
  configOptions(program, true);
  colorOptions(program);

  const check = program.command('check').description('report problems; change nothing').argument('[paths...]', PATHS);
  check.usage(USAGE).addHelpText('before', CHECK_EXAMPLES);
  infoOptions(check, true);
  checkOptions(check).action(async (paths: string[], options: CheckCliOptions & InfoOptions) => {
    const code = await inform(options);
    if (code !== undefined) return done(code);
    if (paths.length === 0) check.error(NO_PATHS);
    const { checkCommand } = await import('./commands/check');
    done(await checkCommand(paths, options));
  });

  const fix = program.command('fix').description('apply the fixes that lose nothing').argument('[paths...]', PATHS);
  fix.usage(USAGE).addHelpText('before', FIX_EXAMPLES);
  flag(fix, '--lossy', 'apply preferred fixes that lose something, too');
  fix.option('--only <rule>', 'fix the findings of one rule');
  flag(fix, '--dry-run', 'report what would be fixed; write nothing');
  flag(fix, '--diff', 'print a unified diff; write nothing');
  flag(fix, '--stdout', 'print the fixed text of one file; leave the file alone');
  fix.option('--no-backup', 'keep no backup of the old text');
  flag(fix, '--force', FORCE);
  checkOptions(fix).action(async (paths: string[], options: FixCliOptions) => {
    if (paths.length === 0) fix.error(NO_PATHS);
    const { fixCommand } = await import('./commands/fix');
    done(await fixCommand(paths, options));
  });

  const repair = program
    .command('repair')
    .description("rewrite one file as OpenClaw's own repair does before it opens a session; a backup stays beside it")
    .argument('<file>', 'a session file')
    .addHelpText('before', REPAIR_EXAMPLES)
    .addHelpText('after', '\nExit codes: 0 repaired or nothing to do, 1 refused, 2 could not run.\n')
    .addOption(new Option('--mode <release>', 'whose repair').choices(REPAIR_MODES).default('2026.5.7'))
    .addOption(
      new Option('--format <format>', 'json prints the report of the repair')
        .choices(['pretty', 'json'])
        .default('pretty'),
    )
    .action(async (file: string, options: RepairCliOptions) => {
      const { repairCommand } = await import('./commands/repair');
      done(await repairCommand(file, options));
    });
  flag(repair, '--force', FORCE);

  const preview = program
    .command('preview')
    .description('show what a provider would be sent of a session, and what is changed on the way; change nothing')
    .argument('[file]', 'a session file, or - for standard input')
    .addHelpText('before', PREVIEW_EXAMPLES)
    .addHelpText('after', '\nExit codes: 0 shown, 1 the provider would still refuse it, 2 could not run.\n');
  previewOptions(preview).action(async (file: string | undefined, options: PreviewCliOptions) => {
    const { previewCommand } = await import('./commands/preview');
    done(await previewCommand(file, options));
  });
  return program;
}

interface InfoOptions extends ConfigOptions {
  readonly listRules?: boolean;
  readonly explain?: string;
  readonly printConfig?: string;
  readonly format: string;
  readonly color?: boolean;
}

/** Answers the options that ask about the tool itself; undefined when none of them is there. */
async function inform(options: InfoOptions): Promise<number | undefined> {
  const { listRules, explain, printConfig, format, color } = options;
  if (!listRules && explain === undefined && printConfig === undefined) return undefined;
  const rules = await import('./commands/rules');
  if (explain !== undefined) return rules.explainRule(explain, color);
  if (printConfig !== undefined) return rules.printConfig(printConfig, options);
  return rules.listRules(format === 'json', color);
}

function noCommand(word: string | undefined): string {
  if (word === undefined) return 'error: say what to do: transcript-hygiene check, fix, repair or preview, and a path';
  if (word === '-' || existsSync(word))
    return `error: say what to do with it: transcript-hygiene check ${quoted(word)}`;
  return `error: unknown command "${word}".${didYouMean(word, ['check', 'fix', 'repair', 'preview'])}`;
}

const FORCE = 'write although an agent seems to use the file; read it again when it changes';
const USAGE = '[options] <paths...>';
const NO_PATHS = 'error: name files, folders or globs, or - for standard input';
const PATHS = 'files, folders (with all below), globs, or - for standard input; !glob takes files out';

function checkOptions(command: Command): Command {
  configOptions(command, false);
  colorOptions(command);
  flag(command, '--quiet', 'print errors only');
  flag(command, '--hints', 'show hints in the report for people, too; other formats always hold them');
  flag(command, '--transcript', 'check every file named or found as a session, also one that is not recognised');
  flag(command, '--debug', 'show where an internal error comes from');
  return command
    .addOption(new Option('--format <format>', 'how to print the findings').choices(FORMATS).default('pretty'))
    .addOption(
      new Option('--fail-on <severity>', 'exit with 1 from this severity on').choices(FAIL_ON).default('error'),
    )
    .option('--max-warnings <n>', 'exit with 1 when there are more warnings', count)
    .option('--output-file <file>', 'write the report to a file')
    .option('--stdin-filename <name>', 'the name that - is reported and configured under')
    .option('--no-error-on-unmatched', 'a path or pattern that matches nothing is no mistake')
    .addHelpText('after', NOTES);
}

function previewOptions(command: Command): Command {
  return colorOptions(command)
    .option('--provider <provider>', 'the provider (default: the one the session would go on with)')
    .option('--model <id>', 'its model')
    .option('--api <api>', 'its api (default: the usual one of the provider)')
    .option('--base-url <url>', 'the address it is reached at')
    .option('--thinking <level>', 'the thinking level (default: that of the session)')
    .option('--leaf <id>', 'end at this entry (default: the active leaf)')
    .option('--allowed-tools <names>', 'the tools at hand, with commas between them (default: all)', names)
    .option('--image-max-dimension <pixels>', 'longest image side that is sent unchanged', count)
    .option('--now <milliseconds>', 'the time that made-up messages get (default: now)', milliseconds)
    .option('--request <file>', 'a JSON object with what a transcript does not hold, or with messages in its place')
    .option('--config <file>', 'use this settings file')
    .option('--no-config', 'use no settings file')
    .addOption(new Option('--profile <profile>', 'which promises count').choices(PROFILES))
    .addOption(new Option('--before', 'what would happen without repair').default(false))
    .addOption(new Option('--transport <converter>', 'which converter makes the payload').choices(TRANSPORTS))
    .option('--wrap', 'with OpenClaw’s changes to the payload (default, but for the profile pi)')
    .option('--no-wrap', 'without them')
    .addOption(new Option('--show <part>', 'what to print').choices(PARTS).default('changes'))
    .addOption(new Option('--format <format>', 'how to print it').choices(['pretty', 'json']).default('pretty'));
}

/** An option that is there or not; its absence is no default worth a word in the help. */
function flag(command: Command, flags: string, description: string): void {
  const option = new Option(flags, description);
  command.addOption(option).setOptionValueWithSource(option.attributeName(), false, 'default');
}

function infoOptions(command: Command, hidden = false): void {
  const options = [
    new Option('--list-rules', 'list the rules (with --format json for programs)'),
    new Option('--explain <rule>', 'explain a rule'),
    new Option('--print-config <file>', 'print the settings in force for a file, and where they come from'),
  ];
  for (const option of options) command.addOption(hidden ? option.hideHelp() : option);
}

function configOptions(command: Command, hidden: boolean): void {
  const options = [
    new Option('--target <provider[/api]:model>', 'judge for this target, too (repeatable)').argParser(collect),
    new Option('--profile <profile>', 'which promises count').choices(PROFILES),
    new Option('--rule <id=severity>', 'error, warning, information, hint or off (repeatable)').argParser(collect),
    new Option('--image-max-dimension <pixels>', 'longest image side that replay sends unchanged').argParser(count),
    new Option('--config <file>', 'use this settings file for everything'),
    new Option('--no-config', 'use no settings file'),
  ];
  for (const option of options) command.addOption(hidden ? option.hideHelp() : option);
  for (const list of ['target', 'rule']) command.setOptionValueWithSource(list, [], 'default');
}

function colorOptions(command: Command): Command {
  return command.option('--color', 'colour even when the output is no terminal').option('--no-color', 'no colour');
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function names(value: string): string[] {
  return value.split(',').map((name) => name.trim());
}

function milliseconds(value: string): number {
  if (!/^\d{1,15}$/.test(value)) throw new InvalidArgumentError('It is a whole number of milliseconds.');
  return Number(value);
}

function count(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It is a whole number.');
  return Number(value);
}
