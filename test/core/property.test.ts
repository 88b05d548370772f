/**
 * What holds for every file, however broken. More runs: TRANSCRIPT_HYGIENE_RUNS=5000; a run that failed prints its
 * seed, which TRANSCRIPT_HYGIENE_SEED repeats.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CheckOptions, check, fixAll, rangeOf, SessionDocument } from '../../core';
import { readEntry } from '../../core/session/read-facts';
import { entryProblems } from '../../core/session/schema';
import { assertEditsAreSound, assertFixKeepsPromises } from '../support/fix-properties';
import { assertValidTree } from '../support/laws';
import { anyBytes, anyOptions, damagedSession, faultySession } from '../support/random-session';

const RUNS = Number(process.env.TRANSCRIPT_HYGIENE_RUNS ?? 250);
const SEED = Number(process.env.TRANSCRIPT_HYGIENE_SEED ?? 20261130);
/** A file of a few dozen lines that takes longer than this hangs (milliseconds; the machine may be busy). */
const HANG = 10_000;
/** No range is longer than this many characters. */
const LONGEST_RANGE = 60;

const FILES = { 'faulty sessions': faultySession, 'damaged sessions': damagedSession, 'any bytes': anyBytes } as const;

describe('for every file', () => {
  for (const [name, file] of Object.entries(FILES)) {
    const holds = (
      title: string,
      property: (document: SessionDocument, options: CheckOptions, bytes: Uint8Array) => void,
      runs = RUNS,
    ) => {
      it(`${title} (${name})`, () => {
        fc.assert(
          fc.property(file, anyOptions, ({ bytes }, options) => {
            const started = performance.now();
            property(SessionDocument.fromBytes(bytes), options, bytes);
            assert.ok(performance.now() - started < HANG, 'it comes to an end soon');
          }),
          { numRuns: runs, seed: SEED },
        );
      });
    };

    holds('no byte is lost by reading and writing', (document, _options, bytes) => {
      assert.ok(Buffer.from(bytes).equals(document.toBytes()));
    });

    holds('findings are the same each time, in order, and on short places inside the file', (document, options) => {
      const { findings } = check(document, options);
      const again = check(SessionDocument.fromBytes(document.toBytes()), options).findings;
      assert.deepEqual(
        again.map(({ rule, location, message }) => ({ rule, location, message })),
        findings.map(({ rule, location, message }) => ({ rule, location, message })),
      );
      let before = { line: 0, column: 0 };
      for (const { location, rule } of findings) {
        const { start, end } = rangeOf(document, location);
        assert.equal(start.line, end.line, `${rule}: one line`);
        assert.ok(start.line < document.lineCount, `${rule}: a line of the file`);
        assert.ok(
          start.column <= end.column && end.column <= document.line(end.line).length,
          `${rule}: inside its line`,
        );
        assert.ok(end.column - start.column <= LONGEST_RANGE, `${rule}: short`);
        assert.ok(
          before.line < start.line || (before.line === start.line && before.column <= start.column),
          'in order',
        );
        before = start;
      }
    });

    holds(
      'fix all ends, leaves nothing to do and a valid tree, and a second run changes nothing',
      (document, options) => {
        for (const lossy of [false, true]) {
          const first = fixAll(document, { ...options, lossy });
          assert.equal(first.stopped, undefined, `stopped by ${first.stopped?.join()}`);
          const second = fixAll(SessionDocument.fromBytes(first.document.toBytes()), { ...options, lossy });
          assert.deepEqual(second.applied, []);
          if (lossy) assertValidTree(first.document);
        }
      },
    );
  }

  it('each fix keeps its promises (faulty sessions)', () => {
    fc.assert(
      fc.property(faultySession, anyOptions, ({ bytes }, options) => {
        const document = SessionDocument.fromBytes(bytes);
        for (const finding of check(document, options).findings) {
          for (const fix of finding.fixes) assertFixKeepsPromises(document, options, finding, fix);
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('editing step by step gives the same document as reading the result anew', () => {
    const change = fc.record({
      from: fc.nat(4000),
      length: fc.nat(40),
      text: fc.constantFrom('', 'x', '"', '}\n{', '\n', '\0', 'é🙂'),
    });
    fc.assert(
      fc.property(damagedSession, fc.array(change, { minLength: 1, maxLength: 6 }), ({ bytes }, changes) => {
        let document = SessionDocument.fromString(SessionDocument.fromBytes(bytes).toString());
        check(document);
        for (const { from, length, text } of changes) {
          const whole = document.toString();
          const start = Math.min(from, whole.length);
          const end = Math.min(start + length, whole.length);
          const edit = { start: positionOf(whole, start), end: positionOf(whole, end), text };
          assertEditsAreSound(document, [edit], 'a change');
          document = document.edit([edit]);
          assert.equal(document.toString(), whole.slice(0, start) + text + whole.slice(end));
        }
        assert.deepEqual(check(document).findings, check(SessionDocument.fromString(document.toString())).findings);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });

  it('the quick look at an entry agrees with the schemas', () => {
    fc.assert(
      fc.property(faultySession, ({ bytes }) => {
        for (const line of Buffer.from(bytes).toString().split('\n')) {
          if (line === '') continue;
          const value = JSON.parse(line);
          if (value.type === 'session') continue;
          const paths = (problems: readonly { path: unknown }[]) =>
            problems.map(({ path }) => JSON.stringify(path)).sort();
          assert.deepEqual(paths(readEntry(value).problems), paths(entryProblems(value)));
        }
      }),
      { numRuns: RUNS, seed: SEED },
    );
  });
});

function positionOf(text: string, offset: number) {
  const before = text.slice(0, offset);
  return { line: before.split('\n').length - 1, column: offset - (before.lastIndexOf('\n') + 1) };
}
