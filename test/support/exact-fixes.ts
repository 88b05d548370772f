/** Exact results: what a single fix makes of a file, and which characters a finding underlines. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CheckOptions, check, fixEdits, rangeOf, SessionDocument } from '../../core';

interface Case {
  /** What a user would notice. */
  readonly name: string;
  readonly text: string | Uint8Array;
  readonly options?: CheckOptions;
}

export interface FixCase extends Case {
  /** Which of the rule's findings and which of its fixes; the first when absent. */
  readonly finding?: number;
  readonly fix?: number;
  readonly title?: string;
  /** The whole file afterwards, byte for byte. */
  readonly result: string;
}

export interface MarkCase extends Case {
  /** For each of the rule's findings the characters it underlines. */
  readonly marks: readonly string[];
}

/** A file of these lines, each ended by LF. */
export function file(...lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}

/** The same text with CRLF line ends. */
export function crlf(text: string): string {
  return text.replaceAll('\n', '\r\n');
}

/** Single fixes of a rule with the bytes they leave behind. */
export function testFixes(rule: string, cases: readonly FixCase[]): void {
  describe(`${rule}: the bytes after one fix`, () => {
    for (const { name, text, options = {}, finding = 0, fix = 0, title, result } of cases) {
      it(name, () => {
        const document = open(text);
        const chosen = check(document, options).findings.filter((found) => found.rule === rule)[finding]?.fixes[fix];
        assert.ok(chosen, 'the finding has that fix');
        if (title !== undefined) assert.equal(chosen.title, title);
        assert.equal(document.edit(fixEdits(document, [chosen])).toString(), result);
      });
    }
  });
}

/** What a rule's findings underline. */
export function testMarks(rule: string, cases: readonly MarkCase[]): void {
  describe(`${rule}: what is underlined`, () => {
    for (const { name, text, options = {}, marks } of cases) {
      it(name, () => {
        const document = open(text);
        const found = check(document, options).findings.filter((finding) => finding.rule === rule);
        assert.deepEqual(
          found.map(({ location }) => {
            const { start, end } = rangeOf(document, location);
            return document.line(start.line).slice(start.column, end.column);
          }),
          marks,
        );
      });
    }
  });
}

function open(text: string | Uint8Array): SessionDocument {
  return typeof text === 'string' ? SessionDocument.fromString(text) : SessionDocument.fromBytes(text);
}
