import { ENTRY_TYPES, ROLES } from '../session/schema';
import { quote, type Rule } from './rule';

export const unknownEntryType: Rule = {
  id: 'unknown-entry-type',
  summary: 'An entry type or message role the format does not know.',
  severity: 'hint',
  step: 'entries',
  description:
    'A newer version or a fork added this type or role. Readers carry it through untouched; it adds nothing to the conversation.',
  repair: 'None.',
  *check({ session: { entries } }) {
    for (const { line, facts } of entries) {
      const role = facts.message?.role;
      if (facts.type !== '' && !ENTRY_TYPES.has(facts.type)) {
        yield {
          location: { line, path: ['type'] },
          message: `${quote(facts.type)} is no entry type of this format: it is kept, but adds nothing to the conversation.`,
        };
      } else if (role !== undefined && role !== '' && !ROLES.has(role)) {
        yield {
          location: { line, path: ['message', 'role'] },
          message: `${quote(role)} is no role of this format: the message never reaches the model.`,
        };
      }
    }
  },
};
