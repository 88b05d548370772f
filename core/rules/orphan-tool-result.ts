import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import type { Call, Result } from './pairing';
import { alternative, lossyFix, quote, type Rule, safeFix } from './rule';

export const orphanToolResult: Rule = {
  id: 'orphan-tool-result',
  summary: 'A tool result without its call before it in the conversation.',
  severity: 'error',
  step: 'calls',
  description:
    'No finished turn before this result holds a call with its id: the stream broke while the call was written, the turn with the call failed and is left out, or the id is empty. Providers refuse a result without its call, and with it every later request of the session.',
  repair:
    'Takes the result out; its children move to its parent. Linking it to the one unanswered call of the same tool is offered.',
  *check(inspection) {
    const cutOff = callsCutOff(inspection);
    for (const result of inspection.pairing.results) {
      if (result.verdict !== 'orphan' || cutOff.has(result.id ?? '')) continue;
      const { entry, id, call } = result;
      const facts = inspection.entry(entry).facts.message!;
      yield {
        location: inspection.at(entry, 'message', ...idPath(inspection, entry)),
        message:
          id === undefined
            ? 'This tool result has no call id: it answers no call, and providers refuse it with every later request.'
            : call !== undefined
              ? `The turn that made the call ${quote(id)} failed and is left out of requests: this result is sent without its call, which providers refuse.`
              : `No call ${quote(id)} stands before this tool result: providers refuse a result without its call, and with it every later request.`,
        related:
          call === undefined
            ? []
            : [{ location: inspection.block(call.entry, call.block, 'id'), message: 'The call, in a failed turn.' }],
        fixes: [
          lossyFix(
            facts.textLength > 0
              ? `Take the result out (loses ${facts.textLength} characters of its text)`
              : 'Take the result out (it holds no text)',
            { kind: 'deleteLine', line: inspection.lineOf(entry) },
          ),
          ...relink(inspection, result),
        ],
      };
    }
  },
};

/** Ids of calls in the part that a broken root of the branch took off it. */
function callsCutOff({ cutOff, session }: Inspection): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const index of cutOff) {
    for (const block of session.entries[index]!.facts.message?.blocks ?? []) {
      if (block.kind === 'call' && block.id !== undefined) ids.add(block.id);
    }
  }
  return ids;
}

/** The key that holds a result's call id. */
export function idPath(inspection: Inspection, entry: number): string[] {
  const message = inspection.value(entry).message as Record<string, unknown> | undefined;
  const key = ['toolCallId', 'toolUseId'].find((name) => typeof message?.[name] === 'string' && message[name] !== '');
  if (key !== undefined) return [key];
  return message !== undefined && 'toolCallId' in message ? ['toolCallId'] : [];
}

/** Gives the result the id of the one unanswered call of its tool, and moves it there when it stands further down. */
function relink(inspection: Inspection, { entry, position }: Result): Fix[] {
  const { result, content, isBlank, blocks } = inspection.entry(entry).facts.message!;
  // An answer that says nothing would be the next fault.
  if (content === 'absent' || isBlank || blocks.some((block) => block.kind === 'text' && block.isBlank)) return [];
  const { calls, runEnd } = inspection.pairing;
  const fitting = calls.filter((call) => isUnansweredBefore(call, position) && call.facts.name === result!.toolName);
  const [call] = fitting;
  if (call === undefined || fitting.length > 1) return [];
  const line = inspection.lineOf(entry);
  const key = idPath(inspection, entry)[0] ?? 'toolCallId';
  const link: SessionEdit = { kind: 'setValue', line, path: ['message', key], value: call.facts.id };
  const end = runEnd(call.position);
  const after = inspection.lineOf(inspection.turns[end - 1]!.entry);
  const edits: SessionEdit[] = position < end ? [link] : [link, { kind: 'moveEntry', line, after }];
  return [alternative(safeFix(`Link it to the unanswered call in ${inspection.name(call.entry)}`, ...edits))];
}

function isUnansweredBefore({ state, position }: Call, before: number): boolean {
  return position < before && (state === 'missing' || state === 'open');
}
