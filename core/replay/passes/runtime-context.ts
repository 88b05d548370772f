import { always, definePass } from '../pass';
import { editMessages, isRole, placeOf } from '../traced';

/** The hidden context of a turn (`session-format.md` section 3). */
const RUNTIME_CONTEXT = 'openclaw.runtime-context';

/** Pass 21: hidden runtime context belongs to the turn in progress alone. */
export const runtimeContext = definePass('runtime-context', always, (messages, _context, report) => {
  const latestUser = messages.findLastIndex((message) => isRole(message, 'user'));
  const end = latestUser < 0 ? messages.length : latestUser;
  return editMessages(messages, (message, { role, customType }, at) => {
    if (role !== 'custom' || customType !== RUNTIME_CONTEXT || at >= end) return message;
    report('removed', placeOf(message), 'Hidden runtime context of an earlier turn is not sent again.');
    return null;
  });
});
