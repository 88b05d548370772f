import { sha256Hex } from '../hash';
import type { Header } from '../session/session';
import type { Inspection } from './inspection';
import { headerValue } from './judged-header';
import { type Found, type Rule, safeFix } from './rule';

export const missingHeader: Rule = {
  id: 'missing-header',
  summary: 'No session header, or one without an id.',
  severity: 'error',
  step: 'entries',
  description:
    'The first record of a session must be its header with an id. Without one OpenClaw and pi take the file for empty and overwrite it with a fresh header as soon as they open it: the whole conversation is lost, without a backup.',
  repair:
    'Inserts a header: its id from the file name, its timestamp from the first entry. A header without an id gets one.',
  *check(inspection) {
    const { session } = inspection;
    const { header, entries } = session;
    if (header === undefined) {
      if (entries.length > 0) yield withoutHeader(inspection);
    } else if (header.facts.id === undefined && !header.isRecovered) {
      yield withoutId(inspection, header);
    }
  },
};

function withoutId(inspection: Inspection, header: Header): Found {
  const { line, entriesBefore } = header;
  const id = sessionIdFor(inspection);
  const isEmpty = headerValue(inspection.session, header)?.id === '';
  return {
    location: { line, path: ['id'] },
    message: isEmpty
      ? "The id of the session header is empty: OpenClaw's on-disk repair refuses the file."
      : 'The session header has no id: OpenClaw and pi take the file for empty and overwrite it when they open it.',
    fixes: [
      safeFix(
        `Give the header the id ${id}`,
        { kind: 'setValue', line, path: ['id'], value: id },
        ...(entriesBefore > 0 ? [{ kind: 'moveToTop', line } as const] : []),
      ),
    ],
  };
}

function withoutHeader(inspection: Inspection): Found {
  const { entries } = inspection.session;
  const id = sessionIdFor(inspection);
  const timestamp = entries.find(({ facts }) => facts.timestamp !== undefined)?.facts.timestamp;
  const hasIds = entries.some(({ facts }) => facts.id !== undefined);
  // A damaged line in front hides nothing: it is said at the first whole one.
  const first = entries.find(({ isRecovered }) => !isRecovered) ?? entries[0]!;
  return {
    location: { line: first.line, path: [] },
    message:
      'The session header is missing: OpenClaw and pi take the file for empty and overwrite it when they open it.',
    fixes: [
      safeFix(`Insert a session header with the id ${id}`, {
        kind: 'insertHeader',
        header: {
          type: 'session',
          ...(hasIds && { version: 3 }),
          id,
          ...(timestamp !== undefined && { timestamp }),
        },
      }),
    ],
  };
}

/** The session's id from its file's name (session format, section 1), else made from its first entry. */
function sessionIdFor({ fileName, session }: Inspection): string {
  const name = fileName?.split(/[\\/]/).at(-1) ?? '';
  const base = name.match(/^(.+?)\.jsonl(?:\..*)?$/)?.[1];
  const own = base?.match(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z_(.+)$/)?.[1] ?? base?.replace(/-topic-.*$/, '');
  const id = own?.replace(/\.checkpoint\..*$/, '');
  if (id !== undefined && /^[a-z0-9][a-z0-9._-]{0,127}$/i.test(id)) return id;
  const line = session.entries[0]?.line ?? session.header!.line;
  return `recovered-${sha256Hex(session.text.line(line)).slice(0, 8)}`;
}
