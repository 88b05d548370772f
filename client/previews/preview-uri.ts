import * as vscode from 'vscode';

/** The scheme of previews: what a provider would be sent. Menus in package.json name it. */
export const PREVIEW_SCHEME = 'transcript-hygiene-preview';

/** What a preview is of, and how it is made. */
export interface PreviewKey {
  /** URI of the session's document. */
  readonly session: string;
  /** `provider/api:model`. */
  readonly target: string;
  /** What would happen without repair. */
  readonly before?: boolean;
  readonly wholeImages?: boolean;
}

/** The address of a preview. Its name is what the tab shows; everything else stands in the query. */
export function previewUri(key: PreviewKey, title: string): vscode.Uri {
  const name = title.replaceAll(/[\\/?#]/g, '-');
  const path = `/${name}${key.before ? ' (without repair)' : ''}.json`;
  return vscode.Uri.from({ scheme: PREVIEW_SCHEME, path, query: JSON.stringify(key) });
}

/** What an address stands for; undefined for one that is no preview's. */
export function keyOf(uri: vscode.Uri): PreviewKey | undefined {
  if (uri.scheme !== PREVIEW_SCHEME) return undefined;
  try {
    const key = JSON.parse(uri.query) as Partial<PreviewKey>;
    return typeof key.session === 'string' && typeof key.target === 'string' ? (key as PreviewKey) : undefined;
  } catch {
    return undefined;
  }
}
