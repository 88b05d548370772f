import type { Item } from '../session/history';
import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { alternative, lazyFix, type Rule, safeFix } from './rule';

export const consecutiveTurns: Rule = {
  id: 'consecutive-turns',
  summary: 'Two neighbours of one role, which a target merges.',
  severity: 'information',
  step: 'turns',
  description:
    'Two user turns, or two assistant turns, follow each other. Targets that want strict alternation get them merged into one on every replay; nothing is lost.',
  repair: 'None is preferred; merging both texts into one is offered.',
  *check(inspection) {
    const { turns, pairing } = inspection;
    const users = inspection.need('consecutive-turns: users');
    const assistants = inspection.need('consecutive-turns: assistants');
    if (users === undefined && assistants === undefined) return;
    const misplaced = pairing.results.filter(({ verdict }) => verdict === 'misplaced');
    for (const [position, item] of turns.entries()) {
      const previous = turns[position - 1];
      const verdict = item.role === 'user' ? users : item.role === 'assistant' ? assistants : undefined;
      if (verdict === undefined || previous?.role !== item.role || item.isFailed || previous.isFailed) continue;
      const isAround = misplaced.some((result) => position > result.call!.position && position <= result.position + 1);
      if (isAround) continue;
      yield {
        ...verdict,
        location: inspection.at(item.entry, 'message', 'role'),
        message: `A second ${item.role} turn in a row: it is merged with the one before it on the way to this target.`,
        related: [{ location: inspection.at(previous.entry, 'message', 'role'), message: 'The turn before it.' }],
        fixes: merge(inspection, previous, item),
      };
    }
  },
};

/** Merging is offered for users whose entries hang directly under each other, so that no branch changes. */
function merge(inspection: Inspection, first: Item, second: Item) {
  const isPlain = [first, second].every(
    ({ role, entry, message }) =>
      role === 'user' &&
      !inspection.entry(entry).isRecovered &&
      (message?.content === 'string' || message?.content === 'list'),
  );
  if (!isPlain || inspection.session.parents[second.entry] !== first.entry) return [];
  const line = inspection.lineOf(first.entry);
  const edits = (): SessionEdit[] => [
    { kind: 'setValue', line, path: ['message', 'content'], value: mergedContent(inspection, first, second) },
    { kind: 'deleteLine', line: inspection.lineOf(second.entry) },
  ];
  const title = `Merge both texts into the turn in line ${line + 1}`;
  return [lazyFix(alternative(safeFix(title)), edits)];
}

/** Both contents as blocks; two plain texts stay one text. */
function mergedContent(inspection: Inspection, first: Item, second: Item): unknown {
  const [one, other] = [first, second].map(
    ({ entry }) => (inspection.value(entry).message as { content: unknown }).content,
  );
  if (typeof one === 'string' && typeof other === 'string') return `${one}\n\n${other}`;
  const blocks = (content: unknown) => (typeof content === 'string' ? [{ type: 'text', text: content }] : content);
  return [...(blocks(one) as unknown[]), ...(blocks(other) as unknown[])];
}
