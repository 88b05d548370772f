import * as vscode from 'vscode';

/** The settings section. */
export const SECTION = 'transcriptHygiene';

export const SETTINGS_FILE = '.transcript-hygiene.json';

/** Globs of names that sessions on disk have: live ones, and the archives that OpenClaw makes of them. */
const SESSION_FILES = ['**/*.jsonl', '**/*.jsonl.{reset,deleted}.*'];

/** Where documents can come from that the server may see. Revisions of version control are not checked. */
const SCHEMES = ['file', 'untitled', 'vscode-vfs'];

/** Sessions whose language the user, or another extension, has set to something else than JSON Lines. */
const SESSION_PATTERNS = [
  ...SESSION_FILES,
  '**/.pi/agent/sessions/**/*.jsonl*',
  '**/.openclaw/agents/*/sessions/**/*.jsonl*',
];

/** A filter as both VS Code and the language client understand it. */
export interface Filter {
  readonly language?: string;
  readonly scheme: string;
  readonly pattern?: vscode.GlobPattern;
}

/** JSON Lines documents. Whether one is a transcript is the server's to say. */
export const JSON_LINES: readonly Filter[] = SCHEMES.map((scheme) => ({ language: 'jsonl', scheme }));

/** What the workspace's settings files include; known a moment after activation. */
let fromFiles: readonly vscode.RelativePattern[] = [];

/** Takes what settings files include in place of what was known; whether that is something else. */
export function includeFromFiles(patterns: readonly vscode.RelativePattern[]): boolean {
  const isNew = JSON.stringify(patterns) !== JSON.stringify(fromFiles);
  fromFiles = patterns;
  return isNew;
}

/** Every document that the server gets to see: JSON Lines, sessions by name, what `include` names, settings files. */
export function documentFilters(): Filter[] {
  return [
    ...JSON_LINES,
    ...SESSION_PATTERNS.map((pattern) => ({ scheme: 'file', pattern })),
    ...includedFilters(),
    ...['file', 'vscode-vfs'].map((scheme) => ({ scheme, pattern: `**/${SETTINGS_FILE}` })),
  ];
}

/** Calls back when a settings file of the workspace comes, changes or goes. */
export function watchSettingsFiles(changed: () => void): vscode.Disposable {
  const watcher = vscode.workspace.createFileSystemWatcher(`**/${SETTINGS_FILE}`);
  const events = [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete];
  return vscode.Disposable.from(watcher, ...events.map((event) => event(changed)));
}

/** Whether a document may be a transcript: a settings file is none. */
export function mayBeTranscript(document: vscode.TextDocument): boolean {
  return !isSettingsFile(document.uri) && vscode.languages.match(documentFilters(), document) > 0;
}

export function isSettingsFile(uri: vscode.Uri): boolean {
  return uri.path.endsWith(`/${SETTINGS_FILE}`);
}

/** Globs that find what may be a session on disk: by name, and by `include` in settings and settings files. */
export function sessionPatterns(): vscode.GlobPattern[] {
  return [...SESSION_FILES, ...includedFilters().flatMap(({ pattern }) => pattern ?? [])];
}

function includedFilters(): Filter[] {
  const byFiles = fromFiles.map((pattern) => ({ scheme: pattern.baseUri.scheme, pattern }));
  return [...includedBySettings(), ...byFiles];
}

/** Globs of the setting `include` start at the workspace folder; without a folder they are taken as they are. */
function includedBySettings(): Filter[] {
  const { workspaceFolders } = vscode.workspace;
  if (!workspaceFolders) return includedGlobs().map((pattern) => ({ scheme: 'file', pattern }));
  return workspaceFolders.flatMap((folder) =>
    includedGlobs(folder.uri).map((glob) => ({
      scheme: folder.uri.scheme,
      pattern: new vscode.RelativePattern(folder, glob),
    })),
  );
}

function includedGlobs(scope?: vscode.Uri): string[] {
  return globsIn(vscode.workspace.getConfiguration(SECTION, scope).get('include'));
}

/** The globs in a value that a user wrote as `include`. */
export function globsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((glob) => typeof glob === 'string' && glob !== '') : [];
}
