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
  return matchTool(name, allowed) ?? inferTool(name, allowed);
}

/** As it is, then in its usual form, then without regard to case, when only one tool fits. */
function matchTool(name: string, allowed: readonly string[]): string | null {
  const usual = usualName(name);
  for (const form of [name, usual]) if (allowed.includes(form)) return form;
  for (const form of [name, usual]) {
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
  for (const part of partsOf(text.trim())) {
    const tool = dottedSuffixes(part)
      .map((suffix) => matchTool(suffix, allowed))
      .find((match) => match !== null);
    if (tool) tools.add(tool);
  }
  const [only] = tools;
  return only !== undefined && tools.size === 1 ? only : null;
}

/** A text, what stands before its colon, both without `functions`/`tools` in front and a counter behind. */
function partsOf(text: string): string[] {
  const dotted = text.replaceAll('/', '.');
  const heads = [dotted, dotted.split(':')[0]!];
  const bare = heads.flatMap((head) => [head, head.replace(/^(?:functions?|tools?)[._-]?/i, '')]);
  const parts = bare.flatMap((part) => [part, part.replace(/[:._-]\d+$/, ''), part.replace(/\d+$/, '')]);
  return [...new Set(parts.filter((part) => part !== ''))];
}

/** `a.b.c`, `b.c`, `c`. */
function dottedSuffixes(text: string): string[] {
  const segments = text.split('.').filter((segment) => segment.trim() !== '');
  return segments.map((_, at) => segments.slice(at).join('.'));
}
