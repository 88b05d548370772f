import type { Item } from '../session/history';
import type { Inspection } from './inspection';
import { type Rule, safeFix } from './rule';

/** What OpenClaw puts in front of a history that begins with the assistant (OpenClaw 2026.5.7, pass 16). */
const BOOTSTRAP = '(session bootstrap)';

export const assistantFirst: Rule = {
  id: 'assistant-first',
  summary: 'The history begins with an assistant turn, which the target refuses.',
  severity: 'error',
  step: 'turns',
  description:
    'A conversation must begin with the user. Google and Bedrock refuse one that does not; for others it is mended on the way.',
  repair: 'Puts a short user entry in front.',
  *check(inspection) {
    const first = firstTurn(inspection);
    if (first?.role !== 'assistant' || inspection.cutOff.size > 0) return;
    const verdict = inspection.need('assistant-first');
    if (verdict === undefined) return;
    yield {
      ...verdict,
      location: inspection.at(first.entry, 'message', 'role'),
      message:
        verdict.severity === 'error'
          ? 'The history begins with an assistant turn: the provider refuses a conversation that does not start with the user.'
          : 'The history begins with an assistant turn; a user turn is put in front of it on every replay.',
      fixes: [
        safeFix(`Put a user turn ${BOOTSTRAP} in front`, {
          kind: 'insertEntry',
          line: inspection.lineOf(first.entry),
          where: 'before',
          rule: 'assistant-first',
          message: { role: 'user', content: BOOTSTRAP },
        }),
      ],
    };
  },
};

/** Results in front of every call are orphans: they go, and do not count. */
function firstTurn({ turns, pairing }: Inspection): Item | undefined {
  if (turns[0]?.role !== 'toolResult') return turns[0];
  const orphans = new Set(pairing.results.filter(({ verdict }) => verdict === 'orphan').map(({ entry }) => entry));
  return turns.find(({ entry }) => !orphans.has(entry));
}
