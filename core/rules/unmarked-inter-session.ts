import { annotateContent, readProvenance } from '../replay/inter-session';
import type { SessionEdit } from '../types';
import { type Rule, safeFix } from './rule';

export const unmarkedInterSession: Rule = {
  id: 'unmarked-inter-session',
  summary: 'The provenance says inter-session, the visible text does not.',
  severity: 'information',
  step: 'turns',
  description:
    'Another session or an internal tool sent this turn. Replay puts a marker in front of the text, so that the model does not take it for the user; older sessions lack it.',
  repair: 'Adds the marker.',
  *check(inspection) {
    if (inspection.profile === 'pi') return;
    for (const { entry, message } of inspection.turns) {
      if (message?.role !== 'user' || !message.isInterSession || inspection.entry(entry).isRecovered) continue;
      const stored = inspection.value(entry).message as { content: unknown; provenance: unknown };
      const provenance = readProvenance(stored.provenance);
      const marked = provenance === null ? stored.content : annotateContent(stored.content, provenance);
      if (marked === stored.content) continue;
      yield {
        location: inspection.at(entry, 'message', 'provenance', 'kind'),
        message: 'This turn came from another session, but its text does not say so: replay adds a marker.',
        fixes: [safeFix('Add the inter-session marker', edit(inspection.lineOf(entry), stored.content, marked))],
      };
    }
  },
};

/** The smallest edit: only the text block that changed, where one did. */
function edit(line: number, stored: unknown, marked: unknown): SessionEdit {
  const path = ['message', 'content'];
  if (Array.isArray(stored) && Array.isArray(marked) && stored.length === marked.length) {
    const index = marked.findIndex((block, at) => block !== stored[at]);
    return {
      kind: 'setValue',
      line,
      path: [...path, index, 'text'] as never,
      value: (marked[index] as { text: string }).text,
    };
  }
  return { kind: 'setValue', line, path, value: marked };
}
