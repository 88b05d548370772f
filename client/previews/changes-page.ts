import type { PreviewChange, PreviewDocument, PreviewSource } from '../../server/messages';

/** The command that the links of the page run: the session's URI, and the source to show. */
export const SHOW_SOURCE = 'transcriptHygiene.showSource';

/** So many places of changes with the same sentence are named. */
const NAMED = 20;

/**
 * What replay changed and why, as HTML: by pass, with links to the session's lines. (VS Code's Markdown preview leads
 * to no file outside of the workspace.)
 */
export function changesPage({ target, title, changes, problems, notes }: PreviewDocument, session: string): string {
  const link = (source: PreviewSource | undefined) => (source ? linkTo(session, source) : 'made up');
  const refused = problems.map(
    ({ message, what, source }) => `<strong>${escaped(message)}</strong> ${escaped(what)} (${link(source)})`,
  );
  const done = [...grouped(changes, ({ pass }) => pass)].map(([pass, own]) => {
    const items = [...grouped(own, ({ message }) => message)].map(([message, alike]) => {
      const places = alike.slice(0, NAMED).map(({ source }) => link(source));
      const more = alike.length > NAMED ? `, and ${alike.length - NAMED} more` : '';
      return `${escaped(message)} (${escaped(alike[0]!.what)}: ${places.join(', ')}${more})`;
    });
    return `<h3>${escaped(pass)} (${own.length})</h3>\n${list(items)}`;
  });
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body { line-height: 1.5; padding: 0 2em 2em; max-width: 60em } li { margin: 0.3em 0 }</style>
</head>
<body>
<h1>What changed and why</h1>
<p>${escaped(title)}, sent as <code>${escaped(target)}</code></p>
<h2>Would still be refused (${problems.length})</h2>
${refused.length === 0 ? '<p>Nothing that is known.</p>' : list(refused)}
<h2>Changes (${changes.length})</h2>
${done.length === 0 ? '<p>Nothing is changed on the way.</p>' : done.join('\n')}
<h2>Notes</h2>
${list(notes.map(escaped))}
</body>
</html>
`;
}

function list(items: readonly string[]): string {
  return `<ul>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</ul>`;
}

function linkTo(session: string, source: PreviewSource): string {
  const address = `command:${SHOW_SOURCE}?${encodeURIComponent(JSON.stringify([session, source]))}`;
  return `<a href="${escaped(address)}">line ${source.line + 1}</a>`;
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

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML shows it: what sessions and providers say is never markup. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character]!);
}
