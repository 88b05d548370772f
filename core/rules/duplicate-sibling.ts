import { isEqualJson } from '../jsonl/equal-json';
import type { MessageFacts } from '../session/facts';
import { isLinear } from '../session/session';
import { isTwin } from './hang';
import type { Inspection } from './inspection';
import { alternative, type Rule, safeFix } from './rule';

export const duplicateSibling: Rule = {
  id: 'duplicate-sibling',
  summary: 'The same message is stored twice under one parent, and one copy is a dead end.',
  severity: 'warning',
  step: 'tree',
  description:
    'A message was persisted twice, for example by a retry. Both copies hang under one parent; the conversation went on from one of them.',
  repair: 'None is preferred; deleting the dead copy is offered.',
  *check(inspection) {
    const { session } = inspection;
    if (isLinear(session)) return;
    const childCounts = new Uint32Array(session.entries.length + 1);
    for (const { index, facts } of session.entries) {
      // A leaf record points at an entry, but continues nothing.
      if (facts.leaf === undefined) childCounts[session.parents[index]! + 1]!++;
    }
    const siblings = new Map<string, number[]>();
    for (const { index, facts, isRecovered } of session.entries) {
      const parent = session.parents[index]!;
      if (childCounts[parent + 1]! < 2 || facts.message === undefined || isRecovered || facts.isSide) continue;
      // Other rules speak of entries that share an id, and of those whose parent is not in the file.
      if (isTwin(session, index) || (parent < 0 && session.parentStates[index] !== 'root')) continue;
      const key = `${parent} ${shapeOf(facts.message)} ${inspection.textLength(index)}`;
      const same = siblings.get(key);
      if (same === undefined) siblings.set(key, [index]);
      else same.push(index);
    }
    for (const group of siblings.values()) {
      for (const index of deadCopies(inspection, group, (index) => childCounts[index + 1]! > 0)) {
        const twin = group.find((other) => other !== index && isSameMessage(inspection, index, other))!;
        yield {
          location: inspection.at(index, 'message'),
          message: `The message of ${inspection.name(twin)} stands here a second time, and nothing continues this copy.`,
          related: [{ location: inspection.at(twin, 'message'), message: 'The other copy.' }],
          fixes: [alternative(safeFix('Delete the dead copy', { kind: 'deleteLine', line: inspection.lineOf(index) }))],
        };
      }
    }
  },
};

/** What two copies must share, beside the length of their text, before their lines are read again. */
function shapeOf({ role, blocks, content }: MessageFacts): string {
  return `${role} ${content} ${blocks.map(({ kind }) => kind).join()}`;
}

/** Copies that nothing continues; the last of a group of nothing but dead ends, or the active leaf, is not one. */
function deadCopies(
  inspection: Inspection,
  group: readonly number[],
  hasChildren: (index: number) => boolean,
): number[] {
  if (group.length < 2) return [];
  const { leaf } = inspection.session;
  return group.filter((index, nth) => {
    if (hasChildren(index) || index === leaf) return false;
    return group.some(
      (other, otherNth) =>
        other !== index &&
        (hasChildren(other) || other === leaf || otherNth < nth) &&
        isSameMessage(inspection, index, other),
    );
  });
}

function isSameMessage(inspection: Inspection, one: number, other: number): boolean {
  // Twins of one id are `duplicate-entry-id`.
  if (inspection.entry(one).facts.id === inspection.entry(other).facts.id) return false;
  return isEqualJson(comparable(inspection.value(one)), comparable(inspection.value(other)));
}

/** An entry without ids and timestamps. */
function comparable({ id: _id, timestamp: _timestamp, ...entry }: Readonly<Record<string, unknown>>): unknown {
  const { timestamp: _time, id: _messageId, ...message } = entry.message as Record<string, unknown>;
  return { ...entry, message };
}
