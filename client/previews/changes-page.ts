import type { PreviewChange, PreviewDocument, PreviewSource } from '../../server/messages';

/** So many places of changes with the same sentence are named. */
const NAMED = 20;

/** What replay changed and why, as a Markdown page: by pass, with links to the session's lines. */
export function changesPage({ target, title, changes, problems, notes }: PreviewDocument, session: string): string {
  const link = (source: PreviewSource | undefined) =>
    source ? `[line ${source.line + 1}](${session}#L${source.line + 1})` : 'made up';
  const parts = [`# What changed and why`, '', `${escaped(title)}, sent as \`${target}\``, ''];
  for (const note of notes) parts.push(`> ${escaped(note)}`, '>');
  if (notes.length > 0) parts.splice(-1, 1, '');
  parts.push(`## Would still be refused (${problems.length})`, '');
  if (problems.length === 0) parts.push('Nothing that is known.', '');
  for (const { message, what, source } of problems) {
    parts.push(`- **${escaped(message)}** ${escaped(what)} (${link(source)})`);
  }
  parts.push('', `## Changes (${changes.length})`, '');
  if (changes.length === 0) parts.push('Nothing is changed on the way.', '');
  for (const [pass, own] of grouped(changes, ({ pass }) => pass)) {
    parts.push(`### ${pass} (${own.length})`, '');
    for (const [message, alike] of grouped(own, ({ message }) => message)) {
      const places = alike.slice(0, NAMED).map(({ source }) => link(source));
      const more = alike.length > NAMED ? `, and ${alike.length - NAMED} more` : '';
      parts.push(`- ${escaped(message)} (${alike[0]!.what}: ${places.join(', ')}${more})`);
    }
    parts.push('');
  }
  return parts.join('\n');
}

function grouped(
  changes: readonly PreviewChange[],
  by: (change: PreviewChange) => string,
): Map<string, PreviewChange[]> {
  const groups = new Map<string, PreviewChange[]>();
  for (const change of changes) {
    const key = by(change);
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return groups;
}

/** Text as Markdown shows it: what sessions and providers say is never markup. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_{}[\]()#+!|<>~&]/g, '\\$&').replaceAll('\n', ' ');
}
