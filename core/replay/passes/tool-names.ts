/** Longest name of a tool that is sent (OpenClaw 2026.5.7, pass 22). */
const NAME_LENGTH = 64;

/** Other names of OpenClaw's tools (OpenClaw 2026.5.7, pass 22). */
const ALIASES: Readonly<Record<string, string>> = { bash: 'exec', 'apply-patch': 'apply_patch' };

/**
 * The name under which a call is sent (OpenClaw 2026.5.7, pass 22): the allowed tool that its name, or else its id,
 * means. Null when the name is no name, or means none of the allowed tools.
 *
 * @param allowed the names of the tools as they are spelled; empty: every name is allowed.
 */
export function resolveToolName(name: unknown, id: string, allowed: readonly string[]): string | null {
  if (typeof name !== 'string' || name.length > 2 * NAME_LENGTH) return null;
  const resolved = name.trim() === '' || allowed.length > 0 ? findTool(name.trim(), id, allowed) : name.trim();
  return resolved !== null && resolved.length <= NAME_LENGTH && !/\s/.test(resolved) ? resolved : null;
}

function findTool(name: string, id: string, allowed: readonly string[]): string | null {
  if (name === '') return inferTool(id, allowed);
  return (
    matchTool([name], allowed) ??
    inferTool(name, allowed) ??
    (isCounter(name) ? null : matchTool(dottedSuffixes(name), allowed))
  );
}

/** The tool that one of some spellings means: one that is spelled so, else one that only differs in case. */
function matchTool(spellings: readonly string[], allowed: readonly string[]): string | null {
  const forms = spellings.flatMap((spelling) => [spelling, usualName(spelling)]);
  for (const form of forms) if (allowed.includes(form)) return form;
  for (const form of forms) {
    const fitting = new Set(allowed.filter((tool) => tool.toLowerCase() === form.toLowerCase()));
    const [only] = fitting;
    if (only !== undefined && fitting.size === 1) return only;
  }
  return null;
}

function usualName(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(ALIASES, lower) ? ALIASES[lower]! : lower;
}

/** The one tool that the parts of a text mean, such as `functions.read:0`; null when they mean none or several. */
function inferTool(text: string, allowed: readonly string[]): string | null {
  const tools = new Set<string>();
  for (const part of partsOf(text)) {
    const tool = matchTool(dottedSuffixes(part), allowed);
    if (tool !== null) tools.add(tool);
  }
  const [only] = tools;
  return only !== undefined && tools.size === 1 ? only : null;
}

const PREFIXES = [/^functions?[._-]?/i, /^tools?[._-]?/i];
const COUNTERS = [/[:._-]\d+$/, /\d+$/];

/** A text and what stands before its colon, each also without `functions`/`tools` in front and a counter behind. */
function partsOf(text: string): Set<string> {
  const dotted = text.replaceAll('/', '.');
  const heads = [dotted, dotted.split(':')[0]!].map((head) => head.trim());
  const bare = heads.flatMap((head) => [head, ...PREFIXES.map((prefix) => head.replace(prefix, ''))]);
  return new Set(bare.flatMap((part) => [part, ...COUNTERS.map((counter) => part.replace(counter, ''))]));
}

/** Nothing but a counter behind `functions` or `tools`, such as `functions_3`. */
function isCounter(name: string): boolean {
  return PREFIXES.some((prefix) => prefix.test(name)) && /\d$/.test(name);
}

/** `a.b.c`, `b.c`, `c`; a slash counts as a dot. */
function dottedSuffixes(text: string): string[] {
  const dotted = text.trim().replaceAll('/', '.');
  const segments = dotted
    .split('.')
    .map((segment) => segment.trim())
    .filter((segment) => segment !== '');
  const suffixes = segments.map((_, at) => segments.slice(at).join('.')).slice(1);
  return dotted === '' ? [] : [dotted, ...suffixes];
}
