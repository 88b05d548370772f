/** Prints what replay makes of a session. */
import pc from 'picocolors';
import {
  type Change,
  type Messages,
  type Preview as Outcome,
  previewText as payloadText,
  pointer,
  type ReplayResult,
  shownPayload,
  sourcesOf,
} from '../core';
import { unifiedDiff } from './diff';
import { plural } from './formats/words';
import { visible } from './output';
import type { PreviewTarget } from './preview-target';

/** The version of the JSON output. It changes when a field goes or changes its meaning. */
const PREVIEW_VERSION = 1;

export const PARTS = ['policy', 'context', 'messages', 'changes', 'payload', 'problems', 'diff', 'all'] as const;

export type Part = (typeof PARTS)[number];

export interface Preview {
  readonly target: PreviewTarget & { readonly level: string; readonly baseUrl?: string };
  readonly profile: string;
  readonly result: ReplayResult;
  readonly outcome: Outcome;
  /** The payload without repair, where a diff was asked for. */
  readonly unrepaired?: Outcome;
  readonly notes: readonly string[];
}

/** The part asked for as JSON. */
export function previewJson(preview: Preview, part: Part): string {
  return `${JSON.stringify(partOf(preview, part), null, 2)}\n`;
}

function partOf(preview: Preview, part: Part): unknown {
  const { target, profile, result, outcome, notes } = preview;
  const { policy, context, sanitized, validated, outgoing, appended, changes } = result;
  switch (part) {
    case 'policy':
      return policy;
    case 'context':
      return values(context);
    case 'messages':
      return values(outgoing);
    case 'changes':
      return changes.map(changeJson);
    case 'payload':
      return shownPayload(outcome.payload);
    case 'problems':
      return problemsJson(outcome);
    case 'diff':
      return { diff: payloadDiff(preview) };
    case 'all':
      return {
        version: PREVIEW_VERSION,
        target,
        profile,
        policy,
        context: values(context),
        sanitized: values(sanitized),
        validated: values(validated),
        outgoing: values(outgoing),
        appended,
        changes: changes.map(changeJson),
        payload: shownPayload(outcome.payload),
        problems: problemsJson(outcome),
        sources: Object.fromEntries(
          [...sourcesOf(outcome)].flatMap(([at, { source }]) => (source.line === null ? [] : [[at, source.line + 1]])),
        ),
        notes,
      };
  }
}

function values(messages: Messages): unknown[] {
  return messages.map(({ value }) => value);
}

/** Lines count from 1; `line` and `entry` are null where no file holds the message, which `index` then names. */
function changeJson({ pass, what, place, message }: Change) {
  const { line = null, entry = null, index = null } = place?.source ?? {};
  return {
    pass,
    what,
    line: line === null ? null : line + 1,
    entry,
    index,
    path: place && pointer(place.path),
    message,
  };
}

/** The refusals of the provider; lines as in {@link changeJson}. */
function problemsJson({ problems }: Outcome) {
  return problems.map(({ check, message, what, pointer: at, place }) => {
    const { line = null, entry = null } = place?.source ?? {};
    return { check, message, what, pointer: at, line: line === null ? null : line + 1, entry };
  });
}

/** What repair changes in the payload, as a unified diff; images as type and size. */
function payloadDiff({ outcome, unrepaired = outcome }: Preview): string {
  const text = (of: Outcome) =>
    Buffer.from(`${payloadText(of, { shortenImages: true, limit: Number.POSITIVE_INFINITY }).text}\n`);
  return unifiedDiff(text(unrepaired), text(outcome), 'payload.json', (_kind, line) => line);
}

/** The part asked for, for people. Messages and policy are JSON here as well. */
export function previewText(preview: Preview, part: Part, color: boolean): string {
  const colors = pc.createColors(color);
  const { target, profile, result, outcome, notes } = preview;
  if (part === 'policy' || part === 'context' || part === 'messages') return previewJson(preview, part);
  if (part === 'payload') {
    return `${payloadText(outcome, { shortenImages: true, limit: Number.POSITIVE_INFINITY }).text}\n`;
  }
  if (part === 'diff') return payloadDiff(preview) || 'Repair changes nothing in the payload.\n';
  const name = [target.provider, target.api, target.model].filter((word) => word !== undefined).join(' · ');
  const head = `${colors.bold(visible(name || 'no target'))}  ${colors.dim(`profile ${profile}, thinking ${target.level}`)}`;
  const lines = [head, ...notes.map((note) => `${colors.yellow('note')} ${visible(note)}`), ''];
  if (part === 'all') {
    const set = Object.entries(result.policy).filter(([, value]) => value !== false);
    lines.push(colors.underline('policy'), ...set.map(([key, value]) => `  ${key}: ${JSON.stringify(value)}`), '');
  }
  if (part === 'problems' || part === 'all') {
    lines.push(colors.underline('would still be refused'), ...problemLines(outcome).map((line) => `  ${line}`), '');
    if (part === 'problems') return `${lines.join('\n').trimEnd()}\n`;
  }
  const passes = [...new Set(result.changes.map(({ pass }) => pass))];
  for (const pass of passes) {
    const own = result.changes.filter((change) => change.pass === pass);
    lines.push(colors.underline(pass), ...changeLines(own, colors).map((line) => `  ${line}`), '');
  }
  for (const { customType } of result.appended) lines.push(`would be written to the session: ${customType}`);
  lines.push(counts(result));
  return `${lines.join('\n')}\n`;
}

function problemLines(outcome: Outcome): string[] {
  const problems = problemsJson(outcome);
  if (problems.length === 0) return ['nothing that is known'];
  return problems.map(({ line, pointer: at, message, what }) => {
    const where = line === null ? 'made up' : `line ${line}`;
    return `${where}  ${visible(message)}  ${visible(what)}  ${visible(at)}`.trimEnd();
  });
}

type Colors = ReturnType<typeof pc.createColors>;

/** From so many on, changes with the same sentence are told together. */
const MANY = 4;
/** So many places of them are named. */
const NAMED = 8;

/** A line each; the same sentence over and over is one line with all its places. */
function changeLines(changes: readonly Change[], colors: Colors): string[] {
  const alike = new Map<string, Change[]>();
  for (const change of changes) {
    const key = `${change.what} ${change.message}`;
    const group = alike.get(key);
    if (group) group.push(change);
    else alike.set(key, [change]);
  }
  return [...alike.values()].flatMap((group) =>
    group.length < MANY ? group.map((change) => changeLine(change, colors)) : [groupLine(group, colors)],
  );
}

function changeLine({ what, place, message }: Change, colors: Colors): string {
  const path = place ? colors.dim(visible(pointer(place.path))) : '';
  return `${whereOf(place)}  ${what.padEnd(8)}  ${visible(message)}  ${path}`.trimEnd();
}

function groupLine(group: readonly Change[], colors: Colors): string {
  const [{ what, message }] = group as [Change];
  const named = group.slice(0, NAMED).map(({ place }) => whereOf(place));
  const more = group.length > NAMED ? [`${group.length - NAMED} more`] : [];
  return `${group.length} ×  ${what.padEnd(8)}  ${visible(message)}  ${colors.dim([...named, ...more].join(', '))}`;
}

function whereOf(place: Change['place']): string {
  if (place === null) return 'made up';
  const { line, index } = place.source;
  return line === null ? `message ${index + 1}` : `line ${line + 1}`;
}

function counts({ context, outgoing, changes }: ReplayResult): string {
  const done = changes.length === 0 ? 'nothing is changed' : plural(changes.length, 'change');
  return `${context.length} messages in the context, ${outgoing.length} are sent; ${done}`;
}
