/** What client and server say to each other beside the protocol. Types only, so that the client bundles no server code. */

/** Sent by our VS Code client with `initialize`. Other clients send nothing, or settings alone. */
export interface InitializationOptions {
  /** URI of the folder with one Markdown page a rule; without it, the pages beside the server are linked. */
  readonly rulePages?: string;
  /**
   * A command of the client that makes every line end of a document LF; its argument is the document's URI. VS Code
   * keeps one line end a document and undoes every text edit that tries to change it.
   */
  readonly lineEndsCommand?: string;
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
