/** Transcripts as the rules' pages show them: whole, or the lines that differ. */
import { diffArrays } from 'diff';
import type { SessionDocument } from '../../core';

/** Characters of a changed line that stay visible around the change. */
const AROUND = 24;
const NO_LINE_END = '\\ no line end here';

/** The lines of a transcript; what cannot be seen is named. */
export function transcriptLines(document: SessionDocument): string[] {
  return rawLines(document).map(visible);
}

/** Whether {@link transcriptLines} had to name something. */
export function holdsInvisible(document: SessionDocument): boolean {
  return rawLines(document).some((line) => visible(line) !== line.trimEnd());
}

/** What changed, as the body of a `diff` block: in lines that changed in part only the part. */
export function transcriptDiff(before: SessionDocument, after: SessionDocument): string[] {
  const shown: string[] = [];
  const changes = diffArrays(rawLines(before), rawLines(after));
  let line = 1;
  for (let at = 0; at < changes.length; at++) {
    const { value, added, removed } = changes[at]!;
    const next = changes[at + 1];
    if (!added && !removed) {
      line += value.length;
      continue;
    }
    shown.push(`@@ line ${line} @@`);
    if (removed && next?.added) {
      shown.push(...changedLines(value, next.value));
      at++;
    } else {
      shown.push(...value.flatMap((text) => prefixed(added ? '+' : '-', text)));
    }
    if (removed) line += value.length;
  }
  return shown;
}

/** Each line with its line end, so that a missing one is a difference. */
function rawLines(document: SessionDocument): string[] {
  const lines = document.toString().split(/(?<=\n)/);
  return lines.filter((line) => line !== '');
}

function changedLines(before: readonly string[], after: readonly string[]): string[] {
  if (before.length !== after.length) {
    return [...before.flatMap((text) => prefixed('-', text)), ...after.flatMap((text) => prefixed('+', text))];
  }
  return before.flatMap((text, index) => {
    const [one, other] = shortened(text, after[index]!);
    return [...prefixed('-', one), ...prefixed('+', other)];
  });
}

function prefixed(mark: '+' | '-', text: string): string[] {
  const line = `${mark} ${visible(text)}`.trimEnd();
  return text.endsWith('\n') ? [line] : [line, NO_LINE_END];
}

/** Two versions of a line without most of what they share; the beginning, with the entry's id, stays. */
function shortened(before: string, after: string): [string, string] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - start;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  const head = Math.max(0, before.lastIndexOf(',', start - AROUND));
  const tail = Math.max(0, end - AROUND);
  const cut = (text: string) => {
    const from = head > 2 * AROUND ? `${text.slice(0, 2 * AROUND)} … ${text.slice(head, text.length)}` : text;
    return tail > 2 * AROUND ? `${from.slice(0, from.length - tail)} …\n` : from;
  };
  return [cut(before), cut(after)];
}

function visible(line: string): string {
  return line
    .replace(/\r?\n$/, '')
    .replaceAll('\0', '␀')
    .replaceAll(/[\ufeff\u2028\u2029]/g, (character) => `<U+${character.charCodeAt(0).toString(16).toUpperCase()}>`);
}
