import type { TargetView } from '../replay/requirements';
import { foreignCallId, uniqueToolCallId } from '../replay/tool-call-ids';
import type { SessionEdit } from '../types';
import type { Inspection } from './inspection';
import { idPath } from './orphan-tool-result';
import type { Call } from './pairing';

/** Every call id of the file, of all branches: a new id must be none of them. */
export function usedCallIds({ session }: Inspection): Set<string> {
  const used = new Set<string>();
  for (const { facts } of session.entries) {
    if (facts.message?.result?.callId !== undefined) used.add(facts.message.result.callId);
    for (const block of facts.message?.blocks ?? []) {
      if (block.kind === 'call' && block.id !== undefined) used.add(block.id);
    }
  }
  return used;
}

/**
 * The id a call gets instead (targets specification, section 4): nine letters or digits when a Mistral model is in
 * force, the Responses form when the session continues there, else letters and digits; the first of them that suits
 * all targets. `occurrence` counts calls with the same raw id, from 1. The id is added to `used`.
 */
export function replacementId(
  inspection: Inspection,
  id: string,
  occurrence: number,
  used: Set<string>,
  suits: (id: string) => boolean,
): string {
  const seed = occurrence === 1 ? id : `${id}:${occurrence}`;
  if (inspection.targets.some(({ family }) => family === 'MIS')) return uniqueToolCallId(seed, used, 'strict9');
  const { own } = inspection;
  const forms = [
    ...(own?.family === 'RSP' ? [() => responsesId(own, id, occurrence, used)] : []),
    () => uniqueToolCallId(seed, used, 'strict'),
  ];
  for (const form of forms) {
    const candidate = form();
    if (suits(candidate)) return candidate;
    used.delete(candidate);
  }
  // Kimi's form passes for strict, but not everywhere; without its dot it is none.
  return uniqueToolCallId(seed.replaceAll('.', ''), used, 'strict');
}

/** The form of `payloads.md` 4.2; where that is taken, letters and digits for both parts. */
function responsesId(own: TargetView, id: string, occurrence: number, used: Set<string>): string {
  const { provider, api, model } = own.target;
  const candidate = foreignCallId(id, api, { provider, modelId: model, sourceProvider: provider, sourceApi: api });
  if (occurrence === 1 && !used.has(candidate)) {
    used.add(candidate);
    return candidate;
  }
  const [callId = '', itemId] = candidate.split('|');
  const fresh = uniqueToolCallId(occurrence === 1 ? callId : `${callId}:${occurrence}`, used, 'strict');
  if (itemId === undefined) return fresh;
  used.delete(fresh);
  const whole = `${fresh}|fc_${fresh}`;
  used.add(whole);
  return whole;
}

/** Writes a new id into a call and the results that answer it. */
export function renameCall(inspection: Inspection, call: Call, id: string): SessionEdit[] {
  const set = (line: number, path: (string | number)[]): SessionEdit => ({ kind: 'setValue', line, path, value: id });
  return [
    set(inspection.lineOf(call.entry), ['message', 'content', call.block, 'id']),
    ...call.results.flatMap(({ entry }) => {
      // A result in a damaged line is mended first, and the whole fix waits for it.
      if (inspection.entry(entry).isRecovered) return [set(inspection.lineOf(entry), ['message', 'toolCallId'])];
      const message = (inspection.value(entry).message ?? {}) as Record<string, unknown>;
      const keys = ['toolCallId', 'toolUseId'].filter((key) => message[key] === call.facts.id);
      const paths = keys.length > 0 ? keys : idPath(inspection, entry);
      return paths.map((key) => set(inspection.lineOf(entry), ['message', key]));
    }),
  ];
}
