import { applyEdits, type FormattingOptions, modify, type ParseError, parse } from 'jsonc-parser';

const FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

/**
 * The text of a settings file in which a rule is off for one file, or for one entry of it. `glob` names the file,
 * relative to the settings file. What stands in the text stays, with its comments; an empty text is a new file. Throws
 * where the text is no valid JSON object.
 */
export function ignoreRule(text: string, glob: string, rule: string, entry?: string): string {
  if (text.startsWith('\uFEFF')) return `\uFEFF${ignoreRule(text.slice(1), glob, rule, entry)}`;
  const errors: ParseError[] = [];
  const content: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true });
  // An edit would land anywhere.
  if (errors.length > 0) throw new Error('The settings file is not valid JSON; mend it first.');
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error('The settings file is not one JSON object.');
  }
  const known = 'overrides' in content && Array.isArray(content.overrides) ? content.overrides : undefined;
  const edit = (path: (string | number)[], value: unknown, isArrayInsertion = false) =>
    applyEdits(text || '{}', modify(text || '{}', path, value, { formattingOptions: FORMAT, isArrayInsertion }));
  const index = known?.findLastIndex((override) => isAbout(override, glob, entry)) ?? -1;
  // A later override would go before it.
  if (known && index >= 0 && index === known.length - 1) return edit(['overrides', index, 'rules', rule], 'off');
  const override = { files: [glob], ...(entry === undefined ? {} : { entries: [entry] }), rules: { [rule]: 'off' } };
  const next = known ? edit(['overrides', known.length], override, true) : edit(['overrides'], [override]);
  return next.endsWith('\n') ? next : `${next}\n`;
}

/** Whether an override is about this very file, or entry, and nothing else. */
function isAbout(override: unknown, glob: string, entry: string | undefined): boolean {
  if (typeof override !== 'object' || override === null) return false;
  const { files, entries, rules } = override as Record<string, unknown>;
  return (
    isOnly(files, glob) &&
    (entry === undefined ? entries === undefined : isOnly(entries, entry)) &&
    typeof rules === 'object' &&
    rules !== null
  );
}

function isOnly(list: unknown, text: string): boolean {
  return Array.isArray(list) && list.length === 1 && list[0] === text;
}

/** A path as a glob that matches it and nothing else. */
export function globOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/[*?[\]{}()!+@]/g, '\\$&');
}
