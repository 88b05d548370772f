/**
 * What is taken over from one check to the next is what a fresh check finds. More runs: see `property.test.ts`.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type Checked, type CheckOptions, check, checkInSlices, SessionDocument, type TextEdit } from '../../core';
import { buildSession, call } from '../support/build-session';
import { anyBytes, anyOptions, damagedSession, faultySession } from '../support/random-session';

const RUNS = Number(process.env.TRANSCRIPT_HYGIENE_RUNS ?? 250);
const SEED = Number(process.env.TRANSCRIPT_HYGIENE_SEED ?? 20261201);

/** One change of the text; numbers are read modulo what there is. */
const change = fc.record({
  kind: fc.constantFrom(
    ...(['type', 'type', 'type', 'type', 'erase', 'character', 'characters', 'line end'] as const),
    ...(['delete line', 'copy line', 'new line', 'swap values'] as const),
  ),
  line: fc.nat(99),
  at: fc.nat(9999),
  text: fc.constantFrom(
    'x',
    ' ',
    'ü',
    '🙂',
    '"',
    '\\',
    '{',
    '}',
    ',',
    '\n',
    '\0',
    '\ufeff',
    '\u2028',
    '\r',
    '1',
    '[Mon] ',
  ),
});
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Where text can be typed without touching what the line is: inside its string values. */
const VALUE = /"(?:text|thinking|summary|content|timestamp|command|path|name|arguments)":"(?:[^"\\]|\\.)/g;

function toEdit(document: SessionDocument, { kind, line: wanted, at, text }: Change): TextEdit {
  const line = wanted % Math.max(1, document.lineCount);
  const content = document.line(line);
  const inLine = (start: number, end: number, by: string): TextEdit => ({
    start: { line, column: start },
    end: { line, column: end },
    text: by,
  });
  const values = [...content.matchAll(VALUE)];
  const value = values[at % Math.max(1, values.length)];
  const inValue = value === undefined ? at % (content.length + 1) : value.index + value[0].length;
  const anywhere = at % (content.length + 1);
  const lineFrom = { line, column: 0 };
  const lineTo = { line: line + 1, column: 0 };
  switch (kind) {
    case 'type':
      return inLine(inValue, inValue, text === '"' || text === '\\' || text === '\n' || text === '\r' ? 'y' : text);
    case 'erase':
      return inLine(Math.max(0, inValue - 1), inValue, '');
    case 'character':
      return inLine(anywhere, anywhere, text);
    case 'characters':
      return inLine(anywhere, Math.min(content.length, anywhere + 1 + (at % 7)), text);
    case 'line end':
      return { start: { line, column: content.length }, end: lineTo, text: at % 2 ? '\r\n' : '\n' };
    case 'delete line':
      return { start: lineFrom, end: lineTo, text: '' };
    case 'copy line':
      return { start: lineFrom, end: lineFrom, text: `${document.line(at % Math.max(1, document.lineCount))}\n` };
    case 'new line':
      return { start: lineFrom, end: lineFrom, text: text === '\n' ? '\n' : '{"type":"custom","customType":"x"}\n' };
    default:
      return inLine(0, content.length, content.replaceAll('toolUse', 'toolCall').replaceAll('"stop"', '"error"'));
  }
}

/** Everything a finding says, with the edits that are worked out when they are asked for. */
function said(findings: readonly unknown[]): unknown {
  return JSON.parse(JSON.stringify(findings));
}

describe('checking again after edits', () => {
  const step = fc.record({
    changes: fc.array(change, { minLength: 1, maxLength: 2 }),
    isChecked: fc.boolean(),
    options: fc.option(anyOptions, { freq: 12 }),
  });
  for (const [name, file] of Object.entries({ faultySession, damagedSession, anyBytes })) {
    it(`gives what a check of the whole text gives (${name})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          file,
          anyOptions,
          fc.array(step, { minLength: 1, maxLength: 8 }),
          async ({ bytes }, first, steps) => {
            let options: CheckOptions = { treatAsTranscript: true, ...first };
            let document = SessionDocument.fromString(SessionDocument.fromBytes(bytes).toString());
            let before: Checked | undefined = await checkInSlices(document, options);
            for (const { changes, isChecked, options: others } of steps) {
              const edits = changes.map((each) => toEdit(document, each));
              const [one, other] = edits.toSorted((a, b) => a.start.line - b.start.line);
              const meets = other !== undefined && one!.end.line >= other.start.line;
              document = document.edit(meets ? [one!] : edits);
              if (others !== null) options = { treatAsTranscript: true, ...others };
              // Now and then nobody asks in between.
              if (!isChecked) continue;
              const whole = SessionDocument.fromString(document.toString());
              assert.equal(document.isTranscript(), whole.isTranscript());
              before = await checkInSlices(document, options, before);
              const fresh = check(whole, options);
              assert.deepEqual(said(before.result.findings), said(fresh.findings));
              assert.deepEqual(before.result.targets, fresh.targets);
            }
          },
        ),
        { numRuns: RUNS, seed: SEED },
      );
    });
  }

  const session = buildSession()
    .user('Hi.')
    .assistant([call('c1', 'exec')])
    .user('Are you there?')
    .user('Hello?')
    .assistant('Yes.')
    .text();
  const orphan = buildSession().user('Hi.').result('gone', 'late').assistant('Hello.').text();
  const siblings = buildSession()
    .user('Hi.', { id: 'a' })
    .user('Go on', { id: 'b' })
    .branchFrom('a')
    .user('Go onx', { id: 'c' })
    .assistant('Ok.')
    .text();
  const [head = '', first = '', ...rest] = session.split('\n');
  const cut = first.length >> 1;
  const split = [head, first.slice(0, cut), first.slice(cut), ...rest].join('\n');
  const blanks = `${head}\n \n${first}\n`;
  const cases: readonly [name: string, text: string, edit: (document: SessionDocument) => TextEdit][] = [
    ['in a turn that a fix merges with the next', session, (document) => typed(document, 3, 'Are')],
    ['in the turn that a fix merges with the one before', session, (document) => typed(document, 4, 'Hello')],
    ['in a result whose loss is counted', orphan, (document) => typed(document, 2, 'late')],
    ['that makes two copies of a message alike', siblings, (document) => typed(document, 2, 'Go on')],
    ['in the second half of a record on two lines', split, (document) => typed(document, 2, '"content"')],
    ['that takes the last line end away', session, (document) => lastLineEnd(document)],
    ['in a line of blanks', blanks, (document) => typed(document, 1, ' ')],
  ];
  for (const [name, text, toChange] of cases) {
    it(`sees typing ${name}`, async () => {
      const document = SessionDocument.fromString(text);
      const before = await checkInSlices(document, {});
      const edited = document.edit([toChange(document)]);
      const after = await checkInSlices(edited, {}, before);
      const fresh = check(SessionDocument.fromString(edited.toString()));
      assert.deepEqual(said(after.result.findings), said(fresh.findings));
      assert.notDeepEqual(said(after.result.findings), said(before.result.findings), 'it says something else now');
    });
  }

  it('sees when an edit makes a transcript of the file, or no longer one', () => {
    const junk = (count: number) => 'no record\n'.repeat(count);
    const lines = (from: number, to: number) => ({ start: { line: from, column: 0 }, end: { line: to, column: 0 } });
    const document = SessionDocument.fromString(`${junk(50)}${head}\n${junk(20)}`);
    assert.equal(document.isTranscript(), false, 'its header stands behind the lines that tell');
    const shorter = document.edit([{ ...lines(0, 1), text: '' }]);
    assert.equal(shorter.isTranscript(), true);
    assert.equal(shorter.edit([{ ...lines(60, 61), text: 'x\n' }]).isTranscript(), true);
    assert.equal(shorter.edit([{ ...lines(49, 70), text: '' }]).isTranscript(), false);
    assert.equal(shorter.edit([{ ...lines(0, 0), text: 'x\n' }]).isTranscript(), false);
  });

  it('runs only the rules again that have read the text of the changed line', async () => {
    const document = SessionDocument.fromString(session);
    const before = await checkInSlices(document, {});
    const edited = document.edit([typed(document, 1, 'Hi.')]);
    const after = await checkInSlices(edited, {}, before);
    assert.ok(before.result.findings.length > 0, 'there is something to take over');
    const ranAgain = [...after.runs!.byRule].filter(([rule, run]) => before.runs!.byRule.get(rule) !== run);
    // Its fix merges two turns, and is worked out from their text when it is asked for.
    assert.deepEqual(
      ranAgain.map(([{ id }]) => id),
      ['consecutive-turns'],
    );
  });

  it('starts anew when the edit changes an id', async () => {
    const document = SessionDocument.fromString(session);
    const before = await checkInSlices(document, {});
    const after = await checkInSlices(document.edit([typed(document, 1, '"id":"')]), {}, before);
    assert.ok([...after.runs!.byRule].every(([rule, run]) => before.runs!.byRule.get(rule) !== run));
  });
});

function lastLineEnd(document: SessionDocument): TextEdit {
  const line = document.lineCount - 1;
  return { start: { line, column: document.line(line).length }, end: { line: line + 1, column: 0 }, text: '' };
}

/** A letter typed behind a text of a line. */
function typed(document: SessionDocument, line: number, behind: string): TextEdit {
  const column = document.line(line).indexOf(behind) + behind.length;
  return { start: { line, column }, end: { line, column }, text: 'x' };
}
