/** `--list-rules`, `--explain` and `--print-config`. */
import pc from 'picocolors';
import { IMAGE_MAX_DIMENSION, RULES, ruleById, targetName } from '../../core';
import { ConfigFiles } from '../../disk/config-files';
import { checkOptions, settingsOf, unknownRule } from '../effective';
import type { ConfigOptions } from '../options';
import { colored, say, write } from '../output';

/** Lists the rules with their default severities. */
export async function listRules(asJson: boolean, color: boolean | undefined): Promise<number> {
  if (asJson) {
    const rules = RULES.map(({ id, severity, repair, summary }) => ({ id, severity, fix: repair, summary }));
    await write(process.stdout, `${JSON.stringify({ version: 1, rules }, null, 2)}\n`);
    return 0;
  }
  const colors = pc.createColors(colored(process.stdout, color));
  const width = Math.max(...RULES.map((rule) => rule.id.length));
  const lines = RULES.map(
    (rule) => `${colors.bold(rule.id.padEnd(width))}  ${rule.severity.padEnd(11)}  ${rule.summary}\n`,
  );
  await write(
    process.stdout,
    `${lines.join('')}\nMore about one of them: transcript-hygiene --explain ${RULES[0]!.id}\n`,
  );
  return 0;
}

/** Explains one rule. */
export async function explainRule(id: string, color: boolean | undefined): Promise<number> {
  const rule = ruleById(id);
  if (!rule) {
    await say(`--explain ${id}: ${unknownRule(id)}`);
    return 2;
  }
  const colors = pc.createColors(colored(process.stdout, color));
  const text = `${colors.bold(rule.id)} (${rule.severity})\n\n${rule.summary}\n\n${rule.description.trim()}\n\nFix: ${rule.repair}\n`;
  await write(process.stdout, text);
  return 0;
}

/** Prints what is in force for a file, and which settings file says so. */
export async function printConfig(file: string, options: ConfigOptions): Promise<number> {
  const given = settingsOf(options);
  if ('error' in given) {
    await say(given.error);
    return 2;
  }
  const config = await new ConfigFiles(options.config).of(file);
  if (config?.error !== undefined) {
    await say(`${config.path}: ${config.error}`);
    return 2;
  }
  const inForce = await checkOptions(config, given, file);
  const { profile = 'documented', targets = [], rules, imageMaxDimension = IMAGE_MAX_DIMENSION } = inForce;
  const effective = {
    file,
    config: config?.path ?? null,
    profile,
    targets: targets.map(targetName),
    rules: Object.fromEntries(RULES.map(({ id, severity }) => [id, rules?.[id] ?? severity])),
    entryRules: inForce.entryRules ?? [],
    imageMaxDimension,
    models: inForce.models ?? {},
    include: config?.include ?? [],
    exclude: config?.exclude ?? [],
  };
  await write(process.stdout, `${JSON.stringify(effective, null, 2)}\n`);
  return 0;
}
