import type { TextReplacement } from './messages';

/** So many UTF-16 units are compared at once. */
const STEP = 4096;

/** What of a text is replaced to make another one of it. */
export function replacementFor(before: string, after: string): TextReplacement {
  const most = Math.min(before.length, after.length);
  const start = alike(most, (from, to) => before.slice(from, to) === after.slice(from, to));
  const tail = alike(most - start, (from, to) => {
    const [first, last] = [before.length, after.length];
    return before.slice(first - to, first - from) === after.slice(last - to, last - from);
  });
  return { start, end: before.length - tail, by: after.slice(start, after.length - tail) };
}

/** How many of the first units are alike, at most `most`. */
function alike(most: number, isAlike: (from: number, to: number) => boolean): number {
  let known = 0;
  for (let step = STEP; step > 0; step = Math.floor(step / 2)) {
    while (known + step <= most && isAlike(known, known + step)) known += step;
  }
  return known;
}
