/** What the tests of rules share: expected lines and ids, and the cells of the tables of the targets specification. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type CheckOptions, check, fixEdits, type Profile, SessionDocument, type Severity } from '../../core';
import { buildSession, type SessionBuilder } from './build-session';
import type { ExpectedFinding, ReportCase, SilentCase } from './rule-tester';
import type { Model } from './session-blocks';

/** A target as findings name it. */
export function nameOf({ provider, api, model }: Model): string {
  return `${provider}/${api}:${model}`;
}

/** The id of a new entry: 8 hex digits of the SHA-256 of session id, rule id and anchor. */
export function newId(...parts: readonly string[]): string {
  return createHash('sha256').update(parts.join('\n'), 'utf8').digest('hex').slice(0, 8);
}

type Container = Record<string, unknown>;

/** A line with the value at a JSON Pointer changed; undefined takes it out. Other members keep their order. */
export function set(line: string | undefined, place: string, value: unknown): string {
  const root = JSON.parse(line!) as Container;
  const keys = place.split('/').slice(1);
  const last = keys.pop()!;
  let at = root;
  for (const key of keys) at = at[key] as Container;
  if (value === undefined && Array.isArray(at)) at.splice(Number(last), 1);
  else if (value === undefined) delete at[last];
  else at[last] = value;
  return JSON.stringify(root);
}

/** The lines of a file after one fix of one finding of a rule. */
export function afterFix(
  text: string,
  rule: string,
  { finding = 0, fix = 0, options = {} }: { finding?: number; fix?: number; options?: CheckOptions } = {},
): string[] {
  const document = SessionDocument.fromString(text);
  const found = check(document, options).findings.filter((one) => one.rule === rule)[finding];
  const chosen = found?.fixes[fix];
  assert.ok(chosen, `${rule} has that fix`);
  const fixed = document.edit(fixEdits(document, [chosen])).toString();
  return fixed.split('\n').slice(0, -1);
}

/** One cell of a table of the targets specification. */
export interface Cell {
  readonly note: string;
  readonly model: Model;
  /** What it says; silent when absent. */
  readonly severity?: Severity;
  readonly profile?: Profile;
}

/**
 * Cases for a table: the same history, written by each cell's model unless the session says otherwise, and judged for
 * it as the session's own target.
 */
export function cellCases(
  session: (model: Model) => SessionBuilder,
  place: Pick<ExpectedFinding, 'line' | 'path'> & Pick<ReportCase, 'others'>,
  cells: readonly Cell[],
): { silent: SilentCase[]; reports: ReportCase[] } {
  const silent: SilentCase[] = [];
  const reports: ReportCase[] = [];
  for (const { note, model, severity, profile } of cells) {
    const one = {
      name: `${note}: ${nameOf(model)}${profile === undefined ? '' : `, profile ${profile}`}`,
      text: session(model).text(),
      options: profile === undefined ? {} : { profile },
    };
    if (severity === undefined) {
      silent.push(one);
      continue;
    }
    const { line, path, others = [] } = place;
    reports.push({ ...one, others, findings: [{ line, path, severity, targets: [nameOf(model)] }] });
  }
  return { silent, reports };
}

/**
 * The same turns where no model sees them again: on a branch that was left, above a compaction, behind a leaf record,
 * and as side messages. They are no fault there.
 */
export function outOfContext(
  add: (session: SessionBuilder) => SessionBuilder,
  { model, targets = [] }: { model?: Model; targets?: readonly string[] } = {},
): SilentCase[] {
  const start = () => buildSession(model && { model }).user('What is new?', { id: 'first' });
  const left = add(start()).branchFrom('first').assistant('Nothing yet.', { id: 'answer' }).user('Go on.');
  const summarised = add(start())
    .user('Keep this.', { id: 'kept' })
    .assistant('Kept.')
    .compaction('kept', 'They talked about news.')
    .user('Go on.');
  const movedAway = add(start().assistant('Nothing yet.', { id: 'answer' }))
    .leaf('answer')
    .user('Go on.');
  const besides = start().assistant('Nothing yet.', { id: 'answer' }).leaf('answer');
  const before = besides.lines().length;
  add(besides);
  const after = besides.lines().length;
  besides.user('Go on.');
  const lines = besides
    .lines()
    .map((line, index) => (index < before || index >= after ? line : set(line, '/appendMode', 'side')));
  return [
    { name: 'on a branch that was left', text: left.text(), targets },
    { name: 'above a compaction', text: summarised.text(), targets },
    { name: 'behind a leaf record that moved on', text: movedAway.text(), targets },
    { name: 'in side messages', text: lines.map((line) => `${line}\n`).join(''), targets },
  ];
}

/** What replay puts in the place of a result that never came. */
export const MISSING_RESULT =
  '[openclaw] missing tool result in session history; inserted synthetic error result for transcript repair.';

/** The line of a made-up result, as a fix writes it; without id and parent for version 1. */
export function madeUpResult(
  link: { id?: string; parentId?: string | null; timestamp: string; time?: number },
  toolCallId: string,
  toolName: string,
  words = MISSING_RESULT,
): string {
  const { time, ...members } = link;
  return JSON.stringify({
    type: 'message',
    ...members,
    message: {
      role: 'toolResult',
      toolCallId,
      toolName,
      content: [{ type: 'text', text: words }],
      isError: true,
      timestamp: time ?? Date.parse(link.timestamp),
    },
  });
}
