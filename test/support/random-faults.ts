/** Faults in the entries of a session, drawn at random: each line stays one JSON object. */
import fc from 'fast-check';
import { pictures } from './build-session';

/** The value of one line; faults change it in place. */
export type Row = Record<string, unknown>;

/** `at` and `to` choose places, modulo what is there; `value` is for faults that put something anywhere. */
export interface Fault {
  readonly kind: keyof typeof FAULTS;
  readonly at: number;
  readonly to: number;
  readonly value: unknown;
}

type Change = (rows: Row[], fault: Fault) => void;

const message = (row: Row): Row => (isObject(row.message) ? row.message : {});
const list = (row: Row): Row[] => (Array.isArray(message(row).content) ? (message(row).content as Row[]) : []);

/** Changes one row of those that fit. */
const one =
  (fits: (row: Row) => boolean, change: (row: Row, rows: readonly Row[], fault: Fault) => void): Change =>
  (rows, fault) => {
    const fitting = rows.filter(fits);
    const row = fitting[fault.at % fitting.length];
    if (row !== undefined) change(row, rows, fault);
  };

/** Changes one content block of those that fit. */
const block = (types: readonly string[], change: (block: Row, rows: readonly Row[], fault: Fault) => void): Change =>
  one(
    (row) => blocksOf(row, types).length > 0,
    (row, rows, fault) => {
      const fitting = blocksOf(row, types);
      change(fitting[fault.to % fitting.length]!, rows, fault);
    },
  );

const blocksOf = (row: Row, types: readonly string[]): Row[] =>
  list(row).filter((part) => isObject(part) && types.includes(part.type as string));

const isEntry = (row: Row) => row.type !== 'session';
const isRole = (role: string) => (row: Row) => message(row).role === role;
const isCompaction = (row: Row) => row.type === 'compaction';
const some = (rows: readonly Row[], at: number): Row => rows[at % rows.length] ?? {};

const FAULTS = {
  // Lines: lost, repeated, in another order.
  lose: (rows, { at }) => void rows.splice(at % rows.length, 1),
  repeat: (rows, { at, to }) => void rows.splice(to % (rows.length + 1), 0, structuredClone(some(rows, at))),
  move: (rows, { at, to }) => void rows.splice(to % rows.length, 0, ...rows.splice(at % rows.length, 1)),
  'second header': (rows, { at }) =>
    void rows.splice(1 + (at % rows.length), 0, { ...rows[0], ...(at % 2 === 0 && { cwd: '/elsewhere' }) }),
  'record in front': (rows) => void rows.unshift({ type: 'title', title: 'A fork' }),

  // Header and fields.
  version: (rows, { at }) => void Object.assign(rows[0] ?? {}, { version: [1, 2, 4, 'x', null, 2.5][at % 6] }),
  'no header id': (rows) => void delete rows[0]?.id,
  'any field': (rows, { at, to, value }) => {
    const row = some(rows, at);
    const owner = to % 2 === 0 ? row : message(row);
    const keys = Object.keys(owner);
    const key = keys[to % keys.length];
    if (key !== undefined) owner[key] = value;
  },
  'no field': (rows, { at, to }) => {
    const row = some(rows, at);
    const owner = to % 2 === 0 ? row : message(row);
    const keys = Object.keys(owner);
    const key = keys[to % keys.length];
    if (key !== undefined) delete owner[key];
  },
  'any block': one(
    (row) => list(row).length > 0,
    (row, _, { to, value }) => {
      list(row)[to % list(row).length] = value as Row;
    },
  ),
  'unknown role': one(isRole('user'), (row) => {
    message(row).role = 'narrator';
  }),
  timestamp: one(isEntry, (row, _, { to }) => {
    row.timestamp = ['yesterday', '1999-01-01T00:00:00.000Z', 1772442000000, ''][to % 4];
  }),

  // Tree.
  'same id': one(isEntry, (row, rows, { to }) => {
    row.id = some(rows, to).id;
  }),
  dangling: one(isEntry, (row) => {
    row.parentId = 'gone';
  }),
  'other parent': one(isEntry, (row, rows, { to }) => {
    row.parentId = some(rows, to).id;
  }),
  root: one(isEntry, (row, _, { to }) => {
    if (to % 2 === 0) row.parentId = null;
    else delete row.parentId;
  }),
  sibling: (rows, { at }) => {
    const messages = rows.filter((row) => row.type === 'message');
    const row = messages[at % messages.length];
    if (row === undefined) return;
    rows.splice(rows.indexOf(row), 0, { ...structuredClone(row), id: `twin${at}` });
  },
  anchor: one(isCompaction, (row, rows, { to }) => {
    row.firstKeptEntryId = some(rows, to).id ?? 'gone';
    row.firstKeptEntryIndex = to % (rows.length + 1);
  }),
  'anchor at a result': one(isCompaction, (row, rows, { to }) => {
    const results = rows.filter(isRole('toolResult'));
    row.firstKeptEntryId = results[to % results.length]?.id;
  }),
  'compaction again': (rows, { at, to }) => {
    const row = rows.find(isCompaction);
    if (row === undefined) return;
    const parent = rows.at(-1)!;
    rows.push({ ...row, id: `again${at}`, parentId: parent.id, firstKeptEntryId: some(rows, to).id });
  },
  leaf: (rows, { at, to }) => {
    const leaf = {
      type: 'leaf',
      id: `leaf${at}`,
      parentId: rows.at(-1)?.id ?? null,
      timestamp: '2026-03-02T10:00:00Z',
    };
    rows.push({ ...leaf, targetId: some(rows, to).id ?? null, ...(at % 3 === 0 && { appendMode: 'odd' }) });
  },

  // Turns.
  'blank content': one(
    (row) => row.message !== undefined,
    (row, _, { to }) => {
      message(row).content = [
        [],
        '',
        ' ',
        [{ type: 'text', text: '' }],
        null,
        undefined,
        [{ type: 'text', text: ' ' }],
      ][to % 7];
    },
  ),
  'blank block': one(
    (row) => list(row).length > 0,
    (row, _, { to }) => void list(row).splice(to % (list(row).length + 1), 0, { type: 'text', text: ' ' }),
  ),
  'stop reason': one(isRole('assistant'), (row, _, { to }) => {
    message(row).stopReason = ['stop', 'toolUse', 'error', 'aborted', 'length'][to % 5];
  }),
  metadata: block(['text'], (part) => {
    part.text = `Conversation info (untrusted metadata):\n\`\`\`json\n{"chat":1}\n\`\`\`\n\n${part.text}`;
  }),

  // Calls and results.
  'other call id': one(isRole('toolResult'), (row, rows, { to }) => {
    const results = rows.filter(isRole('toolResult'));
    message(row).toolCallId = ['', 'toolu_nowhere', message(some(results, to)).toolCallId][to % 3];
  }),
  'other key': one(isRole('toolResult'), (row) => {
    const { toolCallId, ...rest } = message(row);
    row.message = { ...rest, toolUseId: toolCallId };
  }),
  'call of another type': block(['toolCall'], (part, _, { at }) => {
    part.type = ['toolUse', 'functionCall', 'tool_use', 'tool_call'][at % 4];
  }),
  'call without': block(['toolCall', 'toolUse'], (part, _, { at }) => {
    delete part[['arguments', 'name', 'id'][at % 3]!];
  }),
  'call repeated': one(
    (row) => blocksOf(row, ['toolCall']).length > 0,
    (row) => void list(row).push(structuredClone(blocksOf(row, ['toolCall'])[0]!)),
  ),

  // Thinking and images.
  signature: block(['thinking'], (part, _, { at }) => {
    part.thinkingSignature = ['', 'not base64!', '{"id":"rs_1","type":"reasoning"}', { id: 'rs_1', type: 'x' }][at % 4];
  }),
  'thinking again': (rows, { at }) => {
    const turns = rows.filter(isRole('assistant'));
    const thought = turns.flatMap((row) => blocksOf(row, ['thinking']))[0];
    const into = turns[at % turns.length];
    if (thought !== undefined && into !== undefined) list(into).unshift(structuredClone(thought));
  },
  'thought signature': block(['text', 'toolCall'], (part) => {
    part.thoughtSignature = 'msg_not base64';
  }),
  'image data': block(['image'], (part, _, { at }) => {
    part.data = ['', 'not base64', Buffer.from('no image').toString('base64'), undefined][at % 4];
  }),
  'image type': block(['image'], (part, _, { at }) => {
    if (at % 3 === 0) delete part.mimeType;
    else part.mimeType = 'image/webp';
  }),
  'large image': block(['image'], (part) => {
    const bytes = Buffer.from(pictures['image/png'], 'base64');
    bytes.writeUInt32BE(9000, 16);
    Object.assign(part, { data: bytes.toString('base64'), mimeType: 'image/png' });
  }),
} as const satisfies Record<string, Change>;

export const anyFault: fc.Arbitrary<Fault> = fc.record({
  kind: fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[])),
  at: fc.nat(999),
  to: fc.nat(999),
  value: fc.jsonValue({ maxDepth: 2 }),
});

export function applyFault(rows: Row[], fault: Fault): void {
  if (rows.length > 0) FAULTS[fault.kind](rows, fault);
}

function isObject(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
