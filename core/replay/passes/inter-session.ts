import { annotateContent, readProvenance } from '../inter-session';
import { always, definePass } from '../pass';
import { contentOf, editMessages, placeOf, type TracedMessage, withContent, withFields } from '../traced';

/** Pass 1: turns that another session sent say so to the model. */
export const interSession = definePass('inter-session', always, (messages, _context, report) =>
  editMessages(messages, (message, { role, provenance, content }) => {
    const origin = role === 'user' ? readProvenance(provenance) : null;
    const marked = origin ? annotateContent(content, origin) : content;
    if (marked === content) return message;
    report(
      'replaced',
      placeOf(message, 'content'),
      'This turn was sent by another session; a marker in front tells the model that it is not the user’s own word.',
    );
    return withMarked(message, marked);
  }),
);

/** An array has kept its blocks, or has got a new one in front. */
function withMarked(message: TracedMessage, marked: unknown): TracedMessage {
  if (!Array.isArray(marked)) return withFields(message, { content: marked });
  const before = contentOf(message) ?? [];
  const added = marked.length - before.length;
  return withContent(
    message,
    marked.map((value, at) => ({ value, place: before[at - added]?.place ?? null })),
  );
}
