/** What client and server say to each other beside the protocol: names and types only, so that the client bundles no server code. */
import type { Diagnostic, Range, TextEdit } from 'vscode-languageserver/node';

/** Sent by our VS Code client with `initialize`. Other clients send nothing, or settings alone. */
export interface InitializationOptions {
  /** URI of the folder with one Markdown page a rule; without it, the pages beside the server are linked. */
  readonly rulePages?: string;
  /**
   * A command of the client that makes every line end of a document LF; its argument is the document's URI. VS Code
   * keeps one line end a document and undoes every text edit that tries to change it.
   */
  readonly lineEndsCommand?: string;
  /** Commands of the client that actions may call: show a rule's page, set its severity, ignore it for a file. */
  readonly ruleCommands?: { readonly showPage: string; readonly setSeverity: string; readonly ignoreInFile: string };
  /** The client shows {@link STATUS} notifications. */
  readonly wantsStatus?: boolean;
  /** URIs of files that the user said are transcripts, see {@link TREATED_AS_TRANSCRIPTS}. */
  readonly treatedAsTranscripts?: readonly string[];
  /** Settings for clients that cannot be asked for them (`workspace/configuration`). */
  readonly settings?: unknown;
}

/** Travels with a diagnostic: what a command or an action needs to find the finding again. */
export interface DiagnosticData {
  readonly rule: string;
  /** JSON pointer of the value inside its line. */
  readonly pointer: string;
  /** The targets it concerns; empty when it concerns every reader. */
  readonly targets: readonly string[];
}

/** Travels with a code action from the list to `codeAction/resolve`. */
export interface CodeActionData {
  readonly uri: string;
  /** The analysis that the action was offered for; a newer one makes the action stale. */
  readonly resultId: string;
  readonly change:
    | { readonly kind: 'fix'; readonly finding: number; readonly fix: number }
    | { readonly kind: 'all'; readonly rule?: string };
}

/** Notification from the server: what is known of a document, each time it is worked out. Shown in the status item. */
export const STATUS = 'transcriptHygiene/status';

export interface StatusParams {
  readonly uri: string;
  readonly version: number;
  /** `busy`: being worked out, and it takes a while. `disabled` and `excluded`: the user does not want it checked. */
  readonly state: 'busy' | 'transcript' | 'foreign' | 'disabled' | 'excluded';
  readonly dialect: string | null;
  readonly profile: string;
  /** As `provider/api:model`; the session's own target first, with `isGuess` when its api was guessed. */
  readonly targets: readonly { readonly name: string; readonly own: boolean; readonly isGuess: boolean }[];
  readonly counts: FindingCounts;
  /** How many findings there are, and how many of them are shown (the worst come first). */
  readonly total: number;
  readonly shown: number;
}

export interface FindingCounts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
}

/**
 * Notification from the client: the files (as URIs) that the user said are transcripts whatever is in them. The whole
 * list each time; the first one travels in `InitializationOptions`.
 */
export const TREATED_AS_TRANSCRIPTS = 'transcriptHygiene/treatedAsTranscripts';

export interface TreatedAsTranscriptsParams {
  readonly uris: readonly string[];
}

/** Request from the client: the settings that hold for a file, and where each value comes from. */
export const EFFECTIVE_CONFIGURATION = 'transcriptHygiene/effectiveConfiguration';

export interface EffectiveConfigurationParams {
  readonly uri: string;
}

export interface EffectiveConfiguration {
  /** Path of the settings file in force, when there is one. */
  readonly file?: string;
  /** One value a key; rules as `rules.<id>`, all of them. */
  readonly values: readonly {
    readonly key: string;
    readonly value: unknown;
    readonly from: 'default' | 'settings' | 'file';
  }[];
  /** What is wrong with settings or file, as sentences. */
  readonly problems: readonly string[];
}

/** Request from the client: what fixing everything in an open document, lossy fixes too, would make of it. */
export const FIX_ALL_PREVIEW = 'transcriptHygiene/fixAllPreview';

export interface FixAllPreviewParams {
  readonly uri: string;
}

export interface FixAllPreview {
  /** The version of the document that it was worked out for; edits for another one must not be applied. */
  readonly version: number;
  /** The document afterwards. */
  readonly text: string;
  /** LSP text edits that lead there. */
  readonly edits: readonly TextEdit[];
  /** Fixes made, by rule, in the order in which they were made; `lossy` of them lose something. */
  readonly fixes: readonly { readonly rule: string; readonly count: number; readonly lossy: number }[];
  /** What could not be done, as sentences. */
  readonly notes: readonly string[];
  /** Findings that remain afterwards. */
  readonly remaining: FindingCounts;
}

/**
 * Request from the client: checks a file by its path, without an editor (files that VS Code gives to no extension, and
 * all files of a workspace). Cancellable at once.
 */
export const CHECK_PATH = 'transcriptHygiene/checkPath';

export interface CheckPathParams {
  /** A `file:` URI. */
  readonly uri: string;
}

export interface CheckedPath {
  readonly state: 'transcript' | 'foreign' | 'disabled' | 'excluded';
  /** The worst findings, at most as many as VS Code shows. */
  readonly diagnostics: readonly Diagnostic[];
  readonly counts: FindingCounts;
  readonly total: number;
  /** How many findings have a preferred fix that is safe, and how many one that is lossy. */
  readonly fixable: { readonly safe: number; readonly lossy: number };
  /** Set instead of findings when the file could not be read: a sentence that names it and says what to do. */
  readonly error?: string;
}

/** Request from the client: fixes a file by its path; the file as it was stays beside it. */
export const FIX_PATH = 'transcriptHygiene/fixPath';

export interface FixPathParams {
  readonly uri: string;
  /** Lossy fixes as well. */
  readonly lossy: boolean;
}

export interface FixedPath {
  /** How many findings were fixed. */
  readonly fixed: number;
  /** What could not be done, as sentences. */
  readonly notes: readonly string[];
  /** Where the file as it was is kept; absent when nothing was changed. */
  readonly backup?: string;
  /** The file as it is now. */
  readonly now: CheckedPath;
  /** Why it was not written (an agent has it open, it changed meanwhile, no permission, …): a sentence. */
  readonly error?: string;
}

/**
 * Request from the client: the text of a settings file that switches a rule off for one file, or for one of its entries.
 * It is the settings file that holds for it; without one, a new one in the workspace folder, or beside the file.
 */
export const IGNORE_RULE = 'transcriptHygiene/ignoreRule';

export interface IgnoreRuleParams {
  readonly uri: string;
  readonly rule: string;
  /** Id of the entry; absent for the whole file. */
  readonly entry?: string;
}

export interface IgnoreRuleEdit {
  /** Path of the settings file; `create` when it does not exist yet. */
  readonly file: string;
  readonly create: boolean;
  /** Its text with the rule switched off. */
  readonly text: string;
  /** Set instead of a text when there can be none: a sentence that says why. */
  readonly error?: string;
}

/** Request from the client: facts for a bug report, without any content of a file. */
export const DEBUG_INFORMATION = 'transcriptHygiene/debugInformation';

export interface DebugInformation {
  readonly version: string;
  readonly node: string;
  readonly platform: string;
  readonly documents: readonly {
    /** The file's extension and kind of scheme only, never its name. */
    readonly kind: string;
    readonly lines: number;
    readonly characters: number;
    readonly dialect: string | null;
    readonly findings: Readonly<Record<string, number>>;
  }[];
}

/** Request from the client: what a provider would be sent of an open session. Cancellable. */
export const PREVIEW = 'transcriptHygiene/preview';

export interface PreviewParams {
  readonly uri: string;
  /** `provider[/api]:model`; absent for what the session would go on with. */
  readonly target?: string;
  /** The thinking level; absent for the session's own. */
  readonly level?: string;
  /** What would happen without repair. */
  readonly before?: boolean;
  /** Image data whole, and not as its type and size. */
  readonly wholeImages?: boolean;
  /** The id of the same preview as the client has it: it then gets only what is different, where the server can tell. */
  readonly known?: string;
}

/** Where a part of a preview comes from: a 0-based line of the session, and a JSON pointer in that line's value. */
export interface PreviewSource {
  readonly line: number;
  readonly pointer: string;
  readonly entry: string | null;
}

export interface PreviewChange {
  /** The step of replay that did it. */
  readonly pass: string;
  readonly what: string;
  readonly message: string;
  /** Absent where it concerns only what replay made up itself. */
  readonly source?: PreviewSource;
}

export interface PreviewProblem {
  readonly check: string;
  /** The provider's error. */
  readonly message: string;
  /** The provider's rule. */
  readonly what: string;
  /** Where it is in the preview's text. */
  readonly range: Range;
  readonly source?: PreviewSource;
}

/**
 * Where the lines of a preview come from, in columns: of a long session there are tens of thousands of parts. A part
 * begins at its line of the preview and reaches to the next part.
 */
export interface PreviewParts {
  /** 0-based lines of the preview, ascending. */
  readonly firstLines: readonly number[];
  /** 0-based lines of the session; −1 for what no line of it says. */
  readonly lines: readonly number[];
  /** JSON pointers in the values of those lines, as numbers in `names`. */
  readonly pointers: readonly number[];
  /** Ids of the entries, as numbers in `names`; −1 where there is none. */
  readonly entries: readonly number[];
  readonly names: readonly string[];
}

export interface PreviewDocument {
  /** Never used for two different texts. */
  readonly id: string;
  /** The version of the session's document that it was made of. */
  readonly version: number;
  /** As `provider/api:model`. */
  readonly target: string;
  /** What the request is made for: session, provider and model, for a title. */
  readonly title: string;
  /** The payload as JSON. */
  readonly text: string;
  /** A part was left out because VS Code could not show it. */
  readonly isCut: boolean;
  readonly parts: PreviewParts;
  readonly changes: readonly PreviewChange[];
  readonly problems: readonly PreviewProblem[];
  /** What the user should know: assumptions, what a session does not hold, why no request is made. */
  readonly notes: readonly string[];
}

/** A preview as it travels: its text, or what of the known text is replaced to get it. */
export interface PreviewAnswer extends Omit<PreviewDocument, 'text'> {
  readonly text: string | TextReplacement;
}

/** Half-open, in UTF-16 units of the known text. */
export interface TextReplacement {
  readonly start: number;
  readonly end: number;
  readonly by: string;
}

/** Set instead of a preview when there can be none: a sentence that says why. */
export interface NoPreview {
  readonly error: string;
}

/** Request from the client: the range of a place in an open session. */
export const RANGE_OF = 'transcriptHygiene/rangeOf';

export interface RangeOfParams {
  readonly uri: string;
  readonly source: PreviewSource;
}
