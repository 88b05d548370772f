import type { Fix, SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { stopForCall } from './made-up-result';
import { removeCallEdits } from './missing-tool-result';
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
        fixes: [removal(inspection, result), ...relink(inspection, result)],
      };
    }
  },
};

function removal(inspection: Inspection, result: Result): Fix {
  const { entry, call } = result;
  const textLength = inspection.textLength(entry);
  const loss = textLength > 0 ? `loses ${textLength} characters of its text` : 'it holds no text';
  const deletion: SessionEdit = { kind: 'deleteLine', line: inspection.lineOf(entry) };
  if (call === undefined || !leavesTornCall(inspection, call, result)) {
    return lossyFix(`Take the result out (${loss})`, deletion);
  }
  const edits = removeCallEdits(inspection, call);
  return lossyFix(`Take the result and its half-streamed call out (${loss})`, deletion, ...edits);
}

/** Without its one real result the call in the failed turn is a half-streamed one. */
function leavesTornCall(inspection: Inspection, { facts, entry, results }: Call, result: Result): boolean {
  const real = results.filter(({ isStandIn }) => !isStandIn);
  const isOnly = real.length === 1 && real[0] === result;
  return facts.partialJson === 'torn' && isOnly && !inspection.entry(entry).isRecovered;
}

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
function relink(inspection: Inspection, result: Result): Fix[] {
  const { entry, position, call: own } = result;
  if (own !== undefined && leavesTornCall(inspection, own, result)) return [];
  const { result: facts, content, isBlank, blocks } = inspection.entry(entry).facts.message!;
  // An answer that says nothing would be the next fault.
  if (content === 'absent' || isBlank || blocks.some((block) => block.kind === 'text' && block.isBlank)) return [];
  const { calls, runEnd } = inspection.pairing;
  const fitting = calls.filter((call) => isUnansweredBefore(call, position) && call.facts.name === facts!.toolName);
  const [call] = fitting;
  if (call === undefined || fitting.length > 1) return [];
  const line = inspection.lineOf(entry);
  const key = idPath(inspection, entry)[0] ?? 'toolCallId';
  const link: SessionEdit = { kind: 'setValue', line, path: ['message', key], value: call.facts.id };
  const end = runEnd(call.position);
  const anchor = inspection.turns[end - 1]!.entry;
  if ([call.entry, anchor].some((index) => inspection.entry(index).isRecovered)) return [];
  const move: SessionEdit[] = position < end ? [] : [{ kind: 'moveEntry', line, after: inspection.lineOf(anchor) }];
  return [
    alternative(
      safeFix(
        `Link it to the unanswered call in ${inspection.name(call.entry)}`,
        link,
        ...move,
        ...stopForCall(inspection, call),
      ),
    ),
  ];
}

function isUnansweredBefore({ state, position }: Call, before: number): boolean {
  return position < before && (state === 'missing' || state === 'open');
}
