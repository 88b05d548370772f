import { isEqualJson } from '../jsonl/equal-json';
import type { Item } from '../session/history';
import type { Session } from '../session/session';
import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { alternative, lazyFix, type Rule, safeFix } from './rule';

type Members = Record<string, unknown>;

export const consecutiveTurns: Rule = {
  id: 'consecutive-turns',
  summary: 'Two neighbours of one role, which a target merges.',
  severity: 'information',
  step: 'turns',
  description:
    'Two user turns, or two assistant turns, follow each other. Targets that want strict alternation get them merged into one on every replay; nothing is lost.',
  repair: 'None is preferred; merging both texts into one is offered.',
  *check(inspection) {
    const { turns, pairing, session } = inspection;
    const users = inspection.need('consecutive-turns: users');
    const assistants = inspection.need('consecutive-turns: assistants');
    if (users === undefined && assistants === undefined) return;
    const misplaced = pairing.results.filter(({ verdict }) => verdict === 'misplaced');
    let children: Uint32Array | undefined;
    for (const [position, item] of turns.entries()) {
      const previous = turns[position - 1];
      const verdict = item.role === 'user' ? users : item.role === 'assistant' ? assistants : undefined;
      if (verdict === undefined || previous?.role !== item.role || item.isFailed || previous.isFailed) continue;
      const isAround = misplaced.some((result) => position > result.call!.position && position <= result.position + 1);
      // They only became neighbours because a record between them is lost.
      if (isAround || session.parentStates[item.entry] === 'lost') continue;
      children ??= countChildren(session);
      // Leaf records may move the leaf by the very entry that would go.
      const isOnlyChild =
        !session.hasLeafRecords && session.parents[item.entry] === previous.entry && children[previous.entry] === 1;
      const isEditable = !inspection.entry(previous.entry).isRecovered && canStandTogether(previous, item);
      yield {
        ...verdict,
        location: inspection.at(item.entry, 'message', 'role'),
        message: `A second ${item.role} turn in a row: it is merged with the one before it on the way to this target.`,
        related: [{ location: inspection.at(previous.entry, 'message', 'role'), message: 'The turn before it.' }],
        // Merging changes no other branch.
        fixes: isOnlyChild && isEditable ? [merge(inspection, previous, item)] : [],
      };
    }
  },
};

function countChildren({ parents }: Session): Uint32Array {
  const counts = new Uint32Array(parents.length);
  for (const parent of parents) if (parent >= 0) counts[parent]!++;
  return counts;
}

function merge(inspection: Inspection, first: Item, second: Item): Fix {
  const title = `Merge both texts into the turn in line ${inspection.lineOf(first.entry) + 1}`;
  return lazyFix(inspection, alternative(safeFix(title)), () => mergeEdits(inspection, first, second));
}

function canStandTogether(first: Item, second: Item): boolean {
  const [one, other] = [first, second].map(({ message }) => message?.assistant);
  const isOneAuthor = one?.provider === other?.provider && one?.api === other?.api && one?.model === other?.model;
  return isOneAuthor && isPlain(first) && isPlain(second);
}

/** Calls, thinking and their signatures belong to the turn they were made in. */
function isPlain({ role, message }: Item): boolean {
  if (message?.content === 'string') return true;
  return message?.content === 'list' && (role === 'user' || message.blocks.every(({ kind }) => kind === 'text'));
}

/** The first turn takes over what the second says, and how it ended (OpenClaw 2026.5.7, passes 18 and 19b). */
function mergeEdits(inspection: Inspection, first: Item, second: Item): SessionEdit[] {
  const line = inspection.lineOf(first.entry);
  const [one, other] = [first, second].map(({ entry }) => inspection.value(entry).message as Members);
  const members: Members = { content: mergedContent(one!.content, other!.content) };
  for (const key of ['usage', 'stopReason']) {
    if (first.role === 'assistant' && other![key] && !isEqualJson(one![key], other![key])) members[key] = other![key];
  }
  const changes = Object.entries(members).map(
    ([key, value]): SessionEdit => ({ kind: 'setValue', line, path: ['message', key], value }),
  );
  return [...changes, { kind: 'deleteLine', line: inspection.lineOf(second.entry) }];
}

/** Both contents as blocks; two plain texts stay one text. */
function mergedContent(one: unknown, other: unknown): unknown {
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  const blocks = (content: unknown) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);
  return [...(blocks(one) as unknown[]), ...(blocks(other) as unknown[])];
}
