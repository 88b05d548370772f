/** The messages that a preview starts from: a session file's, or those of the request. */
import {
  type Messages,
  parseSessionText,
  type Session,
  SessionDocument,
  sessionAt,
  traceContext,
  traceList,
} from '../core';
import { readFile } from '../disk/read-file';
import type { PreviewCliOptions } from './options';
import type { PreviewRequest } from './preview-request';
import { readStdin } from './stdin';

export interface PreviewSource {
  readonly messages: Messages;
  /** The session's entries, and a snapshot of the request behind them. */
  readonly entries: readonly unknown[];
  readonly thinkingLevel: string | undefined;
  readonly sessionId?: string;
  /** The branch in question; undefined when the request brings the messages. */
  readonly session: Session | undefined;
  readonly notes: readonly string[];
}

/** Reads what the preview is of. */
export async function readSource(
  file: string | undefined,
  request: PreviewRequest,
  { leaf }: PreviewCliOptions,
): Promise<PreviewSource | { readonly error: string }> {
  const { priorSnapshot } = request;
  const snapshot = priorSnapshot ? [{ type: 'custom', customType: 'model-snapshot', data: priorSnapshot }] : [];
  if (request.messages) {
    const messages = traceList(request.messages);
    return { messages, entries: snapshot, thinkingLevel: undefined, session: undefined, notes: [] };
  }
  if (file === undefined) return { error: 'name a session file, or a --request with messages' };
  const read = file === '-' ? await readStdin() : await readFile(file);
  if ('error' in read) return { error: `${file} ${read.error}` };
  const bytes = 'bytes' in read ? read.bytes : read;
  const parsed = parseSessionText(bytes.toString('utf8'));
  if (parsed.header === null) {
    return {
      error:
        `${file} does not begin with a session header, so OpenClaw and pi take it for empty. ` +
        'transcript-hygiene check says what is wrong with it',
    };
  }
  const session = SessionDocument.fromBytes(bytes).content;
  const branch = leaf === undefined ? session : sessionAt(session, leaf);
  if (branch === undefined) return { error: `--leaf ${leaf}: no entry of ${file} has this id` };
  const { messages, thinkingLevel, skipped } = traceContext(parsed, leaf);
  const notes = [
    ...(parsed.droppedLines > 0 ? [`${parsed.droppedLines} damaged lines are left out, as on loading`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} entries without a message are left out; OpenClaw fails on them`] : []),
  ];
  const { id } = parsed.header;
  return {
    messages,
    entries: [...parsed.entries, ...snapshot],
    thinkingLevel,
    ...(typeof id === 'string' && { sessionId: id }),
    session: branch,
    notes,
  };
}
