import type { EffectiveConfiguration } from '../../server/messages';

type Value = EffectiveConfiguration['values'][number];

/** A Markdown page: what is wrong, what was set, and all the rest. */
export function configurationPage(name: string, { file, values, problems }: EffectiveConfiguration): string {
  const source = (from: Value['from']) =>
    ({ default: 'default', settings: 'settings of VS Code', file: 'settings file' })[from];
  const row = ({ key, value, from }: Value) => `| ${code(key)} | ${code(JSON.stringify(value))} | ${source(from)} |`;
  const table = (rows: readonly Value[]) =>
    ['| key | value | from |', '| --- | --- | --- |', ...rows.map(row)].join('\n');
  const isRule = ({ key }: Value) => key.startsWith('rules.');
  const parts = [
    `# Effective configuration of ${text(name)}`,
    file === undefined
      ? 'No settings file holds for this file: the settings of VS Code do, and where nothing is set the defaults.'
      : `Settings file in force: ${code(file)}. It goes before the settings of VS Code, key by key.`,
    ...(problems.length > 0 ? ['## Problems', problems.map((problem) => `- ${text(problem)}`).join('\n')] : []),
    '## Settings',
    table(values.filter((value) => !isRule(value))),
    '## Rules',
    table(values.filter(isRule)),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Inline code in a cell of a table: a bar would end the cell, and a longer fence holds back-ticks. */
function code(value: string): string {
  const fence = value.includes('`') ? '``' : '`';
  const space = fence.length > 1 ? ' ' : '';
  return `${fence}${space}${value.replaceAll('|', '\\|')}${space}${fence}`;
}

/** Plain words, whatever characters are in them. */
function text(value: string): string {
  return value.replaceAll(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');
}
