/** Suggestions for words that were mistyped. */

/** The number of single-character edits (a swap of neighbours is one) from one word to the other. */
function distance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const changed = from[i - 1] === to[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + changed);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        best = Math.min(best, beforeLast[j - 2]! + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return last[to.length]!;
}

/** The known word that was probably meant, if one is near enough or begins or ends like it. */
function nearest(word: string, known: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const scored = known
    .map((candidate) => {
      const lower = candidate.toLowerCase();
      const partial = typed.length > 2 && (lower.startsWith(typed) || lower.endsWith(typed));
      return { candidate, score: partial ? 1 : distance(typed, lower) };
    })
    .sort((a, b) => a.score - b.score);
  const best = scored[0];
  return best && best.score <= Math.max(1, Math.floor(word.length / 3)) ? best.candidate : undefined;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = nearest(word, known);
  return near === undefined ? '' : ` Did you mean "${near}"?`;
}
