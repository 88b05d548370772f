import { buildContext, type ParsedSession, type SessionContext } from '../session/context';
import { fieldsOf, filled, type TracedMessage, traceMessage } from './traced';

/** The context of a branch, each message with its line and entry. */
export interface TracedContext extends Omit<SessionContext, 'messages' | 'sources'> {
  readonly messages: readonly TracedMessage[];
}

/** @param leafId the branch's last entry; null: before the first one. Left out or unknown: the active leaf. */
export function traceContext(session: ParsedSession, leafId?: string | null): TracedContext {
  const { messages, sources, ...rest } = buildContext(session.entries, leafId);
  const traced = messages.map((message, index) => {
    const at = sources[index]!;
    const { id, type } = fieldsOf(session.entries[at]) ?? {};
    return traceMessage(message, {
      index,
      line: session.lines[at]!,
      entry: filled(id) ?? null,
      // Other entries hold the fields of their message themselves.
      path: type === 'message' ? ['message'] : [],
    });
  });
  return { ...rest, messages: traced };
}
