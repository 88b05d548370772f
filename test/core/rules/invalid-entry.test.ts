import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { check, SessionDocument } from '../../../core';
import { buildSession, call, image, models, text, thinking } from '../../support/build-session';
import { crlf, file, testFixes, testMarks } from '../../support/exact-fixes';
import { newId, set } from '../../support/rule-cases';
import { testRule } from '../../support/rule-tester';

const session = buildSession({ id: 's' })
  .user('List it.', { id: 'a' })
  .assistant([text('Listing.'), call('toolu_1', 'exec', {})], { id: 'b' })
  .result('toolu_1', 'one\n', { id: 'c' })
  .assistant('One file.', { id: 'd' });
const [header = '', a = '', b = '', c = '', d = ''] = session.lines();

/** The session with one place changed: 0 is the header, 1 to 4 the entries; undefined takes it out. */
const changed = (line: number, place: string, value: unknown) =>
  file(...session.lines().map((other, nth) => (nth === line ? set(other, place, value) : other)));
/** Another entry between the question and its answer. */
const withEntry = (type: string, members: Readonly<Record<string, unknown>>) =>
  buildSession({ id: 's' })
    .user('Hi.', { id: 'a' })
    .entry(type, members, { id: 'x' })
    .assistant('Hello.', { id: 'z' })
    .text();
const withMessage = (message: Readonly<Record<string, unknown>>) =>
  buildSession({ id: 's' })
    .user('Hi.', { id: 'a' })
    .message(message, { id: 'x' })
    .assistant('Hello.', { id: 'z' })
    .text();

/** A wrong member of an entry of some type, and where that is said: at its own place, or where it is missing. */
const wrongEntries: readonly [type: string, members: Readonly<Record<string, unknown>>, ...places: string[]][] = [
  ['thinking_level_change', {}, ''],
  ['thinking_level_change', { thinkingLevel: 3 }, '/thinkingLevel'],
  ['model_change', { provider: 'anthropic' }, ''],
  ['model_change', { provider: 5, modelId: null }, '/provider', '/modelId'],
  ['branch_summary', { fromId: 'a' }, ''],
  ['branch_summary', { fromId: 7, summary: 'S' }, '/fromId'],
  ['custom', { data: 1 }, ''],
  ['custom_message', { customType: 'note', content: { text: 'x' }, display: true }, '/content'],
  ['custom_message', { customType: 'note', content: 'x', display: 'yes' }, '/display'],
  ['custom_message', { customType: 'note', content: [text('x'), 'y'], display: true }, '/content/1'],
  ['label', { label: 'x' }, ''],
  ['label', { targetId: 'a', label: 5 }, '/label'],
  ['session_info', { name: 5 }, '/name'],
  ['compaction', { summary: 5, firstKeptEntryId: 'a', tokensBefore: 5 }, '/summary'],
  ['compaction', { summary: 'S', firstKeptEntryId: 'a', tokensBefore: 'many' }, '/tokensBefore'],
];

const wrongMessages: readonly [name: string, line: number, place: string, value: unknown, path: string][] = [
  ['a user message without content', 1, '/message/content', undefined, '/message'],
  ['a user message whose content is an object', 1, '/message/content', { type: 'text' }, '/message/content'],
  ['a block that is no object', 1, '/message/content/0', 'text', '/message/content/0'],
  ['a block that is null', 1, '/message/content/0', null, '/message/content/0'],
  ['a block without a type', 1, '/message/content/0/type', undefined, '/message/content/0'],
  ['a text block without a text', 1, '/message/content/0/text', undefined, '/message/content/0'],
  ['a text that is a number', 1, '/message/content/0/text', 5, '/message/content/0/text'],
  ['a message time that is an object', 1, '/message/timestamp', {}, '/message/timestamp'],
  ['an assistant turn without an api', 2, '/message/api', undefined, '/message'],
  ['an assistant turn without a provider', 4, '/message/provider', undefined, '/message'],
  ['an assistant turn whose model is null', 4, '/message/model', null, '/message/model'],
  ['an assistant turn without a stop reason', 4, '/message/stopReason', undefined, '/message'],
  ['an assistant turn whose content is null', 4, '/message/content', null, '/message/content'],
  ['an error message that is an object', 4, '/message/errorMessage', {}, '/message/errorMessage'],
  ['a result whose content is an object', 3, '/message/content', {}, '/message/content'],
  ['a result whose error flag is a text', 3, '/message/isError', 'false', '/message/isError'],
  ['a message without a role', 1, '/message/role', undefined, '/message'],
  ['a role that is empty', 1, '/message/role', '', '/message/role'],
  ['a message that is null: the agent crashes on it', 4, '/message', null, '/message'],
  ['an entry without its message', 4, '/message', undefined, ''],
];

const leafs = buildSession({ id: 's' }).user('One.', { id: 'a' }).assistant('1.', { id: 'b' });

testRule('invalid-entry', {
  silent: [
    { name: 'a sound session', text: session.text() },
    {
      name: 'every type of entry as the runtimes write it',
      text: buildSession()
        .modelChange(models.anthropic)
        .thinkingLevel('high')
        .sessionInfo('A name')
        .sessionInfo(undefined)
        .user([text('Look.'), image()])
        .assistant([thinking('Hm.'), text('Ok.'), call('toolu_1', 'exec', {})])
        .result('toolu_1', [text('x'), image()], { details: null })
        .custom('openclaw.cache-ttl', { timestamp: 1 })
        .custom('bare')
        .customMessage('openclaw.runtime-context', 'hidden')
        .bash('ls', 'a\n')
        .assistant('Done.')
        .label('x', undefined)
        .text(),
    },
    { name: 'fields that nobody knows', text: changed(1, '/message/whatever', { a: [1] }) },
    { name: 'content that is a plain text', text: changed(4, '/message/content', 'One file.') },
    { name: 'a missing usage record, which replay fills in', text: changed(4, '/message/usage', undefined) },
    { name: 'a message without its own time', text: changed(1, '/message/timestamp', undefined) },
    { name: 'a block of an unknown type', text: changed(1, '/message/content/0', { type: 'audio', data: '' }) },
    {
      name: 'an unknown type without any field: what a fork demands is not known',
      text: file(header, a, '{"type":"title"}', b, c, d),
    },
    { name: 'an unknown role without content', text: withMessage({ role: 'narrator' }) },
    // What other rules speak of.
    { name: 'a call without arguments', text: changed(2, '/message/content/1/arguments', undefined) },
    { name: 'a call whose id is a number', text: changed(2, '/message/content/1/id', 7) },
    { name: 'a call without a name', text: changed(2, '/message/content/1/name', undefined) },
    { name: 'a result without the id of its call', text: changed(3, '/message/toolCallId', undefined) },
    {
      name: 'a thinking block without a signature',
      text: changed(2, '/message/content/0', { type: 'thinking', thinking: 'x' }),
    },
    { name: 'an image without data', text: changed(1, '/message/content/0', { type: 'image', mimeType: 'image/png' }) },
    { name: 'an empty user message', text: changed(1, '/message/content', []) },
    { name: 'a blank result', text: changed(3, '/message/content', ' ') },
    { name: 'an empty answer', text: changed(4, '/message/content', []) },
    ...['error', 'aborted'].map((stopReason) => ({
      name: `a turn that ended in ${stopReason} and has no content`,
      text: buildSession()
        .user('Hi.')
        .assistant('x', { stopReason, message: { content: undefined } })
        .user('Again.')
        .text(),
    })),
    {
      name: 'a result without content where the target refuses an empty one',
      text: changed(3, '/message/content', undefined),
    },
    {
      name: 'a compaction without a first kept entry',
      text: withEntry('compaction', { summary: 'S', tokensBefore: 5 }),
    },
    { name: 'a header without an id', text: changed(0, '/id', undefined) },
    { name: 'a header behind an entry, whatever its fields are', text: file(a, set(header, '/cwd', 5), b, c, d) },
    { name: 'a timestamp that is no date', text: changed(4, '/timestamp', 'yesterday') },
    { name: 'a damaged line, which is mended first', text: file(header, `${set(a, '/timestamp', 5)} x`, b, c, d) },
    {
      name: 'a later entry without parent on the branch, which is a second root',
      text: changed(4, '/parentId', undefined),
    },
    // Versions.
    {
      name: 'a version 1 file has no ids and no parents',
      text: buildSession({ version: 1 }).user('Hi.').assistant('Hello.').text(),
    },
    {
      name: 'ids of a version 1 file are not read',
      text: file(set(header, '/version', 1), set(a, '/id', 5), set(b, '/parentId', 7), c, d),
    },
    {
      name: 'a version 2 extension message',
      text: buildSession({ version: 2 })
        .user('Hi.')
        .message({ role: 'hookMessage', customType: 'note', content: 'x', display: true })
        .text(),
    },
    // Leaf records.
    { name: 'a valid leaf record', text: leafs.leaf('a').user('Two.').text() },
    {
      name: 'an entry without parent continues the leaf where leaf records are',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b')
        .user('Two.', { entry: { parentId: undefined } })
        .text(),
    },
  ],
  reports: [
    ...wrongEntries.map(([type, members, ...places]) => ({
      name: `${type} with ${JSON.stringify(members)}`,
      text: withEntry(type, members),
      findings: places.map((path) => ({ line: 3, path, fixes: [] })),
    })),
    ...wrongMessages.map(([name, line, place, value, path]) => ({
      name,
      text: changed(line, place, value),
      findings: [{ line: line + 1, path, fixes: [] }],
      others: othersOf(line, place),
    })),
    {
      name: 'a shell run with fields of other types',
      text: withMessage({
        role: 'bashExecution',
        command: 5,
        output: 'x',
        exitCode: 'zero',
        cancelled: 'no',
        truncated: false,
      }),
      findings: ['command', 'exitCode', 'cancelled'].map((key) => ({ line: 3, path: `/message/${key}`, fixes: [] })),
    },
    {
      name: 'an extension message of version 2 without its type',
      text: buildSession({ version: 2 })
        .user('Hi.')
        .message({ role: 'hookMessage', content: 'x' })
        .assistant('Ok.')
        .text(),
      findings: [{ line: 3, path: '/message' }],
    },
    {
      name: 'an object without a type: nothing else is asked of it',
      text: file(header, a, b, c, '{"note":"x"}'),
      findings: [{ line: 5, path: '', fixes: [] }],
    },
    {
      name: 'header fields of other types',
      text: file(set(set(set(header, '/timestamp', 5), '/cwd', {}), '/parentSession', []), a, b, c, d),
      findings: ['timestamp', 'cwd', 'parentSession'].map((key) => ({ line: 1, path: `/${key}`, fixes: [] })),
    },
    {
      name: 'a version that is a text is said, and the tree is judged all the same',
      text: file(set(header, '/version', '3'), a, b, c, set(d, '/parentId', 'gone')),
      findings: [{ line: 1, path: '/version', fixes: [] }],
      others: ['dangling-parent'],
    },
    // What can be derived.
    {
      name: 'an entry without an id gets one',
      text: changed(4, '/id', undefined),
      findings: [{ line: 5, path: '', fixes: ['safe'] }],
    },
    {
      name: 'an id of another type, and one that is empty',
      text: file(header, a, b, c, set(d, '/id', 7), set(set(a, '/id', ''), '/parentId', 'c')),
      findings: [
        { line: 5, path: '/id', fixes: ['safe'] },
        { line: 6, path: '/id', fixes: ['safe'] },
      ],
    },
    {
      name: 'an id lost in the middle: the child that names it hangs under the entry again',
      text: changed(2, '/id', undefined),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      others: ['dangling-parent'],
      fixed: file(
        header,
        a,
        `${set(b, '/id', undefined).slice(0, -1)},"id":"${newId('s', 'invalid-entry', 'a')}"}`,
        set(c, '/parentId', newId('s', 'invalid-entry', 'a')),
        d,
      ),
    },
    {
      name: 'the first entry without the parent key becomes a root',
      text: changed(1, '/parentId', undefined),
      findings: [{ line: 2, path: '', fixes: ['safe'] }],
      fixed: file(header, `${set(a, '/parentId', undefined).slice(0, -1)},"parentId":null}`, b, c, d),
    },
    {
      name: 'an entry off the branch without the parent key is hung under the one before it',
      text: file(header, a, b, set(set(a, '/id', 'x'), '/parentId', undefined), c, d),
      findings: [{ line: 4, path: '', fixes: ['safe'] }],
    },
    {
      name: 'a parent of another type cuts the history off',
      text: changed(4, '/parentId', 5),
      findings: [{ line: 5, path: '/parentId', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a timestamp is taken from the message',
      text: changed(2, '/timestamp', undefined),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
    },
    {
      name: 'a timestamp in milliseconds is written as a date',
      text: changed(2, '/timestamp', 1772442014000),
      findings: [{ line: 3, path: '/timestamp', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'several faults of one entry are several findings',
      text: file(header, a, b, c, set(set(set(d, '/timestamp', undefined), '/parentId', 5), '/message/api', 5)),
      findings: [
        { line: 5, path: '', fixes: ['safe'] },
        { line: 5, path: '/parentId', fixes: ['safe'] },
        { line: 5, path: '/message/api', fixes: [] },
      ],
    },
    {
      name: 'a result whose content is a text: replay would lose it',
      text: changed(3, '/message/content', 'one\n'),
      findings: [{ line: 4, path: '/message/content', fixes: ['safe'] }],
      fixed: session.text(),
    },
    {
      name: 'a result without a tool name takes that of its call',
      text: changed(3, '/message/toolName', undefined),
      findings: [{ line: 4, path: '/message', fixes: ['safe'] }],
    },
    {
      name: 'a result without a tool name whose call is gone',
      text: buildSession()
        .user('Hi.', { id: 'a' })
        .result('toolu_9', 'x', { message: { toolName: undefined } })
        .user('Go on.')
        .text(),
      findings: [{ line: 3, path: '/message', fixes: [] }],
      others: ['orphan-tool-result'],
    },
    {
      name: 'a result without content where no target refuses an empty one gets the placeholder',
      text: buildSession({ id: 's', model: models.openai })
        .user('List it.')
        .assistant([call('call_1|fc_1', 'exec', {})])
        .result('call_1|fc_1', 'x', { message: { content: undefined } })
        .assistant('Done.')
        .text(),
      findings: [{ line: 4, path: '/message', fixes: ['safe'] }],
    },
    {
      name: 'a result without content on an abandoned branch',
      text: buildSession()
        .user('Hi.', { id: 'root' })
        .assistant([call('toolu_1', 'exec', {})])
        .result('toolu_1', 'x', { message: { content: null } })
        .branchFrom('root')
        .assistant('Hello.')
        .text(),
      findings: [{ line: 4, path: '/message', fixes: ['safe'] }],
    },
    // Version 1.
    {
      name: 'a version 1 entry without a timestamp',
      text: buildSession({ version: 1 })
        .user('Hi.')
        .assistant('Hello.', { entry: { timestamp: undefined } })
        .text(),
      findings: [{ line: 3, path: '', fixes: ['safe'] }],
      fixed: [
        ...buildSession({ version: 1 }).user('Hi.').lines(),
        `${set(buildSession({ version: 1 }).user('Hi.').assistant('Hello.').lines()[2], '/timestamp', undefined).slice(0, -1)},"timestamp":"2026-03-02T09:00:14.000Z"}`,
      ],
    },
    {
      name: 'a version 1 message without a role',
      text: buildSession({ version: 1 })
        .user('Hi.')
        .assistant('Hello.', { message: { role: undefined } })
        .text(),
      findings: [{ line: 3, path: '/message', fixes: [] }],
    },
    // Leaf records.
    ...(
      [
        ['no entry', { targetId: 'gone' }],
        ['no entry to append to', { targetId: 'a', appendParentId: 'gone' }],
        ['no entry at all', { targetId: undefined }],
        ['a number', { targetId: 5 }],
        ['an entry, in an unknown mode', { targetId: 'a', appendMode: 'odd' }],
      ] as const
    ).map(([what, members]) => ({
      name: `a leaf record that names ${what}`,
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf(null, members, { id: 'l' })
        .user('Two.', { parentId: 'l' })
        .text(),
      findings: [{ line: 4, path: '/targetId', fixes: [] }],
    })),
    {
      name: 'a leaf record that names one behind it',
      text: buildSession()
        .user('One.', { id: 'a' })
        .leaf('z', {}, { id: 'l' })
        .assistant('1.', { id: 'z', parentId: 'l' })
        .text(),
      findings: [{ line: 3, path: '/targetId' }],
    },
    {
      name: 'a leaf record that names an invalid leaf record',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('gone', {}, { id: 'l', parentId: 'b' })
        .leaf('l', {}, { id: 'm', parentId: 'l' })
        .user('Two.', { parentId: 'm' })
        .text(),
      findings: [
        { line: 4, path: '/targetId' },
        { line: 5, path: '/targetId' },
      ],
    },
    {
      name: 'a leaf record without an id: only that is said, since with it the record would move the leaf',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('a', {}, { entry: { id: undefined } })
        .user('Two.', { parentId: 'b' })
        .text(),
      findings: [{ line: 4, path: '', fixes: [] }],
    },
    {
      name: 'a leaf record without a parent, beside a valid one: only that is said',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b', {}, { id: 'l' })
        .leaf('a', {}, { id: 'm', entry: { parentId: undefined } })
        .user('Two.', { parentId: 'b' })
        .text(),
      findings: [{ line: 5, path: '', fixes: [] }],
    },
    {
      name: 'a leaf record without a timestamp takes that of the entry before',
      text: buildSession()
        .user('One.', { id: 'a' })
        .assistant('1.', { id: 'b' })
        .leaf('b', {}, { id: 'l', entry: { timestamp: undefined } })
        .user('Two.', { parentId: 'l' })
        .text(),
      findings: [{ line: 4, path: '', fixes: ['safe'] }],
    },
    {
      name: 'a CRLF file',
      text: crlf(changed(2, '/timestamp', 1772442014000)),
      findings: [{ line: 3, path: '/timestamp' }],
      others: ['text-encoding'],
      fixed: session.text(),
    },
  ],
});

/** Rules that speak of what the wrong member breaks. */
function othersOf(line: number, place: string): string[] {
  if (line === 1 && place === '/message/role') return ['assistant-first'];
  return [];
}

describe('invalid-entry: the messages say what is wanted', () => {
  for (const [name, line, place, value] of wrongMessages) {
    it(name, () => {
      const { findings } = check(SessionDocument.fromString(changed(line, place, value)));
      const messages = findings.filter(({ rule }) => rule === 'invalid-entry').map(({ message }) => message);
      assert.equal(messages.length, 1);
      assert.doesNotMatch(messages.join(), /invalid/i);
      assert.match(messages.join(), /^The (required )?field /);
    });
  }
});

testFixes('invalid-entry', [
  {
    name: 'a fresh id goes last, made from the id of the entry before',
    text: changed(4, '/id', undefined),
    title: 'Give the entry an id',
    result: file(
      header,
      a,
      b,
      c,
      `${set(d, '/id', undefined).slice(0, -1)},"id":"${newId('s', 'invalid-entry', 'c')}"}`,
    ),
  },
  {
    name: 'a fresh id takes the place of one of another type',
    text: changed(4, '/id', 7),
    result: file(header, a, b, c, set(d, '/id', newId('s', 'invalid-entry', 'c'))),
  },
  {
    name: 'the first entry has none before it',
    text: file(header, set(a, '/id', null)),
    result: file(header, set(a, '/id', newId('s', 'invalid-entry', ''))),
  },
  {
    name: 'a derived id that is taken gets a number',
    text: file(
      header,
      set(a, '/id', newId('s', 'invalid-entry', 'c')),
      set(b, '/parentId', newId('s', 'invalid-entry', 'c')),
      c,
      set(d, '/id', 7),
    ),
    result: file(
      header,
      set(a, '/id', newId('s', 'invalid-entry', 'c')),
      set(b, '/parentId', newId('s', 'invalid-entry', 'c')),
      c,
      set(d, '/id', newId('s', 'invalid-entry', 'c', '2')),
    ),
  },
  {
    name: 'a parent of another type: the entry before it in the file',
    text: changed(4, '/parentId', false),
    title: 'Hang the entry under the one before it',
    result: session.text(),
  },
  {
    name: 'the time of the message comes first',
    text: changed(4, '/timestamp', undefined),
    title: 'Set the timestamp to 2026-03-02T09:00:28.000Z',
    result: file(
      header,
      a,
      b,
      c,
      `${set(d, '/timestamp', undefined).slice(0, -1)},"timestamp":"2026-03-02T09:00:28.000Z"}`,
    ),
  },
  {
    name: 'without it the timestamp of the entry before',
    text: file(header, a, b, c, set(set(d, '/timestamp', null), '/message/timestamp', undefined)),
    result: file(
      header,
      a,
      b,
      c,
      set(set(d, '/timestamp', '2026-03-02T09:00:21.000Z'), '/message/timestamp', undefined),
    ),
  },
  {
    name: 'without any entry before that of the header',
    text: file(header, set(set(a, '/timestamp', null), '/message/timestamp', undefined), b, c, d),
    result: file(
      header,
      set(set(a, '/timestamp', '2026-03-02T09:00:00.000Z'), '/message/timestamp', undefined),
      b,
      c,
      d,
    ),
  },
  {
    name: 'a text as content becomes its one text block',
    text: changed(3, '/message/content', 'a "quoted" text\n'),
    title: 'Make the text a content block',
    result: changed(3, '/message/content', [{ type: 'text', text: 'a "quoted" text\n' }]),
  },
  {
    name: 'the tool name of the call',
    text: changed(3, '/message/toolName', 5),
    title: 'Set the tool name to exec',
    result: session.text(),
  },
  {
    name: 'the omitted-content text where content is missing',
    text: buildSession({ model: models.openai })
      .user('List it.')
      .assistant([call('call_1|fc_1', 'exec', {})])
      .result('call_1|fc_1', 'x', { message: { content: null } })
      .assistant('Done.')
      .text(),
    result: buildSession({ model: models.openai })
      .user('List it.')
      .assistant([call('call_1|fc_1', 'exec', {})])
      .result('call_1|fc_1', '[empty content omitted]')
      .assistant('Done.')
      .text(),
  },
]);

testMarks('invalid-entry', [
  { name: 'the wrong value', text: changed(4, '/parentId', 12345), marks: ['12345'] },
  {
    name: 'the beginning of the entry where a member is missing',
    text: changed(4, '/id', undefined),
    marks: ['{"type":"message"'],
  },
  {
    name: 'the key of the message where one of its members is missing',
    text: changed(1, '/message/role', undefined),
    marks: ['"message"'],
  },
]);
