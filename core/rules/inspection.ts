import { isAntigravity, type NeedName, needOf, type TargetView, viewTarget } from '../replay/requirements';
import { buildHistory, type History, type Item } from '../session/history';
import { normalizeProvider } from '../session/providers';
import type { Entry, Session } from '../session/session';
import { ownTarget, targetName } from '../session/targets';
import type { CheckOptions, JsonPath, Location, Profile, Severity, Target } from '../types';
import { type BlockIndex, indexBlocks } from './block-index';
import { entriesCutOff } from './cut-off';
import type { LinesRead } from './lines-read';
import { type Pairing, pairCalls } from './pairing';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'information', 'hint'];

/** A verdict of the targets in force together. */
export interface TargetVerdict {
  /** The highest of them. */
  readonly severity: Severity;
  /** Names of those that care. */
  readonly targets: readonly string[];
}

/**
 * One session under check, as a rule reads it. What several rules need is worked out once, when it is first asked for,
 * and from facts alone; of the lines whose text is read, `linesRead` takes note.
 */
export class Inspection {
  readonly session: Session;
  readonly profile: Profile;
  readonly imageMaxDimension: number | undefined;
  readonly fileName: string | undefined;

  /** `shared` is what is worked out once for all rules; it holds for all sessions with the same facts. */
  constructor(
    session: Session,
    private readonly options: CheckOptions,
    readonly linesRead: LinesRead,
    private readonly shared: Map<string, unknown>,
  ) {
    this.session = { ...session, text: session.text.noting((line) => linesRead.note(line)) };
    this.profile = options.profile ?? 'documented';
    this.imageMaxDimension = options.imageMaxDimension;
    this.fileName = options.fileName;
  }

  /** The session's own target first. */
  get targets(): readonly TargetView[] {
    return this.once('targets', () => {
      const names = new Set<string>();
      return [...(this.ownTarget ? [this.ownTarget] : []), ...(this.options.targets ?? [])]
        .filter((target) => !names.has(targetName(target)) && names.add(targetName(target)))
        .map((target) => viewTarget(target, this.profile));
    });
  }

  get own(): TargetView | undefined {
    return this.ownTarget && this.targets[0];
  }

  private get ownTarget(): Target | undefined {
    return this.once('ownTarget', () => ownTarget(this.session));
  }

  /** What the agent would send, transcript-only turns included. */
  get history(): History {
    return this.once('history', () => buildHistory(this.session));
  }

  /** The history without turns that no model wrote and no provider sees. */
  get turns(): readonly Item[] {
    return this.once('turns', () => this.history.items.filter(({ isTranscriptOnly }) => !isTranscriptOnly));
  }

  /** Calls and results of the history, matched. */
  get pairing(): Pairing {
    return this.once('pairing', () => pairCalls(this.session, this.history, this.turns));
  }

  /** The assistant turns of the history, in order. */
  get assistants(): readonly Item[] {
    return this.once('assistants', () => this.turns.filter(({ role }) => role === 'assistant'));
  }

  /** Entries that a broken root of the branch took off it, and the fix of that root brings back. */
  get cutOff(): ReadonlySet<number> {
    return this.once('cutOff', () => entriesCutOff(this.session));
  }

  /** The blocks of the history that rules look at, by kind and in order; one walk for all of them. */
  get blocks(): BlockIndex {
    return this.once('blocks', () => indexBlocks(this.turns, this.session));
  }

  entry(index: number): Entry {
    return this.session.entries[index]!;
  }

  lineOf(index: number): number {
    return this.entry(index).line;
  }

  /** The JSON value of an entry, read again from its line; an empty object when the line is damaged. */
  value(index: number): Readonly<Record<string, unknown>> {
    const { line, isRecovered } = this.entry(index);
    if (isRecovered) return {};
    return JSON.parse(this.session.text.line(line).replace(/^\ufeff+/, ''));
  }

  /** UTF-16 units of the text of a message entry. */
  textLength(index: number): number {
    const { line, facts } = this.entry(index);
    this.linesRead.note(line);
    return facts.message!.textLength;
  }

  /** A place in an entry. */
  at(index: number, ...path: JsonPath): Location {
    return { line: this.lineOf(index), path };
  }

  /** A place in the content list of a message entry. */
  block(index: number, block: number, ...path: JsonPath): Location {
    return this.at(index, 'message', 'content', block, ...path);
  }

  /** An entry as messages name it. */
  name(index: number): string {
    return `line ${this.lineOf(index) + 1}`;
  }

  /** Asks every target in force; undefined when none cares. */
  judge(verdict: (view: TargetView) => Severity | undefined): TargetVerdict | undefined {
    let highest: Severity | undefined;
    const targets: string[] = [];
    for (const view of this.targets) {
      const severity = verdict(view);
      if (severity === undefined) continue;
      targets.push(targetName(view.target));
      if (highest === undefined || SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(highest)) highest = severity;
    }
    return highest && { severity: highest, targets };
  }

  /** Asks every target in force about a row of the requirements. */
  need(name: NeedName, also: (view: TargetView) => boolean = () => true): TargetVerdict | undefined {
    return this.judge((view) => (also(view) ? needOf(name, view) : undefined));
  }

  /** A target as findings name it. */
  targetName({ target }: TargetView): string {
    return targetName(target);
  }

  /** Whether a turn was written by the very model it would be sent to. */
  isOwnTurn(item: Item, { target }: TargetView): boolean {
    const assistant = item.message?.assistant;
    return (
      assistant !== undefined &&
      normalizeProvider(assistant.provider) === normalizeProvider(target.provider) &&
      assistant.api === target.api &&
      assistant.model === target.model
    );
  }

  /** Whether an api signs the thinking it returns. */
  isSigningApi(item: Item): boolean {
    const api = item.message?.assistant?.api;
    return api === 'anthropic-messages' || api === 'bedrock-converse-stream';
  }

  /** Whether a target is Claude behind Antigravity, with signatures of its own form. */
  isAntigravity(view: TargetView): boolean {
    return isAntigravity(view);
  }

  /** The family a made-up result takes its text from: the own target's, else the last assistant turn's api. */
  get resultText(): string {
    const api = this.own?.target.api ?? this.assistants.at(-1)?.message?.assistant?.api ?? '';
    return RESPONSES_APIS.has(api) ? 'aborted' : MISSING_RESULT;
  }

  private once<T>(key: string, make: () => T): T {
    if (!this.shared.has(key)) this.shared.set(key, make());
    return this.shared.get(key) as T;
  }
}

const RESPONSES_APIS: ReadonlySet<string> = new Set([
  'openai-responses',
  'openai-codex-responses',
  'azure-openai-responses',
]);

/** Text of a made-up result (OpenClaw 2026.5.7, pass 11). */
const MISSING_RESULT =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.';
