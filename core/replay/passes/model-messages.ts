import { convertToModelMessages } from '../../session/context';
import { always, definePass, type Report } from '../pass';
import { fieldsOf, type Place, placeOf, type TracedMessage } from '../traced';

/** Behind pass 21: shell runs, summaries and messages of extensions become user turns, what no model knows goes. */
export const modelMessages = definePass('model-messages', always, (messages, _context, report) => {
  let isChanged = false;
  const converted = messages.flatMap((message) => {
    const [value] = convertToModelMessages([message.value]);
    if (value === message.value) return [message];
    isChanged = true;
    return value === undefined ? leaveOut(message, report) : [asUserTurn(message, value, report)];
  });
  return isChanged ? converted : messages;
});

function leaveOut(message: TracedMessage, report: Report): [] {
  const isShell = fieldsOf(message.value)?.role === 'bashExecution';
  const reason = isShell ? 'This shell run is marked as not for the model.' : 'No model knows messages of this role.';
  report('removed', placeOf(message), reason);
  return [];
}

/** What the text of a converted message is made of, by role. */
const TEXT_FIELDS: Readonly<Record<string, string>> = {
  custom: 'content',
  compactionSummary: 'summary',
  branchSummary: 'summary',
};

function asUserTurn(message: TracedMessage, value: unknown, report: Report): TracedMessage {
  const before = fieldsOf(message.value);
  report('replaced', placeOf(message), 'Models know only users, assistants and results: this is sent as a user turn.');
  const content = fieldsOf(value)?.content;
  if (content === before?.content) return { ...message, value };
  const field = TEXT_FIELDS[String(before?.role)];
  const place: Place | null = field === undefined ? placeOf(message) : placeOf(message, field);
  return { ...message, value, blocks: [place] };
}
