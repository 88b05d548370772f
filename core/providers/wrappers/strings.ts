/** Endpoints that take no lists of text parts (`compat.requiresStringContent`; OpenClaw 2026.5.7). */
import { flattenContent } from '../openai-completions-strings';
import { messagesOf, type Patch, withMessages } from './wrapper';

export const flattenStrings: Patch = (draft, { model }) => {
  const messages = messagesOf(draft.payload);
  const isAsked = model.api === 'openai-completions' && model.compat.requiresStringContent === true;
  return isAsked && messages ? withMessages(draft, flattenContent(messages, draft.origins)) : draft;
};
