/**
 * Builds session files for tests, line by line, the way the runtimes write them.
 *
 * ```ts
 * const session = buildSession()
 *   .user('List the folder.')
 *   .assistant([thinking('A shell call will do.'), call('toolu_1', 'exec', { command: 'ls' })])
 *   .result('toolu_1', 'README.md\n')
 *   .assistant('There is one file.');
 * check(SessionDocument.fromString(session.text()));
 * ```
 *
 * - The header is there from the start (`buildSession({ header: false })` leaves it out).
 * - Each entry hangs under the one before it. `branchFrom(id)` moves on from elsewhere, `null` starts a new root.
 * - Ids, times and signatures are made up but always the same. Give `id` where a test has to name an entry, or read
 *   `lastId`; `lineOf(id)` says on which line it stands.
 * - Turns are written by `models.anthropic` unless the session or the turn says otherwise; their stop reason follows
 *   from their content.
 * - Whatever the helpers do not offer goes through `entry` and `message` of the options, which add or replace members
 *   (undefined takes one out), through `entry()` for other types, and through `raw()` for text that is no entry at all.
 * - `version: 1` writes no ids and no parents, as sessions of that version do.
 */
import { createHash } from 'node:crypto';
import { type Block, type Members, type Model, models, text, usage } from './session-blocks';

export * from './session-blocks';

const SESSION_ID = '5f0c1b7e-9a43-4c52-8d6e-0d2f6b1a9c37';
const START = '2026-03-02T09:00:00.000Z';
const STEP_MS = 7000;

export interface SessionOptions {
  /** 3 when absent; 1 leaves the field out, as files of that version do. */
  readonly version?: number;
  readonly id?: string;
  /** Members that the header gets beside or instead of the usual ones; false leaves it out. */
  readonly header?: Members | false;
  /** Time of the header; every entry is seven seconds later than the one before. */
  readonly start?: string;
  /** Writes the assistant turns. */
  readonly model?: Model;
}

export interface EntryOptions {
  readonly id?: string;
  /** In place of the entry before; null makes a root. */
  readonly parentId?: string | null;
  /** ISO time in place of the next one. */
  readonly timestamp?: string;
  /** Members of the entry that are added or replaced. */
  readonly entry?: Members;
  /** The same for its message. */
  readonly message?: Members;
}

export interface AssistantOptions extends EntryOptions, Partial<Model> {
  readonly stopReason?: string;
  readonly usage?: Members;
}

export interface ResultOptions extends EntryOptions {
  /** The name of the call with this id when absent. */
  readonly toolName?: string;
  readonly isError?: boolean;
  readonly details?: unknown;
}

/** A string stands for one text block. */
export type Content = string | readonly Block[];

export function buildSession(options: SessionOptions = {}): SessionBuilder {
  return new SessionBuilder(options);
}

export class SessionBuilder {
  readonly #written: string[] = [];
  readonly #lineById = new Map<string, number>();
  readonly #callNames = new Map<string, string>();
  readonly #version: number;
  readonly #sessionId: string;
  readonly #model: Model;
  #clock: number;
  #count = 0;
  #tip: string | null = null;
  #lastId = '';

  constructor(options: SessionOptions) {
    this.#version = options.version ?? 3;
    this.#sessionId = options.id ?? SESSION_ID;
    this.#model = options.model ?? models.anthropic;
    this.#clock = Date.parse(options.start ?? START);
    if (options.header !== false) this.header(options.header);
  }

  /** Id of the entry written last. */
  get lastId(): string {
    return this.#lastId;
  }

  /** 0-based line of an entry. */
  lineOf(id: string): number {
    const line = this.#lineById.get(id);
    if (line === undefined) throw new Error(`no entry ${id}`);
    return line;
  }

  lines(): string[] {
    return [...this.#written];
  }

  /** The whole file, each line ended by LF. */
  text(): string {
    return this.#written.map((line) => `${line}\n`).join('');
  }

  /** A session header; the first one is there already. */
  header(members: Members = {}): this {
    const version = this.#version === 1 ? undefined : this.#version;
    const timestamp = new Date(this.#clock).toISOString();
    const usual = { type: 'session', version, id: this.#sessionId, timestamp, cwd: '/workspace/demo' };
    return this.raw(JSON.stringify({ ...usual, ...members }));
  }

  /** A line as it is. */
  raw(line: string): this {
    this.#written.push(line);
    return this;
  }

  /** The next entry hangs under this one; null starts a new root. */
  branchFrom(id: string | null): this {
    this.#tip = id;
    return this;
  }

  user(content: Content, options: EntryOptions = {}): this {
    return this.message({ role: 'user', content: blocks(content) }, options);
  }

  assistant(content: Content, options: AssistantOptions = {}): this {
    const list = blocks(content);
    const calls = list.filter((block) => block.type === 'toolCall');
    for (const block of calls) this.#callNames.set(String(block.id), String(block.name));
    const message = {
      role: 'assistant',
      content: list,
      api: options.api ?? this.#model.api,
      provider: options.provider ?? this.#model.provider,
      model: options.model ?? this.#model.model,
      usage: options.usage ?? usage(),
      stopReason: options.stopReason ?? (calls.length > 0 ? 'toolUse' : 'stop'),
    };
    return this.message(message, options);
  }

  /** The result of the call with this id. */
  result(toolCallId: string, content: Content = 'done', options: ResultOptions = {}): this {
    const message = {
      role: 'toolResult',
      toolCallId,
      toolName: options.toolName ?? this.#callNames.get(toolCallId) ?? 'exec',
      content: blocks(content),
      details: options.details,
      isError: options.isError ?? false,
    };
    return this.message(message, options);
  }

  /** A turn of OpenClaw itself that no model wrote: `delivery-mirror`, or `gateway-injected` as `model`. */
  transcriptOnly(content: Content, options: AssistantOptions = {}): this {
    const author = { api: 'openai-responses', provider: 'openclaw', model: 'delivery-mirror', usage: usage(0, 0) };
    return this.assistant(content, { ...author, ...options });
  }

  /** A shell command that the user ran (`!command` in pi). */
  bash(command: string, output: string, options: EntryOptions = {}): this {
    const message = { role: 'bashExecution', command, output, exitCode: 0, cancelled: false, truncated: false };
    return this.message(message, options);
  }

  /** A message entry of any role; `timestamp` comes last, as the runtimes write it. */
  message(message: Members, options: EntryOptions = {}): this {
    const timestamp = options.timestamp === undefined ? this.#clock + STEP_MS : Date.parse(options.timestamp);
    return this.entry('message', { message: { ...message, timestamp, ...options.message } }, options);
  }

  compaction(firstKeptEntryId: string, summary: string, options: EntryOptions = {}): this {
    return this.entry('compaction', { summary, firstKeptEntryId, tokensBefore: 151000 }, options);
  }

  branchSummary(fromId: string, summary: string, options: EntryOptions = {}): this {
    return this.entry('branch_summary', { fromId, summary }, options);
  }

  modelChange(model: Model, options: EntryOptions = {}): this {
    return this.entry('model_change', { provider: model.provider, modelId: model.model }, options);
  }

  /** The `model-snapshot` that OpenClaw appends before a run with a new model. */
  modelSnapshot(model: Model, options: EntryOptions = {}): this {
    const data = { timestamp: this.#clock, provider: model.provider, modelApi: model.api, modelId: model.model };
    return this.custom('model-snapshot', data, options);
  }

  thinkingLevel(thinkingLevel: string, options: EntryOptions = {}): this {
    return this.entry('thinking_level_change', { thinkingLevel }, options);
  }

  label(targetId: string, label: string | undefined, options: EntryOptions = {}): this {
    return this.entry('label', { targetId, label }, options);
  }

  sessionInfo(name: string | undefined, options: EntryOptions = {}): this {
    return this.entry('session_info', { name }, options);
  }

  /** Data of an extension; never part of the context. */
  custom(customType: string, data?: unknown, options: EntryOptions = {}): this {
    return this.#append({ type: 'custom', customType, data }, {}, options);
  }

  /** A message of an extension; part of the context. */
  customMessage(customType: string, content: Content, options: EntryOptions = {}): this {
    return this.#append({ type: 'custom_message', customType, content, display: false }, {}, options);
  }

  /** A record that moves the leaf (later OpenClaw releases); the next entry goes where the record says. */
  leaf(targetId: string | null, members: Members = {}, options: EntryOptions = {}): this {
    this.entry('leaf', { targetId, ...members }, options);
    const append = members.appendParentId;
    return this.branchFrom(append === undefined ? targetId : (append as string | null));
  }

  /** An entry of any type. */
  entry(type: string, members: Members = {}, options: EntryOptions = {}): this {
    return this.#append({ type }, members, options);
  }

  /** `before` and `after` are the members in front of and behind id, parent and time: writers differ in their order. */
  #append(before: Members, after: Members, options: EntryOptions): this {
    this.#clock += STEP_MS;
    const id = options.id ?? this.#nextId();
    const parentId = options.parentId === undefined ? this.#tip : options.parentId;
    const timestamp = options.timestamp ?? new Date(this.#clock).toISOString();
    const link = this.#version === 1 ? { timestamp } : { id, parentId, timestamp };
    this.#lineById.set(id, this.#written.length);
    this.#tip = id;
    this.#lastId = id;
    return this.raw(JSON.stringify({ ...before, ...link, ...after, ...options.entry }));
  }

  #nextId(): string {
    this.#count += 1;
    return createHash('sha256').update(`${this.#sessionId} entry ${this.#count}`).digest('hex').slice(0, 8);
  }
}

function blocks(content: Content): readonly Block[] {
  return typeof content === 'string' ? [text(content)] : content;
}
