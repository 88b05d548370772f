/**
 * The words every part of the product shares. Plain data only: nothing here knows VS Code, LSP or a file system.
 */

/** How bad a finding is (the table "Severity" of the rules specification). */
export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** What a user may set a rule to. */
export type SeveritySetting = Severity | 'off';

/** Keys and indexes from a line's value down to a part of it; `[]` is the whole value. */
export type JsonPath = readonly (string | number)[];

/**
 * A place in a transcript: a 0-based line and a path inside that line's JSON value.
 * `columns` (start and end, UTF-16 units in the line) is set where the line has no JSON value to walk, or where
 * the place is not a whole JSON value.
 */
export interface Location {
  readonly line: number;
  readonly path: JsonPath;
  readonly columns?: readonly [start: number, end: number];
}

/** A 0-based position; `column` counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Replace what stands between `start` and `end` by `text`. */
export interface TextEdit extends Range {
  readonly text: string;
}

/** Another place that explains a finding, such as the call of a result. */
export interface Related {
  readonly location: Location;
  readonly message: string;
}

/**
 * One step of a fix, as data. Lines are 0-based and speak of the text the finding was made on.
 *
 * - `setValue`: the member or element at `path` becomes `value` (a new member goes last in its object).
 * - `shrinkImage`: the image block at `path` gets the data of a picture within the limits (longest side in pixels, decoded
 *   bytes). That takes an image library: `shrinkImages` of `core/repair` makes `setValue` edits of it, and a fix that
 *   still holds one is not applied.
 * - `removeValue`: the member or element at `path` goes, with its comma.
 * - `replaceText`: raw characters of one line, `start` to `end` (UTF-16 units), become `text`. `text` may hold line breaks.
 * - `breakLine`: raw characters of one line, `start` to `end`, become a line end like the line's own.
 * - `joinLines`: the line breaks between `line` and `lastLine` go; each becomes the text of `breaks` at its place.
 * - `lineEnds`: every line end of the file becomes LF.
 * - `finalNewline`: the last line gets a line end.
 * - `deleteLine`: the line goes with its line end; the children of its entry move to the entry of `heir`, else to the
 *   nearest ancestor that stays.
 * - `freshId`: the line's entry gets a new id, derived from `rule` and `anchor`; its children follow.
 * - `insertEntry`: a new entry directly behind (or in front of) the line's entry, chained into the branch.
 * - `moveEntry`: the line's entry moves behind the entry of `after`, chained in there and closed up where it stood.
 * - `reparent`: the entry's `parentId` becomes the id of the entry at `parentLine` (null: it becomes a root).
 * - `moveToTop`: the line becomes the first of the file.
 * - `insertHeader`: a session header becomes the first line of the file.
 * - `hangLost`: entries whose parent was lost with `line` are hung under the nearest earlier entry.
 */
export type SessionEdit =
  | { readonly kind: 'setValue'; readonly line: number; readonly path: JsonPath; readonly value: unknown }
  | { readonly kind: 'removeValue'; readonly line: number; readonly path: JsonPath }
  | {
      readonly kind: 'shrinkImage';
      readonly line: number;
      readonly path: JsonPath;
      readonly maxSide: number;
      readonly maxBytes: number;
    }
  | {
      readonly kind: 'replaceText';
      readonly line: number;
      readonly start: number;
      readonly end: number;
      readonly text: string;
    }
  | {
      readonly kind: 'joinLines';
      readonly line: number;
      readonly lastLine: number;
      readonly breaks: readonly string[];
    }
  | { readonly kind: 'lineEnds' }
  | { readonly kind: 'finalNewline' }
  | { readonly kind: 'breakLine'; readonly line: number; readonly start: number; readonly end: number }
  | { readonly kind: 'deleteLine'; readonly line: number; readonly heir?: number }
  | { readonly kind: 'freshId'; readonly line: number; readonly rule: string; readonly anchor: string }
  | {
      readonly kind: 'insertEntry';
      readonly line: number;
      readonly where: 'after' | 'before';
      /** The rule the new entry's id is derived from. */
      readonly rule: string;
      /** Set for a made-up result: the call id, part of what the new entry's id is derived from. */
      readonly callId?: string;
      /** The message; `timestamp` is filled in from the neighbour. */
      readonly message: Readonly<Record<string, unknown>>;
    }
  | { readonly kind: 'moveEntry'; readonly line: number; readonly after: number }
  | { readonly kind: 'reparent'; readonly line: number; readonly parentLine: number | null }
  | { readonly kind: 'moveToTop'; readonly line: number }
  | { readonly kind: 'insertHeader'; readonly header: Readonly<Record<string, unknown>> }
  | { readonly kind: 'hangLost'; readonly line: number };

/** A way to mend a finding. `safe` loses nothing a model or a person would miss. */
export interface Fix {
  readonly title: string;
  readonly safe: boolean;
  /** The one that *fix all* and the command line use. At most one a finding. */
  readonly preferred: boolean;
  readonly edits: readonly SessionEdit[];
}

/** Something wrong at one place. */
export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  readonly location: Location;
  /** What is wrong and what follows from it. */
  readonly message: string;
  readonly related: readonly Related[];
  /** The targets it concerns, as `provider/api:model`; empty when it concerns every reader. */
  readonly targets: readonly string[];
  readonly fixes: readonly Fix[];
}

/** Which promises count: what OpenClaw documents, what the release does, or pi alone. */
export type Profile = 'documented' | 'openclaw-2026.5.7' | 'pi';

/** What a session would be sent to. */
export interface Target {
  /** Provider id as written (not normalised). */
  readonly provider: string;
  readonly api: string;
  readonly model: string;
  /** The thinking level in force; `off` when none was set. */
  readonly level: string;
  /** True for the target the session itself would continue with. */
  readonly own: boolean;
  /** True when the api was guessed because nothing names it. */
  readonly guessedApi: boolean;
}

/** Severities that hold for some entries of a file only. */
export interface EntryRules {
  /** Ids of the entries. */
  readonly entries: readonly string[];
  readonly rules: Readonly<Record<string, SeveritySetting>>;
}

/** What a check needs to know beside the text. Everything is optional. */
export interface CheckOptions {
  readonly profile?: Profile;
  /** Targets beside the session's own one. */
  readonly targets?: readonly Target[];
  /** Severities by rule id. */
  readonly rules?: Readonly<Record<string, SeveritySetting>>;
  /** Goes before `rules`; later ones go before earlier ones. */
  readonly entryRules?: readonly EntryRules[];
  /** Longest image side in pixels that replay sends unchanged (default 1200). */
  readonly imageMaxDimension?: number;
  /** The file's path or name: names the session when its header is lost, and tells known session homes. */
  readonly fileName?: string;
  /** The user said that this file is a transcript. */
  readonly treatAsTranscript?: boolean;
}

/** How a file was understood; null: it is no agent transcript, and nothing is said about it. */
export type Dialect = 'openclaw' | null;

export interface CheckResult {
  readonly dialect: Dialect;
  /** In line order, then place in the line, then catalogue order. */
  readonly findings: readonly Finding[];
  /** The targets it was judged for; the session's own first. */
  readonly targets: readonly Target[];
}
