import { definePass } from '../pass';
import { isRole, placeOf } from '../traced';

/** Pass 20a: only the last user turns and what follows them are sent. */
export const historyLimit = definePass(
  'history-limit',
  ({ historyLimit: limit }) => limit > 0,
  (messages, { historyLimit: limit }, report) => {
    const users = messages.flatMap((message, at) => (isRole(message, 'user') ? [at] : []));
    if (users.length <= limit) return messages;
    const start = users[users.length - limit]!;
    for (const message of messages.slice(0, start)) {
      report(
        'removed',
        placeOf(message),
        `Only the last ${limit} user turns and what follows them are sent (the channel’s history limit).`,
      );
    }
    return messages.slice(start);
  },
);
